// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stand-in of the Maya API: drawing in the viewport.
#pragma once

#include "objects.h"

STANDIN_OPEN

class MUserData {
 public:
  MUserData();
  virtual ~MUserData();
};

namespace MHWRender {

class MFrameContext {};
class MDrawContext;
enum DrawAPI { kNone = 0, kOpenGL = 1, kDirectX11 = 2, kOpenGLCoreProfile = 4, kAllDevices = 7 };

class MUIDrawManager {
 public:
  enum Selectability { kNonSelectable, kSelectable, kAutomatic };
  void beginDrawable(Selectability selectability = kAutomatic, unsigned int name = 0);
  void endDrawable();
  void setColor(const MColor& color);
  void point(const MPoint& point);
  void capsule(const MPoint& centre, const MVector& up, double radius, double height,
               int subdivisionsAxis, int subdivisionsHeight, bool filled = false);
  MStatus lineList(const MPointArray& points, bool draw2D);
  int points = 0, capsules = 0;
  std::vector<MPointArray> lines;  // of each call
};

class MPxDrawOverride {
 public:
  typedef void (*GeometryDrawOverrideCb)(const MDrawContext&, const MUserData*);
  MPxDrawOverride(const MObject& object, GeometryDrawOverrideCb callback,
                  bool isAlwaysDirty = true);
  virtual ~MPxDrawOverride();
  virtual DrawAPI supportedDrawAPIs() const = 0;
  virtual bool hasUIDrawables() const = 0;
  virtual bool isBounded(const MDagPath& path, const MDagPath& camera) const = 0;
  virtual MUserData* prepareForDraw(const MDagPath& path, const MDagPath& camera,
                                    const MFrameContext& context, MUserData* old) = 0;
  virtual void addUIDrawables(const MDagPath& path, MUIDrawManager& draw,
                              const MFrameContext& context, const MUserData* data) = 0;
};

class MDrawRegistry {
 public:
  typedef MPxDrawOverride* (*DrawOverrideCreator)(const MObject&);
  static MStatus registerDrawOverrideCreator(const MString& classification,
                                             const MString& registrant,
                                             DrawOverrideCreator creator);
  static MStatus deregisterDrawOverrideCreator(const MString& classification,
                                               const MString& registrant);
};

}  // namespace MHWRender

STANDIN_CLOSE
