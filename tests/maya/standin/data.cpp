// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "model.h"

using namespace standin;

namespace {

// Handles point into the data block: only while the compute call lasts.
void checkAlive(const MDataHandle& handle) {
  if (handle.slot && handle.block->computing == handle.compute) return;
  std::fprintf(stderr, "stand-in of Maya: a data handle was used after its compute call\n");
  std::abort();
}

Slot& valueOf(const MDataHandle& handle, Kind kind) {
  checkAlive(handle);
  if (handle.slot->attribute->kind != kind || handle.slot->isArrayRoot())
    notModelled("reading attribute " + handle.slot->attribute->name + " as another type");
  return *handle.slot;
}

MDataHandle handleTo(Block& block, const Steps& steps) {
  MDataHandle handle;
  handle.slot = find(block, steps, true);
  handle.block = &block;
  handle.steps = steps;
  handle.compute = block.computing;
  return handle;
}

void checkOfNode(const Block& block, const Attribute* attribute) {
  while (attribute->parent) attribute = attribute->parent;
  for (const auto& a : block.node->type->attributes)
    if (a.get() == attribute) return;
  notModelled("attribute " + attribute->name + " on a node of type " + block.node->type->name);
}

}  // namespace

STANDIN_OPEN

MPxData::MPxData() = default;
MPxData::~MPxData() = default;
MStatus MPxData::readASCII(const MArgList&, unsigned int&) { return MStatus::kNotImplemented; }
MStatus MPxData::readBinary(std::istream&, unsigned int) { return MStatus::kNotImplemented; }
MStatus MPxData::writeASCII(std::ostream&) { return MStatus::kNotImplemented; }
MStatus MPxData::writeBinary(std::ostream&) { return MStatus::kNotImplemented; }

MDataHandle::MDataHandle() = default;
MDataHandle MDataHandle::child(const MObject& attribute) {
  checkAlive(*this);
  Steps down = steps;
  down.push_back({attributeOf(attribute), -1});
  return handleTo(*block, down);
}
MObject MDataHandle::data() {
  checkAlive(*this);
  return MObject(slot->object);
}
bool& MDataHandle::asBool() const { return valueOf(*this, Kind::Bool).asBool; }
short& MDataHandle::asShort() const { return valueOf(*this, Kind::Short).asShort; }
int& MDataHandle::asInt() const { return valueOf(*this, Kind::Int).asInt; }
float& MDataHandle::asFloat() const { return valueOf(*this, Kind::Float).asFloat; }
double& MDataHandle::asDouble() const { return valueOf(*this, Kind::Double).asDouble; }
MDistance MDataHandle::asDistance() const {
  return MDistance(valueOf(*this, Kind::Distance).asDouble);
}
MTime MDataHandle::asTime() const {
  return MTime(valueOf(*this, Kind::Time).asDouble, MTime::kSeconds);
}
MMatrix& MDataHandle::asMatrix() const { return valueOf(*this, Kind::Matrix).matrix; }
MString& MDataHandle::asString() const { return valueOf(*this, Kind::String).text; }
MObject MDataHandle::asMesh() const { return MObject(valueOf(*this, Kind::Mesh).object); }
MPxData* MDataHandle::asPluginData() const {
  const auto* data = dynamic_cast<PluginData*>(valueOf(*this, Kind::Plugin).object.get());
  return data ? data->data.get() : nullptr;
}
void MDataHandle::setString(const MString& value) {
  valueOf(*this, Kind::String).text = value;
  slot->isSet = true;
}
MStatus MDataHandle::setMObject(const MObject& value) {
  checkAlive(*this);
  slot->object = value.standin;
  slot->isSet = true;
  return MStatus::kSuccess;
}

MArrayDataBuilder::MArrayDataBuilder(const MDataHandle& handle) : array(handle) {}
MArrayDataBuilder::MArrayDataBuilder(const MArrayDataBuilder&) = default;
MArrayDataBuilder::~MArrayDataBuilder() = default;
MDataHandle MArrayDataBuilder::addElement(unsigned int index, MStatus*) {
  checkAlive(array);
  if (!array.slot->attribute->usesBuilder)
    notModelled("a builder for " + array.slot->attribute->name + ", which was not made for one,");
  Steps steps = array.steps;
  steps.back().index = static_cast<int>(index);
  return handleTo(*array.block, steps);
}

MStatus MArrayDataHandle::jumpToElement(unsigned int index) {
  checkAlive(array);
  if (array.slot->elements.count(index) == 0) return MStatus::kFailure;
  at = static_cast<int>(index);
  return MStatus::kSuccess;
}
MStatus MArrayDataHandle::jumpToArrayElement(unsigned int position) {
  if (position >= elementCount()) return MStatus::kFailure;
  at = static_cast<int>(std::next(array.slot->elements.begin(), position)->first);
  return MStatus::kSuccess;
}
unsigned int MArrayDataHandle::elementIndex(MStatus*) {
  if (at < 0) notModelled("the index of an array without a jump to an element");
  return static_cast<unsigned int>(at);
}
unsigned int MArrayDataHandle::elementCount(MStatus*) {
  checkAlive(array);
  return static_cast<unsigned int>(array.slot->elements.size());
}
MDataHandle MArrayDataHandle::outputValue(MStatus*) {
  if (at < 0) notModelled("a value of an array without a jump to an element");
  Steps steps = array.steps;
  steps.back().index = at;
  return handleTo(*array.block, steps);
}
MDataHandle MArrayDataHandle::inputValue(MStatus*) {
  const MDataHandle handle = outputValue();
  fetch(*array.block->node, handle.steps, *array.block->context);
  return handle;
}
MStatus MArrayDataHandle::setAllClean() { return MStatus::kSuccess; }
MArrayDataBuilder MArrayDataHandle::builder(MStatus*) { return MArrayDataBuilder(array); }
MStatus MArrayDataHandle::set(MArrayDataBuilder& builder) {
  checkAlive(builder.array);
  return builder.array.slot == array.slot ? MStatus::kSuccess : MStatus::kFailure;
}

MDataBlock::MDataBlock(standin::Block& block) : standin(block) {}
MDataBlock::MDataBlock(const MDataBlock&) = default;
MDataBlock::~MDataBlock() = default;
MDataHandle MDataBlock::inputValue(const MObject& attribute, MStatus*) {
  checkOfNode(standin, attributeOf(attribute));
  const Steps steps = stepsTo(attributeOf(attribute));
  fetch(*standin.node, steps, *standin.context);
  return handleTo(standin, steps);
}
MArrayDataHandle MDataBlock::inputArrayValue(const MObject& attribute, MStatus*) {
  MArrayDataHandle result;
  result.array = inputValue(attribute);
  if (!result.array.slot->isArrayRoot()) notModelled("a single value read as an array");
  return result;
}
MArrayDataHandle MDataBlock::outputArrayValue(const MObject& attribute, MStatus*) {
  checkOfNode(standin, attributeOf(attribute));
  MArrayDataHandle result;
  result.array = handleTo(standin, stepsTo(attributeOf(attribute)));
  return result;
}
MDGContext MDataBlock::context(MStatus*) {
  MDGContext context;
  context.standin = standin.context;
  return context;
}

MItGeometry::MItGeometry(std::vector<std::array<float, 3>>& meshPoints, std::vector<int> members)
    : points_(meshPoints), members_(std::move(members)) {}
MItGeometry::~MItGeometry() = default;
bool MItGeometry::isDone(MStatus*) const { return at_ >= members_.size(); }
MStatus MItGeometry::next() {
  ++at_;
  return MStatus::kSuccess;
}
int MItGeometry::index(MStatus*) const { return members_.at(at_); }
int MItGeometry::exactCount(MStatus*) { return static_cast<int>(members_.size()); }
MStatus MItGeometry::reset() {
  at_ = 0;
  return MStatus::kSuccess;
}
MStatus MItGeometry::allPositions(MPointArray& points, MSpace::Space space) const {
  if (space != MSpace::kObject) return MStatus::kInvalidParameter;
  points.standin.clear();
  for (const int v : members_) {
    const auto& p = points_[static_cast<std::size_t>(v)];
    points.append(
        MPoint(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])));
  }
  return MStatus::kSuccess;
}
MStatus MItGeometry::setAllPositions(const MPointArray& points, MSpace::Space) {
  if (points.length() != members_.size()) return MStatus::kFailure;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const MPoint& p = points.standin[k];
    points_[static_cast<std::size_t>(members_[k])] = {
        static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }
  return MStatus::kSuccess;
}

STANDIN_CLOSE
