// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How the stand-in models Maya: attributes, slots of values, nodes, data blocks, connections. What
// it does not model aborts the test. Read with docs/maya.md, "How it is tested without Maya".
#pragma once

#include <functional>
#include <map>
#include <set>
#include <thread>

#include "nodes.h"

namespace standin {

[[noreturn]] void notModelled(const std::string& what);
Attribute* attributeOf(const MObject& object);  // which must be one
inline MStatus done() { return MStatus::kSuccess; }

struct Object : std::enable_shared_from_this<Object> {
  virtual ~Object() = default;
};

enum class Kind {
  Bool,
  Short,
  Int,
  Float,
  Double,
  Distance,
  Time,
  String,
  Matrix,
  Mesh,
  IntArray,
  PointArray,
  Plugin,
  Message,
  Compound
};

struct Attribute : Object {
  std::string name;
  Kind kind = Kind::Double;
  double initial = 0, least = -1e300, greatest = 1e300;
  bool isArray = false, isStorable = true, isWritable = true, isHidden = false, usesBuilder = false;
  bool deletesOnDisconnect = false, resetsOnDisconnect = false;
  bool isFilename = false, isAdded = false;
  unsigned int pluginData = 0;
  Attribute* parent = nullptr;
  std::vector<std::shared_ptr<Attribute>> children;
  std::vector<std::string> fields;
  std::vector<Attribute*> affects;
  bool isAffected = false;  ///< some attribute affects it: it is computed
};

struct MeshData : Object {
  std::vector<std::array<float, 3>> points;  ///< Maya keeps meshes in float
  std::vector<int> counts, corners;
};
struct MatrixData : Object {
  MMatrix matrix;
};
struct IntArrayData : Object {
  std::vector<int> values;
};
struct PointArrayData : Object {
  std::vector<MPoint> points;
};
struct PluginData : Object {
  std::unique_ptr<MPxData> data;
};

/// The value of a plug, or its children, or its elements.
struct Slot {
  Attribute* attribute = nullptr;
  bool isElement = false;  ///< of an array: holds one value
  bool isDirty = true;     ///< of computed attributes
  bool isSet = false;
  bool asBool = false;
  short asShort = 0;
  int asInt = 0;
  float asFloat = 0;
  double asDouble = 0;  ///< also distances [cm] and times [s]
  MString text;
  MMatrix matrix;
  std::shared_ptr<Object> object;
  std::map<unsigned int, std::unique_ptr<Slot>> elements;
  std::vector<std::unique_ptr<Slot>> children;

  Slot(Attribute* a, bool element);
  bool isArrayRoot() const { return attribute->isArray && !isElement; }
  bool isDefault() const;
  void setNumber(double value);
  double number() const;
  void copyFrom(const Slot& other);  ///< value, children and elements
  Slot& element(unsigned int index);
};

/// Normal, or of a background evaluation: a time and data blocks of its own.
struct Context {
  double seconds = 0;
  bool isNormal = false;
  std::map<const Node*, std::unique_ptr<Block>> blocks;
};

struct Block {
  Node* node;
  Context* context;
  std::map<const Attribute*, std::unique_ptr<Slot>> roots;
  std::vector<float> weights;   ///< painted ones, while a compute call lasts
  std::uint64_t computing = 0;  ///< number of the compute call under way; 0: none
};

using Steps = std::vector<MPlug::Step>;

struct Connection {
  std::shared_ptr<Node> source;
  Steps from;
};

struct NodeType {
  std::string name;
  unsigned int id = 0;
  MCreatorFunction creator = nullptr;
  MPxNode::Type kind = MPxNode::kDependNode;
  std::vector<std::shared_ptr<Attribute>> attributes;
};

struct Node : Object {
  std::string name;
  std::shared_ptr<NodeType> type;
  std::unique_ptr<MPxNode> user;
  Block normal;
  std::map<std::string, Connection> incoming;  ///< by the text of the destination's steps
  std::map<std::string, Steps> incomingSteps;
  bool isInScene = false;

  // Of DAG nodes.
  bool isTransform = false, isJoint = false, isMesh = false;
  bool isIntermediate = false, isReferenced = false;  ///< of shapes
  std::weak_ptr<Node> parent;
  std::function<MMatrix(double seconds)> local;
  std::string animation;  ///< under which `local` is known to the host; "": none

  // Of deformers: members per mesh (empty: all), painted weights per mesh in that order.
  std::map<unsigned int, std::vector<int>> members;

  MMatrix world(double seconds) const;
};

std::string textOf(const Steps& steps);
Steps stepsTo(Attribute* attribute);

/// The value of a plug in a context, evaluated. Adds missing elements.
Slot& pull(Node& node, const Steps& steps, Context& context);

/// The same without evaluating; null if an element is missing.
Slot* find(Block& block, const Steps& steps, bool adds);
Block& blockOf(Node& node, Context& context);

/// Everything that hangs on a plug must be computed again. As in Maya, tells nodes only in DG mode.
void setDirty(Node& node, const Attribute* attribute, bool tellsNodes);

/// Values that come over connections into this plug or below it.
void fetch(Node& node, const Steps& steps, Context& context);

void connect(const MPlug& source, const MPlug& destination);
void disconnect(const MPlug& destination);

/// The one session.
struct Host {
  MGlobal::MMayaState state = MGlobal::kBatch;
  std::thread::id mainThread = std::this_thread::get_id();
  Context normal;
  std::vector<std::shared_ptr<Node>> nodes;
  std::map<std::string, std::shared_ptr<NodeType>> types;
  std::map<unsigned int, MCreatorFunction> dataTypes;
  struct Command {
    MCreatorFunction creator;
    MCreateSyntaxFunction syntax;
  };
  std::map<std::string, Command> commands;
  std::map<std::string, MHWRender::MDrawRegistry::DrawOverrideCreator> drawOverrides;
  std::map<MCallbackId, std::function<void()>> timers;
  struct NodeAdded {
    MMessage::MNodeFunction function;
    std::string type;
    void* data;
  };
  std::map<MCallbackId, NodeAdded> nodeAdded;
  MCallbackId nextCallback = 1;
  std::vector<std::string> selection, result;
  std::vector<std::string> messages;  ///< "warning: ..." and so on
  std::string runningCommand;
  std::map<std::string, std::function<MMatrix(double)>> animations;
  NodeType* initialising = nullptr;
  int threads = 2, interruptAfter = -1;  ///< Escape is pressed at this many questions for it
  std::function<void()> beforeDeform;
  double firstFrame = 1, lastFrame = 24;

  void log(const char* kind, const std::string& text);
  std::shared_ptr<Node> findNode(const std::string& name) const;
  std::shared_ptr<Node> addNode(const std::string& type, const std::string& name);
  void putIn(const std::shared_ptr<Node>& node);
  void takeOut(const std::shared_ptr<Node>& node);
  std::string freeName(const std::string& wanted) const;
  MPlug plug(const std::string& name) const;  ///< "node.attribute[3].child"
};

Host& host();

/// The clock, transforms, meshes, and what every deformer has.
void addBuiltInTypes();

}  // namespace standin
