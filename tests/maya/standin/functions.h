// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stand-in of the Maya API: function sets.
#pragma once

#include "data.h"

STANDIN_OPEN

class MFnBase {
 public:
  virtual ~MFnBase();

 protected:
  MFnBase();
  std::shared_ptr<standin::Object> object_;
};

#define STANDIN_FN(Name, Base)                                  \
 public:                                                        \
  Name() {}                                                     \
  Name(MObject& object, MStatus* ReturnStatus = nullptr);       \
  Name(const MObject& object, MStatus* ReturnStatus = nullptr); \
  ~Name() override;                                             \
                                                                \
 private:                                                       \
  Name(const Name&);                                            \
  Name& operator=(const Name&);                                 \
                                                                \
 public:

class MFnData : public MFnBase {
 public:
  enum Type {
    kInvalid,
    kNumeric,
    kPlugin,
    kPluginGeometry,
    kString,
    kMatrix,
    kStringArray,
    kDoubleArray,
    kFloatArray,
    kIntArray,
    kPointArray,
    kVectorArray,
    kMatrixArray,
    kComponentList,
    kMesh
  };
  MFnData();
  ~MFnData() override;
};

class MFnNumericData : public MFnData {
 public:
  enum Type {
    kInvalid,
    kBoolean,
    kByte,
    kChar,
    kShort,
    k2Short,
    k3Short,
    kLong,
    kInt = kLong,
    k2Long,
    k2Int = k2Long,
    k3Long,
    k3Int = k3Long,
    kInt64,
    kFloat,
    k2Float,
    k3Float,
    kDouble
  };
};

class MFnPluginData : public MFnData {
  STANDIN_FN(MFnPluginData, MFnData)
  MPxData* data(MStatus* ReturnStatus = nullptr);
  MObject create(const MTypeId& id, MStatus* ReturnStatus = nullptr);
};

class MFnMatrixData : public MFnData {
  STANDIN_FN(MFnMatrixData, MFnData)
  const MMatrix& matrix(MStatus* ReturnStatus = nullptr) const;
  MObject create(const MMatrix& matrix, MStatus* ReturnStatus = nullptr);
};

class MFnIntArrayData : public MFnData {
  STANDIN_FN(MFnIntArrayData, MFnData)
  unsigned int length(MStatus* ReturnStatus = nullptr) const;
  int operator[](unsigned int index) const;
  MObject create(const MIntArray& values, MStatus* ReturnStatus = nullptr);
};

class MFnPointArrayData : public MFnData {
  STANDIN_FN(MFnPointArrayData, MFnData)
  MStatus copyTo(MPointArray& points) const;
  MObject create(const MPointArray& points, MStatus* ReturnStatus = nullptr);
};

class MFnAttribute : public MFnBase {
  STANDIN_FN(MFnAttribute, MFnBase)
  enum DisconnectBehavior { kDelete, kReset, kNothing };
  MStatus setArray(bool state);
  MStatus setHidden(bool state);
  MStatus setStorable(bool state);
  MStatus setWritable(bool state);
  MStatus setUsedAsFilename(bool state);
  MStatus setUsesArrayDataBuilder(bool state);
  MStatus setDisconnectBehavior(DisconnectBehavior behaviour);

 protected:
  standin::Attribute& attribute() const;
  MObject made(std::shared_ptr<standin::Attribute> attribute);
};

class MFnNumericAttribute : public MFnAttribute {
  STANDIN_FN(MFnNumericAttribute, MFnAttribute)
  MObject create(const MString& fullName, const MString& briefName, MFnNumericData::Type type,
                 double defaultValue = 0, MStatus* ReturnStatus = nullptr);
  MObject create(const MString& fullName, const MString& briefName, const MObject& child1,
                 const MObject& child2, const MObject& child3 = MObject::kNullObj,
                 MStatus* ReturnStatus = nullptr);
  MStatus setMin(double value);
  MStatus setMax(double value);
  MStatus setSoftMax(double value);
};

class MFnEnumAttribute : public MFnAttribute {
  STANDIN_FN(MFnEnumAttribute, MFnAttribute)
  MObject create(const MString& fullName, const MString& briefName, short defaultValue = 0,
                 MStatus* ReturnStatus = nullptr);
  MStatus addField(const MString& field, short index);
};

class MFnTypedAttribute : public MFnAttribute {
  STANDIN_FN(MFnTypedAttribute, MFnAttribute)
  MObject create(const MString& fullName, const MString& briefName, const MTypeId& id,
                 MObject defaultData = MObject::kNullObj, MStatus* ReturnStatus = nullptr);
  MObject create(const MString& fullName, const MString& briefName, MFnData::Type type,
                 MObject defaultData = MObject::kNullObj, MStatus* ReturnStatus = nullptr);
};

class MFnUnitAttribute : public MFnAttribute {
  STANDIN_FN(MFnUnitAttribute, MFnAttribute)
  enum Type { kInvalid, kAngle, kDistance, kTime, kLast };
  MObject create(const MString& fullName, const MString& briefName, MFnUnitAttribute::Type type,
                 double defaultValue = 0.0, MStatus* ReturnStatus = nullptr);
  MStatus setMin(double value);
  MStatus setMax(double value);
};

class MFnMatrixAttribute : public MFnAttribute {
  STANDIN_FN(MFnMatrixAttribute, MFnAttribute)
  enum Type { kFloat, kDouble };
  MObject create(const MString& fullName, const MString& briefName, Type type = kDouble,
                 MStatus* ReturnStatus = nullptr);
};

class MFnMessageAttribute : public MFnAttribute {
  STANDIN_FN(MFnMessageAttribute, MFnAttribute)
  MObject create(const MString& fullName, const MString& briefName,
                 MStatus* ReturnStatus = nullptr);
};

class MFnCompoundAttribute : public MFnAttribute {
  STANDIN_FN(MFnCompoundAttribute, MFnAttribute)
  MObject create(const MString& fullName, const MString& briefName,
                 MStatus* ReturnStatus = nullptr);
  MStatus addChild(const MObject& child);
};

class MFnDependencyNode : public MFnBase {
  STANDIN_FN(MFnDependencyNode, MFnBase)
  MTypeId typeId(MStatus* ReturnStatus = nullptr) const;
  MString name(MStatus* ReturnStatus = nullptr) const;
  MPlug findPlug(const MString& attribute, bool wantNetworkedPlug,
                 MStatus* ReturnStatus = nullptr) const;
};

class MFnGeometryFilter : public MFnDependencyNode {
  STANDIN_FN(MFnGeometryFilter, MFnDependencyNode)
  MStatus getPathAtIndex(unsigned int index, MDagPath& path) const;
};

class MFnMesh : public MFnBase {
  STANDIN_FN(MFnMesh, MFnBase)
  int numVertices(MStatus* ReturnStatus = nullptr) const;
  MStatus getPoints(MPointArray& points, MSpace::Space space = MSpace::kObject) const;
  MStatus getVertices(MIntArray& counts, MIntArray& corners) const;
  MStatus getTriangles(MIntArray& counts, MIntArray& corners) const;
};

STANDIN_CLOSE
