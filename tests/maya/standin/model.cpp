// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "model.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace standin {

void notModelled(const std::string& what) {
  std::fprintf(stderr, "stand-in of Maya: %s is not modelled\n", what.c_str());
  std::abort();
}

Attribute* attributeOf(const MObject& object) {
  auto* attribute = dynamic_cast<Attribute*>(object.standin.get());
  if (!attribute) notModelled("a null attribute");
  return attribute;
}

Slot::Slot(Attribute* a, bool element) : attribute(a), isElement(element) {
  if (isArrayRoot()) return;
  for (const auto& child : a->children)
    children.push_back(std::make_unique<Slot>(child.get(), false));
  setNumber(a->initial);
}

bool Slot::isDefault() const {
  switch (attribute->kind) {
    case Kind::String:
      return *text.asChar() == 0;
    case Kind::Matrix: {
      const MMatrix identity;
      return std::equal(&matrix.matrix[0][0], &matrix.matrix[0][0] + 16, &identity.matrix[0][0]);
    }
    case Kind::Mesh:
    case Kind::IntArray:
    case Kind::PointArray:
    case Kind::Plugin:
      return !object;
    case Kind::Message:
      return true;
    default:
      return number() == attribute->initial;
  }
}

void Slot::setNumber(double value) {
  asDouble = std::min(std::max(value, attribute->least), attribute->greatest);
  asBool = asDouble != 0;
  asShort = static_cast<short>(asDouble);
  asInt = std::abs(asDouble) < 2e9 ? static_cast<int>(asDouble) : 0;
  asFloat = static_cast<float>(asDouble);
}

double Slot::number() const {
  switch (attribute->kind) {
    case Kind::Bool:
      return asBool;
    case Kind::Short:
      return asShort;
    case Kind::Int:
      return asInt;
    case Kind::Float:
      return static_cast<double>(asFloat);
    default:
      return asDouble;
  }
}

void Slot::copyFrom(const Slot& other) {
  isSet = other.isSet;
  asBool = other.asBool, asShort = other.asShort, asInt = other.asInt;
  asFloat = other.asFloat, asDouble = other.asDouble;
  text = other.text;
  matrix = other.matrix;
  object = other.object;
  for (std::size_t i = 0; i < children.size() && i < other.children.size(); ++i)
    children[i]->copyFrom(*other.children[i]);
  elements.clear();
  for (const auto& [index, e] : other.elements) element(index).copyFrom(*e);
}

Slot& Slot::element(unsigned int index) {
  auto& found = elements[index];
  if (!found) found = std::make_unique<Slot>(attribute, true);
  return *found;
}

std::string textOf(const Steps& steps) {
  std::string text;
  for (const MPlug::Step& step : steps) {
    text += "." + step.attribute->name;
    if (step.index >= 0) text += "[" + std::to_string(step.index) + "]";
  }
  return text;
}

Steps stepsTo(Attribute* attribute) {
  Steps steps;
  for (; attribute; attribute = attribute->parent) steps.insert(steps.begin(), {attribute, -1});
  return steps;
}

MMatrix Node::world(double seconds) const {
  MMatrix m = local ? local(seconds) : MMatrix();
  if (const auto above = parent.lock()) m = m * above->world(seconds);
  return m;
}

Block& blockOf(Node& node, Context& context) {
  if (context.isNormal) return node.normal;
  auto& block = context.blocks[&node];
  if (!block) {  // starts as a copy of what is set; everything computed is dirty
    block = std::make_unique<Block>();
    block->node = &node;
    block->context = &context;
    for (const auto& [attribute, slot] : node.normal.roots) {
      auto copy = std::make_unique<Slot>(slot->attribute, false);
      if (attribute->isStorable) copy->copyFrom(*slot);
      block->roots[attribute] = std::move(copy);
    }
  }
  return *block;
}

Slot* find(Block& block, const Steps& steps, bool adds) {
  Slot* slot = nullptr;
  for (const MPlug::Step& step : steps) {
    if (!slot) {
      auto& root = block.roots[step.attribute];
      if (!root) root = std::make_unique<Slot>(step.attribute, false);
      slot = root.get();
    } else {
      const auto child =
          std::find_if(slot->children.begin(), slot->children.end(),
                       [&](const auto& c) { return c->attribute == step.attribute; });
      if (child == slot->children.end()) return nullptr;
      slot = child->get();
    }
    if (step.index < 0) continue;
    if (!adds && slot->elements.count(static_cast<unsigned int>(step.index)) == 0) return nullptr;
    slot = &slot->element(static_cast<unsigned int>(step.index));
  }
  return slot;
}

namespace {

std::uint64_t nextCompute() {
  static std::atomic<std::uint64_t> count{0};
  return ++count;
}

bool startsWith(const std::string& text, const std::string& begin) {
  return text.compare(0, begin.size(), begin) == 0;
}

}  // namespace

void fetch(Node& node, const Steps& steps, Context& context) {
  const std::string text = textOf(steps);
  for (const auto& [destination, connection] : node.incoming) {
    const bool isBelow = startsWith(destination, text) &&
                         (destination.size() == text.size() || destination[text.size()] == '.' ||
                          destination[text.size()] == '[');
    const bool isAbove = startsWith(text, destination);
    if (!isBelow && !isAbove) continue;
    if (node.incomingSteps.at(destination).back().attribute->kind == Kind::Message) continue;
    const Slot& source = pull(*connection.source, connection.from, context);
    find(blockOf(node, context), node.incomingSteps.at(destination), true)->copyFrom(source);
  }
}

namespace {

// Transforms, meshes and the clock.
void computeBuiltIn(Node& node, const Steps& steps, Context& context, Slot& slot) {
  const std::string& name = steps.front().attribute->name;
  if (node.isTransform && name == "worldMatrix") {
    slot.matrix = node.world(context.seconds);
    return;
  }
  if (!node.isMesh) notModelled("computing " + node.name + textOf(steps));
  const Attribute* in = node.type->attributes[0].get();
  slot.object = pull(node, stepsTo(const_cast<Attribute*>(in)), context).object;
  if (name != "worldMesh" || !slot.object) return;
  auto moved = std::make_shared<MeshData>(static_cast<const MeshData&>(*slot.object));
  const MMatrix world = node.world(context.seconds);
  for (auto& p : moved->points) {
    const MPoint q =
        MPoint(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])) *
        world;
    p = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)};
  }
  slot.object = moved;
}

}  // namespace

Slot& pull(Node& node, const Steps& steps, Context& context) {
  Block& block = blockOf(node, context);
  const bool isComputed = steps.front().attribute->isAffected;
  if (!isComputed) {
    fetch(node, steps, context);
    Slot& found = *find(block, steps, true);
    if (node.type->name == "time" && found.asDouble != context.seconds)
      found.setNumber(context.seconds);
    return found;
  }
  Slot* slot = find(block, steps, true);
  if (!slot->isDirty) return *slot;
  if (!node.user) {
    computeBuiltIn(node, steps, context, *slot);
    slot->isDirty = false;
    return *slot;
  }
  MPlug plug;
  plug.standin = std::static_pointer_cast<Node>(node.shared_from_this());
  plug.steps = steps;
  MDataBlock data(block);
  const std::uint64_t outer = block.computing;
  block.computing = nextCompute();
  const MStatus status = node.user->compute(plug, data);
  block.computing = outer;
  slot = find(block, steps, true);
  if (status) slot->isDirty = false;
  return *slot;
}

void setDirty(Node& node, const Attribute* attribute, bool tellsNodes) {
  const std::function<void(Slot&)> markAll = [&](Slot& slot) {
    slot.isDirty = true;
    for (auto& [index, e] : slot.elements) markAll(*e);
    for (auto& child : slot.children) markAll(*child);
  };
  std::set<const Attribute*> changed{attribute};
  for (const Attribute* a = attribute; a; a = a->parent)
    for (const Attribute* affected : a->affects) changed.insert(affected);
  const std::function<void(const Attribute*)> below = [&](const Attribute* a) {
    for (const Attribute* affected : a->affects) changed.insert(affected);
    for (const auto& child : a->children) below(child.get());
  };
  below(attribute);
  for (const Attribute* a : changed) {
    if (a->isAffected)
      if (const auto root = node.normal.roots.find(a); root != node.normal.roots.end())
        markAll(*root->second);
    if (a != attribute && tellsNodes && node.user) {
      MPlug plug;
      plug.standin = std::static_pointer_cast<Node>(node.shared_from_this());
      plug.steps = stepsTo(const_cast<Attribute*>(attribute));
      MPlugArray more;
      node.user->setDependentsDirty(plug, more);
    }
    for (const auto& other : host().nodes)
      for (const auto& [text, connection] : other->incoming)
        if (connection.source.get() == &node && connection.from.front().attribute == a)
          setDirty(*other, other->incomingSteps.at(text).back().attribute, tellsNodes);
  }
}

void connect(const MPlug& source, const MPlug& destination) {
  const std::string text = textOf(destination.steps);
  destination.standin->incoming[text] = {source.standin, source.steps};
  destination.standin->incomingSteps[text] = destination.steps;
  find(destination.standin->normal, destination.steps, true);
  find(source.standin->normal, source.steps, true);
  setDirty(*destination.standin, destination.steps.back().attribute, true);
}

void disconnect(const MPlug& destination) {
  Node& node = *destination.standin;
  node.incoming.erase(textOf(destination.steps));
  node.incomingSteps.erase(textOf(destination.steps));
  const MPlug::Step last = destination.steps.back();
  if (last.index >= 0 && last.attribute->deletesOnDisconnect) {
    Steps array = destination.steps;
    array.back().index = -1;
    if (Slot* slot = find(node.normal, array, false))
      slot->elements.erase(static_cast<unsigned int>(last.index));
  }
  if (last.attribute->resetsOnDisconnect)
    find(node.normal, destination.steps, true)->copyFrom(Slot(last.attribute, last.index >= 0));
  setDirty(node, last.attribute, true);
}

}  // namespace standin
