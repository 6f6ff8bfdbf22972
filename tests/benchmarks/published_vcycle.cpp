// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "published_vcycle.h"

#include <Eigen/Dense>
#include <algorithm>

namespace sinew::bench {
namespace {

constexpr int kSweeps = 10;
constexpr int kBottomSweeps = 100;
constexpr float kDamping = 2.f / 3;
constexpr double kPoissonsRatio = 0.3;
constexpr std::int64_t kGrain = 1024;

std::size_t placeOf(int n, Int3 c) {
  const int edge = n + 1;
  return static_cast<std::size_t>(c.x + edge * (c.y + edge * c.z));
}
Int3 coordOf(int n, std::int32_t place) {
  const int edge = n + 1;
  return {place % edge, place / edge % edge, place / edge / edge};
}

template <class Body>
void forNodes(const FleshScene& scene, Body&& body) {
  parallelFor(scene.model->lattice.nodeCount, kGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto node = static_cast<std::size_t>(begin); node < static_cast<std::size_t>(end); ++node)
      body(node);
  });
}

// Diagonal blocks by products: nodes three apart share no cell, so 27 sets of nodes times three
// directions give them all. Only made once, so time does not matter.
std::vector<float> invertedDiagonal(FleshScene& scene, const std::vector<std::int32_t>& placeOfNode,
                                    int n, double scale) {
  const FleshModel& model = *scene.model;
  std::vector<Eigen::Matrix3d> diagonal(model.nodeBone.size(), Eigen::Matrix3d::Identity());
  NodeVector x = makeNodeVector(model.lattice.nodeCount), y = x;
  for (int colour = 0; colour < 27; ++colour)
    for (std::size_t i = 0; i < 3; ++i) {
      std::fill(x.begin(), x.end(), 0.f);
      const auto isOne = [&](std::size_t node) {
        const Int3 c = coordOf(n, placeOfNode[node]);
        return model.nodeBone[node] < 0 && c.x % 3 + 3 * (c.y % 3) + 9 * (c.z % 3) == colour;
      };
      for (std::size_t node = 0; node < diagonal.size(); ++node)
        if (isOne(node)) x[4 * node + i] = 1;
      scene.w->multigrid.apply(Tangent::Exact, x, y);
      for (std::size_t node = 0; node < diagonal.size(); ++node)
        if (isOne(node))
          for (std::size_t j = 0; j < 3; ++j)
            diagonal[node](static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) =
                scale * static_cast<double>(y[4 * node + j]);
    }
  std::vector<float> inverse(9 * diagonal.size());
  for (std::size_t node = 0; node < diagonal.size(); ++node) {
    const Eigen::Matrix3d D = diagonal[node].inverse();
    for (int k = 0; k < 9; ++k)
      inverse[9 * node + static_cast<std::size_t>(k)] = static_cast<float>(D(k / 3, k % 3));
  }
  return inverse;
}

}  // namespace

PublishedVcycle::PublishedVcycle(int n, int levels, int threads) {
  double scale = 1;
  for (int l = 0; l < levels; ++l, n /= 2, scale *= 2) {
    Level level;
    level.n = n, level.scale = scale;
    level.scene = makeFleshScene("cube", std::int64_t{n} * n * n, kPoissonsRatio, threads);
    const Lattice& lattice = level.scene.model->lattice;
    level.nodeOfPlace.resize(placeOf(n, {n, n, n}) + 1);
    for (std::int32_t node = 0; node < lattice.nodeCount; ++node) {
      const std::size_t place = placeOf(n, lattice.nodeCoord[static_cast<std::size_t>(node)]);
      level.nodeOfPlace[place] = node;
      level.placeOfNode.push_back(static_cast<std::int32_t>(place));
    }
    level.inverseDiagonal = invertedDiagonal(level.scene, level.placeOfNode, n, scale);
    level.b = level.x = level.r = makeNodeVector(lattice.nodeCount);
    levels_.push_back(std::move(level));
  }
}

// x += w D^-1 (b - K x)
void PublishedVcycle::sweep(Level& level, const NodeVector& b, NodeVector& x, int count) {
  const auto scale = static_cast<float>(level.scale);
  for (int k = 0; k < count; ++k) {
    level.scene.w->multigrid.apply(Tangent::Exact, x, level.r);
    forNodes(level.scene, [&](std::size_t node) {
      const float* D = level.inverseDiagonal.data() + 9 * node;
      float r[3];
      for (std::size_t i = 0; i < 3; ++i) r[i] = b[4 * node + i] - scale * level.r[4 * node + i];
      for (std::size_t i = 0; i < 3; ++i)
        x[4 * node + i] += kDamping * (D[3 * i] * r[0] + D[3 * i + 1] * r[1] + D[3 * i + 2] * r[2]);
    });
  }
}

void PublishedVcycle::cycle(const NodeVector& b, NodeVector& x) { cycle(0, b, x); }

void PublishedVcycle::cycle(std::size_t l, const NodeVector& b, NodeVector& x) {
  Level& level = levels_[l];
  std::fill(x.begin(), x.end(), 0.f);
  if (l + 1 == levels_.size()) return sweep(level, b, x, kBottomSweeps);
  sweep(level, b, x, kSweeps);

  level.scene.w->multigrid.apply(Tangent::Exact, x, level.r);
  const auto scale = static_cast<float>(level.scale);
  forNodes(level.scene, [&](std::size_t node) {
    for (std::size_t i = 0; i < 3; ++i)
      level.r[4 * node + i] = b[4 * node + i] - scale * level.r[4 * node + i];
  });

  // Restriction is the transpose of trilinear interpolation.
  Level& coarse = levels_[l + 1];
  const int n = level.n;
  forNodes(coarse.scene, [&](std::size_t node) {
    float sum[3] = {};
    const Int3 C = coordOf(coarse.n, coarse.placeOfNode[node]);
    if (coarse.scene.model->nodeBone[node] < 0)
      for (int k = 0; k < 27; ++k) {
        const Int3 d{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1},
            c{2 * C.x + d.x, 2 * C.y + d.y, 2 * C.z + d.z};
        if (std::min({c.x, c.y, c.z}) < 0 || std::max({c.x, c.y, c.z}) > n) continue;
        const auto weight = 1.f / static_cast<float>(1 << (d.x * d.x + d.y * d.y + d.z * d.z));
        const auto fine = static_cast<std::size_t>(level.nodeOfPlace[placeOf(n, c)]);
        for (std::size_t i = 0; i < 3; ++i) sum[i] += weight * level.r[4 * fine + i];
      }
    for (std::size_t i = 0; i < 3; ++i) coarse.b[4 * node + i] = sum[i];
  });

  cycle(l + 1, coarse.b, coarse.x);

  forNodes(level.scene, [&](std::size_t node) {
    if (level.scene.model->nodeBone[node] >= 0) return;
    const Int3 c = coordOf(n, level.placeOfNode[node]);
    for (int corner = 0; corner < 8; ++corner) {
      const Int3 o = cornerOffset(corner);
      if ((o.x && c.x % 2 == 0) || (o.y && c.y % 2 == 0) || (o.z && c.z % 2 == 0)) continue;
      const auto weight = 1.f / static_cast<float>(1 << (c.x % 2 + c.y % 2 + c.z % 2));
      const auto parent = static_cast<std::size_t>(
          coarse.nodeOfPlace[placeOf(coarse.n, {c.x / 2 + o.x, c.y / 2 + o.y, c.z / 2 + o.z})]);
      for (std::size_t i = 0; i < 3; ++i) x[4 * node + i] += weight * coarse.x[4 * parent + i];
    }
  });
  sweep(level, b, x, kSweeps);
}

}  // namespace sinew::bench
