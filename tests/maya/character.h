// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A small limb in a Maya scene: a closed tube of quads along x, and three joints that bend it.
#pragma once

#include <string>
#include <vector>

#include "session.h"
#include "sinew/simulation.h"

namespace sinew::test {

using standin::Points;
using standin::Session;

/// Row vectors, centimetres.
MMatrix translation(double x, double y, double z);
MMatrix rotationZ(double degrees);
MMatrix scaling(double x, double y, double z);

struct Tube {
  Points points;
  std::vector<int> counts, corners;
};
/// 40 cm long, 5 cm in radius, from x = 0.
Tube makeTube(int rings = 17, int around = 12);

/// A box of quads between two corners.
Tube makeBox(const std::array<float, 3>& least, const std::array<float, 3>& greatest);

/// How far the elbow is bent at a frame: 0 at frame 0, 3 degrees more each frame.
double bendAt(double seconds);

/// Adds joints <prefix>root (x = 2), <prefix>elbow (20) and <prefix>tip (38), and a tube
/// <prefix>skin.
void addLimb(Session& session, const std::string& prefix = "", const MMatrix& place = MMatrix());

/// The command that binds it, with few cells.
std::string bindCommand(const std::string& prefix = "", const std::string& more = "");

/// Adds a limb, loads the plug-in and binds; the name of the deformer.
std::string makeDeformer(Session& session, const std::string& prefix = "");

/// The path of a file that a test writes.
std::string temporary(const std::string& name);

/// What the deformer says of its first mesh.
std::string status(Session& session, const std::string& deformer);

/// What the limb looks like at a frame, from a session of its own.
Points plainPoints(double frame);

/// Where the character's bones are at a frame, computed here: rest to posed, [m].
Pose poseAt(const std::vector<std::int32_t>& jointOfBone, double seconds);

/// A surface of the library [m] as Maya has it [cm].
Points inCentimetres(const std::vector<Vec3f>& surface);

/// The largest distance between two points of the same number [cm].
double greatestGap(const Points& a, const Points& b);

}  // namespace sinew::test
