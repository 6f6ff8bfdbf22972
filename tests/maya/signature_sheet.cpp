// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What mangled names do not show of the API the plug-in uses: return types, defaults, values of
// enums, inline members. Compiled against our stand-in and, where there is a devkit, against Maya's
// own headers; nothing in here runs.
#include <maya/MArgDatabase.h>
#include <maya/MArgList.h>
#include <maya/MArrayDataBuilder.h>
#include <maya/MArrayDataHandle.h>
#include <maya/MDGContext.h>
#include <maya/MDGModifier.h>
#include <maya/MDagPath.h>
#include <maya/MDataBlock.h>
#include <maya/MDataHandle.h>
#include <maya/MDistance.h>
#include <maya/MFnMesh.h>
#include <maya/MFnPluginData.h>
#include <maya/MFnPointArrayData.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MGlobal.h>
#include <maya/MItGeometry.h>
#include <maya/MMatrix.h>
#include <maya/MNodeCacheSetupInfo.h>
#include <maya/MObjectArray.h>
#include <maya/MPlug.h>
#include <maya/MPoint.h>
#include <maya/MPointArray.h>
#include <maya/MPxCommand.h>
#include <maya/MPxData.h>
#include <maya/MPxDeformerNode.h>
#include <maya/MSelectionList.h>
#include <maya/MSyntax.h>
#include <maya/MThreadUtils.h>
#include <maya/MTime.h>
#include <maya/MTimeRange.h>

#include <type_traits>
#include <utility>

namespace {

template <class T>
T& some();  // never defined: only its type is used

#define GIVES(Type, expression) \
  static_assert(std::is_same_v<Type, decltype(expression)>, #expression " gives another type")

// Data blocks and handles.
GIVES(MDataHandle, some<MDataBlock>().inputValue(some<const MObject>()));
GIVES(MArrayDataHandle, some<MDataBlock>().inputArrayValue(some<const MObject>()));
GIVES(MArrayDataHandle, some<MDataBlock>().outputArrayValue(some<const MObject>()));
GIVES(MDGContext, some<MDataBlock>().context());
GIVES(MDataHandle, some<MDataHandle>().child(some<const MObject>()));
GIVES(bool&, some<const MDataHandle>().asBool());
GIVES(short&, some<const MDataHandle>().asShort());
GIVES(int&, some<const MDataHandle>().asInt());
GIVES(float&, some<const MDataHandle>().asFloat());
GIVES(double&, some<const MDataHandle>().asDouble());
GIVES(MMatrix&, some<const MDataHandle>().asMatrix());
GIVES(MString&, some<const MDataHandle>().asString());
GIVES(MDistance, some<const MDataHandle>().asDistance());
GIVES(MTime, some<const MDataHandle>().asTime());
GIVES(MObject, some<const MDataHandle>().asMesh());
GIVES(MPxData*, some<const MDataHandle>().asPluginData());
GIVES(MStatus, some<MArrayDataHandle>().jumpToElement(0u));
GIVES(MStatus, some<MArrayDataHandle>().jumpToArrayElement(0u));
GIVES(unsigned int, some<MArrayDataHandle>().elementCount());
GIVES(unsigned int, some<MArrayDataHandle>().elementIndex());
GIVES(MDataHandle, some<MArrayDataHandle>().inputValue());
GIVES(MDataHandle, some<MArrayDataHandle>().outputValue());
GIVES(MArrayDataBuilder, some<MArrayDataHandle>().builder());
GIVES(MStatus, some<MArrayDataHandle>().set(some<MArrayDataBuilder>()));
GIVES(MDataHandle, some<MArrayDataBuilder>().addElement(0u));
GIVES(MStatus, some<const MDGContext>().getTime(some<MTime>()));

// Plugs and paths.
GIVES(MPlug, some<const MPlug>().elementByLogicalIndex(0u));
GIVES(MPlug, some<const MPlug>().child(0u));
GIVES(MPlug, some<const MPlug>().source());
GIVES(MStatus, some<MPlug>().selectAncestorLogicalIndex(0u, some<const MObject>()));
GIVES(unsigned int, some<MPlug>().getExistingArrayAttributeIndices(some<MIntArray>()));
GIVES(MObject, some<const MPlug>().asMObject());
GIVES(MDistance, some<const MPlug>().asMDistance());
GIVES(MMatrix, some<const MDagPath>().inclusiveMatrix());
GIVES(MStatus, some<MDagPath>().extendToShape());
GIVES(MStatus, some<MDagPath>().pop());
GIVES(unsigned int, some<const MDagPath>().length());
GIVES(MStatus, MDagPath::getAPathTo(some<const MObject>(), some<MDagPath>()));
GIVES(MStatus, some<const MSelectionList>().getDagPath(0u, some<MDagPath>()));

// Geometry and values.
GIVES(MStatus, some<const MItGeometry>().allPositions(some<MPointArray>()));
GIVES(MStatus, some<MItGeometry>().setAllPositions(some<const MPointArray>()));
GIVES(int, some<const MItGeometry>().index());
GIVES(int, some<MItGeometry>().exactCount());
GIVES(MStatus, some<const MFnMesh>().getPoints(some<MPointArray>()));
GIVES(MStatus, some<const MFnMesh>().getTriangles(some<MIntArray>(), some<MIntArray>()));
GIVES(MStatus, some<const MFnMesh>().getVertices(some<MIntArray>(), some<MIntArray>()));
GIVES(MPoint, some<const MPoint>() * some<const MMatrix>());
GIVES(MMatrix, some<const MMatrix>() * some<const MMatrix>());
GIVES(double, some<const MMatrix>()(0u, 0u));
GIVES(double, some<const MTime>().as(MTime::kSeconds));
GIVES(MTime::MTick, MTime::ticksPerSecond());
GIVES(MTimeRange, some<const MTimeRange>() | some<const MTimeRange>());
GIVES(int, MThreadUtils::getNumThreads());
GIVES(MPxData*, some<MFnPluginData>().data());
GIVES(MStatus, some<const MFnPointArrayData>().copyTo(some<MPointArray>()));
GIVES(MObject, some<MFnPointArrayData>().create(some<const MPointArray>()));

// Commands.
GIVES(bool, some<const MArgDatabase>().isEdit());
GIVES(bool, some<const MArgDatabase>().isFlagSet(""));
GIVES(unsigned int, some<const MArgDatabase>().numberOfFlagUses(""));
GIVES(MStatus, some<MSyntax>().addFlag("", ""));
GIVES(MString, some<const MArgList>().asString(0u));
GIVES(MStatus, some<MDGModifier>().newPlugValue(some<const MPlug>(), some<MObject>()));
GIVES(MStatus, some<MDGModifier>().commandToExecute(some<const MString>()));

// What the node overrides; a changed signature here would silently never be called.
using Deform = MStatus (MPxGeometryFilter::*)(MDataBlock&, MItGeometry&, const MMatrix&,
                                              unsigned int);
static_assert(std::is_same_v<Deform, decltype(&MPxGeometryFilter::deform)>);
using CacheSetup = void (MPxNode::*)(const MEvaluationNode&, MNodeCacheDisablingInfo&,
                                     MNodeCacheSetupInfo&, MObjectArray&) const;
static_assert(std::is_same_v<CacheSetup, decltype(&MPxNode::getCacheSetup)>);
using Invalidation = MTimeRange (MPxNode::*)(const MPlug&, const MTimeRange&) const;
static_assert(std::is_same_v<Invalidation, decltype(&MPxNode::transformInvalidationRange)>);
using Scheduling = MPxNode::SchedulingType (MPxNode::*)() const;
static_assert(std::is_same_v<Scheduling, decltype(&MPxNode::schedulingType)>);
using ReadAscii = MStatus (MPxData::*)(const MArgList&, unsigned int&);
static_assert(std::is_same_v<ReadAscii, decltype(&MPxData::readASCII)>);
using Undo = MStatus (MPxCommand::*)();
static_assert(std::is_same_v<Undo, decltype(&MPxCommand::undoIt)>);

// Values that the plug-in or the scenarios rely on.
static_assert(MFnAttribute::kDelete == 0 && MFnAttribute::kReset == 1);
static_assert(MStatus::kSuccess == 0 && MStatus::kFailure == 1 && MStatus::kUnknownParameter == 5);
static_assert(MPxNode::kDependNode == 0 && MPxNode::kLocatorNode == 1 &&
              MPxNode::kDeformerNode == 2);
static_assert(MPxNode::kParallel == 1 && MPxNode::kSerial == 2);
static_assert(MFnUnitAttribute::kDistance == 2 && MFnUnitAttribute::kTime == 3);
static_assert(MFnData::kString == 4 && MFnData::kIntArray == 9 && MFnData::kPointArray == 10 &&
              MFnData::kMesh == 14);
static_assert(MFnNumericData::kBoolean == 1 && MFnNumericData::kInt == 7 &&
              MFnNumericData::kFloat == 11 && MFnNumericData::kDouble == 14);
static_assert(MGlobal::kInteractive == 0 && MGlobal::kBatch == 1);
static_assert(MTime::kSeconds == 3 && MTime::kFilm == 6);

}  // namespace
