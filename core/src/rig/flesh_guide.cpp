// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "rig/flesh_guide.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh_pieces.h"
#include "geometry/mesh_repair.h"

namespace sinew {
namespace {

TriangleMesh repairedSkin(const RiggedModel& model) {
  TriangleMesh mesh;
  for (const Vec3f& p : model.skin.points)
    mesh.points.push_back(
        {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
  for (const Triangle& t : model.skin.triangles) mesh.triangles.push_back({t.a, t.b, t.c});
  repairMesh(mesh);
  return mesh;
}

// Direction in which C stretches most, by repeated squaring of its effect on a vector.
Vec3<double> longestAxis(const Mat3<double>& C) {
  Vec3<double> best{1, 0, 0};
  double most = -1;
  for (const Vec3<double>& start :
       {Vec3<double>{1, 0, 0}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1}}) {
    Vec3<double> v = start;
    for (int i = 0; i < 50; ++i) {
      const Vec3<double> next = C * v;
      const double length = std::sqrt(dot(next, next));
      if (!(length > 0)) break;
      v = (1 / length) * next;
    }
    const double stretch = dot(v, C * v);
    if (stretch > most) most = stretch, best = v;
  }
  return best;
}

}  // namespace

FleshGuide::FleshGuide(const RiggedModel& model)
    : model_(model), solid_(repairedSkin(model)), distance_(solid_) {
  for (const Vec3f& p : model.skin.points)
    points_.push_back(
        {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
  normals_.assign(points_.size(), {0, 0, 0});
  areas_.assign(points_.size(), 0);
  for (const Triangle& t : model.skin.triangles) {
    const auto a = static_cast<std::size_t>(t.a), b = static_cast<std::size_t>(t.b),
               c = static_cast<std::size_t>(t.c);
    const Vec3<double> n = cross(points_[b] - points_[a], points_[c] - points_[a]);
    for (const std::size_t i : {a, b, c}) {
      normals_[i] += n;
      areas_[i] += std::sqrt(dot(n, n)) / 6;
    }
  }
  size_ = diagonal(boxOfTriangles(solid_));
  measureRegions();
}

void FleshGuide::measureRegions() {
  regions_.assign(model_.joints.size(), {});
  std::vector<double> strongest(regions_.size(), 0);
  const auto forInfluences = [&](auto&& visit) {
    for (std::size_t v = 0; v + 1 < model_.influenceBegin.size(); ++v)
      for (auto i = model_.influenceBegin[v]; i < model_.influenceBegin[v + 1]; ++i) {
        const Influence& influence = model_.influences[static_cast<std::size_t>(i)];
        visit(v, static_cast<std::size_t>(influence.joint), static_cast<double>(influence.weight));
      }
  };
  forInfluences([&](std::size_t v, std::size_t joint, double weight) {
    SkinRegion& region = regions_[joint];
    region.area += weight * areas_[v];
    region.center += weight * areas_[v] * points_[v];
    if (weight > strongest[joint] && areas_[v] > 0)
      strongest[joint] = weight, region.core = static_cast<std::int32_t>(v);
  });
  for (SkinRegion& region : regions_)
    if (region.area > 0) region.center = (1 / region.area) * region.center;

  std::vector<Mat3<double>> spread(regions_.size(), Mat3<double>{0, 0, 0, 0, 0, 0, 0, 0, 0});
  forInfluences([&](std::size_t v, std::size_t joint, double weight) {
    const Vec3<double> d = points_[v] - regions_[joint].center;
    const double w = weight * areas_[v];
    Mat3<double>& C = spread[joint];
    C.xx += w * d.x * d.x, C.xy += w * d.x * d.y, C.xz += w * d.x * d.z;
    C.yy += w * d.y * d.y, C.yz += w * d.y * d.z, C.zz += w * d.z * d.z;
  });
  for (std::size_t j = 0; j < regions_.size(); ++j) {
    Mat3<double>& C = spread[j];
    if (!(regions_[j].area > 0)) continue;
    C.yx = C.xy, C.zx = C.xz, C.zy = C.yz;
    regions_[j].axis = longestAxis(C);
    regions_[j].extent =
        std::sqrt(std::max(0.0, dot(regions_[j].axis, C * regions_[j].axis)) / regions_[j].area);
  }
}

double FleshGuide::halfThicknessAt(const Vec3<double>& p) const {
  const double start = depthAt(p);
  double deepest = start;
  Vec3<double> at = p;
  constexpr int kSteps = 6;
  for (int i = 0; i < kSteps && start > 0; ++i) {
    const Vec3<double> away = at - closestOnMesh(solid_, distance_.bvh(), at).point;
    at = at + (1.5 * start / kSteps / std::sqrt(dot(away, away))) * away;
    const double depth = depthAt(at);
    if (!(depth > deepest)) break;
    deepest = depth;
  }
  return deepest;
}

std::vector<double> FleshGuide::sharesAt(const Vec3<double>& p) const {
  std::vector<double> shares(regions_.size(), 0);
  const double nearest = std::max(std::fabs(depthAt(p)), 1e-6 * size_);
  double sum = 0;
  for (std::size_t v = 0; v + 1 < model_.influenceBegin.size(); ++v) {
    const Vec3<double> d = points_[v] - p;
    if (!(dot(d, normals_[v]) > 0)) continue;
    const double r = dot(d, d) / (nearest * nearest);
    const double w = areas_[v] / (r * r * r);
    for (auto i = model_.influenceBegin[v]; i < model_.influenceBegin[v + 1]; ++i) {
      const Influence& influence = model_.influences[static_cast<std::size_t>(i)];
      shares[static_cast<std::size_t>(influence.joint)] += w * influence.weight;
      sum += w * influence.weight;
    }
  }
  for (double& share : shares)
    if (sum > 0) share /= sum;
  return shares;
}

Vec3<double> FleshGuide::belowVertex(std::int32_t vertex, double reach) const {
  const auto v = static_cast<std::size_t>(vertex);
  const double length = std::sqrt(dot(normals_[v], normals_[v]));
  Vec3<double> best = points_[v];
  if (!(length > 0)) return best;
  double deepest = 0;
  constexpr int kSteps = 32;
  for (int i = 1; i <= kSteps; ++i) {
    const Vec3<double> p = points_[v] - (reach * i / kSteps / length) * normals_[v];
    const double depth = depthAt(p);
    if (depth > deepest) deepest = depth, best = p;
  }
  return best;
}

}  // namespace sinew
