// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/loose_pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "api/cell_graph.h"

namespace sinew {
namespace {

struct Pieces {
  std::vector<std::int32_t> ofSlot;  // -1 where not active
  std::vector<std::int64_t> cells;   // of each
  std::vector<std::uint8_t> isHeld;

  std::int32_t at(CellSlot slot) const { return ofSlot[static_cast<std::size_t>(slot)]; }
  std::int64_t looseCount() const { return std::count(isHeld.begin(), isHeld.end(), 0); }
  std::int64_t looseCells() const {
    std::int64_t sum = 0;
    for (std::size_t p = 0; p < cells.size(); ++p)
      if (!isHeld[p]) sum += cells[p];
    return sum;
  }
};

Pieces findPieces(const Lattice& lattice, const BonePlan& plan) {
  Pieces pieces;
  std::int32_t count = 0;
  pieces.ofSlot = connectedPieces(lattice, count);
  pieces.cells.assign(static_cast<std::size_t>(count), 0);
  pieces.isHeld.assign(static_cast<std::size_t>(count), 0);
  for (const std::int32_t p : pieces.ofSlot)
    if (p >= 0) ++pieces.cells[static_cast<std::size_t>(p)];
  for (const auto& cells : plan.cellsOfBone)
    for (const CellSlot slot : cells) pieces.isHeld[static_cast<std::size_t>(pieces.at(slot))] = 1;
  return pieces;
}

// The bone with most weight on the vertices of each cell of a loose piece.
std::map<CellSlot, std::int32_t> bonesBySkin(const Pieces& pieces, const SkinWeights& weights,
                                             std::span<const CellSlot> cellOfVertex) {
  std::map<CellSlot, std::map<std::int32_t, double>> sums;
  for (std::size_t v = 0; v + 1 < weights.begin.size(); ++v) {
    const CellSlot slot = cellOfVertex[v];
    if (slot < 0 || pieces.isHeld[static_cast<std::size_t>(pieces.at(slot))]) continue;
    for (auto i = weights.begin[v]; i < weights.begin[v + 1]; ++i) {
      const BoneInfluence& influence = weights.influences[static_cast<std::size_t>(i)];
      if (influence.weight > 0) sums[slot][influence.bone] += static_cast<double>(influence.weight);
    }
  }
  std::map<CellSlot, std::int32_t> bones;
  for (const auto& [slot, sumOfBone] : sums)
    bones[slot] =
        std::max_element(sumOfBone.begin(), sumOfBone.end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first;
  return bones;
}

Vec3<double> centreOf(const Lattice& lattice, CellSlot slot) {
  const Int3 c = lattice.cellCoord(slot);
  return {c.x + 0.5, c.y + 0.5, c.z + 0.5};
}

// For every cell of a piece that is still loose, the bone whose cells are nearest to the middle of
// the piece: all of it follows that one.
std::map<CellSlot, std::int32_t> nearestBones(const Lattice& lattice, const Pieces& pieces,
                                              const BonePlan& plan) {
  std::map<std::int32_t, std::vector<CellSlot>> cellsOfPiece;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (const std::int32_t p = pieces.at(slot);
        p >= 0 && !pieces.isHeld[static_cast<std::size_t>(p)])
      cellsOfPiece[p].push_back(slot);
  std::map<CellSlot, std::int32_t> bones;
  for (const auto& [piece, cells] : cellsOfPiece) {
    Vec3<double> middle{0, 0, 0};
    for (const CellSlot slot : cells)
      middle = middle + (1.0 / static_cast<double>(cells.size())) * centreOf(lattice, slot);
    double least = std::numeric_limits<double>::infinity();
    std::int32_t nearest = 0;
    for (std::size_t bone = 0; bone < plan.cellsOfBone.size(); ++bone)
      for (const CellSlot slot : plan.cellsOfBone[bone]) {
        const Vec3<double> gap = centreOf(lattice, slot) - middle;
        if (const double distance = dot(gap, gap); distance < least)
          least = distance, nearest = static_cast<std::int32_t>(bone);
      }
    for (const CellSlot slot : cells) bones[slot] = nearest;
  }
  return bones;
}

}  // namespace

std::optional<std::string> findWeightsProblem(const CharacterDesc& desc) {
  const SkinWeights& weights = desc.skinWeights;
  if (weights.begin.empty() && weights.influences.empty()) return std::nullopt;
  if (weights.begin.size() != desc.points.size() + 1 || weights.begin.front() != 0 ||
      static_cast<std::size_t>(weights.begin.back()) != weights.influences.size() ||
      !std::is_sorted(weights.begin.begin(), weights.begin.end()))
    return "The skin weights do not fit the " + std::to_string(desc.points.size()) +
           " vertices of the skin.";
  for (const BoneInfluence& influence : weights.influences)
    if (influence.bone < 0 || static_cast<std::size_t>(influence.bone) >= desc.bones.size() ||
        !(influence.weight >= 0) || !std::isfinite(influence.weight))
      return "The skin weights have a weight of " + std::to_string(influence.weight) +
             " for bone number " + std::to_string(influence.bone) +
             "; weights are from 0 up and there are " + std::to_string(desc.bones.size()) +
             " bones.";
  return std::nullopt;
}

std::optional<Error> holdLoosePieces(const Lattice& lattice, const CharacterDesc& desc,
                                     std::span<const CellSlot> cellOfVertex, double stiffness,
                                     BonePlan& plan) {
  Pieces pieces = findPieces(lattice, plan);
  const std::int64_t loose = pieces.looseCount(), cells = pieces.looseCells();
  if (loose == 0) return std::nullopt;
  if (loose == std::ssize(pieces.cells)) {
    const bool allSlide = std::all_of(desc.bones.begin(), desc.bones.end(), [](const Bone& bone) {
      return bone.attachment == Attachment::Sliding;
    });
    return Error{ErrorCode::NoSupport,
                 allSlide ? "The flesh slides over every bone and none holds it; attach one."
                          : "No bone touches the flesh; move the bones inside the skin or use "
                            "smaller cells."};
  }
  const auto hold = [&](const std::map<CellSlot, std::int32_t>& bones) {
    for (const auto& [slot, bone] : bones) {
      const double k = stiffness * desc.bones[static_cast<std::size_t>(bone)].springStiffness;
      addSpring(slot, centreOf(lattice, slot), lattice.cellCoord(slot), static_cast<float>(k), bone,
                plan);
      plan.cellsOfBone[static_cast<std::size_t>(bone)].push_back(slot);
      pieces.isHeld[static_cast<std::size_t>(pieces.at(slot))] = 1;
    }
  };
  const auto tell = [&](std::int64_t count, std::int64_t theirCells, const char* how) {
    if (count == 0) return;
    plan.warnings.push_back(std::to_string(count) + " of " + std::to_string(pieces.cells.size()) +
                            " separate pieces of the skin (" + std::to_string(theirCells) +
                            " cells) touch no bone and " + how);
  };
  hold(bonesBySkin(pieces, desc.skinWeights, cellOfVertex));
  const std::int64_t left = pieces.looseCount(), leftCells = pieces.looseCells();
  hold(nearestBones(lattice, pieces, plan));
  tell(loose - left, cells - leftCells, "are held by the bones their skin weights name.");
  tell(left, leftCells,
       "have no skin weights either: each follows the bone nearest to it. Give "
       "it a bone or weights if that is the wrong one.");
  return std::nullopt;
}

}  // namespace sinew
