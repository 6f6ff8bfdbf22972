// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stand-in of the Maya API: data blocks, handles into them, and data that plug-ins define.
#pragma once

#include "objects.h"

STANDIN_OPEN

class MPxData {
 public:
  enum Type { kData, kGeometryData, kLast };
  MPxData();
  virtual ~MPxData();
  virtual MStatus readASCII(const class MArgList& arguments, unsigned int& next);
  virtual MStatus readBinary(std::istream& in, unsigned int length);
  virtual MStatus writeASCII(std::ostream& out);
  virtual MStatus writeBinary(std::ostream& out);
  virtual void copy(const MPxData& source) = 0;
  virtual MTypeId typeId() const = 0;
  virtual MString name() const = 0;
};

class MDataHandle {
 public:
  MDataHandle();
  MDataHandle child(const MObject& attribute);
  MObject data();
  bool& asBool() const;
  short& asShort() const;
  int& asInt() const;
  float& asFloat() const;
  double& asDouble() const;
  MDistance asDistance() const;
  MTime asTime() const;
  MMatrix& asMatrix() const;
  MString& asString() const;
  MObject asMesh() const;
  MPxData* asPluginData() const;
  void setString(const MString& value);
  MStatus setMObject(const MObject& value);

  standin::Slot* slot = nullptr;
  standin::Block* block = nullptr;
  std::vector<MPlug::Step> steps;
  std::uint64_t compute = 0;  ///< handles die with the compute call they come from
};

class MArrayDataBuilder {
 public:
  MArrayDataBuilder(const MArrayDataBuilder& other);
  ~MArrayDataBuilder();
  MDataHandle addElement(unsigned int index, MStatus* ReturnStatus = nullptr);
  MDataHandle array;

  explicit MArrayDataBuilder(const MDataHandle& handle);
};

class MArrayDataHandle {
 public:
  MDataHandle inputValue(MStatus* ReturnStatus = nullptr);
  MDataHandle outputValue(MStatus* ReturnStatus = nullptr);
  unsigned int elementCount(MStatus* ReturnStatus = nullptr);
  unsigned int elementIndex(MStatus* ReturnStatus = nullptr);
  MStatus jumpToElement(unsigned int index);
  MStatus jumpToArrayElement(unsigned int position);
  MStatus setAllClean();
  MArrayDataBuilder builder(MStatus* ReturnStatus = nullptr);
  MStatus set(MArrayDataBuilder& builder);

  MDataHandle array;
  int at = -1;
};

class MDataBlock {
 public:
  MDataBlock(const MDataBlock& other);
  virtual ~MDataBlock();
  MDataHandle inputValue(const MObject& attribute, MStatus* ReturnStatus = nullptr);
  MArrayDataHandle inputArrayValue(const MObject& attribute, MStatus* ReturnStatus = nullptr);
  MArrayDataHandle outputArrayValue(const MObject& attribute, MStatus* ReturnStatus = nullptr);
  MDGContext context(MStatus* ReturnStatus = nullptr);

  explicit MDataBlock(standin::Block& block);
  standin::Block& standin;
};

class MItGeometry {
 public:
  virtual ~MItGeometry();
  bool isDone(MStatus* ReturnStatus = nullptr) const;
  MStatus next();
  int index(MStatus* ReturnStatus = nullptr) const;
  int exactCount(MStatus* ReturnStatus = nullptr);
  MStatus reset();
  MStatus allPositions(MPointArray& points, MSpace::Space space = MSpace::kObject) const;
  MStatus setAllPositions(const MPointArray& points, MSpace::Space space = MSpace::kObject);

  MItGeometry(std::vector<std::array<float, 3>>& meshPoints, std::vector<int> members);

 private:
  std::vector<std::array<float, 3>>& points_;
  std::vector<int> members_;  ///< vertex numbers, in subset order
  std::size_t at_ = 0;
};

STANDIN_CLOSE
