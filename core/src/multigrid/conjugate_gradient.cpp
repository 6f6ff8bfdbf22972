// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/conjugate_gradient.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

void clear(TileVector& v) {
  parallelFor(std::ssize(v.values), kTileGrain * std::int64_t{kTileFloats},
              [&](std::int64_t begin, std::int64_t end) {
                std::fill(v.values.begin() + begin, v.values.begin() + end, 0.f);
              });
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

LinearReport conjugateGradient(Multigrid& multigrid, Tangent tangent, const LinearStop& stop,
                               LinearWorkspace& w) {
  const Tiles& tiles = multigrid.lattice().tiles();
  TileVector &r = w.r, &z = w.z, &p = w.p, &dx = w.dx;
  TileVector& q = w.z;  // K p is wanted while z is not
  LinearReport report;
  clear(dx);
  clear(p);
  clearLastTile(z, tiles);
  const double norm = std::sqrt(dot(tiles, r, r));
  if (norm == 0) {
    report.status = LinearStatus::Converged;
    report.residual = 0;
    return report;
  }

  double rp = 0, pq = 0;
  const auto advance = [&](double wanted) {  // dx += step p, r -= step q
    const auto step = static_cast<float>(wanted);
    const Advance advanced = overTiles<Advance>(
        tiles,
        [&](std::int32_t begin, std::int32_t end) {
          return advanceTiles(tiles, step, p.data(), q.data(), dx.data(), r.data(), begin, end);
        },
        [](Advance& total, const Advance& part) {
          total.rr += part.rr, total.xq += part.xq;
          total.farthest = std::max(total.farthest, part.farthest);
        });
    const auto taken = static_cast<double>(step);
    report.slope += taken * (rp + advanced.xq);  // f.p = r.p + K dx.p
    rp -= taken * pq;
    return advanced;
  };
  const auto stopWith = [&](LinearStatus status) {
    report.status = status;
    report.decrease = 0.5 * (report.slope + dot(tiles, r, dx));  // with K dx = f - r
    return report;
  };
  double rz = 0;  // r . z of the last iteration
  while (report.iterations < stop.iterations) {
    multigrid.precondition(r, z);  // z = M^-1 r
    ++report.iterations;
    const double next = dot(tiles, r, z);
    if (!(next > 0)) {
      stopWith(LinearStatus::PreconditionerNotPositive);
      multigrid.apply(tangent, dx, q);  // r + K dx is the right side
      std::transform(r.values.begin(), r.values.end(), q.values.begin(), r.values.begin(),
                     std::plus<>());
      return report;
    }
    const double beta = rz > 0 ? next / rz : 0.0;
    rp = overTiles<double>(
        tiles,
        [&](std::int32_t begin, std::int32_t end) {  // p = z + beta p
          return directionTiles(tiles, static_cast<float>(beta), z.data(), r.data(), p.data(),
                                begin, end);
        },
        [](double& total, double part) { total += part; });
    rz = next;

    pq = multigrid.apply(tangent, p, q);  // q = K p
    if (!(pq > 0)) {
      const double reach =
          stop.radius < kUnbounded ? reachOf(tiles, dx, p, stop.radius) : kUnbounded;
      if (reach < kUnbounded) {
        advance(reach);
      } else if (report.iterations == 1) {
        advance(1);
      }
      return stopWith(LinearStatus::NegativeCurvature);
    }
    const double alpha = rp / pq;
    const Advance advanced = advance(alpha);
    if (advanced.farthest > stop.radius * stop.radius) {  // too far: back, and only to the radius
      advance(-alpha);
      advance(reachOf(tiles, dx, p, stop.radius));
      return stopWith(LinearStatus::Radius);
    }
    report.residual = std::sqrt(advanced.rr) / norm;
    if (report.residual <= stop.tolerance) return stopWith(LinearStatus::Converged);
  }
  return stopWith(LinearStatus::IterationLimit);
}

LinearReport conjugateGradient(Multigrid& multigrid, Tangent tangent, ConstNodeSpan f,
                               const LinearStop& stop, LinearWorkspace& w, NodeSpan dx) {
  multigrid.toTiles(f, w.r);
  const LinearReport report = conjugateGradient(multigrid, tangent, stop, w);
  multigrid.toNodes(w.dx, dx);
  return report;
}

}  // namespace sinew
