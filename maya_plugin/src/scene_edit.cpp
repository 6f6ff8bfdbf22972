// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scene_edit.h"

#include <maya/MDistance.h>

#include "convert.h"

namespace sinew::maya {

MDGModifier& SceneEdit::pending() {
  if (!pending_) pending_ = std::make_unique<MDGModifier>();
  return *pending_;
}

bool SceneEdit::execute(const std::string& command) {
  refused_ |= !pending().commandToExecute(toMString(command));
  return apply();
}

void SceneEdit::connect(const MPlug& source, const MPlug& destination) {
  refused_ |= !pending().connect(source, destination);
}
void SceneEdit::disconnect(const MPlug& destination) {
  if (destination.isDestination())
    refused_ |= !pending().disconnect(destination.source(), destination);
}
void SceneEdit::set(const MPlug& plug, const MString& value) {
  refused_ |= !pending().newPlugValueString(plug, value);
}
void SceneEdit::set(const MPlug& plug, double value) {
  refused_ |= !pending().newPlugValueDouble(plug, value);
}
void SceneEdit::set(const MPlug& plug, int value) {
  refused_ |= !pending().newPlugValueInt(plug, value);
}
void SceneEdit::setChoice(const MPlug& plug, short value) {
  refused_ |= !pending().newPlugValueShort(plug, value);
}
void SceneEdit::setLength(const MPlug& plug, double centimetres) {
  refused_ |= !pending().newPlugValueMDistance(plug, MDistance(centimetres));
}
void SceneEdit::set(const MPlug& plug, MObject value) {
  refused_ |= !pending().newPlugValue(plug, value);
}

bool SceneEdit::apply() {
  if (pending_) {
    refused_ |= !pending_->doIt();
    done_.push_back(std::move(pending_));
  }
  return !refused_;
}

void SceneEdit::undo() {
  for (auto it = done_.rbegin(); it != done_.rend(); ++it) (*it)->undoIt();
}

bool SceneEdit::redo() {
  bool ok = true;
  for (const auto& modifier : done_) ok = modifier->doIt() && ok;
  return ok;
}

}  // namespace sinew::maya
