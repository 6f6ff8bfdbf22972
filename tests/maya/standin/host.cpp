// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "model.h"

namespace standin {
namespace {

std::shared_ptr<Attribute> attribute(const char* name, Kind kind, bool isArray,
                                     double initial = 0) {
  auto a = std::make_shared<Attribute>();
  a->name = name;
  a->kind = kind;
  a->isArray = isArray;
  a->usesBuilder = isArray;
  a->initial = initial;
  a->isAdded = true;
  return a;
}

void affects(const std::shared_ptr<Attribute>& from, const std::shared_ptr<Attribute>& to) {
  from->affects.push_back(to.get());
  to->isAffected = true;
  to->isStorable = false;
}

void adopt(const std::shared_ptr<Attribute>& parent,
           std::vector<std::shared_ptr<Attribute>> below) {
  for (auto& child : below) child->parent = parent.get();
  parent->children = std::move(below);
}

void addType(const char* name, std::vector<std::shared_ptr<Attribute>> attributes) {
  auto type = std::make_shared<NodeType>();
  type->name = name;
  type->attributes = std::move(attributes);
  host().types[name] = type;
}

}  // namespace

void addBuiltInTypes() {
  addType("time", {attribute("outTime", Kind::Time, false)});
  const auto time = attribute("time", Kind::Time, false);
  const auto world = attribute("worldMatrix", Kind::Matrix, true);
  affects(time, world);
  addType("transform", {time, world});

  const auto inMesh = attribute("inMesh", Kind::Mesh, false);
  const auto outMesh = attribute("outMesh", Kind::Mesh, false);
  const auto worldMesh = attribute("worldMesh", Kind::Mesh, true);
  affects(inMesh, outMesh);
  affects(inMesh, worldMesh);
  addType("mesh", {inMesh, outMesh, worldMesh});

  const auto input = attribute("input", Kind::Compound, true);
  const auto inputGeom = attribute("inputGeom", Kind::Mesh, false);
  adopt(input, {inputGeom, attribute("groupId", Kind::Int, false)});
  const auto output = attribute("outputGeom", Kind::Mesh, true);
  const auto envelope = attribute("envelope", Kind::Float, false, 1);
  const auto weightList = attribute("weightList", Kind::Compound, true);
  adopt(weightList, {attribute("weights", Kind::Float, true, 1)});
  const auto nodeState = attribute("nodeState", Kind::Short, false);
  for (const auto& a : {inputGeom, envelope, weightList->children[0], nodeState})
    affects(a, output);
  addType("deformer", {input, output, envelope, weightList, nodeState});
  MPxGeometryFilter::input = MObject(input);
  MPxGeometryFilter::inputGeom = MObject(inputGeom);
  MPxGeometryFilter::outputGeom = MObject(output);
  MPxGeometryFilter::envelope = MObject(envelope);
  MPxDeformerNode::weightList = MObject(weightList);
  MPxDeformerNode::weights = MObject(weightList->children[0]);
}

void Host::log(const char* kind, const std::string& text) {
  if (std::this_thread::get_id() != mainThread) {
    std::fprintf(stderr, "stand-in of Maya: '%s' was displayed by a worker thread\n", text.c_str());
    std::abort();
  }
  messages.push_back(std::string(kind) + ": " + text);
}

std::shared_ptr<Node> Host::findNode(const std::string& name) const {
  const std::size_t bar = name.rfind('|');
  const std::string leaf = bar == std::string::npos ? name : name.substr(bar + 1);
  for (const auto& node : nodes)
    if (node->name == leaf) return node;
  return nullptr;
}

std::string Host::freeName(const std::string& wanted) const {
  if (!findNode(wanted)) return wanted;
  for (int i = 1;; ++i)
    if (!findNode(wanted + std::to_string(i))) return wanted + std::to_string(i);
}

std::shared_ptr<Node> Host::addNode(const std::string& type, const std::string& name) {
  auto node = std::make_shared<Node>();
  node->name = freeName(name);
  node->type = types.at(type);
  node->normal.node = node.get();
  node->normal.context = &normal;
  if (node->type->creator) {
    node->user.reset(static_cast<MPxNode*>(node->type->creator()));
    node->user->standin = node.get();
    node->user->postConstructor();
  }
  putIn(node);
  return node;
}

void Host::putIn(const std::shared_ptr<Node>& node) {
  node->isInScene = true;
  nodes.push_back(node);
  for (const auto& [id, callback] : nodeAdded)
    if (callback.type == node->type->name) {
      MObject object(node);
      callback.function(object, callback.data);
    }
}

void Host::takeOut(const std::shared_ptr<Node>& node) {
  node->isInScene = false;
  nodes.erase(std::remove(nodes.begin(), nodes.end(), node), nodes.end());
}

MPlug Host::plug(const std::string& name) const {
  const std::size_t dot = name.find('.');
  MPlug plug;
  const auto node = findNode(name.substr(0, dot));
  if (!node || dot == std::string::npos) return plug;
  std::vector<std::shared_ptr<Attribute>> here = node->type->attributes;
  for (std::size_t at = dot; at < name.size();) {
    const std::size_t end = std::min(name.find('.', at + 1), name.size());
    std::string part = name.substr(at + 1, end - at - 1);
    int index = -1;
    if (const std::size_t bracket = part.find('['); bracket != std::string::npos) {
      index = std::stoi(part.substr(bracket + 1));
      part.resize(bracket);
    }
    const auto found =
        std::find_if(here.begin(), here.end(), [&](const auto& a) { return a->name == part; });
    if (found == here.end()) return MPlug();
    plug.steps.push_back({found->get(), index});
    here = (*found)->children;
    at = end;
  }
  plug.standin = node;
  return plug;
}

}  // namespace standin
