// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model.h"

using namespace standin;

STANDIN_OPEN

MFnBase::MFnBase() = default;
MFnBase::~MFnBase() = default;
MFnData::MFnData() = default;
MFnData::~MFnData() = default;

namespace {
void report(MStatus* status, bool isFit) {
  if (status) *status = isFit ? MStatus::kSuccess : MStatus::kInvalidParameter;
}
}  // namespace

#define STANDIN_FN_BODY(Name, Type)                                          \
  Name::Name(MObject& object, MStatus* status)                               \
      : Name(const_cast<const MObject&>(object), status) {}                  \
  Name::Name(const MObject& object, MStatus* status) {                       \
    if (dynamic_cast<Type*>(object.standin.get())) object_ = object.standin; \
    report(status, object_ != nullptr);                                      \
  }                                                                          \
  Name::~Name() = default;

STANDIN_FN_BODY(MFnPluginData, PluginData)
STANDIN_FN_BODY(MFnMatrixData, MatrixData)
STANDIN_FN_BODY(MFnIntArrayData, IntArrayData)
STANDIN_FN_BODY(MFnPointArrayData, PointArrayData)
STANDIN_FN_BODY(MFnAttribute, Attribute)
STANDIN_FN_BODY(MFnNumericAttribute, Attribute)
STANDIN_FN_BODY(MFnEnumAttribute, Attribute)
STANDIN_FN_BODY(MFnTypedAttribute, Attribute)
STANDIN_FN_BODY(MFnUnitAttribute, Attribute)
STANDIN_FN_BODY(MFnMatrixAttribute, Attribute)
STANDIN_FN_BODY(MFnMessageAttribute, Attribute)
STANDIN_FN_BODY(MFnCompoundAttribute, Attribute)
STANDIN_FN_BODY(MFnDependencyNode, Node)
STANDIN_FN_BODY(MFnGeometryFilter, Node)

MPxData* MFnPluginData::data(MStatus*) {
  return object_ ? static_cast<PluginData&>(*object_).data.get() : nullptr;
}
MObject MFnPluginData::create(const MTypeId& id, MStatus*) {
  const auto found = host().dataTypes.find(id.id());
  if (found == host().dataTypes.end()) notModelled("data of an unregistered type");
  auto made = std::make_shared<PluginData>();
  made->data.reset(static_cast<MPxData*>(found->second()));
  object_ = made;
  return MObject(made);
}

const MMatrix& MFnMatrixData::matrix(MStatus*) const {
  return static_cast<const MatrixData&>(*object_).matrix;
}
MObject MFnMatrixData::create(const MMatrix& matrix, MStatus*) {
  auto made = std::make_shared<MatrixData>();
  made->matrix = matrix;
  object_ = made;
  return MObject(made);
}

unsigned int MFnIntArrayData::length(MStatus*) const {
  return static_cast<unsigned int>(static_cast<const IntArrayData&>(*object_).values.size());
}
int MFnIntArrayData::operator[](unsigned int index) const {
  return static_cast<const IntArrayData&>(*object_).values.at(index);
}
MObject MFnIntArrayData::create(const MIntArray& values, MStatus*) {
  auto made = std::make_shared<IntArrayData>();
  made->values = values.standin;
  object_ = made;
  return MObject(made);
}

MStatus MFnPointArrayData::copyTo(MPointArray& points) const {
  return points.standin = static_cast<const PointArrayData&>(*object_).points, done();
}
MObject MFnPointArrayData::create(const MPointArray& points, MStatus*) {
  auto made = std::make_shared<PointArrayData>();
  made->points = points.standin;
  object_ = made;
  return MObject(made);
}

// --- Attributes.

standin::Attribute& MFnAttribute::attribute() const {
  if (!object_) notModelled("a function set without an attribute");
  auto& a = static_cast<Attribute&>(*object_);
  return a;
}
MObject MFnAttribute::made(std::shared_ptr<standin::Attribute> a) {
  object_ = a;
  return MObject(a);
}
MStatus MFnAttribute::setArray(bool state) { return attribute().isArray = state, done(); }
MStatus MFnAttribute::setHidden(bool state) { return attribute().isHidden = state, done(); }
MStatus MFnAttribute::setStorable(bool state) { return attribute().isStorable = state, done(); }
MStatus MFnAttribute::setWritable(bool state) { return attribute().isWritable = state, done(); }
MStatus MFnAttribute::setUsedAsFilename(bool state) {
  return attribute().isFilename = state, done();
}
MStatus MFnAttribute::setUsesArrayDataBuilder(bool state) {
  return attribute().usesBuilder = state, done();
}
MStatus MFnAttribute::setDisconnectBehavior(DisconnectBehavior behaviour) {
  attribute().deletesOnDisconnect = behaviour == kDelete;
  attribute().resetsOnDisconnect = behaviour == kReset;
  return done();
}

namespace {
std::shared_ptr<Attribute> newAttribute(const MString& name, Kind kind, double initial = 0) {
  auto a = std::make_shared<Attribute>();
  a->name = name.asChar();
  a->kind = kind;
  a->initial = initial;
  return a;
}
void adopt(Attribute& parent, const MObject& child) {
  auto a = std::dynamic_pointer_cast<Attribute>(child.standin);
  if (!a || a->parent) notModelled("a child that is no attribute or has a parent already");
  a->parent = &parent;
  parent.children.push_back(a);
}
}  // namespace

MObject MFnNumericAttribute::create(const MString& name, const MString&, MFnNumericData::Type type,
                                    double initial, MStatus*) {
  switch (type) {
    case MFnNumericData::kBoolean:
      return made(newAttribute(name, Kind::Bool, initial));
    case MFnNumericData::kInt:
      return made(newAttribute(name, Kind::Int, initial));
    case MFnNumericData::kFloat:
      return made(newAttribute(name, Kind::Float, initial));
    case MFnNumericData::kDouble:
      return made(newAttribute(name, Kind::Double, initial));
    default:
      notModelled("this type of number");
  }
}
MObject MFnNumericAttribute::create(const MString& name, const MString&, const MObject& child1,
                                    const MObject& child2, const MObject& child3, MStatus*) {
  auto a = newAttribute(name, Kind::Compound);
  for (const MObject* child : {&child1, &child2, &child3}) adopt(*a, *child);
  return made(a);
}
MStatus MFnNumericAttribute::setMin(double value) { return attribute().least = value, done(); }
MStatus MFnNumericAttribute::setMax(double value) { return attribute().greatest = value, done(); }
MStatus MFnNumericAttribute::setSoftMax(double) { return done(); }

MObject MFnEnumAttribute::create(const MString& name, const MString&, short initial, MStatus*) {
  return made(newAttribute(name, Kind::Short, initial));
}
MStatus MFnEnumAttribute::addField(const MString& field, short index) {
  if (static_cast<std::size_t>(index) != attribute().fields.size()) notModelled("gaps in choices");
  attribute().fields.push_back(field.asChar());
  return done();
}

MObject MFnTypedAttribute::create(const MString& name, const MString&, const MTypeId& id, MObject,
                                  MStatus*) {
  auto a = newAttribute(name, Kind::Plugin);
  a->pluginData = id.id();
  if (host().dataTypes.count(id.id()) == 0) notModelled("an attribute of unregistered data");
  return made(a);
}
MObject MFnTypedAttribute::create(const MString& name, const MString&, MFnData::Type type, MObject,
                                  MStatus*) {
  switch (type) {
    case MFnData::kString:
      return made(newAttribute(name, Kind::String));
    case MFnData::kMesh:
      return made(newAttribute(name, Kind::Mesh));
    case MFnData::kIntArray:
      return made(newAttribute(name, Kind::IntArray));
    case MFnData::kPointArray:
      return made(newAttribute(name, Kind::PointArray));
    default:
      notModelled("this type of data");
  }
}

MObject MFnUnitAttribute::create(const MString& name, const MString&, MFnUnitAttribute::Type type,
                                 double initial, MStatus*) {
  return made(newAttribute(name, type == kTime ? Kind::Time : Kind::Distance, initial));
}
MStatus MFnUnitAttribute::setMin(double value) { return attribute().least = value, done(); }
MStatus MFnUnitAttribute::setMax(double value) { return attribute().greatest = value, done(); }

MObject MFnMatrixAttribute::create(const MString& name, const MString&, Type, MStatus*) {
  return made(newAttribute(name, Kind::Matrix));
}
MObject MFnMessageAttribute::create(const MString& name, const MString&, MStatus*) {
  return made(newAttribute(name, Kind::Message));
}
MObject MFnCompoundAttribute::create(const MString& name, const MString&, MStatus*) {
  return made(newAttribute(name, Kind::Compound));
}
MStatus MFnCompoundAttribute::addChild(const MObject& child) {
  adopt(attribute(), child);
  return done();
}

// --- Nodes.

MTypeId MFnDependencyNode::typeId(MStatus*) const {
  return MTypeId(object_ ? static_cast<const Node&>(*object_).type->id : 0);
}
MString MFnDependencyNode::name(MStatus*) const {
  return static_cast<const Node&>(*object_).name.c_str();
}
MPlug MFnDependencyNode::findPlug(const MString& name, bool, MStatus* status) const {
  const auto& node = static_cast<const Node&>(*object_);
  MPlug plug = host().plug(node.name + "." + name.asChar());
  report(status, !plug.isNull());
  return plug;
}

MStatus MFnGeometryFilter::getPathAtIndex(unsigned int index, MDagPath& path) const {
  for (const auto& node : host().nodes)
    for (const auto& [text, connection] : node->incoming)
      if (node->isMesh && connection.source == object_ &&
          connection.from.front().index == static_cast<int>(index)) {
        path.standin = node;
        return MStatus::kSuccess;
      }
  return MStatus::kFailure;
}

// --- Meshes: data, or the shape of a node.

MFnMesh::MFnMesh(MObject& object, MStatus* status)
    : MFnMesh(const_cast<const MObject&>(object), status) {}
MFnMesh::MFnMesh(const MObject& object, MStatus* status) {
  if (auto node = std::dynamic_pointer_cast<Node>(object.standin); node && node->isMesh)
    object_ = host().plug(node->name + ".outMesh").asMObject().standin;
  else if (dynamic_cast<MeshData*>(object.standin.get()))
    object_ = object.standin;
  report(status, object_ != nullptr);
}
MFnMesh::~MFnMesh() = default;

namespace {
const MeshData& meshOf(const std::shared_ptr<Object>& object) {
  if (!object) notModelled("a function set without a mesh");
  return static_cast<const MeshData&>(*object);
}
}  // namespace

int MFnMesh::numVertices(MStatus*) const { return static_cast<int>(meshOf(object_).points.size()); }
MStatus MFnMesh::getPoints(MPointArray& points, MSpace::Space) const {
  if (!object_) return MStatus::kFailure;
  points.standin.clear();
  for (const auto& p : meshOf(object_).points)
    points.append(
        MPoint(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])));
  return done();
}
MStatus MFnMesh::getVertices(MIntArray& counts, MIntArray& corners) const {
  counts.standin = meshOf(object_).counts;
  corners.standin = meshOf(object_).corners;
  return done();
}
// Fans, which is what Maya makes of convex faces.
MStatus MFnMesh::getTriangles(MIntArray& counts, MIntArray& corners) const {
  if (!object_) return MStatus::kFailure;
  const MeshData& mesh = meshOf(object_);
  std::size_t begin = 0;
  for (const int count : mesh.counts) {
    counts.append(count - 2);
    for (int k = 2; k < count; ++k)
      for (const int corner : {0, k - 1, k})
        corners.append(mesh.corners[begin + static_cast<std::size_t>(corner)]);
    begin += static_cast<std::size_t>(count);
  }
  return done();
}

STANDIN_CLOSE
