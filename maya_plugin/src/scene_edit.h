// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <maya/MDGModifier.h>
#include <maya/MPlug.h>

#include <memory>
#include <string>
#include <vector>

#include "bind_data.h"

namespace sinew::maya {

/// Changes of the scene that can be undone and done again as one.
class SceneEdit {
 public:
  /// Does `command`, which must be undoable itself.
  bool execute(const std::string& command);

  void connect(const MPlug& source, const MPlug& destination);
  void disconnect(const MPlug& destination);  ///< from what it is connected to, if it is
  void set(const MPlug& plug, const MString& value);
  void set(const MPlug& plug, double value);
  void set(const MPlug& plug, int value);
  void setChoice(const MPlug& plug, short value);
  void setLength(const MPlug& plug, double centimetres);
  void set(const MPlug& plug, MObject value);

  /// Does what was asked for since the last call; false if Maya refused some of it.
  bool apply();

  void undo();
  bool redo();
  bool isEmpty() const { return done_.empty(); }

 private:
  MDGModifier& pending();

  std::unique_ptr<MDGModifier> pending_;
  std::vector<std::unique_ptr<MDGModifier>> done_;  ///< in this order
  bool refused_ = false;
};

}  // namespace sinew::maya
