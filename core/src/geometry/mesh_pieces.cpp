// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/mesh_pieces.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/bvh.h"
#include "geometry/winding_number.h"

namespace sinew {
namespace {

constexpr std::int64_t kSamplesPerPiece = 64;
/// Off the surface, in units of the triangle's size: small beside it, large beside round-off.
constexpr double kOffSurface = 1e-6;
constexpr double kOffSurfaceOfMesh = 1e-12;

const Vec3<double>& corner(const TriangleMesh& mesh, std::int32_t triangle, std::size_t k) {
  return mesh
      .points[static_cast<std::size_t>(mesh.triangles[static_cast<std::size_t>(triangle)][k])];
}

Vec3<double> areaVector(const TriangleMesh& mesh, std::int32_t triangle) {
  const Vec3<double>& a = corner(mesh, triangle, 0);
  return 0.5 * cross(corner(mesh, triangle, 1) - a, corner(mesh, triangle, 2) - a);
}

// Numbers the pieces and sums up what their triangles say.
MeshPieces collect(const TriangleMesh& mesh, std::span<const EdgeUse> edges, Groups& groups) {
  MeshPieces parts;
  const auto count = static_cast<std::int32_t>(mesh.triangles.size());
  parts.pieceOf.resize(mesh.triangles.size());
  Vec3<double> origin{0, 0, 0};
  if (count > 0) origin = corner(mesh, 0, 0);
  for (std::int32_t t = 0; t < count; ++t) {
    const std::int32_t root = groups.root(t);
    if (root == t) {
      parts.pieceOf[static_cast<std::size_t>(t)] = static_cast<std::int32_t>(parts.pieces.size());
      parts.pieces.push_back({});
    }
    const std::int32_t number = parts.pieceOf[static_cast<std::size_t>(root)];
    parts.pieceOf[static_cast<std::size_t>(t)] = number;
    MeshPiece& piece = parts.pieces[static_cast<std::size_t>(number)];
    const Vec3<double> normal = areaVector(mesh, t);
    ++piece.triangles;
    piece.area += std::sqrt(dot(normal, normal));
    piece.areaVector += normal;
    piece.volume += dot(corner(mesh, t, 0) - origin, normal) / 3;
    include(piece.box, triangleBox(mesh, t));
  }
  forEdges(edges, [&](std::span<const EdgeUse> uses) {
    const auto piece =
        static_cast<std::size_t>(parts.pieceOf[static_cast<std::size_t>(uses[0].triangle)]);
    parts.pieces[piece].openEdges += uses.size() == 1;
  });
  return parts;
}

// Whether the piece could have an inside. Closed: the area vector vanishes. A sheet: it is the
// area.
bool mayHaveSide(const MeshPiece& piece) {
  const double open = std::sqrt(dot(piece.areaVector, piece.areaVector));
  return piece.triangles >= 4 && piece.area > 0 && open < 0.5 * piece.area;
}

double meanOfSides(const WindingNumber& winding, const TriangleSides& sides) {
  return 0.5 * (winding.at(sides.front) + winding.at(sides.back));
}

// These triangles alone, each with points of its own.
TriangleMesh trianglesOf(const TriangleMesh& mesh, std::span<const std::int32_t> triangles) {
  TriangleMesh alone;
  for (const std::int32_t t : triangles) {
    const auto first = static_cast<std::int32_t>(alone.points.size());
    for (std::size_t c = 0; c < 3; ++c) alone.points.push_back(corner(mesh, t, c));
    alone.triangles.push_back({first, first + 1, first + 2});
  }
  return alone;
}

struct Sample {
  TriangleSides sides;
  double area;
  double winding;  // of the piece alone, mean of both sides
};

// Samples a piece given as a mesh of its own, and tells its side.
std::vector<Sample> measureSide(const TriangleMesh& alone, double meshSize, MeshPiece& piece) {
  std::vector<Sample> samples;
  const WindingNumber winding(alone);
  double sum = 0, areaSum = 0;
  const std::int64_t count = std::ssize(alone.triangles);
  const std::int64_t step = 1 + (count - 1) / kSamplesPerPiece;
  for (std::int64_t t = 0; t < count; t += step) {
    const auto triangle = static_cast<std::int32_t>(t);
    const double area = triangleArea(alone, triangle);
    if (!(area > 0)) continue;
    const TriangleSides sides = sidesOfTriangle(alone, triangle, meshSize);
    samples.push_back({sides, area, meanOfSides(winding, sides)});
    sum += area * std::clamp(samples.back().winding, -0.5, 0.5);
    areaSum += area;
  }
  piece.side = areaSum > 0 ? sum / areaSum : 0;
  return samples;
}

}  // namespace

std::vector<EdgeUse> edgeTable(const TriangleMesh& mesh) {
  std::vector<EdgeUse> table;
  table.reserve(mesh.triangles.size() * 3);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& triangle = mesh.triangles[t];
    if (hasRepeatedCorner(triangle)) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t a = triangle[k], b = triangle[(k + 1) % 3];
      table.push_back({std::min(a, b), std::max(a, b), static_cast<std::int32_t>(t), a < b});
    }
  }
  std::sort(table.begin(), table.end(), [](const EdgeUse& u, const EdgeUse& v) {
    if (u.a != v.a) return u.a < v.a;
    return u.b != v.b ? u.b < v.b : u.triangle < v.triangle;
  });
  return table;
}

Groups::Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

std::int32_t Groups::root(std::int32_t member) {
  const auto parent = [&](std::int32_t m) -> std::int32_t& {
    return parent_[static_cast<std::size_t>(m)];
  };
  while (parent(member) != member) member = parent(member) = parent(parent(member));
  return member;
}

void Groups::join(std::int32_t a, std::int32_t b) {
  a = root(a), b = root(b);
  parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
}

MeshPieces findShells(const TriangleMesh& mesh, std::span<const EdgeUse> edges) {
  Groups groups(mesh.triangles.size());
  std::vector<std::int32_t> firstAt(mesh.points.size(), -1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const std::int32_t p : mesh.triangles[t]) {
      std::int32_t& first = firstAt[static_cast<std::size_t>(p)];
      if (first < 0) first = static_cast<std::int32_t>(t);
      groups.join(first, static_cast<std::int32_t>(t));
    }
  return collect(mesh, edges, groups);
}

MeshPieces findPatches(const TriangleMesh& mesh, std::span<const EdgeUse> edges) {
  Groups groups(mesh.triangles.size());
  forEdges(edges, [&](std::span<const EdgeUse> uses) {
    if (uses.size() == 2) groups.join(uses[0].triangle, uses[1].triangle);
  });
  return collect(mesh, edges, groups);
}

double triangleArea(const TriangleMesh& mesh, std::int32_t triangle) {
  const Vec3<double> n = areaVector(mesh, triangle);
  return std::sqrt(dot(n, n));
}

double diagonal(const Box& box) {
  const Vec3<double> d = box.greatest - box.least;
  return std::sqrt(dot(d, d));
}

TriangleSides sidesOfTriangle(const TriangleMesh& mesh, std::int32_t triangle, double meshSize) {
  const Vec3<double> n = areaVector(mesh, triangle);
  const double area = std::sqrt(dot(n, n));
  const Vec3<double> centroid = (1.0 / 3) * (corner(mesh, triangle, 0) + corner(mesh, triangle, 1) +
                                             corner(mesh, triangle, 2));
  const double step = std::max(kOffSurface * std::sqrt(area), kOffSurfaceOfMesh * meshSize);
  const Vec3<double> offset = area > 0 ? (step / area) * n : Vec3<double>{0, 0, 0};
  return {centroid + offset, centroid - offset};
}

void measureSides(const TriangleMesh& mesh, MeshPieces& parts) {
  Box box = kEmptyBox;
  for (const MeshPiece& piece : parts.pieces) include(box, piece.box);
  std::vector<std::vector<std::int32_t>> members(parts.pieces.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    members[static_cast<std::size_t>(parts.pieceOf[t])].push_back(static_cast<std::int32_t>(t));

  std::vector<std::vector<Sample>> samples(parts.pieces.size());
  TriangleMesh outward = mesh;
  int sided = 0;
  for (std::size_t k = 0; k < parts.pieces.size(); ++k) {
    MeshPiece& piece = parts.pieces[k];
    piece.side = piece.depth = 0;
    if (!mayHaveSide(piece)) continue;
    samples[k] = measureSide(trianglesOf(mesh, members[k]), diagonal(box), piece);
    sided += piece.hasSide();
    if (!piece.isInsideOut()) continue;
    for (Sample& sample : samples[k]) sample.winding = -sample.winding;
    for (const std::int32_t t : members[k]) turn(outward.triangles[static_cast<std::size_t>(t)]);
  }
  if (sided < 2) return;
  const WindingNumber all(outward);
  for (std::size_t k = 0; k < parts.pieces.size(); ++k) {
    MeshPiece& piece = parts.pieces[k];
    if (!piece.hasSide()) continue;
    double area = 0;
    for (const Sample& sample : samples[k]) {
      piece.depth += sample.area * (meanOfSides(all, sample.sides) - sample.winding);
      area += sample.area;
    }
    piece.depth /= area;
  }
}

}  // namespace sinew
