// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Changes that can be undone.
#include <algorithm>

#include "model.h"
#include "tokens.h"

using namespace standin;

STANDIN_OPEN

namespace {
// Maya would crash, or say that the object does not exist.
const MPlug& inScene(const MPlug& plug) {
  if (!plug.standin->isInScene) notModelled("changing a node that is not in the scene");
  return plug;
}
}  // namespace

struct MDGModifier::Operation {
  std::function<bool()> doIt;
  std::function<void()> undoIt;
};

MDGModifier::MDGModifier() = default;
MDGModifier::~MDGModifier() = default;

MStatus MDGModifier::connect(const MPlug& source, const MPlug& destination) {
  if (source.isNull() || destination.isNull()) return MStatus::kInvalidParameter;
  if (!destination.steps.back().attribute->isWritable) return MStatus::kInvalidParameter;
  operations_.push_back(std::make_shared<Operation>(
      Operation{[=] { return standin::connect(inScene(source), inScene(destination)), true; },
                [=] { standin::disconnect(inScene(destination)); }}));
  return MStatus::kSuccess;
}
MStatus MDGModifier::disconnect(const MPlug& source, const MPlug& destination) {
  operations_.push_back(std::make_shared<Operation>(
      Operation{[=] { return standin::disconnect(inScene(destination)), true; },
                [=] { standin::connect(inScene(source), inScene(destination)); }}));
  return MStatus::kSuccess;
}

namespace {
// Sets a slot by `change`; undone by putting its old content back.
template <class Make, class Change>
std::shared_ptr<Make> setOperation(const MPlug& plug, Change change) {
  auto before = std::make_shared<std::unique_ptr<Slot>>();
  return std::make_shared<Make>(
      Make{[=] {
             Slot& slot = *standin::find(inScene(plug).standin->normal, plug.steps, true);
             *before = std::make_unique<Slot>(slot.attribute, slot.isElement);
             (*before)->copyFrom(slot);
             change(slot);
             slot.isSet = true;
             setDirty(*plug.standin, plug.steps.back().attribute, true);
             return true;
           },
           [=] {
             standin::find(inScene(plug).standin->normal, plug.steps, true)->copyFrom(**before);
             setDirty(*plug.standin, plug.steps.back().attribute, true);
           }});
}
}  // namespace

MStatus MDGModifier::newPlugValue(const MPlug& plug, MObject& value) {
  if (!plug.steps.back().attribute->isWritable) return MStatus::kFailure;
  const MObject held = value;
  operations_.push_back(setOperation<Operation>(plug, [held](Slot& slot) {
    if (const auto* m = dynamic_cast<const MatrixData*>(held.standin.get()))
      slot.matrix = m->matrix;
    else
      slot.object = held.standin;
  }));
  return MStatus::kSuccess;
}
MStatus MDGModifier::setNumber(const MPlug& plug, double value) {
  if (!plug.steps.back().attribute->isWritable) return MStatus::kFailure;
  operations_.push_back(
      setOperation<Operation>(plug, [value](Slot& slot) { slot.setNumber(value); }));
  return MStatus::kSuccess;
}
MStatus MDGModifier::newPlugValueDouble(const MPlug& plug, double v) { return setNumber(plug, v); }
MStatus MDGModifier::newPlugValueInt(const MPlug& plug, int v) { return setNumber(plug, v); }
MStatus MDGModifier::newPlugValueShort(const MPlug& plug, short v) { return setNumber(plug, v); }
MStatus MDGModifier::newPlugValueMDistance(const MPlug& plug, const MDistance& v) {
  return setNumber(plug, v.asCentimeters());
}
MStatus MDGModifier::newPlugValueString(const MPlug& plug, const MString& value) {
  operations_.push_back(setOperation<Operation>(plug, [value](Slot& slot) { slot.text = value; }));
  return MStatus::kSuccess;
}

namespace {

// Maya's own command: the shape's input goes through the new node. A shape of a referenced file
// stays as it is; a new one beside it, outside its namespace, shows the result.
struct DeformerCommand {
  std::vector<std::string> words;
  std::shared_ptr<Node> node;
  std::vector<std::shared_ptr<Node>> shapes, added;  // per shape: its original, or the new one
  std::vector<MPlug> before;

  bool doIt() {
    const auto value = [&](const char* flag) {
      const auto at = std::find(words.begin(), words.end(), flag);
      return at != words.end() && at + 1 != words.end() ? *(at + 1) : std::string();
    };
    const std::string type = value("-type"), name = value("-name");
    if (host().types.count(type) == 0) return false;
    if (shapes.empty())
      for (const std::string& word : words)
        if (const auto shape = word[0] == '|' ? host().findNode(word) : nullptr)
          shapes.push_back(shape);
    if (shapes.empty()) return false;
    if (node)
      host().putIn(node);
    else
      node = host().addNode(type, name.empty() ? type + "1" : name);
    before.resize(shapes.size());
    added.resize(shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::string index = "[" + std::to_string(i) + "]";
      standin::connect(sourceOf(i), host().plug(node->name + ".input" + index + ".inputGeom"));
      standin::connect(host().plug(node->name + ".outputGeom" + index), resultOf(i));
    }
    return true;
  }

  static MPlug inMesh(const Node& shape) { return host().plug(shape.name + ".inMesh"); }
  static Slot& meshOf(Node& shape) {
    return *standin::find(shape.normal, inMesh(shape).steps, true);
  }

  // A new shape, or one that undo took out.
  void addShape(std::size_t i, const std::string& name) {
    if (added[i]) return host().putIn(added[i]);
    added[i] = host().addNode("mesh", name);
    added[i]->isMesh = true;
    added[i]->parent = shapes[i]->parent;
  }

  MPlug sourceOf(std::size_t i) {
    if (shapes[i]->isReferenced) {
      addShape(i, shapes[i]->name.substr(shapes[i]->name.rfind(':') + 1) + "Deformed");
      shapes[i]->isIntermediate = true;
      return host().plug(shapes[i]->name + ".outMesh");
    }
    before[i] = inMesh(*shapes[i]).source();
    if (!before[i].isNull()) return before[i];
    addShape(i, shapes[i]->name + "Orig");
    added[i]->isIntermediate = true;
    meshOf(*added[i]).copyFrom(meshOf(*shapes[i]));
    return host().plug(added[i]->name + ".outMesh");
  }
  MPlug resultOf(std::size_t i) { return inMesh(shapes[i]->isReferenced ? *added[i] : *shapes[i]); }

  void undoIt() {
    for (std::size_t i = shapes.size(); i-- > 0;) {
      standin::disconnect(resultOf(i));
      if (shapes[i]->isReferenced) {
        shapes[i]->isIntermediate = false;
        host().takeOut(added[i]);
      } else if (before[i].isNull()) {
        meshOf(*shapes[i]).copyFrom(meshOf(*added[i]));
        host().takeOut(added[i]);
      } else {
        standin::connect(before[i], resultOf(i));
      }
    }
    host().takeOut(node);
  }
};

}  // namespace

MStatus MDGModifier::commandToExecute(const MString& command) {
  auto words = splitWords(command.asChar());
  if (words.empty() || words[0] != "deformer") notModelled("the command " + words[0]);
  auto held = std::make_shared<DeformerCommand>();
  held->words = words;
  operations_.push_back(std::make_shared<Operation>(
      Operation{[held] { return held->doIt(); }, [held] { held->undoIt(); }}));
  return MStatus::kSuccess;
}

MStatus MDGModifier::doIt() {
  for (; done_ < operations_.size(); ++done_)
    if (!operations_[done_]->doIt()) {
      operations_.resize(done_);
      return MStatus::kFailure;
    }
  return MStatus::kSuccess;
}
MStatus MDGModifier::undoIt() {
  while (done_ > 0) operations_[--done_]->undoIt();
  return MStatus::kSuccess;
}

STANDIN_CLOSE
