// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/row_caster.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

struct RowPoint {
  double y, z;
};

// Twice the signed area of (a, b, p). Endpoints are ordered first, so the two triangles of an edge
// get exactly opposite numbers.
double edgeSide(RowPoint a, RowPoint b, RowPoint p) {
  const bool swap = a.y > b.y || (a.y == b.y && a.z > b.z);
  if (swap) std::swap(a, b);
  const double side = (b.y - a.y) * (p.z - a.z) - (b.z - a.z) * (p.y - a.y);
  return swap ? -side : side;
}

// Whether p, nudged by (+e, +e^2), is left of a -> b.
bool isLeft(RowPoint a, RowPoint b, RowPoint p) {
  const double side = edgeSide(a, b, p);
  if (side != 0) return side > 0;
  const double dy = b.y - a.y, dz = b.z - a.z;
  return dz != 0 ? dz < 0 : dy > 0;
}

constexpr std::int64_t kMaxBuckets = 2048;  // along an axis

}  // namespace

RowCaster::RowCaster(const TriangleMesh& mesh, double bucket) : mesh_(mesh) {
  const Box box = boxOfTriangles(mesh);
  leastY_ = box.least.y, leastZ_ = box.least.z;
  const double greatestY = box.greatest.y, greatestZ = box.greatest.z;
  const double extent = std::max(greatestY - leastY_, greatestZ - leastZ_);
  bucket_ = std::max({bucket, extent / static_cast<double>(kMaxBuckets), 1e-300});
  countY_ = static_cast<std::int64_t>((greatestY - leastY_) / bucket_) + 1;
  countZ_ = static_cast<std::int64_t>((greatestZ - leastZ_) / bucket_) + 1;

  const auto forBuckets = [&](std::size_t t, auto&& visit) {
    double y0 = greatestY, y1 = leastY_, z0 = greatestZ, z1 = leastZ_;
    for (const std::int32_t i : mesh.triangles[t]) {
      const Vec3<double>& p = mesh.points[static_cast<std::size_t>(i)];
      y0 = std::min(y0, p.y), y1 = std::max(y1, p.y), z0 = std::min(z0, p.z),
      z1 = std::max(z1, p.z);
    }
    for (auto k = static_cast<std::int64_t>((z0 - leastZ_) / bucket_);
         k <= static_cast<std::int64_t>((z1 - leastZ_) / bucket_); ++k)
      for (auto j = static_cast<std::int64_t>((y0 - leastY_) / bucket_);
           j <= static_cast<std::int64_t>((y1 - leastY_) / bucket_); ++j)
        visit(static_cast<std::size_t>(k * countY_ + j));
  };
  begin_.assign(static_cast<std::size_t>(countY_ * countZ_) + 1, 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    forBuckets(t, [&](std::size_t b) { ++begin_[b + 1]; });
  for (std::size_t b = 1; b < begin_.size(); ++b) begin_[b] += begin_[b - 1];
  triangles_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    forBuckets(t, [&](std::size_t b) { triangles_[next[b]++] = static_cast<std::int32_t>(t); });
}

bool RowCaster::mayHit(double y0, double y1, double z0, double z1) const {
  const auto bucketOf = [&](double v, double least, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor((v - least) / bucket_)), 0,
                                    count - 1);
  };
  for (std::int64_t k = bucketOf(z0, leastZ_, countZ_); k <= bucketOf(z1, leastZ_, countZ_); ++k)
    for (std::int64_t j = bucketOf(y0, leastY_, countY_); j <= bucketOf(y1, leastY_, countY_);
         ++j) {
      const auto b = static_cast<std::size_t>(k * countY_ + j);
      if (begin_[b] < begin_[b + 1]) return true;
    }
  return false;
}

void RowCaster::castRow(double y, double z, std::vector<Crossing>& crossings) const {
  crossings.clear();
  if (y < leastY_ || z < leastZ_) return;
  const auto j = static_cast<std::int64_t>((y - leastY_) / bucket_);
  const auto k = static_cast<std::int64_t>((z - leastZ_) / bucket_);
  if (j >= countY_ || k >= countZ_) return;
  const auto b = static_cast<std::size_t>(k * countY_ + j);
  const RowPoint p{y, z};
  for (std::uint32_t i = begin_[b]; i < begin_[b + 1]; ++i) {
    const auto& t = mesh_.triangles[static_cast<std::size_t>(triangles_[i])];
    const auto at = [&](std::size_t c) { return mesh_.points[static_cast<std::size_t>(t[c])]; };
    const Vec3<double> q0 = at(0), q1 = at(1), q2 = at(2);
    const RowPoint a{q0.y, q0.z}, bb{q1.y, q1.z}, c{q2.y, q2.z};
    const bool l0 = isLeft(a, bb, p), l1 = isLeft(bb, c, p), l2 = isLeft(c, a, p);
    if (l0 != l1 || l1 != l2) continue;
    // Barycentric x of the hit; the weights are the (opposite) edge sides.
    const double w0 = edgeSide(bb, c, p), w1 = edgeSide(c, a, p), w2 = edgeSide(a, bb, p);
    const double sum = w0 + w1 + w2;
    if (sum == 0) continue;  // edge-on: no area to cross
    // Left of all edges: the normal points along +x, so the line leaves the body here.
    crossings.push_back({(w0 * q0.x + w1 * q1.x + w2 * q2.x) / sum, l0 ? -1 : 1});
  }
  std::sort(crossings.begin(), crossings.end(), [](const Crossing& u, const Crossing& v) {
    return u.x != v.x ? u.x < v.x : u.winding > v.winding;
  });
}

bool isInside(const std::vector<Crossing>& crossings, double x) {
  int winding = 0;
  for (const Crossing& crossing : crossings) {
    if (crossing.x > x) break;
    winding += crossing.winding;
  }
  return winding > 0;
}

}  // namespace sinew
