// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "model.h"

using namespace standin;

namespace {

const Attribute* rootOf(const Attribute* a) {
  while (a->parent) a = a->parent;
  return a;
}

// The mesh an output goes to, through deformers behind this one.
std::shared_ptr<Node> outputShape(const Node& node, unsigned int geometry) {
  for (const auto& other : host().nodes)
    for (const auto& [text, connection] : other->incoming)
      if (connection.source.get() == &node &&
          connection.from.front().index == static_cast<int>(geometry))
        return other->isMesh
                   ? other
                   : outputShape(*other,
                                 static_cast<unsigned int>(other->incomingSteps.at(text)[0].index));
  return nullptr;
}

}  // namespace

STANDIN_OPEN

void MNodeCacheSetupInfo::setPreference(PreferenceFlag, bool value) { wantsCache = value; }
void MNodeCacheSetupInfo::setRequirement(RequirementFlag, bool value) { isSimulation = value; }

MPxNode::MPxNode() = default;
MPxNode::~MPxNode() = default;
void MPxNode::postConstructor() {}
MStatus MPxNode::setDependentsDirty(const MPlug&, MPlugArray&) { return done(); }
MStatus MPxNode::preEvaluation(const MDGContext&, const MEvaluationNode&) { return done(); }
MStatus MPxNode::postEvaluation(const MDGContext&, const MEvaluationNode&, PostEvaluationType) {
  return done();
}
MPxNode::SchedulingType MPxNode::schedulingType() const { return kSerial; }
void MPxNode::getCacheSetup(const MEvaluationNode&, MNodeCacheDisablingInfo&, MNodeCacheSetupInfo&,
                            MObjectArray&) const {}
MTimeRange MPxNode::transformInvalidationRange(const MPlug&, const MTimeRange&) const {
  notModelled("calling transformInvalidationRange of the base class");
}
MPxNode::Type MPxNode::type() const { return kDependNode; }
MString MPxNode::name() const { return standin->name.c_str(); }
MObject MPxNode::thisMObject() const {
  if (!standin) notModelled("thisMObject in a constructor");
  return MObject(standin->shared_from_this());
}
MStatus MPxNode::addAttribute(const MObject& attribute) {
  Attribute* a = attributeOf(attribute);
  NodeType* type = host().initialising;
  if (!type || a->parent) return MStatus::kInvalidParameter;
  for (const auto& other : type->attributes)
    if (other->name == a->name) notModelled("two attributes called " + a->name);
  a->isAdded = true;
  type->attributes.push_back(std::static_pointer_cast<Attribute>(a->shared_from_this()));
  return done();
}
MStatus MPxNode::attributeAffects(const MObject& whenChanges, const MObject& isAffected) {
  Attribute *from = attributeOf(whenChanges), *to = attributeOf(isAffected);
  if (!rootOf(from)->isAdded || !rootOf(to)->isAdded) return MStatus::kInvalidParameter;
  from->affects.push_back(to);
  to->isAffected = true;
  return done();
}

MObject MPxGeometryFilter::input, MPxGeometryFilter::inputGeom, MPxGeometryFilter::groupId,
    MPxGeometryFilter::outputGeom, MPxGeometryFilter::envelope;
MObject MPxDeformerNode::weightList, MPxDeformerNode::weights;

MPxGeometryFilter::MPxGeometryFilter() = default;
MPxGeometryFilter::~MPxGeometryFilter() = default;
MPxNode::Type MPxGeometryFilter::type() const { return kDeformerNode; }
MObject MPxGeometryFilter::thisMObject() const { return MPxNode::thisMObject(); }
MStatus MPxGeometryFilter::deform(MDataBlock&, MItGeometry&, const MMatrix&, unsigned int) {
  return done();
}

// What the base class of deformers does. In Maya it hides below MPxNode::compute, so here too.
MStatus MPxNode::compute(const MPlug& plug, MDataBlock& block) {
  auto* filter = dynamic_cast<MPxGeometryFilter*>(this);
  if (!filter || plug.steps.front().attribute != MPxGeometryFilter::outputGeom.standin.get())
    return MStatus::kUnknownParameter;
  const unsigned int geometry = plug.logicalIndex();
  MArrayDataHandle inputs = block.outputArrayValue(MPxGeometryFilter::input);
  if (!inputs.jumpToElement(geometry)) return MStatus::kFailure;
  const MObject in = inputs.inputValue().child(MPxGeometryFilter::inputGeom).asMesh();
  const auto* mesh = dynamic_cast<const MeshData*>(in.standin.get());
  if (!mesh) return MStatus::kFailure;
  auto out = std::make_shared<MeshData>(*mesh);
  find(block.standin, plug.steps, true)->object = out;
  if (pull(*standin, host().plug(standin->name + ".nodeState").steps, *block.standin.context)
          .asShort == 1)
    return done();
  std::vector<int> members(out->points.size());
  for (std::size_t v = 0; v < members.size(); ++v) members[v] = static_cast<int>(v);
  if (const auto found = standin->members.find(geometry); found != standin->members.end())
    members = found->second;
  MItGeometry points(out->points, members);
  const auto shape = outputShape(*standin, geometry);
  const MMatrix place = shape ? shape->world(block.standin.context->seconds) : MMatrix();
  if (host().beforeDeform) host().beforeDeform();
  return filter->deform(block, points, place, geometry);
}

MPxDeformerNode::MPxDeformerNode() = default;
MPxDeformerNode::~MPxDeformerNode() = default;
MPxNode::Type MPxDeformerNode::type() const { return kDeformerNode; }
float MPxDeformerNode::weightValue(MDataBlock& block, unsigned int multiIndex,
                                   unsigned int wtIndex) {
  Steps steps = stepsTo(static_cast<Attribute*>(weights.standin.get()));
  steps[0].index = static_cast<int>(multiIndex);
  steps[1].index = static_cast<int>(wtIndex);
  const Slot* slot = find(block.standin, steps, false);
  return slot ? slot->asFloat : 1.0f;
}
// In the order of the members; null if nothing is painted.
const float* MPxDeformerNode::envelopeWeights(MDataBlock& block, unsigned int multiIndex,
                                              unsigned int* count) {
  Steps steps = stepsTo(static_cast<Attribute*>(weightList.standin.get()));
  steps[0].index = static_cast<int>(multiIndex);
  if (!find(block.standin, steps, false)) return nullptr;
  const auto found = standin->members.find(multiIndex);
  std::vector<float>& kept = block.standin.weights;
  kept.clear();
  if (found != standin->members.end()) {
    for (const int v : found->second)
      kept.push_back(weightValue(block, multiIndex, static_cast<unsigned int>(v)));
  } else {
    Steps out = stepsTo(static_cast<Attribute*>(outputGeom.standin.get()));
    out[0].index = static_cast<int>(multiIndex);
    const auto& mesh = static_cast<const MeshData&>(*find(block.standin, out, false)->object);
    for (unsigned int v = 0; v < mesh.points.size(); ++v)
      kept.push_back(weightValue(block, multiIndex, v));
  }
  if (count) *count = static_cast<unsigned int>(kept.size());
  return kept.data();
}

MPxLocatorNode::MPxLocatorNode() = default;
MPxLocatorNode::~MPxLocatorNode() = default;
void MPxLocatorNode::getCacheSetup(const MEvaluationNode&, MNodeCacheDisablingInfo&,
                                   MNodeCacheSetupInfo&, MObjectArray&) const {}
MPxNode::Type MPxLocatorNode::type() const { return kLocatorNode; }
MObject MPxLocatorNode::thisMObject() const { return MPxNode::thisMObject(); }

// --- What plug-ins call.

MGlobal::MMayaState MGlobal::mayaState(MStatus*) { return host().state; }
void MGlobal::displayWarning(const MString& text) { host().log("warning", text.asChar()); }
bool MGlobal::isYAxisUp(MStatus*) { return true; }

MStatus MMessage::removeCallback(MCallbackId id) {
  const auto removed = host().timers.erase(id) + host().nodeAdded.erase(id);
  return removed > 0 ? MStatus::kSuccess : MStatus::kFailure;
}
MCallbackId MTimerMessage::addTimerCallback(float, MMessage::MElapsedTimeFunction function,
                                            void* data, MStatus*) {
  if (host().state != MGlobal::kInteractive) notModelled("a timer in batch");
  host().timers[host().nextCallback] = [=] { function(0.5f, 0.5f, data); };
  return host().nextCallback++;
}
MCallbackId MDGMessage::addNodeAddedCallback(MMessage::MNodeFunction function, const MString& type,
                                             void* data, MStatus*) {
  host().nodeAdded[host().nextCallback] = {function, type.asChar(), data};
  return host().nextCallback++;
}

MComputation::MComputation() = default;
MComputation::~MComputation() = default;
void MComputation::beginComputation(bool, bool, bool) {}
void MComputation::endComputation() {}
bool MComputation::isInterruptRequested() {
  if (std::this_thread::get_id() != host().mainThread) notModelled("progress off the main thread");
  return host().interruptAfter >= 0 && host().interruptAfter-- == 0;
}
MStatus MComputation::setProgressRange(const int, const int) { return done(); }
MStatus MComputation::setProgress(const int) { return done(); }

MTime MAnimControl::currentTime() { return MTime(host().normal.seconds, MTime::kSeconds); }
MTime MAnimControl::minTime() { return MTime(host().firstFrame, MTime::uiUnit()); }
MTime MAnimControl::maxTime() { return MTime(host().lastFrame, MTime::uiUnit()); }
MStatus MAnimControl::setCurrentTime(const MTime& time) {
  host().normal.seconds = time.as(MTime::kSeconds);
  const auto clock = host().findNode("time1");
  setDirty(*clock, clock->type->attributes[0].get(), true);
  return done();
}

int MThreadUtils::getNumThreads() { return host().threads; }

// --- Plug-ins.

MFnPlugin::MFnPlugin(MObject&, const char*, const char*, const char*, MStatus*) {}
MFnPlugin::~MFnPlugin() = default;
MStatus MFnPlugin::registerCommand(const MString& name, MCreatorFunction creator,
                                   MCreateSyntaxFunction syntax) {
  const bool isNew = host().commands.insert({name.asChar(), {creator, syntax}}).second;
  return isNew ? MStatus::kSuccess : MStatus::kFailure;
}
MStatus MFnPlugin::deregisterCommand(const MString& name) {
  return host().commands.erase(name.asChar()) ? MStatus::kSuccess : MStatus::kFailure;
}
MStatus MFnPlugin::registerNode(const MString& name, const MTypeId& id, MCreatorFunction creator,
                                MInitializeFunction initialize, MPxNode::Type kind,
                                const MString*) {
  if (host().types.count(name.asChar())) return MStatus::kFailure;
  auto type = std::make_shared<NodeType>();
  type->name = name.asChar();
  type->id = id.id();
  type->creator = creator;
  type->kind = kind;
  if (kind == MPxNode::kDeformerNode) type->attributes = host().types.at("deformer")->attributes;
  host().initialising = type.get();
  const MStatus status = initialize();
  host().initialising = nullptr;
  if (status) host().types[type->name] = type;
  return status;
}
MStatus MFnPlugin::deregisterNode(const MTypeId& id) {
  for (const auto& node : host().nodes)
    if (node->type->id == id.id()) return MStatus::kFailure;
  for (auto it = host().types.begin(); it != host().types.end(); ++it)
    if (it->second->id == id.id()) return host().types.erase(it), done();
  return MStatus::kFailure;
}
MStatus MFnPlugin::registerData(const MString&, const MTypeId& id, MCreatorFunction creator,
                                MPxData::Type) {
  const bool isNew = host().dataTypes.insert({id.id(), creator}).second;
  return isNew ? MStatus::kSuccess : MStatus::kFailure;
}
MStatus MFnPlugin::deregisterData(const MTypeId& id) {
  for (const auto& [name, type] : host().types)
    for (const auto& a : type->attributes) {
      if (a->pluginData == id.id()) notModelled("removing data that a node type still uses");
      for (const auto& child : a->children)
        if (child->pluginData == id.id()) notModelled("removing data that a node type still uses");
    }
  return host().dataTypes.erase(id.id()) ? MStatus::kSuccess : MStatus::kFailure;
}
MStatus MFnPlugin::registerUI(const MString&, const MString&, const MString&, const MString&) {
  return done();
}

MUserData::MUserData() = default;
MUserData::~MUserData() = default;

namespace MHWRender {
void MUIDrawManager::beginDrawable(Selectability, unsigned int) {}
void MUIDrawManager::endDrawable() {}
void MUIDrawManager::setColor(const MColor&) {}
void MUIDrawManager::point(const MPoint&) { ++points; }
void MUIDrawManager::capsule(const MPoint&, const MVector&, double, double, int, int, bool) {
  ++capsules;
}
MStatus MUIDrawManager::lineList(const MPointArray& ends, bool draw2D) {
  if (draw2D || ends.length() % 2 != 0) notModelled("lines on the screen, or an end too many");
  lines.push_back(ends);
  return MStatus::kSuccess;
}
MPxDrawOverride::MPxDrawOverride(const MObject&, GeometryDrawOverrideCb, bool) {}
MPxDrawOverride::~MPxDrawOverride() = default;
MStatus MDrawRegistry::registerDrawOverrideCreator(const MString& classification, const MString&,
                                                   DrawOverrideCreator creator) {
  if (host().state != MGlobal::kInteractive) notModelled("the renderer in batch");
  host().drawOverrides[classification.asChar()] = creator;
  return MStatus::kSuccess;
}
MStatus MDrawRegistry::deregisterDrawOverrideCreator(const MString& classification,
                                                     const MString&) {
  return host().drawOverrides.erase(classification.asChar()) ? MStatus::kSuccess
                                                             : MStatus::kFailure;
}
}  // namespace MHWRender

STANDIN_CLOSE
