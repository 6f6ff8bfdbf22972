// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// sinewDisplay: a locator that shows what a sinewDeformer works with. Separate from the deformer,
// so that looking at it never solves a frame.
#pragma once

#include <maya/MPxDrawOverride.h>
#include <maya/MPxLocatorNode.h>

namespace sinew::maya {

inline constexpr const char* kDisplayClass = "drawdb/geometry/sinewDisplay";
inline constexpr const char* kDisplayRegistrant = "sinewDisplayDraw";

class DisplayNode : public MPxLocatorNode {
 public:
  static void* create() { return new DisplayNode; }
  static MStatus initialize();

  static MObject deformer;  ///< message of the sinewDeformer to show
  static MObject showBones, showJoints, showLattice, showColliders, showContacts;
};

class DisplayDraw : public MHWRender::MPxDrawOverride {
 public:
  static MHWRender::MPxDrawOverride* create(const MObject& node) { return new DisplayDraw(node); }

  MHWRender::DrawAPI supportedDrawAPIs() const override { return MHWRender::kAllDevices; }
  bool hasUIDrawables() const override { return true; }
  bool isBounded(const MDagPath&, const MDagPath&) const override { return false; }
  MUserData* prepareForDraw(const MDagPath& path, const MDagPath& camera,
                            const MHWRender::MFrameContext& context, MUserData* old) override;
  void addUIDrawables(const MDagPath& path, MHWRender::MUIDrawManager& draw,
                      const MHWRender::MFrameContext& context, const MUserData* data) override;

 private:
  explicit DisplayDraw(const MObject& node);
};

}  // namespace sinew::maya
