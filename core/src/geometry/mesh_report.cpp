// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/mesh_report.h"

#include <algorithm>
#include <cmath>

#include "base/sentences.h"
#include "geometry/bvh.h"
#include "geometry/winding_number.h"

namespace sinew {
namespace {

constexpr double kClear = 0.2;            // of the winding number from a whole one
constexpr std::int64_t kFewSamples = 32;  // too few to speak of a share
/// Beyond these lengths products of six coordinates leave the range of double.
constexpr double kLeastSize = 1e-40, kGreatestSize = 1e40;
/// A triangle lower than this, in units of its longest side, has no area.
constexpr double kLeastHeight = 1e-12;

bool isFinite(const Vec3<double>& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

void countBad(const TriangleMesh& mesh, MeshReport& report) {
  const auto count = static_cast<std::int32_t>(mesh.points.size());
  report.badPoints = std::count_if(mesh.points.begin(), mesh.points.end(),
                                   [](const Vec3<double>& p) { return !isFinite(p); });
  for (const auto& t : mesh.triangles)
    report.badTriangles +=
        std::any_of(t.begin(), t.end(), [&](std::int32_t p) { return p < 0 || p >= count; });
}

void measurePoints(const TriangleMesh& mesh, MeshReport& report) {
  std::vector<std::uint8_t> isUsed(mesh.points.size(), 0);
  for (const auto& t : mesh.triangles)
    for (const std::int32_t p : t) isUsed[static_cast<std::size_t>(p)] = 1;
  report.unusedPoints = std::count(isUsed.begin(), isUsed.end(), 0);
  report.box = kEmptyBox;
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    if (isUsed[i]) include(report.box, mesh.points[i]);
  TriangleMesh copy{mesh.points, {}};
  report.coincidentPoints = weldPoints(copy).mergedPoints;
}

void measureTriangles(const TriangleMesh& mesh, MeshReport& report) {
  std::vector<std::array<std::int32_t, 3>> corners;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    auto t = mesh.triangles[i];
    const double area = triangleArea(mesh, static_cast<std::int32_t>(i));
    report.area += area;
    if (hasRepeatedCorner(t)) {
      ++report.repeatedCorners;
      continue;
    }
    const auto at = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])]; };
    double longest = 0;
    for (std::size_t k = 0; k < 3; ++k)
      longest = std::max(longest, dot(at((k + 1) % 3) - at(k), at((k + 1) % 3) - at(k)));
    report.zeroAreas += !(2 * area > kLeastHeight * longest);
    std::sort(t.begin(), t.end());
    corners.push_back(t);
  }
  report.volume = signedVolume(mesh);
  std::sort(corners.begin(), corners.end());
  for (std::size_t i = 1; i < corners.size(); ++i)
    report.duplicates += corners[i] == corners[i - 1];
}

void measureEdges(const TriangleMesh& mesh, const std::vector<EdgeUse>& edges, MeshReport& report) {
  std::vector<EdgeUse> open;
  forEdges(edges, [&](std::span<const EdgeUse> uses) {
    if (uses.size() == 1) open.push_back(uses[0]);
    report.nonManifoldEdges += uses.size() > 2;
    report.inconsistentEdges += uses.size() == 2 && uses[0].isForward == uses[1].isForward;
  });
  report.openEdges = std::ssize(open);
  if (open.empty()) return;
  Groups groups(mesh.points.size());
  for (const EdgeUse& edge : open) groups.join(edge.a, edge.b);
  std::vector<std::pair<std::int32_t, std::int32_t>> members;  // root, point
  for (const EdgeUse& edge : open) {
    members.emplace_back(groups.root(edge.a), edge.a);
    members.emplace_back(groups.root(edge.b), edge.b);
  }
  std::sort(members.begin(), members.end());
  Box box = kEmptyBox;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i == 0 || members[i].first != members[i - 1].first) {
      ++report.boundaryLoops;
      box = kEmptyBox;
    }
    include(box, mesh.points[static_cast<std::size_t>(members[i].second)]);
    report.largestLoop = std::max(report.largestLoop, diagonal(box) / diagonal(report.box));
  }
}

void measureShells(const TriangleMesh& mesh, const std::vector<EdgeUse>& edges,
                   MeshReport& report) {
  MeshPieces shells = findShells(mesh, edges);
  measureSides(mesh, shells);
  for (const MeshPiece& shell : shells.pieces) {
    report.closedShells += shell.isClosed();
    report.scraps += !shell.hasSide();
    report.insideOutShells += shell.isInsideOut() && !shell.isSurrounded();
    report.cavities += shell.isInsideOut() && shell.isSurrounded();
    report.nestedShells += shell.hasSide() && !shell.isInsideOut() && shell.isSurrounded();
  }
  report.shells = std::move(shells.pieces);
}

bool isClear(double w) { return std::fabs(w - std::round(w)) <= kClear; }

void sampleSurface(const TriangleMesh& mesh, const WindingNumber& winding, double size,
                   std::int64_t most, InsideReport& inside) {
  const std::int64_t count = std::ssize(mesh.triangles);
  const std::int64_t step = 1 + (count - 1) / most;
  std::vector<Vec3<double>> points;
  std::vector<double> areas;
  for (std::int64_t t = 0; t < count; t += step) {
    const auto triangle = static_cast<std::int32_t>(t);
    const double area = triangleArea(mesh, triangle);
    if (!(area > 0)) continue;
    const TriangleSides sides = sidesOfTriangle(mesh, triangle, size);
    points.insert(points.end(), {sides.front, sides.back});
    areas.push_back(area);
  }
  std::vector<double> w(points.size());
  winding.at(points, w);
  double total = 0, clear = 0, skin = 0, buried = 0, idle = 0;
  for (std::size_t s = 0; s < areas.size(); ++s) {
    const double front = w[2 * s], back = w[2 * s + 1];
    total += areas[s];
    if (isClear(front) && isClear(back)) clear += areas[s];
    const int sidesInside = (front > 0.5) + (back > 0.5);
    (sidesInside == 1 ? skin : sidesInside == 2 ? buried : idle) += areas[s];
  }
  inside.surfaceSamples = std::ssize(areas);
  if (!(total > 0)) return;
  inside.surfaceSureness = clear / total;
  inside.skinShare = skin / total;
  inside.buriedShare = buried / total;
  inside.idleShare = idle / total;
}

// The additive sequence with the generalised golden ratio: evenly spread, no random numbers.
std::vector<Vec3<double>> pointsIn(const Box& box, std::int64_t count) {
  constexpr double kRatio = 1.22074408460575947536;  // root of x^4 = x + 1
  std::vector<Vec3<double>> points(static_cast<std::size_t>(count));
  const Vec3<double> extent = box.greatest - box.least;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto part = [&](double step) {
      const double v = 0.5 + static_cast<double>(i) * step;
      return v - std::floor(v);
    };
    points[i] = box.least + Vec3<double>{extent.x * part(1 / kRatio),
                                         extent.y * part(1 / (kRatio * kRatio)),
                                         extent.z * part(1 / (kRatio * kRatio * kRatio))};
  }
  return points;
}

void sampleVolume(const Box& box, const WindingNumber& winding, std::int64_t count,
                  InsideReport& inside) {
  const std::vector<Vec3<double>> points = pointsIn(box, count);
  std::vector<double> w(points.size());
  winding.at(points, w);
  std::int64_t in = 0, sureIn = 0, doubtful = 0, reversed = 0, doubled = 0;
  for (const double v : w) {
    in += v > 0.5;
    sureIn += v > 0.5 && isClear(v);
    doubtful += !isClear(v);
    reversed += v < -0.5;
    doubled += v > 1.5;
  }
  const Vec3<double> extent = box.greatest - box.least;
  const double each = extent.x * extent.y * extent.z / static_cast<double>(count);
  inside.volumeSamples = count;
  inside.insideVolume = each * static_cast<double>(in);
  inside.doubtfulVolume = each * static_cast<double>(doubtful);
  inside.reversedVolume = each * static_cast<double>(reversed);
  inside.doubledVolume = each * static_cast<double>(doubled);
  inside.volumeSureness =
      sureIn + doubtful < kFewSamples
          ? inside.surfaceSureness
          : static_cast<double>(sureIn) / static_cast<double>(sureIn + doubtful);
}

// Why the mesh cannot be filled whatever the settings, or nothing.
std::string findRefusal(const MeshReport& report) {
  if (report.triangles == 0) return "The mesh has no triangles.";
  if (report.badPoints > 0)
    return counted(report.badPoints, "point is", "points are") +
           " not finite numbers; freeze or delete the history of the mesh.";
  if (report.badTriangles > 0)
    return counted(report.badTriangles, "triangle names a point", "triangles name points") +
           " the mesh does not have.";
  return {};
}

std::string findSizeRefusal(const MeshReport& report) {
  const double size = diagonal(report.box);
  if (!(size > kLeastSize) || !(report.area > 0)) return "The mesh has no extent.";
  if (!(size < kGreatestSize))
    return "The mesh is " + number(size) + " units large; check its scale.";
  return {};
}

std::string findInsideRefusal(const MeshReport& report) {
  const InsideReport& inside = report.inside;
  if (inside.sureness >= kLeastSureness && inside.skinShare > 0) return {};
  if (inside.reversedVolume > inside.insideVolume && report.insideOutShells > 0)
    return "The mesh is inside out; reverse its normals.";
  return "The mesh has no clear inside: only " + percent(inside.surfaceSureness) +
         " of its surface separates an inside from an outside, and only " +
         percent(inside.volumeSureness) + " of the space it encloses is clearly inside (" +
         counted(report.openEdges, "open edge", "open edges") + ", " +
         counted(report.scraps, "shell that encloses", "shells that enclose") +
         " nothing); close the holes or make the normals consistent.";
}

void warnOfEdges(const MeshReport& r, std::vector<MeshRemark>& warnings) {
  if (r.openEdges > 0)
    warnings.push_back(
        {"open_edges",
         "The mesh is not closed: " + counted(r.openEdges, "open edge", "open edges") + " in " +
             counted(r.boundaryLoops, "loop", "loops") + ", the largest " + percent(r.largestLoop) +
             " of the size of the mesh."});
  if (r.nonManifoldEdges > 0)
    warnings.push_back({"non_manifold_edges",
                        counted(r.nonManifoldEdges, "edge is shared by", "edges are shared by") +
                            " three or more triangles."});
  if (r.inconsistentEdges > 0)
    warnings.push_back({"flipped_faces", counted(r.inconsistentEdges, "edge joins triangles",
                                                 "edges join triangles") +
                                             " that face opposite ways."});
}

void warnOfTriangles(const MeshReport& r, std::vector<MeshRemark>& warnings) {
  if (r.repeatedCorners > 0)
    warnings.push_back(
        {"bad_triangles",
         counted(r.repeatedCorners, "triangle has", "triangles have") + " a repeated corner."});
  if (r.zeroAreas > 0)
    warnings.push_back(
        {"bad_triangles", counted(r.zeroAreas, "triangle has", "triangles have") + " no area."});
  if (r.duplicates > 0)
    warnings.push_back({"bad_triangles", counted(r.duplicates, "triangle is", "triangles are") +
                                             " there more than once."});
  const SelfIntersections& x = r.intersections;
  const std::string least = x.isComplete ? "" : "At least ";
  const std::string stopped = x.isComplete ? "." : "; counting was stopped there.";
  if (x.crossingPairs > 0)
    warnings.push_back(
        {"self_intersections",
         least + counted(x.crossingPairs, "pair of triangles passes", "pairs of triangles pass") +
             " through each other" + stopped});
  if (x.overlappingPairs > 0)
    warnings.push_back(
        {"self_intersections",
         least + counted(x.overlappingPairs, "pair of triangles lies", "pairs of triangles lie") +
             " on top of each other" + stopped});
  if (!x.isComplete && x.crossingPairs + x.overlappingPairs == 0)
    warnings.push_back(
        {"self_intersections",
         "The search for triangles that pass through each other was stopped early."});
}

void warnOfShells(const MeshReport& r, std::vector<MeshRemark>& warnings) {
  const std::string of = " of " + counted(std::ssize(r.shells), "shell", "shells") + " ";
  if (r.insideOutShells > 0)
    warnings.push_back({"inside_out_shells", std::to_string(r.insideOutShells) + of +
                                                 (r.insideOutShells == 1 ? "is" : "are") +
                                                 " inside out and will hold no flesh."});
  if (r.nestedShells > 0)
    warnings.push_back({"nested_shells", std::to_string(r.nestedShells) + of +
                                             (r.nestedShells == 1 ? "lies" : "lie") +
                                             " inside another and will be united with it."});
  if (r.cavities > 0)
    warnings.push_back({"cavities", std::to_string(r.cavities) + of +
                                        (r.cavities == 1 ? "is a hollow" : "are hollows") +
                                        " inside another."});
  if (r.scraps > 0)
    warnings.push_back(
        {"empty_shells",
         std::to_string(r.scraps) + of + (r.scraps == 1 ? "encloses" : "enclose") + " nothing."});
}

void warnOfInside(const InsideReport& inside, std::vector<MeshRemark>& warnings) {
  if (inside.sureness < 0.999)
    warnings.push_back(
        {"unsure_inside", "Inside and outside are " + percent(inside.sureness) +
                              " sure: clear on both sides of " + percent(inside.surfaceSureness) +
                              " of the surface and in " + percent(inside.volumeSureness) +
                              " of the space that is not clearly outside."});
  if (inside.doubledVolume > 0.001 * inside.insideVolume)
    warnings.push_back({"fused_parts", percent(inside.doubledVolume / inside.insideVolume) +
                                           " of the inside is enclosed more than once; what "
                                           "overlaps there is one piece of flesh."});
  if (inside.reversedVolume > 0.001 * inside.insideVolume)
    warnings.push_back({"inside_out_shells",
                        "A volume of " + percent(inside.reversedVolume / inside.insideVolume) +
                            " of the inside is enclosed inside out; it is not filled."});
}

}  // namespace

MeshReport reportMesh(const TriangleMesh& mesh, const ReportSettings& settings) {
  MeshReport report;
  report.points = std::ssize(mesh.points);
  report.triangles = std::ssize(mesh.triangles);
  countBad(mesh, report);
  report.refusal = findRefusal(report);
  if (!report.refusal.empty()) return report;
  measurePoints(mesh, report);
  measureTriangles(mesh, report);
  report.refusal = findSizeRefusal(report);
  if (!report.refusal.empty()) return report;
  const std::vector<EdgeUse> edges = edgeTable(mesh);
  measureEdges(mesh, edges, report);
  measureShells(mesh, edges, report);
  if (settings.intersections) report.intersections = findSelfIntersections(mesh, Bvh(mesh));
  if (settings.volumeSamples <= 0 || settings.surfaceSamples <= 0) return report;

  InsideReport& inside = report.inside;
  const WindingNumber winding(mesh);
  sampleSurface(mesh, winding, diagonal(report.box), settings.surfaceSamples, inside);
  sampleVolume(report.box, winding, settings.volumeSamples, inside);
  inside.sureness = std::min(inside.surfaceSureness, inside.volumeSureness);

  report.refusal = findInsideRefusal(report);
  warnOfInside(inside, report.warnings);
  warnOfEdges(report, report.warnings);
  warnOfTriangles(report, report.warnings);
  warnOfShells(report, report.warnings);
  report.verdict = !report.refusal.empty()   ? MeshVerdict::Refused
                   : report.warnings.empty() ? MeshVerdict::Usable
                                             : MeshVerdict::UsableWithWarnings;
  return report;
}

SurfaceCheck checkSurface(const TriangleMesh& mesh) {
  SurfaceCheck check;
  check.given = reportMesh(mesh, {0, 0, false});
  check.repaired = mesh;
  if (check.given.refusal.empty()) check.repairs = repairMesh(check.repaired);
  check.report = reportMesh(check.repaired);
  return check;
}

}  // namespace sinew
