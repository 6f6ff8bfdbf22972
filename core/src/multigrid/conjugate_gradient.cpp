// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/conjugate_gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kNodeGrain = 1024;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

double dot(const NodeVector& a, const NodeVector& b, std::int32_t count) {
  return parallelSum(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    return dotNodes(a.data(), b.data(), static_cast<std::int32_t>(begin),
                    static_cast<std::int32_t>(end));
  });
}

// Calls body with the first and last node of chunks and adds up what it returns.
template <class T, class Body, class Combine>
T overNodes(std::int32_t count, Body&& body, Combine&& combine) {
  return parallelReduce(
      count, kNodeGrain, T{},
      [&](std::int64_t begin, std::int64_t end) {
        return body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
      },
      combine);
}

// The largest s >= 0 for which no node of dx + s p is farther than `radius`; dx is within it.
double reachOf(const NodeVector& dx, const NodeVector& p, double radius, std::int32_t count) {
  return parallelReduce(
      count, kNodeGrain, kUnbounded,
      [&](std::int64_t begin, std::int64_t end) {
        double least = kUnbounded;
        for (auto i = static_cast<std::size_t>(begin) * 4; i < static_cast<std::size_t>(end) * 4;
             i += 4) {
          const Vec3<double> d{dx[i], dx[i + 1], dx[i + 2]}, v{p[i], p[i + 1], p[i + 2]};
          const double vv = dot(v, v), dv = dot(d, v);
          if (!(vv > 0)) continue;
          const double room = std::max(0.0, radius * radius - dot(d, d));
          // Root of |d + s v| = radius, written so that nothing cancels.
          const double root = std::sqrt(dv * dv + vv * room);
          least = std::min(least, dv > 0 ? room / (dv + root) : (root - dv) / vv);
        }
        return least;
      },
      [](double& total, double part) { total = std::min(total, part); });
}

}  // namespace

LinearReport conjugateGradient(Multigrid& multigrid, Tangent tangent, const NodeVector& f,
                               const LinearStop& stop, LinearWorkspace& w, NodeVector& dx) {
  const std::int32_t count = multigrid.nodeCount();
  LinearReport report;
  std::fill(dx.begin(), dx.end(), 0.f);
  std::copy(f.begin(), f.end(), w.r.begin());  // r = f
  std::fill(w.p.begin(), w.p.end(), 0.f);
  const double norm = std::sqrt(dot(f, f, count));
  if (norm == 0) {
    report.status = LinearStatus::Converged;
    report.residual = 0;
    return report;
  }

  const auto advance = [&](double step) {  // dx += step p, r -= step q
    return overNodes<Advance>(
        count,
        [&](std::int32_t begin, std::int32_t end) {
          return advanceNodes(static_cast<float>(step), w.p.data(), w.q.data(), dx.data(),
                              w.r.data(), begin, end);
        },
        [](Advance& total, const Advance& part) {
          total.rr += part.rr;
          total.farthest = std::max(total.farthest, part.farthest);
        });
  };
  const auto stopWith = [&](LinearStatus status) {
    report.status = status;
    report.decrease = 0.5 * (dot(f, dx, count) + dot(w.r, dx, count));  // with K dx = f - r
    return report;
  };
  double rz = 0;        // r . z of the last iteration
  double zqFactor = 0;  // -alpha of the last iteration
  while (report.iterations < stop.iterations) {
    multigrid.precondition(w.r, w.z);  // z = M^-1 r
    ++report.iterations;
    const TwoDots dots = overNodes<TwoDots>(
        count,
        [&](std::int32_t begin, std::int32_t end) {
          return twoDots(w.r.data(), w.z.data(), w.q.data(), begin, end);
        },
        [](TwoDots& total, const TwoDots& part) { total.rz += part.rz, total.zq += part.zq; });
    if (!(dots.rz > 0)) return stopWith(LinearStatus::PreconditionerNotPositive);
    // beta = z . (r - r_old) / (r_old . z_old), with r - r_old = -alpha q
    const double beta = rz > 0 ? std::max(0.0, zqFactor * dots.zq / rz) : 0.0;
    const double rp = overNodes<double>(
        count,
        [&](std::int32_t begin, std::int32_t end) {  // p = z + beta p
          return directionNodes(static_cast<float>(beta), w.z.data(), w.r.data(), w.p.data(), begin,
                                end);
        },
        [](double& total, double part) { total += part; });
    rz = dots.rz;

    const double pq = multigrid.apply(tangent, w.p, w.q);  // q = K p
    if (!(pq > 0)) {
      const double reach =
          stop.radius < kUnbounded ? reachOf(dx, w.p, stop.radius, count) : kUnbounded;
      if (reach < kUnbounded) {
        advance(reach);
      } else if (report.iterations == 1) {
        std::copy(w.z.begin(), w.z.end(), dx.begin());
      }
      return stopWith(LinearStatus::NegativeCurvature);
    }
    const double alpha = rp / pq;
    const Advance advanced = advance(alpha);
    if (advanced.farthest > stop.radius * stop.radius) {  // too far: back, and only to the radius
      advance(-alpha);
      advance(reachOf(dx, w.p, stop.radius, count));
      return stopWith(LinearStatus::Radius);
    }
    zqFactor = -alpha;
    report.residual = std::sqrt(advanced.rr) / norm;
    if (report.residual <= stop.tolerance) return stopWith(LinearStatus::Converged);
  }
  return stopWith(LinearStatus::IterationLimit);
}

}  // namespace sinew
