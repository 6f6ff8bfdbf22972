// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model.h"

using namespace standin;

STANDIN_OPEN

MObject MObject::kNullObj;
MObject::MObject() = default;
MObject::MObject(const MObject&) = default;
MObject::~MObject() = default;
MObject::MObject(std::shared_ptr<standin::Object> object) : standin(std::move(object)) {}
bool MObject::isNull() const { return !standin; }
bool MObject::operator==(const MObject& other) const { return standin == other.standin; }
bool MObject::operator!=(const MObject& other) const { return standin != other.standin; }
MObject& MObject::operator=(const MObject&) = default;

MObjectHandle::MObjectHandle() = default;
MObjectHandle::~MObjectHandle() = default;
MObject MObjectHandle::object() const { return MObject(object_.lock()); }
bool MObjectHandle::isValid() const {
  const auto node = std::dynamic_pointer_cast<Node>(object_.lock());
  return node && node->isInScene;
}
MObjectHandle& MObjectHandle::operator=(const MObject& object) {
  object_ = object.standin;
  return *this;
}

MStatus MObjectArray::append(const MObject& object) {
  standin.push_back(object);
  return MStatus::kSuccess;
}

MDGContext::MDGContext() = default;
MDGContext::MDGContext(const MDGContext&) = default;
MDGContext::~MDGContext() = default;
bool MDGContext::isNormal(MStatus*) const { return standin->isNormal; }
MStatus MDGContext::getTime(MTime& time) const {
  time = MTime(standin->seconds, MTime::kSeconds);
  return MStatus::kSuccess;
}

MPlug::MPlug() = default;
MPlug::MPlug(const MPlug&) = default;
MPlug::~MPlug() = default;
MPlug& MPlug::operator=(const MPlug&) = default;
MPlug::MPlug(const MObject& node, const MObject& attribute)
    : standin(std::dynamic_pointer_cast<Node>(node.standin)) {
  const auto a = std::dynamic_pointer_cast<Attribute>(attribute.standin);
  if (!standin || !a) notModelled("a plug without node or attribute");
  steps = stepsTo(a.get());
}

MObject MPlug::attribute(MStatus*) const {
  return steps.empty() ? MObject() : MObject(steps.back().attribute->shared_from_this());
}
MObject MPlug::node(MStatus*) const { return MObject(standin); }
bool MPlug::isNull(MStatus*) const { return !standin || steps.empty(); }
MPlug MPlug::child(unsigned int index, MStatus*) const {
  MPlug plug = *this;
  plug.steps.push_back({steps.back().attribute->children.at(index).get(), -1});
  return plug;
}
MPlug MPlug::elementByLogicalIndex(unsigned int index, MStatus*) const {
  if (steps.empty() || !steps.back().attribute->isArray) notModelled("an element of no array");
  MPlug plug = *this;
  plug.steps.back().index = static_cast<int>(index);
  return plug;
}
MStatus MPlug::selectAncestorLogicalIndex(unsigned int index, const MObject& attribute) {
  for (Step& step : steps)
    if (step.attribute == attribute.standin.get()) {
      step.index = static_cast<int>(index);
      return MStatus::kSuccess;
    }
  return MStatus::kInvalidParameter;
}
unsigned int MPlug::getExistingArrayAttributeIndices(MIntArray& indices, MStatus*) {
  const Slot* slot = find(standin->normal, steps, true);
  for (const auto& [index, element] : slot->elements) indices.append(static_cast<int>(index));
  return indices.length();
}
unsigned int MPlug::logicalIndex(MStatus*) const {
  return static_cast<unsigned int>(steps.back().index);
}
bool MPlug::isDestination(MStatus*) const { return standin->incoming.count(textOf(steps)) > 0; }
MPlug MPlug::source(MStatus*) const {
  MPlug plug;
  const auto found = standin->incoming.find(textOf(steps));
  if (found == standin->incoming.end()) return plug;
  plug.standin = found->second.source;
  plug.steps = found->second.from;
  return plug;
}

namespace {
Slot& valueOf(const MPlug& plug) {
  for (const MPlug::Step& step : plug.steps)
    if (step.attribute->isArray && step.index < 0) notModelled("the value of a whole array");
  return pull(*plug.standin, plug.steps, host().normal);
}
Slot& valueOf(const MPlug& plug, std::initializer_list<Kind> kinds) {
  const Kind kind = plug.steps.back().attribute->kind;
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    notModelled("reading " + textOf(plug.steps) + " as another type");
  return valueOf(plug);
}
}  // namespace

bool MPlug::asBool(MStatus*) const { return valueOf(*this, {Kind::Bool}).asBool; }
short MPlug::asShort(MStatus*) const { return valueOf(*this, {Kind::Short}).asShort; }
int MPlug::asInt(MStatus*) const { return valueOf(*this, {Kind::Int}).asInt; }
float MPlug::asFloat(MStatus*) const { return valueOf(*this, {Kind::Float}).asFloat; }
double MPlug::asDouble(MStatus*) const { return valueOf(*this, {Kind::Double}).asDouble; }
MDistance MPlug::asMDistance(MStatus*) const {
  return MDistance(valueOf(*this, {Kind::Distance}).asDouble);
}
MString MPlug::asString(MStatus*) const { return valueOf(*this, {Kind::String}).text; }
MObject MPlug::asMObject(MStatus*) const {
  const Slot& slot = valueOf(*this);
  if (steps.back().attribute->kind != Kind::Matrix) return MObject(slot.object);
  auto data = std::make_shared<MatrixData>();
  data->matrix = slot.matrix;
  return MObject(data);
}

MDagPath::MDagPath() = default;
MDagPath::MDagPath(const MDagPath&) = default;
MDagPath::~MDagPath() = default;
MDagPath& MDagPath::operator=(const MDagPath&) = default;
bool MDagPath::operator==(const MDagPath& other) const { return standin == other.standin; }
MStatus MDagPath::getAPathTo(const MObject& node, MDagPath& path) {
  const auto found = std::dynamic_pointer_cast<Node>(node.standin);
  if (!found || !(found->isTransform || found->isMesh)) return MStatus::kFailure;
  path.standin = found;
  return MStatus::kSuccess;
}

namespace {
// As Maya does: a transform right above a mesh has the functions of the mesh too.
std::shared_ptr<Node> shapeBelow(const std::shared_ptr<Node>& transform) {
  for (const auto& node : host().nodes)
    if (node->isMesh && node->parent.lock() == transform && !node->isIntermediate) return node;
  return nullptr;
}
}  // namespace

bool MDagPath::hasFn(MFn::Type type, MStatus*) const {
  switch (type) {
    case MFn::kJoint:
      return standin->isJoint;
    case MFn::kMesh:
      return standin->isMesh || (standin->isTransform && shapeBelow(standin));
    case MFn::kTransform:
      return standin->isTransform;
    default:
      notModelled("this function set of a path");
  }
}
MObject MDagPath::node(MStatus*) const { return MObject(standin); }
unsigned int MDagPath::length(MStatus*) const {
  unsigned int count = 0;
  for (auto node = standin; node; node = node->parent.lock()) ++count;
  return count;
}
MStatus MDagPath::extendToShape() {
  if (standin->isMesh) return MStatus::kSuccess;
  const auto shape = shapeBelow(standin);
  if (!shape) return MStatus::kFailure;
  standin = shape;
  return MStatus::kSuccess;
}
MStatus MDagPath::pop(unsigned int count) {
  while (count-- > 0 && standin) standin = standin->parent.lock();
  return MStatus::kSuccess;
}
MMatrix MDagPath::inclusiveMatrix(MStatus*) const { return standin->world(host().normal.seconds); }
MMatrix MDagPath::inclusiveMatrixInverse(MStatus*) const { return inclusiveMatrix().inverse(); }
MString MDagPath::fullPathName(MStatus*) const {
  std::string path;
  for (auto node = standin; node; node = node->parent.lock()) path = "|" + node->name + path;
  return path.c_str();
}
MString MDagPath::partialPathName(MStatus*) const { return standin->name.c_str(); }
unsigned int MDagPath::instanceNumber(MStatus*) const { return 0; }

MSelectionList::MSelectionList() = default;
MSelectionList::~MSelectionList() = default;
unsigned int MSelectionList::length(MStatus*) const {
  return static_cast<unsigned int>(standin.size());
}
MStatus MSelectionList::add(const MString& name, const bool) {
  MPlug item = host().plug(name.asChar());
  if (item.isNull()) item.standin = host().findNode(name.asChar());
  if (!item.standin) return MStatus::kInvalidParameter;
  standin.push_back(item);
  return MStatus::kSuccess;
}
MStatus MSelectionList::getDependNode(unsigned int index, MObject& node) const {
  if (index >= standin.size()) return MStatus::kFailure;
  node = MObject(standin[index].standin);
  return MStatus::kSuccess;
}
MStatus MSelectionList::getDagPath(unsigned int index, MDagPath& path, MObject&) const {
  if (index >= standin.size()) return MStatus::kFailure;
  return MDagPath::getAPathTo(MObject(standin[index].standin), path);
}
MStatus MSelectionList::getPlug(unsigned int index, MPlug& plug) const {
  if (index >= standin.size() || standin[index].steps.empty()) return MStatus::kFailure;
  plug = standin[index];
  return MStatus::kSuccess;
}

STANDIN_CLOSE
