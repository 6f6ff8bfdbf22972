// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/attach_bones.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "api/bone_room.h"
#include "api/bone_shape.h"
#include "api/fill_body.h"
#include "base/parallel.h"
#include "lattice/sample_grid.h"

namespace sinew {
namespace {

// Whether a cell's material reaches into the bone. Whole cells are not asked sample by sample;
// padding has none.
bool reaches(const Lattice& lattice, const BoneShape& shape, CellSlot slot, std::uint64_t samples,
             std::vector<Crossing>& scratch) {
  if (samples == kWholeCell) return true;
  const Int3 c = lattice.cellCoord(slot);
  for (; samples != 0; samples &= samples - 1) {
    const int s = std::countr_zero(samples);
    if (shape.contains(samplePoint(c, s), scratch)) return true;
  }
  return false;
}

// Runs test(slot, scratch) -> bool over all active cells.
template <class Test>
std::vector<std::uint8_t> cellsWhere(const Lattice& lattice, Test&& test) {
  std::vector<std::uint8_t> result(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, 0);
  parallelFor(lattice.blockCount, 16, [&](std::int64_t begin, std::int64_t end) {
    std::vector<Crossing> scratch;
    for (auto slot = static_cast<CellSlot>(begin * kBlockCells);
         slot < static_cast<CellSlot>(end * kBlockCells); ++slot)
      result[static_cast<std::size_t>(slot)] = lattice.isActive(slot) && test(slot, scratch);
  });
  return result;
}

// Nodes inside the bone with at least one cell whose material reaches into it.
std::vector<std::uint8_t> nodesInside(const Lattice& lattice,
                                      const std::vector<std::uint64_t>& pieceSamples,
                                      const BoneShape& shape) {
  std::vector<std::uint8_t> inside(static_cast<std::size_t>(lattice.nodeCount), 0);
  parallelFor(lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<Crossing> scratch;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      const Int3 c = lattice.nodeCoord[n];
      inside[n] = shape.contains(
          {static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)}, scratch);
    }
  });
  const auto reached = cellsWhere(lattice, [&](CellSlot slot, std::vector<Crossing>& scratch) {
    return reaches(lattice, shape, slot, pieceSamples[static_cast<std::size_t>(slot)], scratch);
  });
  std::vector<std::uint8_t> held(inside.size(), 0);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    for (int a = 0; a < 8 && reached[static_cast<std::size_t>(slot)]; ++a) {
      const auto n = static_cast<std::size_t>(lattice.cellNode(slot, a));
      held[n] = inside[n];
    }
  return held;
}

Box boxOf(const Lattice& lattice) {
  Int3 least = lattice.nodeCoord[0], greatest = least;
  for (const Int3& c : lattice.nodeCoord) {
    least = {std::min(least.x, c.x), std::min(least.y, c.y), std::min(least.z, c.z)};
    greatest = {std::max(greatest.x, c.x), std::max(greatest.y, c.y), std::max(greatest.z, c.z)};
  }
  return {
      {static_cast<double>(least.x), static_cast<double>(least.y), static_cast<double>(least.z)},
      {static_cast<double>(greatest.x), static_cast<double>(greatest.y),
       static_cast<double>(greatest.z)}};
}

// Springs at the centres of cells inside the bone and, where the bone is thinner than that, at its
// pegs.
std::size_t planSprings(const Lattice& lattice, const std::vector<std::uint64_t>& pieceSamples,
                        const CellFinder& finder, const BoneShape& shape, std::int32_t bone,
                        const AttachmentField& field, double multiple, BonePlan& plan) {
  const std::size_t before = plan.springs.size();
  const std::vector<std::uint8_t> held =
      cellsWhere(lattice, [&](CellSlot slot, std::vector<Crossing>& scratch) {
        const Int3 c = lattice.cellCoord(slot);
        return shape.contains({c.x + 0.5, c.y + 0.5, c.z + 0.5}, scratch) &&
               reaches(lattice, shape, slot, pieceSamples[static_cast<std::size_t>(slot)], scratch);
      });
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!held[static_cast<std::size_t>(slot)]) continue;
    const Int3 cell = lattice.cellCoord(slot);
    addSpring(slot, {cell.x + 0.5, cell.y + 0.5, cell.z + 0.5}, cell,
              field.springIn(slot, multiple), bone, plan);
  }
  std::vector<CellSlot> slots;
  for (const Vec3<double>& p : shape.pegs(boxOf(lattice))) {
    const Int3 cell{static_cast<std::int32_t>(std::floor(p.x)),
                    static_cast<std::int32_t>(std::floor(p.y)),
                    static_cast<std::int32_t>(std::floor(p.z))};
    finder.findAll(cell, slots);
    if (std::any_of(slots.begin(), slots.end(),
                    [&](CellSlot s) { return held[static_cast<std::size_t>(s)]; }))
      continue;
    const CellSlot slot = nearestPiece(lattice, pieceSamples, slots, p);
    if (slot >= 0) addSpring(slot, p, cell, field.springIn(slot, multiple), bone, plan);
  }
  return plan.springs.size() - before;
}

std::size_t planHard(const Lattice& lattice, const std::vector<std::uint64_t>& pieceSamples,
                     const BoneShape& shape, std::int32_t bone, BonePlan& plan) {
  const auto inside = nodesInside(lattice, pieceSamples, shape);
  std::size_t count = 0;
  for (std::size_t n = 0; n < inside.size(); ++n)
    if (inside[n] && plan.nodeBone[n] < 0) plan.nodeBone[n] = bone, ++count;
  return count;
}

// Frees nodes whose cells are all painted loose.
void letGo(const Lattice& lattice, const std::vector<std::uint64_t>& pieceSamples,
           const AttachmentField& field, BonePlan& plan) {
  if (field.attachment.empty()) return;
  std::vector<std::uint8_t> isHeld(plan.nodeBone.size(), 0);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (pieceSamples[static_cast<std::size_t>(slot)] != 0 &&
        field.attachment[static_cast<std::size_t>(slot)] >= kLoose)
      for (int a = 0; a < 8; ++a) isHeld[static_cast<std::size_t>(lattice.cellNode(slot, a))] = 1;
  for (std::size_t n = 0; n < isHeld.size(); ++n)
    if (!isHeld[n]) plan.nodeBone[n] = -1;
}

// Cells each bone holds on to, for the start value.
void collectCells(const Lattice& lattice, BonePlan& plan) {
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    std::array<std::int32_t, 8> found;
    std::size_t count = 0;
    for (int a = 0; a < 8; ++a) {
      const std::int32_t b = plan.nodeBone[static_cast<std::size_t>(lattice.cellNode(slot, a))];
      if (b < 0 || std::find(found.begin(), found.begin() + count, b) != found.begin() + count)
        continue;
      found[count++] = b;
      plan.cellsOfBone[static_cast<std::size_t>(b)].push_back(slot);
    }
  }
  for (std::size_t s = 0; s < plan.springs.size(); ++s)
    plan.cellsOfBone[static_cast<std::size_t>(plan.springBone[s])].push_back(plan.springs[s].cell);
}

}  // namespace

float AttachmentField::springIn(CellSlot slot, double multiple) const {
  const auto at = static_cast<std::size_t>(slot);
  if (!attachment.empty()) multiple *= static_cast<double>(attachment[at]);
  if (multiple < kLeastSpring) return 0;
  const double own = elasticDiagonal * (stiffness.empty() ? 1 : static_cast<double>(stiffness[at]));
  return static_cast<float>(own * std::min(multiple, kMostSpring));
}

void addSpring(CellSlot slot, const Vec3<double>& point, Int3 cell, float stiffness,
               std::int32_t bone, BonePlan& plan) {
  if (!(stiffness > 0)) return;
  plan.springs.push_back(
      {slot,
       {static_cast<float>(point.x - cell.x), static_cast<float>(point.y - cell.y),
        static_cast<float>(point.z - cell.z)},
       {stiffness, 0, 0, stiffness, 0, stiffness}});
  plan.springBone.push_back(bone);
  plan.springRest.push_back(point);
}

BonePlan planBones(const Lattice& lattice, const std::vector<std::uint64_t>& pieceSamples,
                   const std::vector<Bone>& bones, const AttachmentField& field) {
  BonePlan plan;
  plan.nodeBone.assign(static_cast<std::size_t>(lattice.nodeCount), -1);
  plan.cellsOfBone.resize(bones.size());
  const CellFinder finder(lattice);
  for (std::size_t b = 0; b < bones.size(); ++b) {
    const BoneShape shape(lattice, bones[b]);
    const auto bone = static_cast<std::int32_t>(b);
    plan.warnings.insert(plan.warnings.end(), shape.warnings().begin(), shape.warnings().end());
    const Attachment attachment = bones[b].attachment;
    if (attachment == Attachment::Sliding) continue;
    std::size_t held = 0;
    if (attachment == Attachment::Hard ||
        (attachment != Attachment::Spring && shape.thickness() >= kThickBone)) {
      held = planHard(lattice, pieceSamples, shape, bone, plan);
      if (held > 0) continue;
    }
    held = planSprings(lattice, pieceSamples, finder, shape, bone, field, bones[b].springStiffness,
                       plan);
    if (held == 0) {
      plan.warnings.push_back(
          "Bone '" + bones[b].name +
          "' holds no flesh: it lies outside the skin, inside another bone, or is too "
          "small for this cell size.");
    } else if (attachment == Attachment::Hard) {
      plan.warnings.push_back(
          "Bone '" + bones[b].name +
          "' is too thin to hold lattice nodes at this cell size and is attached with " +
          std::to_string(held) + " springs instead.");
    }
  }
  letGo(lattice, pieceSamples, field, plan);
  giveRoom(lattice, bones, plan);
  collectCells(lattice, plan);
  return plan;
}

}  // namespace sinew
