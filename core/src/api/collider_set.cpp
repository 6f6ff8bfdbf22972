// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/collider_set.h"

#include <cmath>

#include "api/pose_problem.h"
#include "api/solid_shape.h"

namespace sinew {
namespace {

constexpr double kMostFriction = 10;

// Where the point is when the lattice moves with the bones.
Vec3<double> movedPoint(const FleshModel& model, const FleshPoint& point,
                        std::span<const BoneMotion> motions) {
  Vec3<double> p{0, 0, 0};
  for (std::size_t a = 0; a < 8; ++a) {
    const auto n = static_cast<std::size_t>(point.nodes[a]);
    p = addScaled(p, static_cast<double>(point.weights[a]),
                  blend(model.nodeWeights[n], motions, model.restPosition(n)));
  }
  return p;
}

}  // namespace

Result<ColliderSet> makeColliders(const CharacterParts& parts,
                                  const std::vector<Collider>& colliders) {
  ColliderSet set;
  const ToCells toCells{{0, 0, 0}, parts.model.lattice.cellSize};
  for (const Collider& collider : colliders) {
    const std::string what = "Collider '" + collider.name + "'";
    if (!(collider.friction >= 0 && collider.friction <= kMostFriction))
      return Error{ErrorCode::BadSetting, what + " has a friction outside 0 to 10."};
    if (auto problem = std::visit([&](const auto& shape) { return findShapeProblem(shape, what); },
                                  collider.shape))
      return Error{ErrorCode::BadMesh, *problem};
    set.names.push_back(collider.name);
    set.frictions.push_back(collider.friction);
    set.fields.push_back(std::visit(FieldMaker(toCells, what, set.warnings), collider.shape));
  }
  return set;
}

void useColliders(const FleshModel& model, const ColliderSet& colliders, Workspace& w) {
  if (!w.objects) {
    if (colliders.fields.empty()) return;
    w.makeObjects(model);
  }
  ObjectContacts& set = *w.objects;
  set.objects.resize(set.boneCount);
  set.gripsBefore.clear();
  for (std::size_t i = 0; i < colliders.fields.size(); ++i) {
    ContactObject object;
    object.field = &colliders.fields[i];
    object.friction = colliders.frictions[i];
    set.objects.push_back(std::move(object));
  }
  w.collidersFrom.assign(colliders.fields.size(), {});
  w.collidersTo = w.collidersFrom;
}

std::string findPlaceProblem(const CharacterParts& parts, const ColliderSet& colliders,
                             const Pose& pose) {
  if (pose.colliders.empty()) return {};
  if (pose.colliders.size() != colliders.names.size())
    return "The pose has " + std::to_string(pose.colliders.size()) +
           " colliders but the simulation has " + std::to_string(colliders.names.size()) + ".";
  for (std::size_t i = 0; i < colliders.names.size(); ++i)
    if (const char* problem = findMotionProblem(parts, pose.colliders[i]))
      return "The transform of collider '" + colliders.names[i] + "'" + problem;
  return {};
}

void placeColliders(const CharacterParts& parts, const Pose& pose, std::span<Affine> places) {
  const Vec3<double> origin = parts.toLattice(Vec3<double>{0, 0, 0});
  for (std::size_t i = 0; i < places.size(); ++i) {
    // Own coordinates, in cells, have their origin where the world has it.
    places[i] = parts.toLattice(pose.colliders.empty() ? Affine3d{} : pose.colliders[i]) *
                Affine{{1, 0, 0, 0, 1, 0, 0, 0, 1}, origin};
  }
}

std::string findSwallowed(const CharacterParts& parts, const ColliderSet& colliders,
                          std::span<const Affine> bones, std::span<const Affine> places,
                          Workspace& w) {
  if (colliders.fields.empty() || w.objects->skinCount == 0) return {};
  for (std::size_t b = 0; b < bones.size(); ++b) w.motions[b] = takeApart(bones[b]);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Affine toOwn = inverse(places[i]);
    std::size_t p = 0;
    while (p < w.objects->skinCount &&
           colliders.fields[i]
                   .at(toOwn(movedPoint(parts.model, w.objects->points[p], w.motions)))
                   .distance < 0)
      ++p;
    if (p == w.objects->skinCount)
      return "Collider '" + colliders.names[i] +
             "' holds the whole body, which then has no way out; check its size, its place and "
             "which way its faces look.";
  }
  return {};
}

}  // namespace sinew
