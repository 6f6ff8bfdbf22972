// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <sstream>

#include "session.h"
#include "tokens.h"

namespace standin {
namespace {

std::string written(const PluginData& data, SceneFormat format) {
  std::ostringstream out;
  const MStatus status =
      format == SceneFormat::Ascii ? data.data->writeASCII(out) : data.data->writeBinary(out);
  if (!status) notModelled("plug-in data that cannot be saved");
  return out.str();
}

std::shared_ptr<PluginData> read(unsigned int type, const std::string& text, SceneFormat format) {
  auto made = std::make_shared<PluginData>();
  made->data.reset(static_cast<MPxData*>(host().dataTypes.at(type)()));
  MStatus status;
  if (format == SceneFormat::Ascii) {
    MArgList words;
    words.standin = splitWords(text);
    unsigned int next = 0;
    status = made->data->readASCII(words, next);
    if (status && next != words.standin.size()) notModelled("data that does not read all it wrote");
  } else {
    std::istringstream in(text);
    status = made->data->readBinary(in, static_cast<unsigned int>(text.size()));
  }
  if (!status) host().log("error", "Error reading data element");
  return status ? made : nullptr;
}

void collect(const Node& node, const Slot& slot, const std::string& path, SceneFormat format,
             std::vector<SavedValue>& values) {
  if (!slot.attribute->isStorable) return;
  for (const auto& [index, element] : slot.elements)
    collect(node, *element, path + "[" + std::to_string(index) + "]", format, values);
  for (const auto& child : slot.children)
    collect(node, *child, path + "." + child->attribute->name, format, values);
  if (slot.isArrayRoot() || !slot.children.empty() || slot.isDefault() ||
      slot.attribute->isAffected || node.incoming.count(path) > 0)
    return;
  SavedValue value{path,        slot.attribute->kind, slot.number(), slot.text.asChar(),
                   slot.matrix, slot.object};
  if (value.kind == Kind::Plugin) {
    value.text = written(static_cast<const PluginData&>(*slot.object), format);
    value.object = nullptr;
  }
  values.push_back(std::move(value));
}

void restore(const SavedValue& value, const std::string& node, SceneFormat format) {
  const MPlug plug = host().plug(node + value.plug);
  Slot& slot = *find(plug.standin->normal, plug.steps, true);
  switch (value.kind) {
    case Kind::String:
      slot.text = value.text.c_str();
      break;
    case Kind::Matrix:
      slot.matrix = value.matrix;
      break;
    case Kind::Mesh:
    case Kind::IntArray:
    case Kind::PointArray:
      slot.object = value.object;
      break;
    case Kind::Plugin:
      slot.object = read(plug.steps.back().attribute->pluginData, value.text, format);
      break;
    default:
      slot.setNumber(value.number);
  }
}

}  // namespace

SavedScene Session::save(SceneFormat format) const {
  SavedScene scene{format, {}};
  for (const auto& node : host().nodes) {
    SavedNode saved;
    saved.type = node->type->name;
    saved.name = node->name;
    if (const auto parent = node->parent.lock()) saved.parent = parent->name;
    saved.animation = node->animation;
    saved.isTransform = node->isTransform;
    saved.isJoint = node->isJoint;
    saved.isMesh = node->isMesh;
    saved.isIntermediate = node->isIntermediate;
    saved.members = node->members;
    for (const auto& [attribute, slot] : node->normal.roots)
      collect(*node, *slot, "." + attribute->name, format, saved.values);
    for (const auto& [destination, connection] : node->incoming)
      saved.connections.push_back(
          {connection.source->name + textOf(connection.from), node->name + destination});
    scene.nodes.push_back(std::move(saved));
  }
  return scene;
}

void Session::open(const SavedScene& scene, const std::string& nameSpace) {
  const auto named = [&](const std::string& name) {
    return name == "time1" || name.empty() ? name : nameSpace + name;
  };
  if (nameSpace.empty()) newScene();
  for (const SavedNode& saved : scene.nodes) {
    if (saved.name == "time1") continue;
    const auto node = host().addNode(saved.type, named(saved.name));
    node->isTransform = saved.isTransform;
    node->isJoint = saved.isJoint;
    node->isMesh = saved.isMesh;
    node->isIntermediate = saved.isIntermediate;
    node->members = saved.members;
    node->animation = saved.animation;
    if (!saved.animation.empty()) node->local = host().animations.at(saved.animation);
    if (!saved.parent.empty()) node->parent = host().findNode(named(saved.parent));
    if (node->isTransform)
      find(node->normal, host().plug(node->name + ".worldMatrix[0]").steps, true);
    for (const SavedValue& value : saved.values) restore(value, node->name, scene.format);
  }
  for (const SavedNode& saved : scene.nodes)
    for (const auto& [from, to] : saved.connections)
      connect(host().plug(named(from.substr(0, from.find('.'))) + from.substr(from.find('.'))),
              host().plug(named(to.substr(0, to.find('.'))) + to.substr(to.find('.'))));
}

}  // namespace standin
