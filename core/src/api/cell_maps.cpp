// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/cell_maps.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <span>

#include "api/cell_graph.h"
#include "api/mesh_input.h"
#include "base/parallel.h"

namespace sinew {
namespace {

constexpr int kSmoothings = 4;    // passes; harmonic extension would blur paint by the limb's width
constexpr int kMostSteps = 1000;  // along the side of a triangle

// Cells of the complex with skin in them, and which part of which triangle it is.
struct SkinSample {
  std::int32_t cell;
  std::int32_t triangle;
  float u, v;  // weights of the second and third corner
};

std::vector<SkinSample> sampleSkin(const CharacterDesc& desc, const Lattice& lattice,
                                   const FilledBody& body) {
  const CellFinder finder(lattice);
  const std::vector<std::int32_t> cellAt = cellOfSlot(lattice);
  const Vec3<double> origin{lattice.origin[0], lattice.origin[1], lattice.origin[2]};
  const auto point = [&](std::int32_t i) {
    return (1 / lattice.cellSize) * (toVec(desc.points[static_cast<std::size_t>(i)]) - origin);
  };
  std::vector<SkinSample> samples;
  std::vector<CellSlot> slots;
  for (std::size_t t = 0; t < desc.triangles.size(); ++t) {
    const Triangle& triangle = desc.triangles[t];
    const Vec3<double> a = point(triangle.a), ab = point(triangle.b) - a,
                       ac = point(triangle.c) - a, bc = ac - ab;
    const double side = std::sqrt(std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)}));
    const int steps = static_cast<int>(std::min(2 * side + 1, 1.0 * kMostSteps));
    for (int i = 0; i < steps; ++i)
      for (int j = 0; i + j < steps; ++j) {
        const double u = (i + 1.0 / 3) / steps, v = (j + 1.0 / 3) / steps;
        const Vec3<double> p = a + u * ab + v * ac;
        if (!(std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) < 1e8)) continue;
        finder.findAll(
            {static_cast<std::int32_t>(std::floor(p.x)), static_cast<std::int32_t>(std::floor(p.y)),
             static_cast<std::int32_t>(std::floor(p.z))},
            slots);
        const CellSlot slot = nearestPiece(lattice, body.pieceSamples, slots, p);
        if (slot >= 0)
          samples.push_back({cellAt[static_cast<std::size_t>(slot)], static_cast<std::int32_t>(t),
                             static_cast<float>(u), static_cast<float>(v)});
      }
  }
  return samples;
}

class Extension {
 public:
  Extension(const CharacterDesc& desc, const Lattice& lattice, const FilledBody& body)
      : desc_(desc),
        graph_(cellGraph(complexOf(lattice))),
        cellAt_(cellOfSlot(lattice)),
        samples_(sampleSkin(desc, lattice, body)) {}

  std::vector<float> carry(const std::vector<float>& ofVertex) const {
    if (ofVertex.empty()) return {};
    const std::size_t count = graph_.begin.size() - 1;
    std::vector<float> value(count, 0), weight(count, 0);
    for (const SkinSample& s : samples_) {
      const Triangle& t = desc_.triangles[static_cast<std::size_t>(s.triangle)];
      const auto log = [&](std::int32_t i) {
        return std::log(std::max(kLeastMapValue, ofVertex[static_cast<std::size_t>(i)]));
      };
      value[static_cast<std::size_t>(s.cell)] +=
          (1 - s.u - s.v) * log(t.a) + s.u * log(t.b) + s.v * log(t.c);
      weight[static_cast<std::size_t>(s.cell)] += 1;
    }
    for (std::size_t c = 0; c < count; ++c)
      if (weight[c] > 0) value[c] /= weight[c];
    fillNearest(weight, value);
    smooth(weight, value);
    std::vector<float> ofSlot(cellAt_.size(), 1);
    for (std::size_t slot = 0; slot < cellAt_.size(); ++slot)
      if (cellAt_[slot] >= 0)
        ofSlot[slot] = std::exp(value[static_cast<std::size_t>(cellAt_[slot])]);
    return ofSlot;
  }

 private:
  std::span<const std::pair<std::int32_t, float>> around(std::size_t cell) const {
    return {graph_.edges.data() + graph_.begin[cell], graph_.begin[cell + 1] - graph_.begin[cell]};
  }

  // The value of the nearest cell with skin, along paths through cells.
  void fillNearest(const std::vector<float>& weight, std::vector<float>& value) const {
    std::vector<float> distance(value.size(), std::numeric_limits<float>::infinity());
    using Entry = std::pair<float, std::int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::size_t c = 0; c < value.size(); ++c)
      if (weight[c] > 0) distance[c] = 0, queue.emplace(0.f, static_cast<std::int32_t>(c));
    while (!queue.empty()) {
      const auto [d, cell] = queue.top();
      queue.pop();
      const auto c = static_cast<std::size_t>(cell);
      if (d > distance[c]) continue;
      for (const auto& [next, length] : around(c)) {
        const auto n = static_cast<std::size_t>(next);
        if (!(d + length < distance[n])) continue;
        distance[n] = d + length;
        value[n] = value[c];
        queue.emplace(d + length, next);
      }
    }
  }

  // Softens the seams where values from opposite sides meet; cells with skin stay.
  void smooth(const std::vector<float>& weight, std::vector<float>& value) const {
    std::vector<float> next = value;
    for (int pass = 0; pass < kSmoothings; ++pass) {
      parallelFor(
          static_cast<std::int64_t>(value.size()), 4096, [&](std::int64_t begin, std::int64_t end) {
            for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
              if (weight[c] > 0) continue;
              float sum = 0, links = 0;
              for (const auto& [other, length] : around(c)) {
                if (length > 1) continue;  // across faces only
                sum += value[static_cast<std::size_t>(other)], links += 1;
              }
              if (links > 0) next[c] = sum / links;
            }
          });
      std::swap(value, next);
    }
  }

  const CharacterDesc& desc_;
  CellGraph graph_;
  std::vector<std::int32_t> cellAt_;
  std::vector<SkinSample> samples_;
};

}  // namespace

std::optional<std::string> findMapProblem(const CharacterDesc& desc) {
  const VertexMaps& m = desc.maps;
  const std::pair<const char*, const std::vector<float>*> maps[] = {
      {"stiffness", &m.stiffness},
      {"volumeStiffness", &m.volumeStiffness},
      {"density", &m.density},
      {"attachment", &m.attachment}};
  for (const auto& [name, values] : maps) {
    if (values->empty()) continue;
    const std::string what = std::string("The vertex map ") + name + " has ";
    if (values->size() != desc.points.size())
      return what + std::to_string(values->size()) + " numbers but the skin has " +
             std::to_string(desc.points.size()) + " vertices.";
    const float least = values == &m.attachment ? 0 : kLeastMapValue;
    for (std::size_t v = 0; v < values->size(); ++v)
      if (!((*values)[v] >= least && (*values)[v] <= kGreatestMapValue))
        return what + std::to_string((*values)[v]) + " at vertex " + std::to_string(v) +
               "; choose values from " + (least > 0 ? "0.001" : "0") + " to 1000.";
  }
  return std::nullopt;
}

CellMaps makeCellMaps(const CharacterDesc& desc, const Lattice& lattice, const FilledBody& body) {
  const VertexMaps& m = desc.maps;
  if (m.stiffness.empty() && m.volumeStiffness.empty() && m.density.empty() && m.attachment.empty())
    return {};
  const Extension extension(desc, lattice, body);
  return {extension.carry(m.stiffness), extension.carry(m.volumeStiffness),
          extension.carry(m.density), extension.carry(m.attachment)};
}

}  // namespace sinew
