// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/distance_field.h"

#include <algorithm>
#include <cmath>

#include "base/aligned_vector.h"
#include "geometry/closest_point.h"

namespace sinew {
namespace {

constexpr int kGridMargin = 3;  // points around the mesh: splines read one beyond where they are

// Away from the nearest point of a solid; `aside` where that is the point itself.
DistanceSample awayFrom(const Vec3<double>& nearest, const Vec3<double>& p,
                        const Vec3<double>& aside) {
  const Vec3<double> d = p - nearest;
  const double length = std::sqrt(dot(d, d));
  return length > 1e-12 ? DistanceSample{length, (1 / length) * d} : DistanceSample{length, aside};
}

// A unit vector across `axis`.
Vec3<double> acrossFrom(const Vec3<double>& axis) {
  const Vec3<double> other =
      std::fabs(axis.x) <= std::fabs(axis.y) ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> across = cross(axis, other);
  const double length = std::sqrt(dot(across, across));
  return length > 0 ? (1 / length) * across : Vec3<double>{0, 1, 0};
}

// The t for which x_i = (h_i^2 / (t + h_i^2)) q_i lies on the ellipsoid of half axes h, for q with
// no negative part. The sum below falls with t from infinity, at t = -h_min^2, to 0.
double ellipsoidRoot(const double (&h)[3], const double (&q)[3], double least) {
  double low = -least * least, high = 0;
  for (int i = 0; i < 3; ++i) high += h[i] * h[i] * q[i] * q[i];
  high = std::sqrt(high);
  for (int step = 0; step < 100 && low < high; ++step) {
    const double t = 0.5 * (low + high);
    if (!(t > low && t < high)) break;
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      const double x = h[i] * q[i] / (t + h[i] * h[i]);
      sum += x * x;
    }
    (sum > 1 ? low : high) = t;
  }
  return 0.5 * (low + high);
}

// Catmull-Rom weights of four neighbours at t in [0, 1], and their derivatives.
struct SplineWeights {
  explicit SplineWeights(double t)
      : value{0.5 * t * (-1 + t * (2 - t)), 0.5 * (2 + t * t * (-5 + 3 * t)),
              0.5 * t * (1 + t * (4 - 3 * t)), 0.5 * t * t * (t - 1)},
        slope{0.5 * (-1 + t * (4 - 3 * t)), 0.5 * t * (-10 + 9 * t), 0.5 * (1 + t * (8 - 9 * t)),
              0.5 * t * (3 * t - 2)} {}
  double value[4], slope[4];
};

}  // namespace

DistanceSample SolidCapsule::at(const Vec3<double>& p) const {
  const Vec3<double> axis = tail - head, d = p - head;
  const double length = dot(axis, axis);
  const double t = length > 0 ? std::clamp(dot(d, axis) / length, 0.0, 1.0) : 0.0;
  DistanceSample sample = awayFrom(head + t * axis, p, acrossFrom(axis));
  sample.distance -= radius;
  return sample;
}

// The nearest point x of the surface has p - x along its normal: p_i - x_i = t x_i / h_i^2.
DistanceSample SolidEllipsoid::at(const Vec3<double>& p) const {
  const Vec3<double> local = axes * (p - center);
  const double signedQ[3] = {local.x, local.y, local.z};
  const double h[3] = {half.x, half.y, half.z};
  const double least = std::min({h[0], h[1], h[2]});
  double q[3], inside = 0;
  for (int i = 0; i < 3; ++i) {
    // On the planes between the halves either side would do.
    q[i] = std::max(std::fabs(signedQ[i]), 1e-9 * least);
    inside += (q[i] / h[i]) * (q[i] / h[i]);
  }
  const double t = ellipsoidRoot(h, q, least);
  double normal[3], square = 0, normalSquare = 0;
  for (int i = 0; i < 3; ++i) {
    const double x = h[i] * h[i] * q[i] / (t + h[i] * h[i]);
    square += (q[i] - x) * (q[i] - x);
    normal[i] = std::copysign(x / (h[i] * h[i]), signedQ[i]);
    normalSquare += normal[i] * normal[i];
  }
  const double scale = 1 / std::sqrt(normalSquare);
  return {inside < 1 ? -std::sqrt(square) : std::sqrt(square),
          scale * mulTransposeLeft(axes, Vec3<double>{normal[0], normal[1], normal[2]})};
}

DistanceSample SolidHalfSpace::at(const Vec3<double>& p) const {
  return {dot(normal, p) - offset, normal};
}

DistanceSample DistanceGrid::at(const Vec3<double>& p) const {
  const double from[3] = {least.x, least.y, least.z}, place[3] = {p.x, p.y, p.z};
  double clamped[3], t[3];
  std::size_t first[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const double u = (place[i] - from[i]) / spacing;
    const double inGrid = std::clamp(u, 1.0, static_cast<double>(size[i] - 2));
    const auto cell =
        std::min(static_cast<std::size_t>(inGrid), static_cast<std::size_t>(size[i]) - 3);
    first[i] = cell - 1;
    t[i] = inGrid - static_cast<double>(cell);
    clamped[i] = from[i] + inGrid * spacing;
  }
  const SplineWeights x(t[0]), y(t[1]), z(t[2]);
  const auto row = static_cast<std::size_t>(size[0]);
  const std::size_t layer = row * static_cast<std::size_t>(size[1]);
  double value = 0, slope[3] = {0, 0, 0};
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t j = 0; j < 4; ++j) {
      const float* v = values.data() + (first[2] + k) * layer + (first[1] + j) * row + first[0];
      double along = 0, change = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        along += x.value[i] * static_cast<double>(v[i]);
        change += x.slope[i] * static_cast<double>(v[i]);
      }
      value += z.value[k] * y.value[j] * along;
      slope[0] += z.value[k] * y.value[j] * change;
      slope[1] += z.value[k] * y.slope[j] * along;
      slope[2] += z.slope[k] * y.value[j] * along;
    }
  DistanceSample sample{value, (1 / spacing) * Vec3<double>{slope[0], slope[1], slope[2]}};
  const Vec3<double> rim{clamped[0], clamped[1], clamped[2]};
  const DistanceSample beyond = awayFrom(rim, p, sample.gradient);
  return beyond.distance > 0 ? DistanceSample{value + beyond.distance, beyond.gradient} : sample;
}

DistanceGrid distanceGrid(const TriangleMesh& mesh, double spacing) {
  const Box box = boxOfTriangles(mesh);
  const Vec3<double> extent = box.greatest - box.least;
  DistanceGrid grid;
  const auto pointsAlong = [&](double length) {
    return std::ceil(length / grid.spacing) + 1 + 2 * kGridMargin;
  };
  for (grid.spacing = spacing;
       pointsAlong(extent.x) * pointsAlong(extent.y) * pointsAlong(extent.z) >
       static_cast<double>(kMostGridPoints);)
    grid.spacing *= 1.1;
  const double margin = kGridMargin * grid.spacing;
  grid.least = box.least - Vec3<double>{margin, margin, margin};
  grid.size = {static_cast<std::int32_t>(pointsAlong(extent.x)),
               static_cast<std::int32_t>(pointsAlong(extent.y)),
               static_cast<std::int32_t>(pointsAlong(extent.z))};
  const SignedDistance distance(mesh);
  std::vector<Vec3<double>> row(static_cast<std::size_t>(grid.size[0]) *
                                static_cast<std::size_t>(grid.size[1]));
  std::vector<double> found(row.size());
  grid.values.reserve(row.size() * static_cast<std::size_t>(grid.size[2]));
  for (std::int32_t k = 0; k < grid.size[2]; ++k) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto x = static_cast<double>(i % static_cast<std::size_t>(grid.size[0]));
      const auto y = static_cast<double>(i / static_cast<std::size_t>(grid.size[0]));
      row[i] = grid.least + grid.spacing * Vec3<double>{x, y, static_cast<double>(k)};
    }
    distance.at(row, found);
    for (const double d : found) grid.values.push_back(static_cast<float>(d));
  }
  return grid;
}

DistanceSample DistanceField::at(const Vec3<double>& p) const {
  DistanceSample nearest{HUGE_VAL, {0, 0, 0}};
  const auto offer = [&](const DistanceSample& sample) {
    if (sample.distance < nearest.distance) nearest = sample;
  };
  for (const SolidCapsule& capsule : capsules) offer(capsule.at(p));
  for (const SolidEllipsoid& ellipsoid : ellipsoids) offer(ellipsoid.at(p));
  for (const SolidHalfSpace& halfSpace : halfSpaces) offer(halfSpace.at(p));
  if (!grid.isEmpty()) offer(grid.at(p));
  return nearest;
}

std::size_t DistanceField::memoryBytes() const {
  return byteCount(capsules) + byteCount(ellipsoids) + byteCount(halfSpaces) +
         byteCount(grid.values);
}

}  // namespace sinew
