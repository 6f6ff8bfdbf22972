// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stand-in of the Maya API: what plug-ins derive from, register and call.
#pragma once

#include "functions.h"

typedef uintptr_t MCallbackId;

STANDIN_OPEN

class MEvaluationNode {};
class MNodeCacheDisablingInfo {};
class MNodeCacheSetupInfo {
 public:
  enum PreferenceFlag { kWantToCacheByDefault, kLastPreference };
  enum RequirementFlag { kSimulationSupport, kLastRequirement };
  void setPreference(PreferenceFlag flag, bool value);
  void setRequirement(RequirementFlag flag, bool value);
  bool wantsCache = false, isSimulation = false;
};

class MPxNode {
 public:
  enum Type { kDependNode, kLocatorNode, kDeformerNode };
  enum SchedulingType { kParallel = 1, kSerial, kGloballySerial, kUntrusted };
  typedef unsigned int PostEvaluationType;

  MPxNode();
  virtual ~MPxNode();
  virtual void postConstructor();
  virtual MStatus compute(const MPlug& plug, MDataBlock& block);
  virtual MStatus setDependentsDirty(const MPlug& plug, MPlugArray& affected);
  virtual MStatus preEvaluation(const MDGContext& context, const MEvaluationNode& node);
  virtual MStatus postEvaluation(const MDGContext& context, const MEvaluationNode& node,
                                 PostEvaluationType type);
  virtual SchedulingType schedulingType() const;
  virtual void getCacheSetup(const MEvaluationNode&, MNodeCacheDisablingInfo&, MNodeCacheSetupInfo&,
                             MObjectArray&) const;
  virtual MTimeRange transformInvalidationRange(const MPlug& source, const MTimeRange& range) const;
  virtual Type type() const;
  static MStatus addAttribute(const MObject& attribute);
  static MStatus attributeAffects(const MObject& whenChanges, const MObject& isAffected);
  virtual MString name() const;
  virtual MObject thisMObject() const;

  standin::Node* standin = nullptr;  ///< not set in the constructor, as in Maya
};

class MPxGeometryFilter : public MPxNode {
 public:
  MPxGeometryFilter();
  ~MPxGeometryFilter() override;
  Type type() const override;
  virtual MStatus deform(MDataBlock& block, MItGeometry& points, const MMatrix& localToWorld,
                         unsigned int multiIndex);
  MObject thisMObject() const override;
  static MObject input, inputGeom, groupId, outputGeom, envelope;
};

class MPxDeformerNode : public MPxGeometryFilter {
 public:
  MPxDeformerNode();
  ~MPxDeformerNode() override;
  Type type() const override;
  float weightValue(MDataBlock& block, unsigned int multiIndex, unsigned int wtIndex);
  const float* envelopeWeights(MDataBlock& block, unsigned int multiIndex,
                               unsigned int* numWeights = nullptr);
  static MObject weightList, weights;
};

class MPxLocatorNode : public MPxNode {
 public:
  MPxLocatorNode();
  ~MPxLocatorNode() override;
  void getCacheSetup(const MEvaluationNode&, MNodeCacheDisablingInfo&, MNodeCacheSetupInfo&,
                     MObjectArray&) const override;
  Type type() const override;
  MObject thisMObject() const override;
};

class MArgList {
 public:
  MArgList();
  ~MArgList();
  int asInt(unsigned int index, MStatus* ret = nullptr) const;
  double asDouble(unsigned int index, MStatus* ret = nullptr) const;
  MString asString(unsigned int index, MStatus* ret = nullptr) const;
  std::vector<std::string> standin;
};

class MSyntax {
 public:
  enum MArgType { kInvalidArgType, kNoArg, kBoolean, kLong, kDouble, kString };
  enum MObjectFormat { kInvalidObjectFormat, kNone, kStringObjects, kSelectionList };
  MSyntax();
  MSyntax(const MSyntax& other);
  virtual ~MSyntax();
  MSyntax& operator=(const MSyntax& other);
  MStatus addFlag(const char* shortName, const char* longName, MArgType argType1 = kNoArg,
                  MArgType argType2 = kNoArg, MArgType argType3 = kNoArg,
                  MArgType argType4 = kNoArg, MArgType argType5 = kNoArg,
                  MArgType argType6 = kNoArg);
  MStatus makeFlagMultiUse(const char* flag);
  void useSelectionAsDefault(bool use = false);
  MStatus setObjectType(MObjectFormat format, unsigned int minimumObjects = 0);
  void enableQuery(bool supports = true);
  void enableEdit(bool supports = true);

  struct Flag {
    std::string shortName, longName;
    std::vector<MArgType> arguments;
    bool isMultiUse = false;
  };
  std::vector<Flag> flags;
  bool usesSelection = false, canQuery = false, canEdit = false;
};

class MArgParser {
 public:
  virtual ~MArgParser();
  bool isFlagSet(const char* flag, MStatus* ReturnStatus = nullptr) const;
  bool isEdit(MStatus* ReturnStatus = nullptr) const;
  bool isQuery(MStatus* ReturnStatus = nullptr) const;
  unsigned int numberOfFlagUses(const char* flag) const;
  MStatus getFlagArgumentList(const char* flag, unsigned int use, MArgList& arguments) const;

 protected:
  struct Use {
    std::string longName;
    std::vector<std::string> arguments;
  };
  const Use* find(const char* flag, unsigned int use) const;
  MSyntax syntax_;
  std::vector<Use> uses_;
  std::vector<std::string> objects_;
  bool isEdit_ = false, isQuery_ = false;
};

class MArgDatabase : public MArgParser {
 public:
  MArgDatabase(const MSyntax& syntax, const MArgList& arguments, MStatus* ReturnStatus = nullptr);
  ~MArgDatabase() override;
  MStatus getFlagArgument(const char* flag, unsigned int index, MString& result) const;
  MStatus getFlagArgument(const char* flag, unsigned int index, double& result) const;
  MStatus getObjects(MSelectionList& result) const;
};

class MPxCommand {
 public:
  MPxCommand();
  virtual ~MPxCommand();
  virtual MStatus doIt(const MArgList& arguments);
  virtual MStatus undoIt();
  virtual MStatus redoIt();
  virtual bool isUndoable() const;
  virtual bool hasSyntax() const;
  MSyntax syntax() const;
  static void displayError(const MString& text, bool showLineNumber = false);
  static void setResult(const MStringArray& result);
};

class MDGModifier {
 public:
  MDGModifier();
  virtual ~MDGModifier();
  MStatus connect(const MPlug& source, const MPlug& destination);
  MStatus disconnect(const MPlug& source, const MPlug& destination);
  MStatus commandToExecute(const MString& command);
  MStatus newPlugValue(const MPlug& plug, MObject& value);
  MStatus newPlugValueDouble(const MPlug& plug, double value);
  MStatus newPlugValueInt(const MPlug& plug, int value);
  MStatus newPlugValueMDistance(const MPlug& plug, const MDistance& value);
  MStatus newPlugValueShort(const MPlug& plug, short value);
  MStatus newPlugValueString(const MPlug& plug, const MString& value);
  MStatus doIt();
  MStatus undoIt();

 private:
  MDGModifier(const MDGModifier&);
  struct Operation;
  MStatus setNumber(const MPlug& plug, double value);
  std::vector<std::shared_ptr<Operation>> operations_;
  std::size_t done_ = 0;
};

class MMessage {
 public:
  typedef void (*MElapsedTimeFunction)(float elapsed, float last, void* clientData);
  typedef void (*MNodeFunction)(MObject& node, void* clientData);
  static MStatus removeCallback(MCallbackId id);
};
class MTimerMessage : public MMessage {
 public:
  static MCallbackId addTimerCallback(float period, MMessage::MElapsedTimeFunction function,
                                      void* clientData = nullptr, MStatus* ReturnStatus = nullptr);
};
class MDGMessage : public MMessage {
 public:
  static MCallbackId addNodeAddedCallback(MMessage::MNodeFunction function,
                                          const MString& nodeType = "dependNode",
                                          void* clientData = nullptr,
                                          MStatus* ReturnStatus = nullptr);
};

class MGlobal {
 public:
  enum MMayaState { kInteractive, kBatch, kLibraryApp, kBaseUIMode };
  static MMayaState mayaState(MStatus* ReturnStatus = nullptr);
  static void displayWarning(const MString& text);
  static bool isYAxisUp(MStatus* ReturnStatus = nullptr);
};

class MComputation {
 public:
  MComputation();
  virtual ~MComputation();
  void beginComputation(bool showProgressBar = false, bool isInterruptable = true,
                        bool useWaitCursor = true);
  bool isInterruptRequested();
  void endComputation();
  MStatus setProgressRange(const int least, const int greatest);
  MStatus setProgress(const int amount);
};

class MAnimControl {
 public:
  static MTime currentTime();
  static MTime minTime();
  static MTime maxTime();
  static MStatus setCurrentTime(const MTime& time);
};

class MThreadUtils {
 public:
  static int getNumThreads();
};

typedef void* (*MCreatorFunction)();
typedef MStatus (*MInitializeFunction)();
typedef MSyntax (*MCreateSyntaxFunction)();

class MFnPlugin : public MFnBase {
 public:
  MFnPlugin(MObject& object, const char* vendor = "Unknown", const char* version = "Unknown",
            const char* requiredApiVersion = "Any", MStatus* ReturnStatus = nullptr);
  ~MFnPlugin() override;
  MStatus registerCommand(const MString& name, MCreatorFunction creator,
                          MCreateSyntaxFunction syntax = nullptr);
  MStatus deregisterCommand(const MString& name);
  MStatus registerNode(const MString& typeName, const MTypeId& typeId, MCreatorFunction creator,
                       MInitializeFunction initialize, MPxNode::Type type = MPxNode::kDependNode,
                       const MString* classification = nullptr);
  MStatus deregisterNode(const MTypeId& typeId);
  MStatus registerData(const MString& typeName, const MTypeId& typeId, MCreatorFunction creator,
                       MPxData::Type type = MPxData::kData);
  MStatus deregisterData(const MTypeId& typeId);
  MStatus registerUI(const MString& creationProc, const MString& deletionProc,
                     const MString& creationBatchProc = "", const MString& deletionBatchProc = "");
};

STANDIN_CLOSE

#include "drawing.h"

PLUGIN_EXPORT MStatus initializePlugin(MObject object);
PLUGIN_EXPORT MStatus uninitializePlugin(MObject object);
