// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/conjugate_gradient.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kNodeGrain = 1024;

double dot(const NodeVector& a, const NodeVector& b, std::int32_t count) {
  return parallelSum(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    return dotNodes(a.data(), b.data(), static_cast<std::int32_t>(begin),
                    static_cast<std::int32_t>(end));
  });
}

// to += scale a
void addScaled(double scale, const NodeVector& a, NodeVector& to, std::int32_t count) {
  parallelFor(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    addScaledNodes(static_cast<float>(scale), a.data(), to.data(), static_cast<std::int32_t>(begin),
                   static_cast<std::int32_t>(end));
  });
}

// to = a + scale to
void scaleAdd(double scale, const NodeVector& a, NodeVector& to, std::int32_t count) {
  parallelFor(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    scaleAddNodes(static_cast<float>(scale), a.data(), to.data(), static_cast<std::int32_t>(begin),
                  static_cast<std::int32_t>(end));
  });
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

  double rz = 0;        // r . z of the last iteration
  double zqFactor = 0;  // -alpha of the last iteration
  while (report.iterations < stop.iterations) {
    multigrid.precondition(w.r, w.z);  // z = M^-1 r
    ++report.iterations;
    const double rzNew = dot(w.r, w.z, count);
    if (!(rzNew > 0)) {
      report.status = LinearStatus::PreconditionerNotPositive;
      return report;
    }
    // beta = z . (r - r_old) / (r_old . z_old), with r - r_old = -alpha q
    const double beta = rz > 0 ? std::max(0.0, zqFactor * dot(w.z, w.q, count) / rz) : 0.0;
    scaleAdd(beta, w.z, w.p, count);  // p = z + beta p
    rz = rzNew;

    const double pq = multigrid.apply(tangent, w.p, w.q);  // q = K p
    if (!(pq > 0)) {
      if (report.iterations == 1) std::copy(w.z.begin(), w.z.end(), dx.begin());
      report.status = LinearStatus::NegativeCurvature;
      return report;
    }
    const double alpha = dot(w.r, w.p, count) / pq;
    addScaled(alpha, w.p, dx, count);    // dx += alpha p
    addScaled(-alpha, w.q, w.r, count);  // r -= alpha q
    zqFactor = -alpha;
    report.residual = std::sqrt(dot(w.r, w.r, count)) / norm;
    if (report.residual <= stop.tolerance) {
      report.status = LinearStatus::Converged;
      return report;
    }
  }
  return report;
}

}  // namespace sinew
