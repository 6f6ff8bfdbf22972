// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A Maya session for tests: what a user or a script would do.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model.h"

namespace standin {

using Points = std::vector<std::array<float, 3>>;

enum class SceneFormat { Ascii, Binary };

struct SavedValue {
  std::string plug;  ///< ".attribute[3].child"
  Kind kind;
  double number = 0;
  std::string text;  ///< also plug-in data, as it wrote itself
  MMatrix matrix;
  std::shared_ptr<Object> object;
};
struct SavedNode {
  std::string type, name, parent, animation;
  bool isTransform, isJoint, isMesh, isIntermediate;
  std::vector<SavedValue> values;
  std::map<unsigned int, std::vector<int>> members;
  std::vector<std::pair<std::string, std::string>> connections;  ///< from, to
};
/// As a file would hold it: values that are stored, not the default and not connected.
struct SavedScene {
  SceneFormat format;
  std::vector<SavedNode> nodes;
};

class Session {
 public:
  explicit Session(MGlobal::MMayaState state = MGlobal::kBatch);
  ~Session();

  bool loadPlugin();
  bool unloadPlugin();

  /// Local matrices in centimetres as functions of the time [s].
  using Motion = std::function<MMatrix(double seconds)>;
  void addTransform(const std::string& name, const std::string& parent, Motion local, bool isJoint);
  /// A shape `name`Shape below a new transform `name`.
  void addMesh(const std::string& name, const std::string& parent, const MMatrix& place,
               const Points& points, const std::vector<int>& counts,
               const std::vector<int>& corners);
  void moveTransform(const std::string& name, const MMatrix& local);
  void setMeshData(const std::string& name, const Points& points, const std::vector<int>& counts,
                   const std::vector<int>& corners);

  /// A command of a plug-in. Its result, or nothing if it failed; goes to the undo queue.
  std::optional<std::vector<std::string>> run(const std::string& command);
  bool undo();
  bool redo();
  void flushUndo();

  void select(std::vector<std::string> names) { host().selection = std::move(names); }
  void setNumber(const std::string& plug, double value);
  void setMatrix(const std::string& plug, const MMatrix& value);
  double number(const std::string& plug);
  std::string text(const std::string& plug);
  void connectPlugs(const std::string& from, const std::string& to);
  void disconnectPlug(const std::string& to);
  void renameNode(const std::string& from, const std::string& to);
  void deleteNode(const std::string& name);

  void setFrame(double frame);  ///< tells nodes (DG)
  /// The points of outputGeom[geometry] of a deformer, pulled.
  Points points(const std::string& deformer, unsigned int geometry = 0);
  /// The same in a background context at another frame; may be called on another thread.
  struct Background {
    std::unique_ptr<Context> context;
    Points points(const std::string& deformer, unsigned int geometry = 0);
  };
  Background background(double frame);
  void setBackgroundFrame(Background& background, double frame);

  /// The Evaluation Manager: the graph is built, nodes are not told, and all deformers are computed
  /// at once on threads of their own.
  void evaluateParallel(double frame);
  /// What the last of these left in the data block, without computing.
  Points evaluatedPoints(const std::string& deformer, unsigned int geometry = 0);

  SavedScene save(SceneFormat format) const;
  void open(const SavedScene& scene, const std::string& nameSpace = "");
  void newScene();

  std::vector<std::string>& messages() { return host().messages; }

 private:
  std::vector<std::unique_ptr<MPxCommand>> undoQueue_, redoQueue_;
};

}  // namespace standin
