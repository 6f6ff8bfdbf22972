// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/scenes.h"

#include <utility>

#include "scenes/surface_nets.h"

namespace sinew::scenes {

std::vector<std::string> sceneNames() {
  return {"gesture", "arm", "hand", "forearm", "ball", "bar", "cube"};
}

std::optional<Scene> makeScene(std::string_view name, double detail) {
  if (name == "gesture") return makeGesture(detail);
  if (name == "arm") return makeArm(detail);
  if (name == "hand") return makeHand(detail);
  if (name == "forearm") return makeForearm(detail);
  if (name == "ball") return makeBall(detail);
  if (name == "bar") return makeBar(detail);
  if (name == "cube") return makeCube(detail);
  return std::nullopt;
}

void addCapsuleBone(Scene& scene, std::string name, const CapsuleShape& shape, const Joint& joint,
                    Attachment attachment) {
  scene.character.bones.push_back({std::move(name), shape, attachment});
  scene.bones.push_back(capsule(shape.head, shape.tail, shape.radius));
  scene.joints.push_back(joint);
}

void addMeshBone(Scene& scene, std::string name, Mesh shape, Implicit implicit,
                 const Joint& joint) {
  scene.character.bones.push_back({std::move(name), std::move(shape), Attachment::Hard});
  scene.bones.push_back(std::move(implicit));
  scene.joints.push_back(joint);
}

void setSkin(Scene& scene, Implicit shape, const Bounds& box, double spacing) {
  Mesh mesh = surfaceNets(shape, box, spacing);
  scene.bounds = boundsOf(mesh.points);
  scene.skin = std::move(shape);
  scene.character.points = std::move(mesh.points);
  scene.character.triangles = std::move(mesh.triangles);
}

Pose poseHierarchy(const std::vector<Joint>& joints, const std::vector<Affine3d>& local) {
  Pose pose{local};
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const int parent = joints[j].parent;
    if (parent >= 0) pose.bones[j] = compose(pose.bones[parent], local[j]);
  }
  return pose;
}

}  // namespace sinew::scenes
