// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "deformer_attributes.h"

#include <maya/MDataHandle.h>
#include <maya/MFnCompoundAttribute.h>
#include <maya/MFnEnumAttribute.h>
#include <maya/MFnMatrixAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MFnTypedAttribute.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MPxNode.h>
#include <maya/MTime.h>

#include <iterator>
#include <string>
#include <vector>

#include "ids.h"
#include "sinew/character.h"

namespace sinew::maya {
namespace {

DeformerAttributes& all() {
  static DeformerAttributes attributes;
  return attributes;
}

MObject number(const char* name, MFnNumericData::Type type, double initial) {
  MFnNumericAttribute fn;
  return fn.create(name, name, type, initial);
}

MObject choice(const char* name, short initial, const std::vector<const char*>& names) {
  MFnEnumAttribute fn;
  MObject made = fn.create(name, name, initial);
  short index = 0;
  for (const char* field : names) fn.addField(field, index++);
  return made;
}

MObject typed(const char* name, MFnData::Type type) {
  MFnTypedAttribute fn;
  return fn.create(name, name, type);
}

MObject between(MObject number, double least, double greatest) {
  MFnNumericAttribute fn(number);
  fn.setMin(least);
  fn.setMax(greatest);
  return number;
}

MObject distance(const std::string& name, double centimetres) {
  MFnUnitAttribute fn;
  return fn.create(name.c_str(), name.c_str(), MFnUnitAttribute::kDistance, centimetres);
}

MObject length(const char* name, double centimetres) {
  MObject made = distance(name, centimetres);
  MFnUnitAttribute(made).setMin(0.0);
  return made;
}

// Three distances along the axes.
MObject distances(const char* name, double centimetres, MObject (&parts)[3]) {
  for (int k = 0; k < 3; ++k) parts[k] = distance(name + std::string(1, "XYZ"[k]), centimetres);
  MFnNumericAttribute fn;
  return fn.create(name, name, parts[0], parts[1], parts[2]);
}

MObject matrices(const char* name, bool freesIndex) {
  MFnMatrixAttribute fn;
  MObject made = fn.create(name, name);
  fn.setArray(true);
  fn.setUsesArrayDataBuilder(true);
  if (freesIndex) fn.setDisconnectBehavior(MFnAttribute::kDelete);
  return made;
}

// An array of compounds of these.
MObject group(const char* name, std::initializer_list<MObject> children) {
  MFnCompoundAttribute fn;
  MObject made = fn.create(name, name);
  for (const MObject& child : children) fn.addChild(child);
  fn.setArray(true);
  fn.setUsesArrayDataBuilder(true);
  return made;
}

void hide(MObject& attribute, bool isStored) {
  MFnAttribute fn(attribute);
  fn.setHidden(true);
  fn.setStorable(isStored);
}

void readOnly(MObject& attribute) {
  MFnAttribute fn(attribute);
  fn.setWritable(false);
  fn.setStorable(false);
}

void createBones(DeformerAttributes& a) {
  const Bone defaults;
  a.boneEnabled = number("boneEnabled", MFnNumericData::kBoolean, 1);
  a.boneShape = choice("boneShape", 0, {"fitted", "capsule", "mesh"});
  a.boneMesh = typed("boneMesh", MFnData::kMesh);
  MObject head[3], tail[3];
  a.boneHead = distances("boneHead", 0, head);
  a.boneTail = distances("boneTail", 0, tail);
  a.boneRadius = length("boneRadius", 1);
  a.boneAttachment = choice("boneAttachment", static_cast<short>(Attachment::Auto),
                            {std::begin(kAttachmentNames), std::end(kAttachmentNames)});
  a.boneStiffness =
      between(number("boneStiffness", MFnNumericData::kDouble, defaults.springStiffness), 0.1, 100);
  a.boneFriction =
      between(number("boneFriction", MFnNumericData::kDouble, defaults.friction), 0, 10);
  a.bone = group("bone", {a.boneEnabled, a.boneShape, a.boneMesh, a.boneHead, a.boneTail,
                          a.boneRadius, a.boneAttachment, a.boneStiffness, a.boneFriction});
}

// An element that was never set, or whose making was undone, is nothing.
void createColliders(DeformerAttributes& a) {
  a.colliderEnabled = number("colliderEnabled", MFnNumericData::kBoolean, 1);
  a.colliderShape = choice("colliderShape", static_cast<short>(ColliderShape::None),
                           {std::begin(kColliderShapeNames), std::end(kColliderShapeNames)});
  MFnMatrixAttribute matrix;
  a.colliderMatrix = matrix.create("colliderMatrix", "colliderMatrix");
  a.colliderMesh = typed("colliderMesh", MFnData::kMesh);
  MFnAttribute(a.colliderMesh).setDisconnectBehavior(MFnAttribute::kReset);
  a.colliderRadius = length("colliderRadius", 10);
  a.colliderLength = length("colliderLength", 20);
  a.colliderAxes = distances("colliderAxes", 10, a.colliderAxis);
  a.colliderFriction = between(number("colliderFriction", MFnNumericData::kDouble, 0), 0, 10);
  a.collider =
      group("collider", {a.colliderEnabled, a.colliderShape, a.colliderMatrix, a.colliderMesh,
                         a.colliderRadius, a.colliderLength, a.colliderAxes, a.colliderFriction});
}

void createBind(DeformerAttributes& a) {
  MFnTypedAttribute fn;
  a.bindData = fn.create("bindData", "bindData", MTypeId(kBindDataId));
  a.bindFile = typed("bindFile", MFnData::kString);
  MFnAttribute(a.bindFile).setUsedAsFilename(true);
  a.bindHash = typed("bindHash", MFnData::kString);
  a.bindJoints = typed("bindJoints", MFnData::kIntArray);
  a.bindTopology = typed("bindTopology", MFnData::kString);
  a.bind = group("bind", {a.bindData, a.bindFile, a.bindHash, a.bindJoints, a.bindTopology});
  hide(a.bind, true);

  a.state = fn.create("simulationState", "simulationState", MTypeId(kStateDataId));
  fn.setArray(true);
  fn.setUsesArrayDataBuilder(true);
  hide(a.state, false);
}

void createReport(DeformerAttributes& a) {
  a.status = typed("status", MFnData::kString);
  a.frameReport = typed("frameReport", MFnData::kString);
  a.contactLines = typed("contactLines", MFnData::kPointArray);
  hide(a.contactLines, false);
  readOnly(a.status);
  readOnly(a.frameReport);
  readOnly(a.contactLines);
  a.report = group("report", {a.status, a.frameReport, a.contactLines});
  readOnly(a.report);
}

void createMaps(DeformerAttributes& a) {
  for (PaintedMap& map : a.maps) {
    MFnNumericAttribute fn;
    map.values = fn.create(map.name, map.name, MFnNumericData::kFloat, 1);
    fn.setMin(0);
    fn.setSoftMax(1);
    fn.setMax(static_cast<double>(kGreatestMapValue));
    fn.setArray(true);
    fn.setUsesArrayDataBuilder(true);
    const std::string list = std::string(map.name) + "List";
    map.list = group(list.c_str(), {map.values});
  }
}

}  // namespace

const DeformerAttributes& attributes() { return all(); }

MStatus createDeformerAttributes(const MObject& output) {
  DeformerAttributes& a = all();
  a.enable = number("enable", MFnNumericData::kBoolean, 1);
  a.quality = choice("quality", static_cast<short>(Quality::Final), {"preview", "final"});
  MFnUnitAttribute unit;
  a.time = unit.create("time", "time", MFnUnitAttribute::kTime, 0.0);
  a.startFrame = number("startFrame", MFnNumericData::kDouble, 1);
  a.matrix = matrices("matrix", true);
  a.bindPreMatrix = matrices("bindPreMatrix", false);
  a.geomMatrix = matrices("geomMatrix", true);
  createBones(a);
  createColliders(a);
  createBind(a);
  createReport(a);
  createMaps(a);
  for (const MObject* attribute :
       {&a.enable, &a.quality, &a.time, &a.startFrame, &a.matrix, &a.bindPreMatrix, &a.geomMatrix,
        &a.bone, &a.collider, &a.bind, &a.state, &a.report, &a.maps[0].list, &a.maps[1].list,
        &a.maps[2].list, &a.maps[3].list})
    if (MStatus s = MPxNode::addAttribute(*attribute); !s) return s;
  for (const MObject* attribute : {&a.enable,         &a.quality,         &a.time,
                                   &a.startFrame,     &a.matrix,          &a.bindPreMatrix,
                                   &a.geomMatrix,     &a.colliderEnabled, &a.colliderShape,
                                   &a.colliderMatrix, &a.colliderMesh,    &a.colliderRadius,
                                   &a.colliderLength, &a.colliderAxes,    &a.colliderFriction,
                                   &a.bindData,       &a.bindFile,        &a.bindHash,
                                   &a.bindJoints,     &a.bindTopology})
    if (MStatus s = MPxNode::attributeAffects(*attribute, output); !s) return s;
  return MS::kSuccess;
}

}  // namespace sinew::maya
