// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/lattice_builder.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "geometry/row_caster.h"

namespace sinew {
namespace {

constexpr int kSamples = 4;  // along each axis of a cell

// Counts the samples of the cells of one layer that lie inside.
void sampleLayer(const RowCaster& caster, const Int3& least, const Int3& size, std::int32_t layer,
                 std::vector<FilledCell>& filled) {
  std::vector<std::uint16_t> counts(static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y), 0);
  std::vector<Crossing> crossings;
  for (int sz = 0; sz < kSamples; ++sz) {
    const double z = least.z + layer + (sz + 0.5) / kSamples;
    for (std::int32_t row = 0; row < size.y * kSamples; ++row) {
      caster.castRow(least.y + (row + 0.5) / kSamples, z, crossings);
      std::uint16_t* cells = counts.data() + static_cast<std::size_t>(row / kSamples) * static_cast<std::size_t>(size.x);
      int winding = 0;
      for (std::size_t c = 0; c + 1 < crossings.size(); ++c) {
        winding += crossings[c].winding;
        if (winding <= 0) continue;
        // Samples between this crossing and the next.
        const double from = (crossings[c].x - least.x) * kSamples - 0.5;
        const double to = (crossings[c + 1].x - least.x) * kSamples - 0.5;
        const auto begin = static_cast<std::int64_t>(std::ceil(std::max(from, 0.0)));
        const auto end = std::min<std::int64_t>(static_cast<std::int64_t>(std::ceil(to)), std::int64_t{size.x} * kSamples);
        for (std::int64_t s = begin; s < end; ++s) ++cells[s / kSamples];
      }
    }
  }
  for (std::int32_t y = 0; y < size.y; ++y)
    for (std::int32_t x = 0; x < size.x; ++x) {
      const float fraction = static_cast<float>(counts[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.x) + static_cast<std::size_t>(x)]) /
                             (kSamples * kSamples * kSamples);
      if (fraction >= kLeastFraction) filled.push_back({{least.x + x, least.y + y, least.z + layer}, fraction});
    }
}

std::vector<FilledCell> joined(const std::vector<std::vector<FilledCell>>& layers) {
  std::vector<FilledCell> cells;
  for (const auto& layer : layers) cells.insert(cells.end(), layer.begin(), layer.end());
  return cells;
}

}  // namespace

std::vector<FilledCell> fillCells(const TriangleMesh& surface) {
  const Box box = inspect(surface).box;
  const auto down = [](double v) { return static_cast<std::int32_t>(std::floor(v)); };
  const Int3 least{down(box.least.x), down(box.least.y), down(box.least.z)};
  const Int3 size{down(box.greatest.x) - least.x + 1, down(box.greatest.y) - least.y + 1,
                  down(box.greatest.z) - least.z + 1};
  const RowCaster caster(surface, 1.0);
  std::vector<std::vector<FilledCell>> layers(static_cast<std::size_t>(size.z));
  parallelFor(size.z, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k)
      sampleLayer(caster, least, size, static_cast<std::int32_t>(k), layers[static_cast<std::size_t>(k)]);
  });
  return joined(layers);
}

std::vector<FilledCell> fillCells(const std::function<double(const Vec3<double>&)>& signedDistance,
                                  Int3 least, Int3 greatest) {
  std::vector<std::vector<FilledCell>> layers(static_cast<std::size_t>(greatest.z - least.z));
  parallelFor(greatest.z - least.z, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k)
      for (std::int32_t y = least.y; y < greatest.y; ++y)
        for (std::int32_t x = least.x; x < greatest.x; ++x) {
          const auto z = least.z + static_cast<std::int32_t>(k);
          if (signedDistance({x + 0.5, y + 0.5, z + 0.5}) < 0)
            layers[static_cast<std::size_t>(k)].push_back({{x, y, z}, 1.f});
        }
  });
  return joined(layers);
}

double expectedCells(double volume, double area, double cellSize) {
  // Whole cells plus about half a layer of cut ones.
  return volume / (cellSize * cellSize * cellSize) + 0.5 * area / (cellSize * cellSize);
}

double cellSizeFor(double volume, double area, double cells) {
  double low = 0, high = std::cbrt(volume) + std::sqrt(area);
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (expectedCells(volume, area, middle) > cells ? low : high) = middle;
  }
  return high;
}

}  // namespace sinew
