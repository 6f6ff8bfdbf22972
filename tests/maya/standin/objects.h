// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stand-in of the Maya API: handles to things in the scene.
#pragma once

#include <memory>

#include "values.h"

namespace standin {
struct Object;
struct Node;
struct Attribute;
struct Slot;
struct Block;
struct Context;
}  // namespace standin

STANDIN_OPEN

struct MFn {
  enum Type { kInvalid, kJoint, kMesh, kTransform };
};

class MObject {
 public:
  MObject();
  MObject(const MObject& other);
  ~MObject();
  bool isNull() const;
  bool operator==(const MObject& other) const;
  bool operator!=(const MObject& other) const;
  MObject& operator=(const MObject& other);
  static MObject kNullObj;

  explicit MObject(std::shared_ptr<standin::Object> object);
  std::shared_ptr<standin::Object> standin;
};

class MObjectHandle {
 public:
  MObjectHandle();
  ~MObjectHandle();
  MObject object() const;
  bool isValid() const;
  MObjectHandle& operator=(const MObject& object);

 private:
  std::weak_ptr<standin::Object> object_;
};

class MObjectArray {
 public:
  MStatus append(const MObject& object);
  std::vector<MObject> standin;
};

class MDGContext {
 public:
  MDGContext();
  MDGContext(const MDGContext& other);
  ~MDGContext();
  bool isNormal(MStatus* ReturnStatus = nullptr) const;
  MStatus getTime(MTime& time) const;

  const standin::Context* standin = nullptr;
};

class MDistance;

class MPlug {
 public:
  MPlug();
  MPlug(const MPlug& other);
  MPlug(const MObject& node, const MObject& attribute);
  virtual ~MPlug();
  MPlug& operator=(const MPlug& other);

  MObject attribute(MStatus* ReturnStatus = nullptr) const;
  MObject node(MStatus* ReturnStatus = nullptr) const;
  bool isNull(MStatus* ReturnStatus = nullptr) const;
  MPlug child(unsigned int index, MStatus* ReturnStatus = nullptr) const;
  MPlug elementByLogicalIndex(unsigned int index, MStatus* ReturnStatus = nullptr) const;
  MStatus selectAncestorLogicalIndex(unsigned int index, const MObject& attribute);
  unsigned int getExistingArrayAttributeIndices(MIntArray& indices,
                                                MStatus* ReturnStatus = nullptr);
  unsigned int logicalIndex(MStatus* ReturnStatus = nullptr) const;
  bool isDestination(MStatus* ReturnStatus = nullptr) const;
  MPlug source(MStatus* ReturnStatus = nullptr) const;

  // Each evaluates; a missing element is added by asking.
  bool asBool(MStatus* ReturnStatus = nullptr) const;
  short asShort(MStatus* ReturnStatus = nullptr) const;
  int asInt(MStatus* ReturnStatus = nullptr) const;
  float asFloat(MStatus* ReturnStatus = nullptr) const;
  double asDouble(MStatus* ReturnStatus = nullptr) const;
  MDistance asMDistance(MStatus* ReturnStatus = nullptr) const;
  MString asString(MStatus* ReturnStatus = nullptr) const;
  MObject asMObject(MStatus* ReturnStatus = nullptr) const;

  /// From the attribute of the node down to this one; -1: no element chosen.
  struct Step {
    standin::Attribute* attribute;
    int index;
    bool operator==(const Step& s) const { return attribute == s.attribute && index == s.index; }
  };
  std::shared_ptr<standin::Node> standin;
  std::vector<Step> steps;
};

class MPlugArray {
 public:
  std::vector<MPlug> standin;
};

class MDagPath {
 public:
  MDagPath();
  MDagPath(const MDagPath& other);
  ~MDagPath();
  MDagPath& operator=(const MDagPath& other);
  bool operator==(const MDagPath& other) const;
  static MStatus getAPathTo(const MObject& node, MDagPath& path);
  bool hasFn(MFn::Type type, MStatus* ReturnStatus = nullptr) const;
  MObject node(MStatus* ReturnStatus = nullptr) const;
  unsigned int length(MStatus* ReturnStatus = nullptr) const;
  MStatus extendToShape();
  MStatus pop(unsigned int count = 1);
  MMatrix inclusiveMatrix(MStatus* ReturnStatus = nullptr) const;
  MMatrix inclusiveMatrixInverse(MStatus* ReturnStatus = nullptr) const;
  MString fullPathName(MStatus* ReturnStatus = nullptr) const;
  MString partialPathName(MStatus* ReturnStatus = nullptr) const;
  unsigned int instanceNumber(MStatus* ReturnStatus = nullptr) const;

  std::shared_ptr<standin::Node> standin;
};

class MSelectionList {
 public:
  MSelectionList();
  ~MSelectionList();
  unsigned int length(MStatus* ReturnStatus = nullptr) const;
  MStatus add(const MString& name, const bool searchChildNamespacesToo = false);
  MStatus getDependNode(unsigned int index, MObject& node) const;
  MStatus getDagPath(unsigned int index, MDagPath& path,
                     MObject& component = MObject::kNullObj) const;
  MStatus getPlug(unsigned int index, MPlug& plug) const;
  std::vector<MPlug> standin;  ///< without steps: the node itself
};

STANDIN_CLOSE
