// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/triangle_intersection.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace sinew {
namespace {

using Corners = std::array<Vec3<double>, 3>;

constexpr double kRoundOff = 0x1p-53;
constexpr std::size_t kMostExamples = 16;
constexpr std::array<int, 3> kInPlane{0, 0, 0};

int signOf(double v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

bool isSame(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

// A sum without rounding: parts that do not overlap, ascending (Shewchuk 1997, grow-expansion with
// zeros left out). Room for 24 products of three numbers at four parts each.
class ExactSum {
 public:
  void add(double v) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const auto [sum, error] = addExactly(v, parts_[i]);
      if (error != 0) parts_[kept++] = error;
      v = sum;
    }
    if (v != 0) parts_[kept++] = v;
    count_ = kept;
  }

  void addProduct(double a, double b) {
    const double high = a * b;
    add(std::fma(a, b, -high));
    add(high);
  }

  void addProduct(double a, double b, double c) {
    const double high = a * b, low = std::fma(a, b, -high);
    addProduct(low, c);
    addProduct(high, c);
  }

  int sign() const { return count_ == 0 ? 0 : signOf(parts_[count_ - 1]); }

 private:
  static std::pair<double, double> addExactly(double a, double b) {
    const double sum = a + b, partOfB = sum - a;
    return {sum, (a - (sum - partOfB)) + (b - partOfB)};
  }

  std::array<double, 97> parts_;
  std::size_t count_ = 0;
};

void addDeterminant(double sign, const Vec3<double>& a, const Vec3<double>& b,
                    const Vec3<double>& c, ExactSum& sum) {
  const double x = sign * a.x, y = sign * a.y, z = sign * a.z;
  sum.addProduct(x, b.y, c.z), sum.addProduct(-x, b.z, c.y);
  sum.addProduct(y, b.z, c.x), sum.addProduct(-y, b.x, c.z);
  sum.addProduct(z, b.x, c.y), sum.addProduct(-z, b.y, c.x);
}

// Whether a - b was not rounded.
bool isDifference(double difference, double a, double b) {
  const double partOfB = a - difference;
  return partOfB - b == 0 && a - (difference + partOfB) == 0;
}

bool isDifference(const Vec3<double>& difference, const Vec3<double>& a, const Vec3<double>& b) {
  return isDifference(difference.x, a.x, b.x) && isDifference(difference.y, a.y, b.y) &&
         isDifference(difference.z, a.z, b.z);
}

struct PlanePoint {
  double u, v;
};

// Sign of the area of (a, b, c).
int orientation(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  const double left = (a.u - c.u) * (b.v - c.v), right = (a.v - c.v) * (b.u - c.u);
  const double area = left - right;
  const double error = 4 * kRoundOff * (std::fabs(left) + std::fabs(right));
  if (std::fabs(area) > error) return signOf(area);
  ExactSum sum;
  sum.addProduct(a.u, b.v), sum.addProduct(-a.v, b.u);
  sum.addProduct(b.u, c.v), sum.addProduct(-b.v, c.u);
  sum.addProduct(c.u, a.v), sum.addProduct(-c.v, a.u);
  return sum.sign();
}

// Drops the coordinate along which the triangle is seen largest.
std::array<PlanePoint, 3> flattened(const Corners& t, int dropped) {
  std::array<PlanePoint, 3> result;
  for (std::size_t k = 0; k < 3; ++k)
    result[k] = dropped == 0   ? PlanePoint{t[k].y, t[k].z}
                : dropped == 1 ? PlanePoint{t[k].z, t[k].x}
                               : PlanePoint{t[k].x, t[k].y};
  return result;
}

// Whether triangles of one plane share area: no edge of either has the other on its far side.
bool shareArea(const Corners& a, const Corners& b) {
  const Vec3<double> n = cross(a[1] - a[0], a[2] - a[0]);
  const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
  const int dropped = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  std::array<PlanePoint, 3> p = flattened(a, dropped), q = flattened(b, dropped);
  for (auto* t : {&p, &q}) {
    const int turn = orientation((*t)[0], (*t)[1], (*t)[2]);
    if (turn == 0) return false;
    if (turn < 0) std::swap((*t)[1], (*t)[2]);
  }
  const auto separates = [](const std::array<PlanePoint, 3>& s,
                            const std::array<PlanePoint, 3>& t) {
    for (std::size_t k = 0; k < 3; ++k)
      if (std::all_of(t.begin(), t.end(), [&](const PlanePoint& c) {
            return orientation(s[k], s[(k + 1) % 3], c) <= 0;
          }))
        return true;
    return false;
  };
  return !separates(p, q) && !separates(q, p);
}

std::array<int, 3> sidesOf(const Corners& plane, const Corners& t) {
  return {orientation(plane[0], plane[1], plane[2], t[0]),
          orientation(plane[0], plane[1], plane[2], t[1]),
          orientation(plane[0], plane[1], plane[2], t[2])};
}

bool isOneSided(const std::array<int, 3>& sides) {
  return sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2];
}

// Whether the line through p and q, which crosses the plane of t, meets t, its rim included.
bool lineMeets(const Vec3<double>& p, const Vec3<double>& q, const Corners& t) {
  bool left = false, right = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const int side = orientation(p, q, t[k], t[(k + 1) % 3]);
    left |= side > 0, right |= side < 0;
    if (left && right) return false;
  }
  return true;
}

// Whether an edge of s passes through t; `sides` are those of the corners of s.
bool hasEdgeThrough(const Corners& s, const std::array<int, 3>& sides, const Corners& t) {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    if (sides[k] * sides[next] < 0 && lineMeets(s[k], s[next], t)) return true;
  }
  return false;
}

Corners cornersOf(const TriangleMesh& mesh, std::int32_t triangle) {
  const auto& t = mesh.triangles[static_cast<std::size_t>(triangle)];
  return {mesh.points[static_cast<std::size_t>(t[0])], mesh.points[static_cast<std::size_t>(t[1])],
          mesh.points[static_cast<std::size_t>(t[2])]};
}

bool isDuplicate(std::array<std::int32_t, 3> s, std::array<std::int32_t, 3> t) {
  std::sort(s.begin(), s.end());
  std::sort(t.begin(), t.end());
  return s == t;
}

}  // namespace

int orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                const Vec3<double>& d) {
  if (isSame(a, d) || isSame(b, d) || isSame(c, d)) return 0;
  const Vec3<double> u = a - d, v = b - d, w = c - d;
  const double vw0 = v.x * w.y, vw1 = v.y * w.x, wu0 = w.x * u.y, wu1 = w.y * u.x, uv0 = u.x * v.y,
               uv1 = u.y * v.x;
  const double volume = u.z * (vw0 - vw1) + v.z * (wu0 - wu1) + w.z * (uv0 - uv1);
  const double size = std::fabs(u.z) * (std::fabs(vw0) + std::fabs(vw1)) +
                      std::fabs(v.z) * (std::fabs(wu0) + std::fabs(wu1)) +
                      std::fabs(w.z) * (std::fabs(uv0) + std::fabs(uv1));
  if (std::fabs(volume) > 8 * kRoundOff * size) return signOf(volume);  // Shewchuk: 7.0...
  if (size == 0) return 0;  // every product has a factor 0
  if (isSame(a, b) || isSame(b, c) || isSame(c, a)) return 0;
  ExactSum sum;
  if (isDifference(u, a, d) && isDifference(v, b, d) && isDifference(w, c, d)) {
    addDeterminant(1, u, v, w, sum);  // as a rule, for coordinates that were floats
  } else {                            // [u v w] = [a b c] - [d b c] - [a d c] - [a b d]
    addDeterminant(1, a, b, c, sum);
    addDeterminant(-1, d, b, c, sum);
    addDeterminant(-1, a, d, c, sum);
    addDeterminant(-1, a, b, d, sum);
  }
  return sum.sign();
}

TriangleMeeting meeting(const Corners& a, const Corners& b) {
  const std::array<int, 3> sidesOfA = sidesOf(b, a);
  if (isOneSided(sidesOfA)) return TriangleMeeting::Apart;
  if (sidesOfA == kInPlane)
    return shareArea(a, b) ? TriangleMeeting::Overlapping : TriangleMeeting::Apart;
  const std::array<int, 3> sidesOfB = sidesOf(a, b);
  if (isOneSided(sidesOfB) || sidesOfB == kInPlane) return TriangleMeeting::Apart;  // a has no area
  return hasEdgeThrough(a, sidesOfA, b) || hasEdgeThrough(b, sidesOfB, a)
             ? TriangleMeeting::Crossing
             : TriangleMeeting::Apart;
}

SelfIntersections findSelfIntersections(const TriangleMesh& mesh, const Bvh& bvh,
                                        std::int64_t mostTests) {
  // Chunks know nothing of each other, so each has its share of the tests of a batch.
  constexpr std::int64_t kBatch = 512, kGrain = 32;
  const std::int64_t mostTestsOfChunk = mostTests / (kBatch / kGrain) + 1;
  struct Found {
    std::int64_t tests = 0, crossing = 0, overlapping = 0;
    bool isComplete = true;
    std::vector<std::pair<std::int32_t, std::int32_t>> examples;
  };
  SelfIntersections result;
  std::int64_t tests = 0;
  const std::int64_t count = std::ssize(mesh.triangles);
  for (std::int64_t batch = 0; batch < count && result.isComplete; batch += kBatch) {
    const std::int64_t size = std::min(kBatch, count - batch);
    std::array<Found, kBatch / kGrain> parts;
    parallelFor(size, kGrain, [&](std::int64_t begin, std::int64_t end) {
      Found& found = parts[static_cast<std::size_t>(begin / kGrain)];
      for (std::int64_t i = begin; i < end; ++i) {
        if (found.tests >= mostTestsOfChunk) {
          found.isComplete = false;
          return;
        }
        const auto s = static_cast<std::int32_t>(batch + i);
        const Corners corners = cornersOf(mesh, s);
        bvh.forOverlaps(triangleBox(mesh, s), [&](std::int32_t t) {
          if (t <= s) return;
          ++found.tests;
          const TriangleMeeting kind = meeting(corners, cornersOf(mesh, t));
          if (kind == TriangleMeeting::Apart ||
              isDuplicate(mesh.triangles[static_cast<std::size_t>(s)],
                          mesh.triangles[static_cast<std::size_t>(t)]))
            return;
          ++(kind == TriangleMeeting::Crossing ? found.crossing : found.overlapping);
          if (found.examples.size() < kMostExamples) found.examples.push_back({s, t});
        });
      }
    });
    for (const Found& found : parts) {
      tests += found.tests;
      result.isComplete &= found.isComplete;
      result.crossingPairs += found.crossing;
      result.overlappingPairs += found.overlapping;
      for (const auto& pair : found.examples)
        if (result.examples.size() < kMostExamples) result.examples.push_back(pair);
    }
    if (tests >= mostTests && batch + kBatch < count) result.isComplete = false;
  }
  return result;
}

}  // namespace sinew
