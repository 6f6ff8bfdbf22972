// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "session.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "tokens.h"

namespace standin {
namespace {

std::unique_ptr<Host> theHost;

std::shared_ptr<MeshData> meshData(const Points& points, const std::vector<int>& counts,
                                   const std::vector<int>& corners) {
  auto data = std::make_shared<MeshData>();
  data->points = points;
  data->counts = counts;
  data->corners = corners;
  return data;
}

Slot& slotOf(const std::string& plug) {
  const MPlug found = host().plug(plug);
  if (found.isNull()) notModelled("the missing plug " + plug);
  return *find(found.standin->normal, found.steps, true);
}

void changed(const std::string& plug) {
  const MPlug found = host().plug(plug);
  setDirty(*found.standin, found.steps.back().attribute, true);
}

std::string outputName(const std::string& deformer, unsigned int geometry) {
  return deformer + ".outputGeom[" + std::to_string(geometry) + "]";
}

Points pointsOf(const Slot& slot) {
  return slot.object ? static_cast<const MeshData&>(*slot.object).points : Points();
}

}  // namespace

Host& host() { return *theHost; }

Session::Session(MGlobal::MMayaState state) {
  if (theHost) notModelled("a second session at the same time");
  theHost = std::make_unique<Host>();
  host().state = state;
  host().normal.isNormal = true;
  addBuiltInTypes();
  newScene();
}

Session::~Session() {
  flushUndo();
  host().nodes.clear();
  if (!host().commands.empty()) unloadPlugin();
  theHost.reset();
}

bool Session::loadPlugin() { return initializePlugin(MObject()); }

bool Session::unloadPlugin() {
  const bool ok = uninitializePlugin(MObject());
  if (ok && (!host().timers.empty() || !host().nodeAdded.empty() || !host().drawOverrides.empty() ||
             !host().commands.empty() || !host().dataTypes.empty())) {
    std::fprintf(stderr, "stand-in of Maya: the plug-in left something registered\n");
    std::abort();
  }
  return ok;
}

void Session::newScene() {
  flushUndo();
  host().nodes.clear();
  host().addNode("time", "time1");
}

void Session::addTransform(const std::string& name, const std::string& parent, Motion local,
                           bool isJoint) {
  const auto node = host().addNode("transform", name);
  node->isTransform = true;
  node->isJoint = isJoint;
  node->local = local;
  node->animation = name;
  host().animations[name] = std::move(local);
  if (!parent.empty()) node->parent = host().findNode(parent);
  // A transform that stands still does not depend on the time.
  if (isJoint) connectPlugs("time1.outTime", node->name + ".time");
  slotOf(node->name + ".worldMatrix[0]");
}

void Session::addMesh(const std::string& name, const std::string& parent, const MMatrix& place,
                      const Points& points, const std::vector<int>& counts,
                      const std::vector<int>& corners) {
  addTransform(
      name, parent, [place](double) { return place; }, false);
  const auto shape = host().addNode("mesh", name + "Shape");
  shape->isMesh = true;
  shape->parent = host().findNode(name);
  setMeshData(shape->name, points, counts, corners);
}

void Session::setMeshData(const std::string& name, const Points& points,
                          const std::vector<int>& counts, const std::vector<int>& corners) {
  slotOf(name + ".inMesh").object = meshData(points, counts, corners);
  changed(name + ".inMesh");
}

void Session::moveTransform(const std::string& name, const MMatrix& local) {
  host().animations[name] = host().findNode(name)->local = [local](double) { return local; };
  changed(name + ".time");
}

std::optional<std::vector<std::string>> Session::run(const std::string& line) {
  auto words = splitWords(line);
  const auto command = host().commands.find(words.at(0));
  if (command == host().commands.end()) return std::nullopt;
  std::unique_ptr<MPxCommand> object(static_cast<MPxCommand*>(command->second.creator()));
  MArgList arguments;
  arguments.standin.assign(words.begin() + 1, words.end());
  host().runningCommand = words[0];
  host().result.clear();
  const bool ok = object->doIt(arguments);
  if (!ok) return std::nullopt;
  if (object->isUndoable()) {
    undoQueue_.push_back(std::move(object));
    redoQueue_.clear();
  }
  return host().result;
}

bool Session::undo() {
  if (undoQueue_.empty()) return false;
  const bool ok = undoQueue_.back()->undoIt();
  redoQueue_.push_back(std::move(undoQueue_.back()));
  undoQueue_.pop_back();
  return ok;
}

bool Session::redo() {
  if (redoQueue_.empty()) return false;
  const bool ok = redoQueue_.back()->redoIt();
  undoQueue_.push_back(std::move(redoQueue_.back()));
  redoQueue_.pop_back();
  return ok;
}

void Session::flushUndo() {
  undoQueue_.clear();
  redoQueue_.clear();
}

void Session::setNumber(const std::string& plug, double value) {
  slotOf(plug).setNumber(value);
  changed(plug);
}
void Session::setMatrix(const std::string& plug, const MMatrix& value) {
  slotOf(plug).matrix = value;
  changed(plug);
}
double Session::number(const std::string& plug) { return slotOf(plug).number(); }
std::string Session::text(const std::string& plug) { return slotOf(plug).text.asChar(); }
void Session::connectPlugs(const std::string& from, const std::string& to) {
  connect(host().plug(from), host().plug(to));
}
void Session::disconnectPlug(const std::string& to) { disconnect(host().plug(to)); }
void Session::renameNode(const std::string& from, const std::string& to) {
  host().findNode(from)->name = host().freeName(to);
}
void Session::deleteNode(const std::string& name) {
  const auto node = host().findNode(name);
  for (const auto& other : host().nodes) {
    std::vector<MPlug> dangling;
    for (const auto& [text, connection] : other->incoming)
      if (connection.source == node) {
        MPlug plug;
        plug.standin = other;
        plug.steps = other->incomingSteps.at(text);
        dangling.push_back(plug);
      }
    for (const MPlug& plug : dangling) disconnect(plug);
  }
  host().takeOut(node);
}

void Session::setFrame(double frame) { MAnimControl::setCurrentTime(MTime(frame)); }

Points Session::points(const std::string& deformer, unsigned int geometry) {
  const MPlug plug = host().plug(outputName(deformer, geometry));
  return pointsOf(pull(*plug.standin, plug.steps, host().normal));
}

Session::Background Session::background(double frame) {
  Background made{std::make_unique<Context>()};
  for (const auto& node : host().nodes) blockOf(*node, *made.context);
  setBackgroundFrame(made, frame);
  return made;
}

void Session::setBackgroundFrame(Background& made, double frame) {
  made.context->seconds = MTime(frame).as(MTime::kSeconds);
  for (auto& [node, block] : made.context->blocks)
    for (auto& [attribute, slot] : block->roots) {
      if (!attribute->isAffected) continue;
      slot->isDirty = true;
      for (auto& [index, element] : slot->elements) element->isDirty = true;
    }
}

Points Session::Background::points(const std::string& deformer, unsigned int geometry) {
  const MPlug plug = host().plug(outputName(deformer, geometry));
  return pointsOf(pull(*plug.standin, plug.steps, *context));
}

void Session::evaluateParallel(double frame) {
  Host& h = host();
  h.normal.seconds = MTime(frame).as(MTime::kSeconds);
  const auto clock = h.findNode("time1");
  setDirty(*clock, clock->type->attributes[0].get(), false);
  // What comes before the deformers, so that these find it clean.
  std::vector<std::pair<std::shared_ptr<Node>, std::vector<Steps>>> deformers;
  for (const auto& node : h.nodes) {
    if (node->type->kind == MPxNode::kDeformerNode) {
      deformers.push_back({node, {}});
      const MPlug outputs = h.plug(node->name + ".outputGeom");
      for (const auto& [index, slot] : find(node->normal, outputs.steps, true)->elements) {
        Steps steps = outputs.steps;
        steps.back().index = static_cast<int>(index);
        deformers.back().second.push_back(steps);
      }
    } else if (node->isTransform) {
      pull(*node, h.plug(node->name + ".worldMatrix[0]").steps, h.normal);
    } else if (node->isMesh && node->incoming.empty()) {
      pull(*node, h.plug(node->name + ".outMesh").steps, h.normal);
    }
  }
  const auto evaluate = [&](const auto& deformer) {
    Node& node = *deformer.first;
    MDGContext context;
    context.standin = &h.normal;
    const MEvaluationNode evaluation;
    node.user->preEvaluation(context, evaluation);
    for (const Steps& steps : deformer.second) pull(node, steps, h.normal);
    node.user->postEvaluation(context, evaluation, 1);
  };
  std::vector<std::thread> workers;
  for (const auto& deformer : deformers) {
    if (deformer.first->user->schedulingType() == MPxNode::kParallel)
      workers.emplace_back([&evaluate, &deformer] { evaluate(deformer); });
    else
      evaluate(deformer);
  }
  for (std::thread& worker : workers) worker.join();
}

Points Session::evaluatedPoints(const std::string& deformer, unsigned int geometry) {
  return pointsOf(slotOf(outputName(deformer, geometry)));
}

}  // namespace standin
