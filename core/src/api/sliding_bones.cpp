// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/sliding_bones.h"

#include <algorithm>
#include <cmath>

#include "api/bone_shape.h"
#include "api/solid_shape.h"
#include "base/parallel.h"
#include "contact/thinning.h"
#include "lattice/sample_grid.h"

namespace sinew {
namespace {

// Samples this near to a bone are put onto its surface. Each then stands for the area of a layer of
// that thickness, on both sides, that has its volume.
constexpr double kLayer = 0.25;  // [cells]
constexpr int kSamplesOfCell = kSamples * kSamples * kSamples;
constexpr double kSampleArea = 1 / (2 * kLayer * kSamplesOfCell);  // [cells^2]
constexpr double kReachOfCell = 0.87;  // from the middle of a cell to its corners
constexpr int kProjections = 3;
// Flesh this far from a bone has a point in the middle of each cell: a bone that moves sideways
// must not get behind the points of its own surface and through the rest.
constexpr double kNearFlesh = 4;  // [cells]
constexpr double kNearArea = 0.5;

Vec3<double> ontoSurface(const DistanceField& field, Vec3<double> p) {
  for (int i = 0; i < kProjections; ++i) {
    const DistanceSample sample = field.at(p);
    const double square = dot(sample.gradient, sample.gradient);
    if (!(square > 1e-6)) break;
    p -= (sample.distance / square) * sample.gradient;
  }
  return p;
}

// What a bone has in one cell: the part of it inside, where it slides, and points on its surface.
float lookInto(const Lattice& lattice, const BoneShape& shape, const DistanceField& field,
               CellSlot slot, std::vector<SurfaceSample>& points) {
  const Int3 c = lattice.cellCoord(slot);
  const double middle = field.at({c.x + 0.5, c.y + 0.5, c.z + 0.5}).distance;
  if (middle > kReachOfCell + kLayer) return 0;
  int inside = 0;
  for (int s = 0; s < kSamplesOfCell; ++s) {
    const Vec3<double> p = samplePoint(c, s);
    if (!shape.isLoose(p)) continue;
    const double distance = field.at(p).distance;
    inside += distance < 0;
    if (std::fabs(distance) > kLayer) continue;
    const Vec3<double> q = ontoSurface(field, p);
    points.push_back({q, field.at(q).gradient, kSampleArea, slot});
  }
  return static_cast<float>(inside) / static_cast<float>(kSamplesOfCell);
}

// Flesh that is not on the bone but may meet it.
void addNearFlesh(const Lattice& lattice, const BoneShape& shape, const DistanceField& field,
                  std::vector<SurfaceSample>& points) {
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const Int3 c = lattice.cellCoord(slot);
    const Vec3<double> p{c.x + 0.5, c.y + 0.5, c.z + 0.5};
    const DistanceSample sample = field.at(p);
    if (sample.distance > kProxySpacing && sample.distance < kNearFlesh && shape.isLoose(p))
      points.push_back({p, sample.gradient, kNearArea, slot});
  }
}

}  // namespace

bool slides(const Bone& bone) {
  return bone.attachment == Attachment::Sliding || bone.attachment == Attachment::SlidingEnds;
}

SlidingPlan planSlidingBones(const Lattice& lattice, const CellMaterial& material,
                             const std::vector<Bone>& bones) {
  SlidingPlan plan;
  plan.cellsOfBone.resize(bones.size());
  const ToCells toCells{{lattice.origin[0], lattice.origin[1], lattice.origin[2]},
                        lattice.cellSize};
  for (std::size_t b = 0; b < bones.size(); ++b) {
    if (!slides(bones[b])) continue;
    const std::string what = "Bone '" + bones[b].name + "'";
    std::vector<std::string> told;  // by BoneShape as well
    const BoneShape shape(lattice, bones[b]);
    SlidingBone bone;
    bone.bone = static_cast<std::int32_t>(b);
    bone.friction = bones[b].friction;
    bone.field = std::visit(FieldMaker(toCells, what, told), bones[b].shape);
    if (plan.filled.empty())
      plan.filled.assign(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, 0.f);
    Thinning thinning;
    std::vector<SurfaceSample> points;
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
      if (!lattice.isActive(slot)) continue;
      points.clear();
      const float filled = lookInto(lattice, shape, bone.field, slot, points);
      float& whole = plan.filled[static_cast<std::size_t>(slot)];
      whole = std::max(whole, filled);
      if (filled > 0 || !points.empty()) plan.cellsOfBone[b].push_back(slot);
      for (const SurfaceSample& point : points) thinning.add(point);
    }
    addNearFlesh(lattice, shape, bone.field, thinning.kept);
    for (const SurfaceSample& p : thinning.kept) {
      const Int3 c = lattice.cellCoord(p.cell);
      bone.points.push_back(
          {p.cell,
           {static_cast<float>(p.point.x - c.x), static_cast<float>(p.point.y - c.y),
            static_cast<float>(p.point.z - c.z)},
           static_cast<float>(p.area) * material.mu(p.cell)});
    }
    if (bone.points.empty())
      plan.warnings.push_back(what +
                              " touches no flesh to slide over it: it lies outside the skin.");
    plan.bones.push_back(std::move(bone));
  }
  return plan;
}

void softenFiller(const Lattice& lattice, const SlidingPlan& plan, CellMaterial& material) {
  if (plan.filled.empty()) return;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const float filled = plan.filled[static_cast<std::size_t>(slot)];
    const float left = 1 - filled + kFillerStiffness * filled;
    material.mu(slot) *= left;
    material.lambda(slot) *= left;
  }
}

}  // namespace sinew
