// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/inside_search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "geometry/bvh.h"

namespace sinew {
namespace {

// Space where the winding number is this near to a whole number, and no triangle is in the cell, is
// all on one side.
constexpr double kClear = 0.1;

// Whether the plane of a triangle passes through a cell.
bool planeMeetsCell(const Vec3<double>& corner, const Vec3<double>& normal, Int3 cell) {
  const Vec3<double> toCentre = Vec3<double>{cell.x + 0.5, cell.y + 0.5, cell.z + 0.5} - corner;
  const double reach = std::fabs(normal.x) + std::fabs(normal.y) + std::fabs(normal.z);
  return std::fabs(dot(toCentre, normal)) <= 0.5000001 * reach;
}

// The cells of the grid that a triangle touches (its box and its plane do), by brick-less index (x
// fastest).
std::vector<std::uint8_t> cellsWithTriangles(const TriangleMesh& surface, const SampleGrid& grid) {
  std::vector<std::uint8_t> touched(static_cast<std::size_t>(grid.size.x) *
                                        static_cast<std::size_t>(grid.size.y) *
                                        static_cast<std::size_t>(grid.size.z),
                                    0);
  const auto down = [](double v) { return static_cast<std::int32_t>(std::floor(v)); };
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Box box = triangleBox(surface, static_cast<std::int32_t>(t));
    const auto corner = [&](std::size_t k) {
      return surface.points[static_cast<std::size_t>(surface.triangles[t][k])];
    };
    const Vec3<double> normal = cross(corner(1) - corner(0), corner(2) - corner(0));
    for (std::int32_t z = down(box.least.z); z <= down(box.greatest.z); ++z)
      for (std::int32_t y = down(box.least.y); y <= down(box.greatest.y); ++y)
        for (std::int32_t x = down(box.least.x); x <= down(box.greatest.x); ++x)
          if (planeMeetsCell(corner(0), normal, {x, y, z})) touched[grid.cellIndex({x, y, z})] = 1;
  }
  return touched;
}

// Which samples of a cell are inside.
std::uint64_t insideOfCell(const WindingNumber& winding, Int3 cell, bool hasTriangles) {
  if (!hasTriangles) {
    const double w = winding.at({cell.x + 0.5, cell.y + 0.5, cell.z + 0.5});
    if (std::fabs(w - std::round(w)) < kClear) return w > 0.5 ? ~std::uint64_t{0} : 0;
  }
  std::array<Vec3<double>, 64> points;
  std::array<double, 64> w;
  for (std::size_t s = 0; s < 64; ++s) points[s] = samplePoint(cell, static_cast<int>(s));
  winding.inUnitCell(
      {static_cast<double>(cell.x), static_cast<double>(cell.y), static_cast<double>(cell.z)},
      points, w);
  std::uint64_t inside = 0;
  for (std::size_t s = 0; s < 64; ++s)
    if (w[s] > 0.5) inside |= std::uint64_t{1} << s;
  return inside;
}

enum class Side { Outside, Inside, Unknown };

// Fills in which samples of the cells of a box are inside. Boxes without triangles in or next to
// them that are clearly on one side at their corners and centre are not looked into: the winding
// number is harmonic there, and changes little between points that agree.
class InsideSearch {
 public:
  InsideSearch(const WindingNumber& winding, const SampleGrid& grid,
               const std::vector<std::uint8_t>& hasTriangles, std::vector<std::uint64_t>& inside)
      : winding_(winding), grid_(grid), hasTriangles_(hasTriangles), inside_(inside) {}

  /// `size` is 8, 4 or 1 [cells].
  void search(Int3 least, int size) const {
    const Int3 end = clipped(least + Int3{size, size, size});
    if (size == 1) {
      const std::size_t i = grid_.cellIndex(least);
      inside_[i] = insideOfCell(winding_, least, hasTriangles_[i] != 0);
      return;
    }
    switch (sideOf(least, end)) {
      case Side::Outside:
        break;
      case Side::Inside:
        forCells(least, end, 1, [&](Int3 c) { inside_[grid_.cellIndex(c)] = ~std::uint64_t{0}; });
        break;
      case Side::Unknown: {
        const int part = size == 8 ? 4 : 1;
        forCells(least, end, part, [&](Int3 c) { search(c, part); });
      }
    }
  }

 private:
  Int3 clipped(Int3 c) const {
    const Int3 end = grid_.least + grid_.size;
    return {std::clamp(c.x, grid_.least.x, end.x), std::clamp(c.y, grid_.least.y, end.y),
            std::clamp(c.z, grid_.least.z, end.z)};
  }

  template <class Visit>
  static void forCells(Int3 least, Int3 end, int step, Visit&& visit) {
    for (std::int32_t z = least.z; z < end.z; z += step)
      for (std::int32_t y = least.y; y < end.y; y += step)
        for (std::int32_t x = least.x; x < end.x; x += step) visit(Int3{x, y, z});
  }

  Side sideOf(Int3 least, Int3 end) const {
    bool isFree = true;
    forCells(clipped(least + Int3{-1, -1, -1}), clipped(end + Int3{1, 1, 1}), 1,
             [&](Int3 c) { isFree &= hasTriangles_[grid_.cellIndex(c)] == 0; });
    if (!isFree) return Side::Unknown;
    const double centre =
        winding_.at({0.5 * (least.x + end.x), 0.5 * (least.y + end.y), 0.5 * (least.z + end.z)});
    const auto isClear = [&](double w) {
      return std::fabs(w - std::round(w)) < kClear && (w > 0.5) == (centre > 0.5);
    };
    bool isOneSide = isClear(centre);
    for (int a = 0; a < 8 && isOneSide; ++a)
      isOneSide = isClear(winding_.at({static_cast<double>(a & 1 ? end.x : least.x),
                                       static_cast<double>(a & 2 ? end.y : least.y),
                                       static_cast<double>(a & 4 ? end.z : least.z)}));
    if (!isOneSide) return Side::Unknown;
    return centre > 0.5 ? Side::Inside : Side::Outside;
  }

  const WindingNumber& winding_;
  const SampleGrid& grid_;
  const std::vector<std::uint8_t>& hasTriangles_;
  std::vector<std::uint64_t>& inside_;
};

}  // namespace

std::vector<std::uint64_t> insideOfCells(const TriangleMesh& surface, const WindingNumber& winding,
                                         const SampleGrid& grid) {
  const std::vector<std::uint8_t> hasTriangles = cellsWithTriangles(surface, grid);
  std::vector<std::uint64_t> inside(hasTriangles.size(), 0);
  const InsideSearch search(winding, grid, hasTriangles, inside);
  parallelFor(std::ssize(grid.brickAt), 1, [&](std::int64_t begin, std::int64_t end) {
    for (auto b = static_cast<std::int32_t>(begin); b < static_cast<std::int32_t>(end); ++b) {
      const Int3 brick{b % grid.bricks.x, b / grid.bricks.x % grid.bricks.y,
                       b / grid.bricks.x / grid.bricks.y};
      search.search(grid.least + Int3{kBrick * brick.x, kBrick * brick.y, kBrick * brick.z},
                    kBrick);
    }
  });
  return inside;
}

}  // namespace sinew
