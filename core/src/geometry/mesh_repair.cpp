// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/mesh_repair.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "geometry/mesh_pieces.h"

namespace sinew {
namespace {

using Triangle3 = std::array<std::int32_t, 3>;

Triangle3 sortedCorners(Triangle3 t) {
  std::sort(t.begin(), t.end());
  return t;
}

// 1 when the corners ascend in turn, -1 when they descend.
int turnOf(const Triangle3& t) {
  return (t[0] < t[1]) + (t[1] < t[2]) + (t[2] < t[0]) == 2 ? 1 : -1;
}

// Triangles of three different points, those with the same points side by side, the first one
// first.
std::vector<std::int32_t> sortedByCorners(const TriangleMesh& mesh) {
  std::vector<std::int32_t> order;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (!hasRepeatedCorner(mesh.triangles[t])) order.push_back(static_cast<std::int32_t>(t));
  const auto key = [&](std::int32_t t) {
    return std::pair(sortedCorners(mesh.triangles[static_cast<std::size_t>(t)]), t);
  };
  std::sort(order.begin(), order.end(),
            [&](std::int32_t s, std::int32_t t) { return key(s) < key(t); });
  return order;
}

// Which way the neighbours want the triangle with these (ascending) corners to turn: 1 or -1 when
// each of its edges has one neighbour, not counting its own copies, and all agree; 0 otherwise.
int turnWanted(const Triangle3& corners, const TriangleMesh& mesh,
               const std::vector<EdgeUse>& edges) {
  int wanted = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int32_t from = corners[k], to = corners[(k + 1) % 3];
    const auto less = [](const EdgeUse& use, const std::pair<std::int32_t, std::int32_t>& edge) {
      return std::tie(use.a, use.b) < std::tie(edge.first, edge.second);
    };
    const std::pair edge(std::min(from, to), std::max(from, to));
    int neighbours = 0;
    for (auto use = std::lower_bound(edges.begin(), edges.end(), edge, less);
         use != edges.end() && use->a == edge.first && use->b == edge.second; ++use) {
      if (sortedCorners(mesh.triangles[static_cast<std::size_t>(use->triangle)]) == corners)
        continue;
      if (++neighbours > 1) return 0;
      wanted += use->isForward == (from < to) ? -1 : 1;
    }
    if (neighbours == 0) return 0;
  }
  return wanted == 3 ? 1 : wanted == -3 ? -1 : 0;
}

// One flag per triangle: turn it to agree with its patch. Patches that cannot agree are marked.
struct Agreement {
  std::vector<std::uint8_t> isTurned;
  std::vector<std::uint8_t> isUnorientable;  // per patch
};

Agreement agree(const TriangleMesh& mesh, const std::vector<EdgeUse>& edges,
                const MeshPieces& patches) {
  struct Link {
    std::int32_t triangle;
    bool isSame;  // facing as they stand
  };
  const std::size_t count = mesh.triangles.size();
  std::vector<std::array<Link, 3>> links(count);
  std::vector<std::uint8_t> linkCount(count, 0);
  forEdges(edges, [&](std::span<const EdgeUse> uses) {
    if (uses.size() != 2) return;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto t = static_cast<std::size_t>(uses[k].triangle);
      links[t][linkCount[t]++] = {uses[1 - k].triangle, uses[0].isForward != uses[1].isForward};
    }
  });

  Agreement result{std::vector<std::uint8_t>(count, 0),
                   std::vector<std::uint8_t>(patches.pieces.size(), 0)};
  std::vector<std::uint8_t> isSeen(count, 0);
  std::vector<double> turnedArea(patches.pieces.size(), 0);
  std::vector<std::int32_t> open;
  for (std::size_t seed = 0; seed < count; ++seed) {
    if (isSeen[seed]) continue;
    isSeen[seed] = 1;
    open.push_back(static_cast<std::int32_t>(seed));
    while (!open.empty()) {
      const auto t = static_cast<std::size_t>(open.back());
      open.pop_back();
      const auto patch = static_cast<std::size_t>(patches.pieceOf[t]);
      if (result.isTurned[t]) turnedArea[patch] += triangleArea(mesh, static_cast<std::int32_t>(t));
      for (std::size_t k = 0; k < linkCount[t]; ++k) {
        const auto next = static_cast<std::size_t>(links[t][k].triangle);
        const std::uint8_t turned = links[t][k].isSame ? result.isTurned[t] : !result.isTurned[t];
        if (!isSeen[next]) {
          isSeen[next] = 1;
          result.isTurned[next] = turned;
          open.push_back(links[t][k].triangle);
        } else if (result.isTurned[next] != turned) {
          result.isUnorientable[patch] = 1;
        }
      }
    }
  }
  for (std::size_t t = 0; t < count; ++t) {  // the larger part stays
    const auto patch = static_cast<std::size_t>(patches.pieceOf[t]);
    if (turnedArea[patch] > 0.5 * patches.pieces[patch].area)
      result.isTurned[t] = !result.isTurned[t];
    if (result.isUnorientable[patch]) result.isTurned[t] = 0;
  }
  return result;
}

void say(std::vector<std::string>& sentences, std::int64_t count, const std::string& one,
         const std::string& many) {
  if (count > 0) sentences.push_back(std::to_string(count) + " " + (count == 1 ? one : many) + ".");
}

}  // namespace

WeldReport weldPoints(TriangleMesh& mesh) {
  WeldReport report;
  std::vector<std::int32_t> order(mesh.points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto point = [&](std::int32_t i) -> const Vec3<double>& {
    return mesh.points[static_cast<std::size_t>(i)];
  };
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    const Vec3<double>&p = point(i), &q = point(j);
    return std::tie(p.x, p.y, p.z, i) < std::tie(q.x, q.y, q.z, j);
  });
  // The first of those at one position stands for all. -0 equals 0.
  std::vector<std::int32_t> standIn(mesh.points.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Vec3<double>& p = point(order[k]);
    const bool isSame = k > 0 && point(order[k - 1]).x == p.x && point(order[k - 1]).y == p.y &&
                        point(order[k - 1]).z == p.z;
    standIn[static_cast<std::size_t>(order[k])] =
        isSame ? standIn[static_cast<std::size_t>(order[k - 1])] : order[k];
  }
  report.newPoint.resize(mesh.points.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const auto first = static_cast<std::size_t>(standIn[i]);
    if (first == i) {
      mesh.points[kept] = mesh.points[i];
      report.newPoint[i] = static_cast<std::int32_t>(kept++);
    } else {
      report.newPoint[i] = report.newPoint[first];
    }
  }
  report.mergedPoints = static_cast<std::int64_t>(mesh.points.size() - kept);
  mesh.points.resize(kept);
  for (auto& t : mesh.triangles)
    for (std::int32_t& p : t) p = report.newPoint[static_cast<std::size_t>(p)];
  return report;
}

DropReport dropBadTriangles(TriangleMesh& mesh) {
  DropReport report;
  const std::vector<EdgeUse> edges = edgeTable(mesh);
  const std::vector<std::int32_t> order = sortedByCorners(mesh);
  std::vector<std::uint8_t> isKept(mesh.triangles.size(), 0);
  report.repeatedCorners = static_cast<std::int64_t>(mesh.triangles.size() - order.size());
  const auto triangle = [&](std::size_t k) -> const Triangle3& {
    return mesh.triangles[static_cast<std::size_t>(order[k])];
  };
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    int balance = 0;
    const Triangle3 corners = sortedCorners(triangle(begin));
    for (; end < order.size() && sortedCorners(triangle(end)) == corners; ++end)
      balance += turnOf(triangle(end));
    const int wanted = balance != 0 ? balance : turnWanted(corners, mesh, edges);
    bool hasOne = false;
    for (std::size_t k = begin; k < end; ++k)
      if (!hasOne && turnOf(triangle(k)) * wanted > 0)
        isKept[static_cast<std::size_t>(order[k])] = hasOne = true;
    const auto copies = static_cast<std::int64_t>(end - begin);
    if (hasOne)
      report.duplicates += copies - 1;
    else
      report.cancelledPairs += copies / 2;
    begin = end;
  }
  std::size_t kept = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (isKept[t]) mesh.triangles[kept++] = mesh.triangles[t];
  mesh.triangles.resize(kept);
  return report;
}

OrientReport orientPatches(TriangleMesh& mesh) {
  OrientReport report;
  const std::vector<EdgeUse> edges = edgeTable(mesh);
  const Agreement agreement = agree(mesh, edges, findPatches(mesh, edges));
  report.unorientablePatches =
      std::count(agreement.isUnorientable.begin(), agreement.isUnorientable.end(), 1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (agreement.isTurned[t]) {
      turn(mesh.triangles[t]);
      ++report.turnedTriangles;
    }

  MeshPieces patches = findPatches(mesh, edges);
  measureSides(mesh, patches);
  bool hasOutward = false, hasInsideOut = false;
  for (const MeshPiece& patch : patches.pieces)
    if (patch.hasSide() && !patch.isSurrounded())
      (patch.isInsideOut() ? hasInsideOut : hasOutward) = true;
  report.wasInsideOut = hasInsideOut && !hasOutward;
  std::vector<std::uint8_t> isTurned(patches.pieces.size(), 0);
  for (std::size_t p = 0; p < patches.pieces.size(); ++p) {
    const MeshPiece& patch = patches.pieces[p];
    isTurned[p] = report.wasInsideOut || (patch.isInsideOut() && !patch.isSurrounded());
    report.turnedPatches += isTurned[p];
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (isTurned[static_cast<std::size_t>(patches.pieceOf[t])]) turn(mesh.triangles[t]);
  return report;
}

bool RepairReport::didNothing() const { return sentences().empty(); }

std::vector<std::string> RepairReport::sentences() const {
  std::vector<std::string> list;
  say(list, weld.mergedPoints, "point at the position of another was merged with it",
      "points at the position of another were merged with it");
  say(list, drop.repeatedCorners, "triangle with a repeated corner was dropped",
      "triangles with a repeated corner were dropped");
  say(list, drop.duplicates, "duplicate triangle was dropped", "duplicate triangles were dropped");
  say(list, drop.cancelledPairs, "pair of opposite triangles, which encloses nothing, was dropped",
      "pairs of opposite triangles, which enclose nothing, were dropped");
  say(list, orient.turnedTriangles, "triangle was turned to agree with its neighbours",
      "triangles were turned to agree with their neighbours");
  if (orient.wasInsideOut)
    list.push_back("The mesh was inside out and was turned as a whole.");
  else
    say(list, orient.turnedPatches, "patch that was inside out was turned",
        "patches that were inside out were turned");
  return list;
}

RepairReport repairMesh(TriangleMesh& mesh) {
  RepairReport report;
  report.weld = weldPoints(mesh);
  report.drop = dropBadTriangles(mesh);
  report.orient = orientPatches(mesh);
  return report;
}

}  // namespace sinew
