// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/conjugate_gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "multigrid/tile_vector_kernels.h"

namespace sinew {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// Calls body with the first and last tile of chunks and adds up what it returns.
template <class T, class Body, class Combine>
T overTiles(const Tiles& tiles, Body&& body, Combine&& combine) {
  return parallelReduce(
      tiles.count, kTileGrain, T{},
      [&](std::int64_t begin, std::int64_t end) {
        return body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
      },
      combine);
}

double dot(const Tiles& tiles, const TileVector& a, const TileVector& b) {
  return overTiles<double>(
      tiles,
      [&](std::int32_t begin, std::int32_t end) {
        return dotTiles(tiles, a.data(), b.data(), begin, end);
      },
      [](double& total, double part) { total += part; });
}

// The largest s >= 0 for which no node of dx + s p is farther than `radius`; dx is within it.
double reachOf(const Tiles& tiles, const TileVector& dx, const TileVector& p, double radius) {
  const auto at = [](const TileVector& v, std::size_t i) {
    return Vec3<double>{v.values[i], v.values[i + kTileNodes], v.values[i + 2 * kTileNodes]};
  };
  return parallelReduce(
      tiles.count, kTileGrain, kUnbounded,
      [&](std::int64_t begin, std::int64_t end) {
        double least = kUnbounded;
        for (auto place = static_cast<std::uint32_t>(begin) * kTileNodes;
             place < static_cast<std::uint32_t>(end) * kTileNodes; ++place) {
          const Vec3<double> d = at(dx, Tiles::floatOf(place)), v = at(p, Tiles::floatOf(place));
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
  const Tiles& tiles = multigrid.lattice().tiles();
  LinearReport report;
  multigrid.toTiles(f, w.r);  // r = f
  std::fill(dx.begin(), dx.end(), 0.f);
  std::fill(w.dx.values.begin(), w.dx.values.end(), 0.f);
  std::fill(w.p.values.begin(), w.p.values.end(), 0.f);
  const double norm = std::sqrt(dot(tiles, w.r, w.r));
  if (norm == 0) {
    report.status = LinearStatus::Converged;
    report.residual = 0;
    return report;
  }

  const auto advance = [&](double step) {  // dx += step p, r -= step q
    return overTiles<Advance>(
        tiles,
        [&](std::int32_t begin, std::int32_t end) {
          return advanceTiles(tiles, static_cast<float>(step), w.p.data(), w.q.data(), w.dx.data(),
                              w.r.data(), begin, end);
        },
        [](Advance& total, const Advance& part) {
          total.rr += part.rr;
          total.farthest = std::max(total.farthest, part.farthest);
        });
  };
  const auto stopWith = [&](LinearStatus status) {
    report.status = status;
    multigrid.toNodes(w.dx, dx);
    multigrid.toTiles(f, w.q);
    // with K dx = f - r
    report.decrease = 0.5 * (dot(tiles, w.q, w.dx) + dot(tiles, w.r, w.dx));
    return report;
  };
  double rz = 0;        // r . z of the last iteration
  double zqFactor = 0;  // -alpha of the last iteration
  while (report.iterations < stop.iterations) {
    multigrid.precondition(w.r, w.z);  // z = M^-1 r
    ++report.iterations;
    const TwoDots dots = overTiles<TwoDots>(
        tiles,
        [&](std::int32_t begin, std::int32_t end) {
          return twoDots(tiles, w.r.data(), w.z.data(), w.q.data(), begin, end);
        },
        [](TwoDots& total, const TwoDots& part) { total.rz += part.rz, total.zq += part.zq; });
    if (!(dots.rz > 0)) return stopWith(LinearStatus::PreconditionerNotPositive);
    // beta = z . (r - r_old) / (r_old . z_old), with r - r_old = -alpha q
    const double beta = rz > 0 ? std::max(0.0, zqFactor * dots.zq / rz) : 0.0;
    const double rp = overTiles<double>(
        tiles,
        [&](std::int32_t begin, std::int32_t end) {  // p = z + beta p
          return directionTiles(tiles, static_cast<float>(beta), w.z.data(), w.r.data(), w.p.data(),
                                begin, end);
        },
        [](double& total, double part) { total += part; });
    rz = dots.rz;

    const double pq = multigrid.apply(tangent, w.p, w.q);  // q = K p
    if (!(pq > 0)) {
      const double reach =
          stop.radius < kUnbounded ? reachOf(tiles, w.dx, w.p, stop.radius) : kUnbounded;
      if (reach < kUnbounded) {
        advance(reach);
      } else if (report.iterations == 1) {
        std::copy(w.z.values.begin(), w.z.values.end(), w.dx.values.begin());
      }
      return stopWith(LinearStatus::NegativeCurvature);
    }
    const double alpha = rp / pq;
    const Advance advanced = advance(alpha);
    if (advanced.farthest > stop.radius * stop.radius) {  // too far: back, and only to the radius
      advance(-alpha);
      advance(reachOf(tiles, w.dx, w.p, stop.radius));
      return stopWith(LinearStatus::Radius);
    }
    zqFactor = -alpha;
    report.residual = std::sqrt(advanced.rr) / norm;
    if (report.residual <= stop.tolerance) return stopWith(LinearStatus::Converged);
  }
  return stopWith(LinearStatus::IterationLimit);
}

}  // namespace sinew
