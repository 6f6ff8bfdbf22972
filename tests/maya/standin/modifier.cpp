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

// Maya's own command: the shape's input goes through the new node.
struct DeformerCommand {
  std::vector<std::string> words;
  std::shared_ptr<Node> node;
  std::vector<std::shared_ptr<Node>> shapes, originals;
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
    for (std::size_t i = 0; i < shapes.size(); ++i) insert(i);
    return true;
  }

  void insert(std::size_t i) {
    const std::string index = "[" + std::to_string(i) + "]";
    const MPlug in = host().plug(node->name + ".input" + index + ".inputGeom");
    const MPlug shapeIn = host().plug(shapes[i]->name + ".inMesh");
    before.resize(shapes.size());
    originals.resize(shapes.size());
    before[i] = shapeIn.source();
    MPlug source = before[i];
    if (source.isNull()) {
      if (originals[i]) {
        host().putIn(originals[i]);
      } else {
        originals[i] = host().addNode("mesh", shapes[i]->name + "Orig");
        originals[i]->isMesh = true;
        originals[i]->parent = shapes[i]->parent;
        const MPlug at = host().plug(originals[i]->name + ".inMesh");
        standin::find(originals[i]->normal, at.steps, true)
            ->copyFrom(*standin::find(shapes[i]->normal, shapeIn.steps, true));
      }
      source = host().plug(originals[i]->name + ".outMesh");
    }
    standin::connect(source, in);
    standin::connect(host().plug(node->name + ".outputGeom" + index), shapeIn);
  }

  void undoIt() {
    for (std::size_t i = shapes.size(); i-- > 0;) {
      const MPlug shapeIn = host().plug(shapes[i]->name + ".inMesh");
      standin::disconnect(shapeIn);
      if (before[i].isNull()) {
        standin::find(shapes[i]->normal, shapeIn.steps, true)
            ->copyFrom(*standin::find(originals[i]->normal,
                                      host().plug(originals[i]->name + ".inMesh").steps, true));
        host().takeOut(originals[i]);
      } else {
        standin::connect(before[i], shapeIn);
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
