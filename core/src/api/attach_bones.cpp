// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/attach_bones.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "base/parallel.h"
#include "geometry/row_caster.h"

namespace sinew {
namespace {

// A bone's shape in lattice coordinates.
class BoneShape {
 public:
  BoneShape(const Lattice& lattice, const Bone& bone) {
    const auto convert = [&](double x, double y, double z) {
      return (1 / lattice.cellSize) *
             Vec3<double>{x - lattice.origin[0], y - lattice.origin[1], z - lattice.origin[2]};
    };
    if (const auto* capsule = std::get_if<CapsuleShape>(&bone.shape)) {
      head_ = convert(capsule->head.x, capsule->head.y, capsule->head.z);
      tail_ = convert(capsule->tail.x, capsule->tail.y, capsule->tail.z);
      radius_ = capsule->radius / lattice.cellSize;
    } else {
      const auto& shape = std::get<MeshShape>(bone.shape);
      for (const Vec3f& p : shape.points) mesh_.points.push_back(convert(p.x, p.y, p.z));
      for (const Triangle& t : shape.triangles) mesh_.triangles.push_back({t.a, t.b, t.c});
      box_ = inspect(mesh_).box;
      caster_.emplace_back(mesh_, 1.0);
    }
  }
  BoneShape(const BoneShape&) = delete;

  bool contains(const Vec3<double>& p, std::vector<Crossing>& scratch) const {
    if (!caster_.empty()) {
      if (p.x < box_.least.x || p.x > box_.greatest.x || p.y < box_.least.y || p.y > box_.greatest.y ||
          p.z < box_.least.z || p.z > box_.greatest.z)
        return false;
      caster_[0].castRow(p.y, p.z, scratch);
      return isInside(scratch, p.x);
    }
    const Vec3<double> axis = tail_ - head_, d = p - head_;
    const double length = dot(axis, axis);
    const double t = length > 0 ? std::clamp(dot(d, axis) / length, 0.0, 1.0) : 0.0;
    const Vec3<double> e = d - t * axis;
    return dot(e, e) <= radius_ * radius_;
  }

  /// Points along a capsule's axis, half a cell apart, so that a bone thinner than a cell holds on too.
  std::vector<Vec3<double>> axisPoints() const {
    std::vector<Vec3<double>> points;
    if (!caster_.empty()) return points;
    const Vec3<double> axis = tail_ - head_;
    const int count = static_cast<int>(std::ceil(2 * std::sqrt(dot(axis, axis)))) + 1;
    for (int i = 0; i < count; ++i)
      points.push_back(head_ + (count > 1 ? static_cast<double>(i) / (count - 1) : 0.5) * axis);
    return points;
  }

 private:
  Vec3<double> head_{0, 0, 0}, tail_{0, 0, 0};
  double radius_ = 0;
  TriangleMesh mesh_;
  Box box_;
  std::vector<RowCaster> caster_;  // one for a mesh, none for a capsule
};

std::vector<std::uint8_t> nodesInside(const Lattice& lattice, const BoneShape& shape) {
  std::vector<std::uint8_t> inside(static_cast<std::size_t>(lattice.nodeCount), 0);
  parallelFor(lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<Crossing> scratch;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      const Int3 c = lattice.nodeCoord[n];
      inside[n] = shape.contains({static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)}, scratch);
    }
  });
  return inside;
}

std::vector<std::uint8_t> centresInside(const Lattice& lattice, const BoneShape& shape) {
  std::vector<std::uint8_t> inside(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, 0);
  parallelFor(lattice.blockCount, 16, [&](std::int64_t begin, std::int64_t end) {
    std::vector<Crossing> scratch;
    for (auto slot = static_cast<CellSlot>(begin * kBlockCells); slot < static_cast<CellSlot>(end * kBlockCells); ++slot) {
      if (!lattice.isActive(slot)) continue;
      const Int3 c = lattice.cellCoord(slot);
      inside[static_cast<std::size_t>(slot)] = shape.contains({c.x + 0.5, c.y + 0.5, c.z + 0.5}, scratch);
    }
  });
  return inside;
}

void addSpring(CellSlot slot, const Vec3<double>& point, Int3 cell, float stiffness, std::int32_t bone,
               BonePlan& plan) {
  plan.springs.push_back({slot,
                          {static_cast<float>(point.x - cell.x), static_cast<float>(point.y - cell.y),
                           static_cast<float>(point.z - cell.z)},
                          {stiffness, 0, 0, stiffness, 0, stiffness}});
  plan.springBone.push_back(bone);
  plan.springRest.push_back(point);
}

// Springs at the centres of cells inside the bone and, where the bone is thinner than that, along its axis.
std::size_t planSprings(const Lattice& lattice, const CellFinder& finder, const BoneShape& shape,
                        std::int32_t bone, float stiffness, BonePlan& plan) {
  const std::size_t before = plan.springs.size();
  std::vector<std::uint8_t> held = centresInside(lattice, shape);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!held[static_cast<std::size_t>(slot)]) continue;
    const Int3 cell = lattice.cellCoord(slot);
    addSpring(slot, {cell.x + 0.5, cell.y + 0.5, cell.z + 0.5}, cell, stiffness, bone, plan);
  }
  for (const Vec3<double>& p : shape.axisPoints()) {
    const Int3 cell{static_cast<std::int32_t>(std::floor(p.x)), static_cast<std::int32_t>(std::floor(p.y)),
                    static_cast<std::int32_t>(std::floor(p.z))};
    const CellSlot slot = finder.find(cell);
    if (slot < 0 || held[static_cast<std::size_t>(slot)]) continue;
    addSpring(slot, p, cell, stiffness, bone, plan);
  }
  for (std::size_t s = before; s < plan.springs.size(); ++s)
    plan.cellsOfBone[static_cast<std::size_t>(bone)].push_back(plan.springs[s].cell);
  return plan.springs.size() - before;
}

std::size_t planHard(const Lattice& lattice, const BoneShape& shape, std::int32_t bone, BonePlan& plan) {
  const auto inside = nodesInside(lattice, shape);
  std::size_t count = 0;
  for (std::size_t n = 0; n < inside.size(); ++n)
    if (inside[n] && plan.nodeBone[n] < 0) plan.nodeBone[n] = bone, ++count;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells && count > 0; ++slot) {
    if (!lattice.isActive(slot)) continue;
    for (int a = 0; a < 8; ++a)
      if (plan.nodeBone[static_cast<std::size_t>(lattice.cellNode(slot, a))] == bone) {
        plan.cellsOfBone[static_cast<std::size_t>(bone)].push_back(slot);
        break;
      }
  }
  return count;
}

// Active neighbours of every cell, 26 per cell, -1 where there is none.
std::vector<std::array<CellSlot, 26>> cellNeighbours(const Lattice& lattice) {
  const CellFinder finder(lattice);
  std::vector<std::array<CellSlot, 26>> neighbours(static_cast<std::size_t>(lattice.blockCount) * kBlockCells);
  parallelFor(lattice.blockCount, 16, [&](std::int64_t begin, std::int64_t end) {
    for (auto slot = static_cast<CellSlot>(begin * kBlockCells); slot < static_cast<CellSlot>(end * kBlockCells); ++slot) {
      if (!lattice.isActive(slot)) continue;
      const Int3 cell = lattice.cellCoord(slot);
      for (int k = 0, at = 0; k < 27; ++k)
        if (k != 13)
          neighbours[static_cast<std::size_t>(slot)][static_cast<std::size_t>(at++)] =
              finder.find(cell + Int3{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
    }
  });
  return neighbours;
}

constexpr float kFar = std::numeric_limits<float>::infinity();

// Distance of every cell to the nearest source, along paths through cells [cells].
std::vector<float> distancesInside(const std::vector<std::array<CellSlot, 26>>& neighbours,
                                   const std::vector<CellSlot>& sources) {
  std::vector<float> distance(neighbours.size(), kFar);
  using Entry = std::pair<float, CellSlot>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const CellSlot s : sources) {
    distance[static_cast<std::size_t>(s)] = 0;
    queue.emplace(0.f, s);
  }
  while (!queue.empty()) {
    const auto [d, slot] = queue.top();
    queue.pop();
    if (d > distance[static_cast<std::size_t>(slot)]) continue;
    for (int k = 0, at = 0; k < 27; ++k) {
      if (k == 13) continue;
      const CellSlot next = neighbours[static_cast<std::size_t>(slot)][static_cast<std::size_t>(at++)];
      if (next < 0) continue;
      const int axes = (k % 3 != 1) + (k / 3 % 3 != 1) + (k / 9 != 1);
      const float length = axes == 1 ? 1.f : axes == 2 ? 1.41421356f : 1.73205081f;
      if (d + length < distance[static_cast<std::size_t>(next)]) {
        distance[static_cast<std::size_t>(next)] = d + length;
        queue.emplace(d + length, next);
      }
    }
  }
  return distance;
}

}  // namespace

BonePlan planBones(const Lattice& lattice, const std::vector<Bone>& bones, double elasticDiagonal) {
  BonePlan plan;
  plan.nodeBone.assign(static_cast<std::size_t>(lattice.nodeCount), -1);
  plan.cellsOfBone.resize(bones.size());
  const CellFinder finder(lattice);
  for (std::size_t b = 0; b < bones.size(); ++b) {
    const BoneShape shape(lattice, bones[b]);
    const auto bone = static_cast<std::int32_t>(b);
    std::size_t held = 0;
    if (bones[b].attachment == Attachment::Hard) {
      held = planHard(lattice, shape, bone, plan);
      if (held > 0) continue;
    }
    const auto stiffness = static_cast<float>(bones[b].springStiffness * elasticDiagonal);
    held = planSprings(lattice, finder, shape, bone, stiffness, plan);
    if (held == 0) {
      plan.warnings.push_back("Bone '" + bones[b].name +
                              "' holds no flesh: it lies outside the skin, inside another bone, or is too "
                              "small for this cell size.");
    } else if (bones[b].attachment == Attachment::Hard) {
      plan.warnings.push_back("Bone '" + bones[b].name +
                              "' is too thin to hold lattice nodes at this cell size and is attached with " +
                              std::to_string(held) + " springs instead.");
    }
  }
  return plan;
}

BoneWeights strongestFour(std::vector<std::pair<float, std::int32_t>>& weightAndBone) {
  std::sort(weightAndBone.begin(), weightAndBone.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  BoneWeights weights;
  float sum = 0;
  for (std::size_t k = 0; k < 4 && k < weightAndBone.size(); ++k) sum += weightAndBone[k].first;
  for (std::size_t k = 0; k < 4 && k < weightAndBone.size() && sum > 0; ++k) {
    weights.bone[k] = weightAndBone[k].second;
    weights.weight[k] = weightAndBone[k].first / sum;
  }
  if (!(sum > 0)) weights.weight[0] = 1;
  return weights;
}

std::vector<BoneWeights> nodeBoneWeights(const Lattice& lattice,
                                         const std::vector<std::vector<CellSlot>>& cellsOfBone) {
  const auto neighbours = cellNeighbours(lattice);
  std::vector<std::vector<float>> distances(cellsOfBone.size());
  parallelFor(static_cast<std::int64_t>(cellsOfBone.size()), 1, [&](std::int64_t begin, std::int64_t end) {
    for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b)
      if (!cellsOfBone[b].empty()) distances[b] = distancesInside(neighbours, cellsOfBone[b]);
  });

  std::vector<BoneWeights> weights(static_cast<std::size_t>(lattice.nodeCount));
  parallelFor(lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<float, std::int32_t>> candidates;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      candidates.clear();
      for (std::size_t b = 0; b < distances.size(); ++b) {
        if (distances[b].empty()) continue;
        // Mean distance of the active cells around the node.
        float sum = 0;
        int count = 0;
        for (std::uint32_t k = lattice.shareBegin[n]; k < lattice.shareBegin[n + 1]; ++k) {
          const auto block = static_cast<std::int32_t>(lattice.shareSlot[k] / kBlockNodeStride);
          const auto local = static_cast<std::int32_t>(lattice.shareSlot[k] % kBlockNodeStride);
          const Int3 at{local % 5, local / 5 % 5, local / 25};
          for (int a = 0; a < 8; ++a) {
            const Int3 o = cornerOffset(a);
            const Int3 c{at.x - o.x, at.y - o.y, at.z - o.z};
            if (c.x < 0 || c.y < 0 || c.z < 0 || c.x > 3 || c.y > 3 || c.z > 3) continue;
            const CellSlot slot = block * kBlockCells + blockCellOf(c);
            if (!lattice.isActive(slot)) continue;
            sum += distances[b][static_cast<std::size_t>(slot)];
            ++count;
          }
        }
        const float d = sum / static_cast<float>(count) + 0.5f;
        if (std::isfinite(d)) candidates.emplace_back(1.f / (d * d * d * d), static_cast<std::int32_t>(b));
      }
      weights[n] = strongestFour(candidates);
    }
  });
  return weights;
}

std::vector<std::int32_t> connectedPieces(const Lattice& lattice, std::int32_t& pieceCount) {
  const auto neighbours = cellNeighbours(lattice);
  std::vector<std::int32_t> piece(neighbours.size(), -1);
  std::vector<CellSlot> stack;
  pieceCount = 0;
  for (CellSlot start = 0; start < lattice.blockCount * kBlockCells; ++start) {
    if (!lattice.isActive(start) || piece[static_cast<std::size_t>(start)] >= 0) continue;
    piece[static_cast<std::size_t>(start)] = pieceCount;
    stack.push_back(start);
    while (!stack.empty()) {
      const CellSlot slot = stack.back();
      stack.pop_back();
      for (const CellSlot next : neighbours[static_cast<std::size_t>(slot)])
        if (next >= 0 && piece[static_cast<std::size_t>(next)] < 0) {
          piece[static_cast<std::size_t>(next)] = pieceCount;
          stack.push_back(next);
        }
    }
    ++pieceCount;
  }
  return piece;
}

}  // namespace sinew
