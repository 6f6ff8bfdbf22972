// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Small characters for tests of the public API.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "scenes/scenes.h"
#include "sinew/sinew.h"
#include "support/meshes.h"

namespace sinew::testing {

/// A ball of radius 1 around a bone of radius 0.3.
inline CharacterDesc ballCharacter() {
  CharacterDesc desc;
  MeshShape skin = toShape(ballMesh({0, 0, 0}, 1, 3));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.bones.push_back({"core", CapsuleShape{{-0.3, 0, 0}, {0.3, 0, 0}, 0.3}});
  return desc;
}

/// A bar along x from 0 to 4 with a bone in each end.
inline CharacterDesc barCharacter() {
  CharacterDesc desc;
  MeshShape skin = toShape(refined(boxMesh({0, 0, 0}, {4, 1, 1}), 4));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.bones.push_back({"left", CapsuleShape{{0.2, 0.5, 0.5}, {1, 0.5, 0.5}, 0.2}});
  desc.bones.push_back({"right", CapsuleShape{{3, 0.5, 0.5}, {3.8, 0.5, 0.5}, 0.2}});
  return desc;
}

/// Two shells of one skin, each around a bone.
inline CharacterDesc twoShells(const TriangleMesh& lower, const TriangleMesh& upper,
                               const CapsuleShape& lowerBone, const CapsuleShape& upperBone) {
  CharacterDesc desc;
  MeshShape skin = toShape(joined(lower, upper));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.bones.push_back({"lower", lowerBone});
  desc.bones.push_back({"upper", upperBone});
  return desc;
}

/// Two balls of radius 1, one above the other and apart by 0.3, each around a bone.
inline CharacterDesc twoBallsCharacter() {
  return twoShells(ballMesh({0, 0, 0}, 1, 4), ballMesh({0, 2.3, 0}, 1, 4),
                   {{-0.2, 0, 0}, {0.2, 0, 0}, 0.4}, {{-0.2, 2.3, 0}, {0.2, 2.3, 0}, 0.4});
}

/// Two fingers along x, 4 long and 1 thick, apart by 0.06: closer than cells are wide.
inline CharacterDesc twoFingersCharacter() {
  const auto finger = [](double y) {
    TriangleMesh mesh = ballMesh({0, 0, 0}, 0.5, 4);
    for (Vec3<double>& p : mesh.points) p = {4 * p.x, p.y + y, p.z};
    return mesh;
  };
  return twoShells(finger(0), finger(1.06), {{-1.2, 0, 0}, {1.2, 0, 0}, 0.15},
                   {{-1.2, 1.06, 0}, {1.2, 1.06, 0}, 0.15});
}

inline BindSettings cellsOfEdge(double edge) {
  BindSettings settings;
  settings.cellSize = edge;
  return settings;
}

inline BindSettings aboutCells(std::int64_t count) {
  BindSettings settings;
  settings.targetCells = count;
  return settings;
}

inline Pose restPose(const Character& character) {
  Pose pose;
  pose.bones.resize(static_cast<std::size_t>(character.summary().bones));
  return pose;
}

/// A character with the simulation and the surface it is solved into.
struct Player {
  explicit Player(std::shared_ptr<const Character> character)
      : simulation(character), surface(static_cast<std::size_t>(character->summary().vertices)) {}

  FrameReport solve(const Pose& pose, const SolveSettings& settings = {}) {
    return simulation.solve(pose, settings, surface);
  }

  Simulation simulation;
  std::vector<Vec3f> surface;
};

inline bool isFinite(const std::vector<Vec3f>& points) {
  for (const Vec3f& p : points)
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) return false;
  return true;
}

/// One sentence, as users see it.
inline bool isSentence(const std::string& text) {
  return text.size() > 10 && text.back() == '.' && text.find('\n') == std::string::npos;
}

}  // namespace sinew::testing
