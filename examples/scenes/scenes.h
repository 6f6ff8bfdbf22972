// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Small characters made from formulas, shared by the demo, the tests and the benchmarks:
//
//   cube     two slabs hold opposite faces; one twists and pulls
//   bar      a slender beam; one end is bent round by a quarter turn
//   ball     a core stays while a handle under the skin is pulled out and turned
//   arm      a human arm with a fist; the elbow flexes and the forearm turns
//   gesture  an arm with an open hand: it bends, twists and makes a fist
//   hand     a human hand; five fingers curl to a loose fist
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/implicit.h"
#include "scenes/mesh.h"
#include "sinew/character.h"
#include "sinew/simulation.h"

namespace sinew::scenes {

/// The joint that moves a bone: it turns about `head`, and the limb runs from there to `tail` [m].
struct Joint {
  Vec3d head, tail;
  int parent = -1;  ///< the bone it hangs on, listed before it; -1 for a root
};

struct Scene {
  std::string name;
  CharacterDesc character;
  std::vector<Joint> joints;  ///< one per bone

  Implicit skin;                ///< the rest body, negative inside [m]
  std::vector<Implicit> bones;  ///< the bones' rest shapes, negative inside [m]
  Bounds bounds;                ///< of the rest body [m]

  std::function<Pose(double)> pose;  ///< the clip for t in [0, 1]; the rest pose at 0
  Vec3d viewDirection{0, 0, -1};     ///< a good direction to look along; y is up
};

std::vector<std::string> sceneNames();

/// The scene called `name`, or nothing. `detail` divides the length of mesh edges: 1 gives 8 000 to
/// 27 000 vertices, 2 four times as many. Below 0.4 the hand's fingers grow together.
std::optional<Scene> makeScene(std::string_view name, double detail = 1);

Scene makeCube(double detail);
Scene makeBar(double detail);
Scene makeBall(double detail);
Scene makeArm(double detail);
Scene makeHand(double detail);
Scene makeGesture(double detail);
Scene makeForearm(double detail);

/// Adds a bone to `scene` together with its joint and implicit shape.
void addCapsuleBone(Scene& scene, std::string name, const CapsuleShape& shape, const Joint& joint,
                    Attachment attachment = Attachment::Hard);
void addMeshBone(Scene& scene, std::string name, Mesh shape, Implicit implicit, const Joint& joint);

/// Sets the skin of `scene` to the surface of `shape`.
void setSkin(Scene& scene, Implicit shape, const Bounds& box, double spacing);

/// The pose in which every joint first does its own `local` motion and then follows its parents.
Pose poseHierarchy(const std::vector<Joint>& joints, const std::vector<Affine3d>& local);

}  // namespace sinew::scenes
