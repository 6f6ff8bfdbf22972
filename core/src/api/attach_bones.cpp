// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/attach_bones.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <queue>

#include "base/parallel.h"
#include "geometry/row_caster.h"
#include "lattice/cell_complex.h"

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
      if (p.x < box_.least.x || p.x > box_.greatest.x || p.y < box_.least.y ||
          p.y > box_.greatest.y || p.z < box_.least.z || p.z > box_.greatest.z)
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

  /// Points along a capsule's axis inside `box`, half a cell apart, so that a bone thinner than a
  /// cell holds on too.
  std::vector<Vec3<double>> axisPoints(const Box& box) const {
    std::vector<Vec3<double>> points;
    if (!caster_.empty()) return points;
    // The part [t0, t1] of the axis inside the box, slab by slab.
    const Vec3<double> axis = tail_ - head_;
    double t0 = 0, t1 = 1;
    const double from[3] = {head_.x, head_.y, head_.z}, along[3] = {axis.x, axis.y, axis.z};
    const double low[3] = {box.least.x, box.least.y, box.least.z};
    const double high[3] = {box.greatest.x, box.greatest.y, box.greatest.z};
    for (int k = 0; k < 3; ++k) {
      if (along[k] == 0) {
        if (from[k] < low[k] || from[k] > high[k]) return points;
        continue;
      }
      const double a = (low[k] - from[k]) / along[k], b = (high[k] - from[k]) / along[k];
      t0 = std::max(t0, std::min(a, b)), t1 = std::min(t1, std::max(a, b));
    }
    if (!(t0 <= t1)) return points;
    const double length = (t1 - t0) * std::sqrt(dot(axis, axis));
    const int count = static_cast<int>(std::ceil(2 * length)) + 1;
    for (int i = 0; i < count; ++i)
      points.push_back(head_ +
                       (t0 + (t1 - t0) * (count > 1 ? static_cast<double>(i) / (count - 1) : 0.5)) *
                           axis);
    return points;
  }

 private:
  Vec3<double> head_{0, 0, 0}, tail_{0, 0, 0};
  double radius_ = 0;
  TriangleMesh mesh_;
  Box box_;
  std::vector<RowCaster> caster_;  // one for a mesh, none for a capsule
};

// Whether a cell's material reaches into the bone. Whole cells are not asked sample by sample.
bool reaches(const Lattice& lattice, const BoneShape& shape, CellSlot slot,
             std::uint64_t dividedSamples, std::vector<Crossing>& scratch) {
  if (dividedSamples == 0) return true;
  const Int3 c = lattice.cellCoord(slot);
  for (; dividedSamples != 0; dividedSamples &= dividedSamples - 1) {
    const int s = std::countr_zero(dividedSamples);
    if (shape.contains(
            {c.x + ((s & 3) + 0.5) / 4, c.y + ((s >> 2 & 3) + 0.5) / 4, c.z + ((s >> 4) + 0.5) / 4},
            scratch))
      return true;
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
                                      const std::vector<std::uint64_t>& dividedSamples,
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
    return reaches(lattice, shape, slot, dividedSamples[static_cast<std::size_t>(slot)], scratch);
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

void addSpring(CellSlot slot, const Vec3<double>& point, Int3 cell, float stiffness,
               std::int32_t bone, BonePlan& plan) {
  plan.springs.push_back(
      {slot,
       {static_cast<float>(point.x - cell.x), static_cast<float>(point.y - cell.y),
        static_cast<float>(point.z - cell.z)},
       {stiffness, 0, 0, stiffness, 0, stiffness}});
  plan.springBone.push_back(bone);
  plan.springRest.push_back(point);
}

// Springs at the centres of cells inside the bone and, where the bone is thinner than that, along
// its axis.
std::size_t planSprings(const Lattice& lattice, const std::vector<std::uint64_t>& dividedSamples,
                        const CellFinder& finder, const BoneShape& shape, std::int32_t bone,
                        float stiffness, BonePlan& plan) {
  const std::size_t before = plan.springs.size();
  const std::vector<std::uint8_t> held = cellsWhere(lattice, [&](CellSlot slot,
                                                                 std::vector<Crossing>& scratch) {
    const Int3 c = lattice.cellCoord(slot);
    return shape.contains({c.x + 0.5, c.y + 0.5, c.z + 0.5}, scratch) &&
           reaches(lattice, shape, slot, dividedSamples[static_cast<std::size_t>(slot)], scratch);
  });
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!held[static_cast<std::size_t>(slot)]) continue;
    const Int3 cell = lattice.cellCoord(slot);
    addSpring(slot, {cell.x + 0.5, cell.y + 0.5, cell.z + 0.5}, cell, stiffness, bone, plan);
  }
  std::vector<CellSlot> slots;
  std::vector<Crossing> scratch;
  for (const Vec3<double>& p : shape.axisPoints(boxOf(lattice))) {
    const Int3 cell{static_cast<std::int32_t>(std::floor(p.x)),
                    static_cast<std::int32_t>(std::floor(p.y)),
                    static_cast<std::int32_t>(std::floor(p.z))};
    finder.findAll(cell, slots);
    if (std::any_of(slots.begin(), slots.end(),
                    [&](CellSlot s) { return held[static_cast<std::size_t>(s)]; }))
      continue;
    for (const CellSlot slot : slots)
      if (reaches(lattice, shape, slot, dividedSamples[static_cast<std::size_t>(slot)], scratch))
        addSpring(slot, p, cell, stiffness, bone, plan);
  }
  for (std::size_t s = before; s < plan.springs.size(); ++s)
    plan.cellsOfBone[static_cast<std::size_t>(bone)].push_back(plan.springs[s].cell);
  return plan.springs.size() - before;
}

std::size_t planHard(const Lattice& lattice, const std::vector<std::uint64_t>& dividedSamples,
                     const BoneShape& shape, std::int32_t bone, BonePlan& plan) {
  const auto inside = nodesInside(lattice, dividedSamples, shape);
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

// Per cell of the complex, the cells it shares a node with and how far their centres are.
struct CellGraph {
  std::vector<std::uint32_t> begin{0};
  std::vector<std::pair<std::int32_t, float>> edges;
};

CellGraph cellGraph(const CellComplex& complex) {
  const NodeCells around = cellsAroundNodes(complex);
  CellGraph graph;
  std::vector<std::int32_t> found;
  for (std::size_t c = 0; c < complex.cells.size(); ++c) {
    found.clear();
    for (const std::int32_t n : complex.nodes[c])
      for (const std::int32_t other : around.of(static_cast<std::size_t>(n)))
        if (other != static_cast<std::int32_t>(c)) found.push_back(other);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const std::int32_t other : found) {
      const Int3 p = complex.cells[c], q = complex.cells[static_cast<std::size_t>(other)];
      const auto square = static_cast<float>((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) +
                                             (p.z - q.z) * (p.z - q.z));
      graph.edges.emplace_back(other, square > 0 ? std::sqrt(square) : 0.5f);
    }
    graph.begin.push_back(static_cast<std::uint32_t>(graph.edges.size()));
  }
  return graph;
}

// Cells of the complex by slot, -1 where not active.
std::vector<std::int32_t> cellOfSlot(const Lattice& lattice) {
  std::vector<std::int32_t> cell(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, -1);
  std::int32_t count = 0;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) cell[static_cast<std::size_t>(slot)] = count++;
  return cell;
}

constexpr float kFar = std::numeric_limits<float>::infinity();

// Distance of every cell to the nearest source, along paths through cells [cells].
std::vector<float> distancesInside(const CellGraph& graph,
                                   const std::vector<std::int32_t>& sources) {
  std::vector<float> distance(graph.begin.size() - 1, kFar);
  using Entry = std::pair<float, std::int32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const std::int32_t s : sources) {
    distance[static_cast<std::size_t>(s)] = 0;
    queue.emplace(0.f, s);
  }
  while (!queue.empty()) {
    const auto [d, cell] = queue.top();
    queue.pop();
    if (d > distance[static_cast<std::size_t>(cell)]) continue;
    for (std::uint32_t e = graph.begin[static_cast<std::size_t>(cell)];
         e < graph.begin[static_cast<std::size_t>(cell) + 1]; ++e) {
      const auto [next, length] = graph.edges[e];
      if (d + length < distance[static_cast<std::size_t>(next)]) {
        distance[static_cast<std::size_t>(next)] = d + length;
        queue.emplace(d + length, next);
      }
    }
  }
  return distance;
}

}  // namespace

BonePlan planBones(const Lattice& lattice, const std::vector<std::uint64_t>& dividedSamples,
                   const std::vector<Bone>& bones, double elasticDiagonal) {
  BonePlan plan;
  plan.nodeBone.assign(static_cast<std::size_t>(lattice.nodeCount), -1);
  plan.cellsOfBone.resize(bones.size());
  const CellFinder finder(lattice);
  for (std::size_t b = 0; b < bones.size(); ++b) {
    const BoneShape shape(lattice, bones[b]);
    const auto bone = static_cast<std::int32_t>(b);
    std::size_t held = 0;
    if (bones[b].attachment == Attachment::Hard) {
      held = planHard(lattice, dividedSamples, shape, bone, plan);
      if (held > 0) continue;
    }
    const auto stiffness = static_cast<float>(bones[b].springStiffness * elasticDiagonal);
    held = planSprings(lattice, dividedSamples, finder, shape, bone, stiffness, plan);
    if (held == 0) {
      plan.warnings.push_back(
          "Bone '" + bones[b].name +
          "' holds no flesh: it lies outside the skin, inside another bone, or is too "
          "small for this cell size.");
    } else if (bones[b].attachment == Attachment::Hard) {
      plan.warnings.push_back(
          "Bone '" + bones[b].name +
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
  const CellComplex complex = complexOf(lattice);
  const NodeCells around = cellsAroundNodes(complex);
  const CellGraph graph = cellGraph(complex);
  const std::vector<std::int32_t> cellAt = cellOfSlot(lattice);
  std::vector<std::vector<float>> distances(cellsOfBone.size());
  parallelFor(
      static_cast<std::int64_t>(cellsOfBone.size()), 1, [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::int32_t> sources;
        for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b) {
          sources.clear();
          for (const CellSlot slot : cellsOfBone[b])
            sources.push_back(cellAt[static_cast<std::size_t>(slot)]);
          if (!sources.empty()) distances[b] = distancesInside(graph, sources);
        }
      });

  std::vector<BoneWeights> weights(static_cast<std::size_t>(lattice.nodeCount));
  parallelFor(lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<float, std::int32_t>> candidates;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      candidates.clear();
      for (std::size_t b = 0; b < distances.size(); ++b) {
        if (distances[b].empty()) continue;
        float sum = 0;  // mean distance of the cells around the node
        for (const std::int32_t cell : around.of(n))
          sum += distances[b][static_cast<std::size_t>(cell)];
        const float d = sum / static_cast<float>(around.of(n).size()) + 0.5f;
        if (std::isfinite(d))
          candidates.emplace_back(1.f / (d * d * d * d), static_cast<std::int32_t>(b));
      }
      weights[n] = strongestFour(candidates);
    }
  });
  return weights;
}

std::vector<std::int32_t> connectedPieces(const Lattice& lattice, std::int32_t& pieceCount) {
  const CellComplex complex = complexOf(lattice);
  DisjointSets nodes(complex.nodeCoord.size());
  for (const auto& corners : complex.nodes)
    for (const std::int32_t n : corners) nodes.join(corners[0], n);
  std::vector<std::int32_t> pieceOfRoot(complex.nodeCoord.size(), -1);
  std::vector<std::int32_t> piece = cellOfSlot(lattice);
  pieceCount = 0;
  for (std::int32_t& p : piece) {
    if (p < 0) continue;
    std::int32_t& number = pieceOfRoot[static_cast<std::size_t>(
        nodes.find(complex.nodes[static_cast<std::size_t>(p)][0]))];
    if (number < 0) number = pieceCount++;
    p = number;
  }
  return piece;
}

}  // namespace sinew
