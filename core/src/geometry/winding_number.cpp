// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The far field. Seen from q, triangles with normal n around a centre c have the winding number
//
//   4 pi w = Int n . g(x - q) dA,   g(r) = r / |r|^3.
//
// Taylor's series of g at r = c - q, with d = x - c, up to second order in d:
//
//   4 pi w = g_i N_i + g_ij M_ij + 1/2 g_ijk T_ijk,
//   N_i = Int n_i,   M_ij = Int n_i d_j,   T_ijk = Int n_i d_j d_k.
//
// The derivatives of g are symmetric and traceless (g is the gradient of a harmonic function), so
// only the symmetric, traceless parts of M and T count. A symmetric tensor is a homogeneous
// polynomial in r: N(r) = N_i r_i, M(r) = M_ij r_i r_j, T(r) = T_ijk r_i r_j r_k. With the traces
// taken out
//
//   4 pi w = ( N(r) + ( -3 M(r) + 15/2 T(r) / r^2 ) / r^2 ) / |r|^3.
//
// For one triangle with area vector N, corners v_k and centroid m relative to c
//
//   M(r) = N(r) m(r),   T(r) = N(r) ( sum_k v_k(r)^2 + 9 m(r)^2 ) / 12,
//
// and when the centre moves, with e = old centre - new centre,
//
//   M'(r) = M(r) + N(r) e(r),   T'(r) = T(r) + 2 M(r) e(r) + N(r) e(r)^2.
//
// Second order pays: for the same worst error, N alone takes 7 to 13 times as long per query
// (farRatio 6 to 8 instead of 2), N and M 3 to 4 times.
#include "geometry/winding_number.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int32_t kLeafSize = 8;
constexpr std::int64_t kWindingGrain = 256;
// What is this many half diagonals of a cell farther than it need be is nearly linear in it: at
// most 0.007 off was seen (winding_number_test).
constexpr double kSmoothFrom = 4;
constexpr std::int64_t kNodeGrain = 256;

using Linear = Vec3<double>;              // x, y, z
using Quadratic = std::array<double, 6>;  // xx, xy, xz, yy, yz, zz
using Cubic = std::array<double, 10>;     // xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz

double evaluate(const Quadratic& a, const Vec3<double>& r) {
  return r.x * (a[0] * r.x + a[1] * r.y + a[2] * r.z) + r.y * (a[3] * r.y + a[4] * r.z) +
         a[5] * r.z * r.z;
}

double evaluate(const Cubic& a, const Vec3<double>& r) {
  return r.x * (r.x * (a[0] * r.x + a[1] * r.y + a[2] * r.z) + r.y * (a[3] * r.y + a[4] * r.z) +
                a[5] * r.z * r.z) +
         r.y * (r.y * (a[6] * r.y + a[7] * r.z) + a[8] * r.z * r.z) + a[9] * r.z * r.z * r.z;
}

Quadratic product(const Linear& a, const Linear& b) {
  return {a.x * b.x, a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x,
          a.y * b.y, a.y * b.z + a.z * b.y, a.z * b.z};
}

Cubic product(const Quadratic& a, const Linear& b) {
  return {a[0] * b.x,
          a[0] * b.y + a[1] * b.x,
          a[0] * b.z + a[2] * b.x,
          a[1] * b.y + a[3] * b.x,
          a[1] * b.z + a[2] * b.y + a[4] * b.x,
          a[2] * b.z + a[5] * b.x,
          a[3] * b.y,
          a[3] * b.z + a[4] * b.y,
          a[4] * b.z + a[5] * b.y,
          a[5] * b.z};
}

template <std::size_t n>
void addScaled(std::array<double, n>& a, double s, const std::array<double, n>& b) {
  for (std::size_t k = 0; k < n; ++k) a[k] += s * b[k];
}

// The nearest polynomial whose Laplacian vanishes. It has the same product with any derivative of
// g.
Quadratic traceless(Quadratic a) {
  const double mean = (a[0] + a[3] + a[5]) / 3;
  a[0] -= mean, a[3] -= mean, a[5] -= mean;
  return a;
}

Cubic traceless(Cubic a) {
  // Laplacian: linear; a third of it is the trace t of the tensor.
  const Linear laplacian{6 * a[0] + 2 * a[3] + 2 * a[5], 2 * a[1] + 6 * a[6] + 2 * a[8],
                         2 * a[2] + 2 * a[7] + 6 * a[9]};
  addScaled(a, -0.1, product(Quadratic{1, 0, 0, 1, 0, 1}, laplacian));
  return a;
}

struct Moments {
  Vec3<double> centre{0, 0, 0};
  double area = 0;
  Linear N{0, 0, 0};
  Quadratic M{};
  Cubic T{};
};

void addMoved(Moments& sum, const Moments& part) {
  const Vec3<double> e = part.centre - sum.centre;
  const Quadratic Ne = product(part.N, e);
  sum.N += part.N;
  addScaled(sum.M, 1, part.M);
  addScaled(sum.M, 1, Ne);
  addScaled(sum.T, 1, part.T);
  addScaled(sum.T, 2, product(part.M, e));
  addScaled(sum.T, 1, product(Ne, e));
}

// About the centroid by area, where M is small.
Moments momentsOf(std::span<const std::array<Vec3<double>, 3>> triangles) {
  Moments sum;
  Vec3<double> mean{0, 0, 0};
  for (const auto& [a, b, c] : triangles) {
    const Vec3<double> N = 0.5 * cross(b - a, c - a);
    const double area = std::sqrt(dot(N, N));
    sum.area += area;
    sum.centre += (area / 3) * (a + b + c);
    mean += (1.0 / 3) * (a + b + c);
  }
  sum.centre = sum.area > 0 ? (1 / sum.area) * sum.centre
                            : (1 / static_cast<double>(triangles.size())) * mean;
  for (const auto& [a, b, c] : triangles) {
    const Vec3<double> va = a - sum.centre, vb = b - sum.centre, vc = c - sum.centre;
    const Vec3<double> N = 0.5 * cross(b - a, c - a), m = (1.0 / 3) * (va + vb + vc);
    sum.N += N;
    addScaled(sum.M, 1, product(N, m));
    Quadratic second{};
    for (const Vec3<double>& v : {va, vb, vc}) addScaled(second, 1.0 / 12, product(v, v));
    addScaled(second, 9.0 / 12, product(m, m));
    addScaled(sum.T, 1, product(second, N));
  }
  return sum;
}

Moments joined(const Moments& a, const Moments& b) {
  Moments sum;
  sum.area = a.area + b.area;
  const double share = sum.area > 0 ? b.area / sum.area : 0.5;
  sum.centre = a.centre + share * (b.centre - a.centre);
  addMoved(sum, a);
  addMoved(sum, b);
  return sum;
}

// Half the solid angle of the triangle (Van Oosterom and Strackee 1983). In the plane of the
// triangle the angle jumps from one side to the other; their mean is 0.
template <class AngleSum>
void addHalfSolidAngle(const std::array<Vec3<double>, 3>& corners, const Vec3<double>& p,
                       AngleSum& sum) {
  const Vec3<double> a = corners[0] - p, b = corners[1] - p, c = corners[2] - p;
  const double volume = dot(a, cross(b, c));
  if (volume == 0) return;
  const double la = std::sqrt(dot(a, a)), lb = std::sqrt(dot(b, b)), lc = std::sqrt(dot(c, c));
  sum.add(la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb, volume);
}

std::array<Vec3<double>, 3> cornersOf(const TriangleMesh& mesh, std::size_t triangle) {
  const auto& t = mesh.triangles[triangle];
  return {mesh.points[static_cast<std::size_t>(t[0])], mesh.points[static_cast<std::size_t>(t[1])],
          mesh.points[static_cast<std::size_t>(t[2])]};
}

}  // namespace

// A sum of angles, each between -pi and pi, kept as the product of complex numbers with these
// arguments and a count of whole turns: one arc tangent for many triangles.
class WindingNumber::AngleSum {
 public:
  void add(double re, double im) {
    const double productRe = re_ * re - im_ * im, productIm = re_ * im + im_ * re;
    if ((im_ < 0) == (im < 0) && (im_ < 0) != (productIm < 0)) turns_ += im < 0 ? -1 : 1;
    re_ = productRe, im_ = productIm;
    const double size = std::fabs(re_) + std::fabs(im_);
    if (size < 1e-100 || size > 1e100) rescale(size);
  }

  double total() const { return std::atan2(im_, re_) + 2 * std::numbers::pi * turns_; }

 private:
  void rescale(double size) {
    if (size == 0) re_ = 1, size = 1;
    re_ *= inversePowerOfTwo(size);
    im_ *= inversePowerOfTwo(size);
  }

  double re_ = 1, im_ = 0;
  int turns_ = 0;
};

double exactWindingNumber(const TriangleMesh& mesh, const Vec3<double>& p) {
  WindingNumber::AngleSum near;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    addHalfSolidAngle(cornersOf(mesh, t), p, near);
  return near.total() / (2 * std::numbers::pi);
}

WindingNumber::WindingNumber(const TriangleMesh& mesh, const WindingSettings& settings) {
  SINEW_ASSERT(settings.farRatio >= 1);
  const Bvh tree(mesh, kLeafSize);
  const auto& nodes = tree.nodes();
  triangles_.resize(mesh.triangles.size());
  for (std::size_t i = 0; i < triangles_.size(); ++i)
    triangles_[i] = cornersOf(mesh, static_cast<std::size_t>(tree.order()[i]));

  const auto trianglesOf = [&](const BvhNode& node) {
    return std::span<const Corners>(triangles_)
        .subspan(static_cast<std::size_t>(node.begin),
                 static_cast<std::size_t>(node.end - node.begin));
  };
  std::vector<Moments> moments(nodes.size());
  parallelFor(std::ssize(nodes), kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      if (nodes[i].isLeaf()) moments[i] = momentsOf(trianglesOf(nodes[i]));
  });
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const auto child = static_cast<std::size_t>(nodes[i].child);
    if (!nodes[i].isLeaf()) moments[i] = joined(moments[child], moments[child + 1]);
  }

  sources_.resize(nodes.size());
  parallelFor(std::ssize(nodes), kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      Source& source = sources_[i];
      source.centre = moments[i].centre;
      double squaredRadius = 0;
      for (const Corners& corners : trianglesOf(nodes[i]))
        for (const Vec3<double>& p : corners)
          squaredRadius = std::max(squaredRadius, dot(p - source.centre, p - source.centre));
      source.squaredReach = settings.farRatio * settings.farRatio * squaredRadius;
      source.begin = nodes[i].begin, source.end = nodes[i].end, source.child = nodes[i].child;
      source.dipole = moments[i].N;
      addScaled(source.quadrupole, -3, traceless(moments[i].M));
      addScaled(source.octupole, 7.5, traceless(moments[i].T));
    }
  });
}

double WindingNumber::Source::from(const Vec3<double>& r, double rr) const {
  const double inverse = 1 / rr;
  return (dot(dipole, r) + (evaluate(quadrupole, r) + evaluate(octupole, r) * inverse) * inverse) *
         inverse * std::sqrt(inverse);
}

void WindingNumber::addTriangles(const Source& source, const Vec3<double>& p, AngleSum& sum) const {
  for (std::int32_t t = source.begin; t < source.end; ++t)
    addHalfSolidAngle(triangles_[static_cast<std::size_t>(t)], p, sum);
}

double WindingNumber::at(const Vec3<double>& p) const {
  if (sources_.empty()) return 0;
  double far = 0;
  AngleSum near;
  std::array<std::int32_t, Bvh::kMostLevels + 1> stack;
  std::size_t height = 0;
  stack[height++] = 0;
  while (height > 0) {
    const Source& source = sources_[static_cast<std::size_t>(stack[--height])];
    const Vec3<double> r = source.centre - p;
    const double rr = dot(r, r);
    if (rr > source.squaredReach) {
      far += source.from(r, rr);
    } else if (source.child == 0) {
      addTriangles(source, p, near);
    } else {
      stack[height++] = source.child + 1;
      stack[height++] = source.child;
    }
  }
  return (near.total() + 0.5 * far) / (2 * std::numbers::pi);
}

void WindingNumber::inUnitCell(const Vec3<double>& least, std::span<const Vec3<double>> points,
                               std::span<double> winding) const {
  SINEW_ASSERT(points.size() == winding.size());
  constexpr double kHalfDiagonal = 0.8660254037844387;
  const Vec3<double> centre = least + Vec3<double>{0.5, 0.5, 0.5};
  std::array<double, 8> corners{};    // of what is far away, at the corners of the cell
  std::vector<const Source*> others;  // the rest
  std::array<std::int32_t, Bvh::kMostLevels + 1> stack;
  std::size_t height = 0;
  if (!sources_.empty()) stack[height++] = 0;
  while (height > 0) {
    const Source& source = sources_[static_cast<std::size_t>(stack[--height])];
    const Vec3<double> r = source.centre - centre;
    const double beyond = std::sqrt(dot(r, r)) - std::sqrt(source.squaredReach);
    if (beyond > kSmoothFrom * kHalfDiagonal) {
      for (std::size_t a = 0; a < 8; ++a) {
        const Vec3<double> corner =
            least + Vec3<double>{a & 1 ? 1.0 : 0.0, a & 2 ? 1.0 : 0.0, a & 4 ? 1.0 : 0.0};
        const Vec3<double> toSource = source.centre - corner;
        corners[a] += source.from(toSource, dot(toSource, toSource));
      }
    } else if (beyond > kHalfDiagonal || source.child == 0) {
      others.push_back(&source);
    } else {
      stack[height++] = source.child + 1;
      stack[height++] = source.child;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3<double> u = points[i] - least;
    double far = 0;
    for (std::size_t a = 0; a < 8; ++a)
      far +=
          corners[a] * (a & 1 ? u.x : 1 - u.x) * (a & 2 ? u.y : 1 - u.y) * (a & 4 ? u.z : 1 - u.z);
    AngleSum near;
    for (const Source* source : others) {
      const Vec3<double> r = source->centre - points[i];
      const double rr = dot(r, r);
      if (rr > source->squaredReach) {
        far += source->from(r, rr);
      } else {
        addTriangles(*source, points[i], near);
      }
    }
    winding[i] = (near.total() + 0.5 * far) / (2 * std::numbers::pi);
  }
}

void WindingNumber::at(std::span<const Vec3<double>> points, std::span<double> winding) const {
  SINEW_ASSERT(points.size() == winding.size());
  parallelFor(std::ssize(points), kWindingGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      winding[i] = at(points[i]);
  });
}

}  // namespace sinew
