// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "diagnosis/bone_findings.h"

#include <algorithm>

#include "api/attach_bones.h"
#include "api/bone_shape.h"
#include "api/mesh_input.h"
#include "base/sentences.h"
#include "geometry/winding_number.h"

namespace sinew {
namespace {

/// A bone may reach out of the skin this much, such as a claw or a tooth.
constexpr double kMostOutside = 0.25;
constexpr int kAlongCapsule = 9;
constexpr std::size_t kMostOfMesh = 256;

using Points = std::vector<Vec3<double>>;

void addPoints(const CapsuleShape& capsule, Points& points) {
  for (int i = 0; i < kAlongCapsule; ++i) {
    const double t = static_cast<double>(i) / (kAlongCapsule - 1);
    points.push_back((1 - t) * toVec(capsule.head) + t * toVec(capsule.tail));
  }
}

void addPoints(const CapsuleSetShape& set, Points& points) {
  for (const CapsuleShape& capsule : set.capsules) addPoints(capsule, points);
}

void addPoints(const EllipsoidShape& e, Points& points) {
  points.push_back(toVec(e.center));
  for (const Vec3d& axis : e.axes)
    for (const double side : {-0.5, 0.5}) points.push_back(toVec(e.center) + side * toVec(axis));
}

void addPoints(const MeshShape& mesh, Points& points) {
  const std::size_t stride = 1 + mesh.points.size() / kMostOfMesh;
  for (std::size_t i = 0; i < mesh.points.size(); i += stride)
    points.push_back(sinew::toVec(mesh.points[i]));
}

double shareOutside(const WindingNumber& winding, const Bone& bone) {
  Points points;
  std::visit([&](const auto& shape) { addPoints(shape, points); }, bone.shape);
  std::vector<double> w(points.size());
  winding.at(points, w);
  const auto outside = std::count_if(w.begin(), w.end(), [](double v) { return !(v > 0.5); });
  return static_cast<double>(outside) / static_cast<double>(points.size());
}

}  // namespace

void findBonesOutside(const SkinSolid& skin, const std::vector<Bone>& bones, Diagnosis& d) {
  const WindingNumber winding(skin.mesh);
  std::vector<std::string> whole, partly;
  for (const Bone& bone : bones) {
    const double share = shareOutside(winding, bone);
    if (share == 1)
      whole.push_back(bone.name);
    else if (share > kMostOutside)
      partly.push_back(bone.name);
  }
  const std::string of = " of " + counted(std::ssize(bones), "bone", "bones");
  if (!whole.empty())
    warn(d, "bones_outside",
         std::to_string(whole.size()) + of + (whole.size() == 1 ? " lies" : " lie") +
             " outside the skin: " + listed(whole) + "; move them inside or leave them out.");
  if (!partly.empty())
    warn(d, "bones_outside",
         std::to_string(partly.size()) + of + (partly.size() == 1 ? " sticks" : " stick") +
             " out of the skin by more than " + percent(kMostOutside) + ": " + listed(partly) +
             ".");
}

void findThinBones(const Lattice& lattice, const std::vector<Bone>& bones, Diagnosis& d) {
  std::vector<std::pair<double, std::string>> thin;
  bool wantedHard = false;
  for (const Bone& bone : bones) {
    const double thickness = BoneShape(lattice, bone).thickness();
    if (thickness >= kThickBone) continue;
    thin.emplace_back(thickness, bone.name);
    wantedHard |= bone.attachment == Attachment::Hard;
  }
  if (thin.empty()) return;
  (wantedHard ? warn : note)(
      d, "thin_bones",
      std::to_string(thin.size()) + " of " + counted(std::ssize(bones), "bone is", "bones are") +
          " thinner than " + number(kThickBone) +
          " cells and may hold flesh by springs only: " + leastNamed(thin, " cells") + ".");
}

}  // namespace sinew
