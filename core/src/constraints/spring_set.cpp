// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "constraints/spring_set.h"

#include "base/parallel.h"
#include "lattice/embedding.h"

namespace sinew {
namespace {

constexpr std::int64_t kSpringGrain = 512;

void buildNodeLists(const Lattice& lattice, const std::vector<std::uint8_t>& fixed,
                    SpringSet& set) {
  set.nodeBegin.assign(static_cast<std::size_t>(lattice.nodeCount) + 1, 0);
  for (const auto& nodes : set.nodes)
    for (const std::int32_t n : nodes)
      if (!fixed[static_cast<std::size_t>(n)]) ++set.nodeBegin[static_cast<std::size_t>(n) + 1];
  for (std::size_t n = 1; n < set.nodeBegin.size(); ++n) set.nodeBegin[n] += set.nodeBegin[n - 1];
  set.nodeSprings.resize(set.nodeBegin.back());
  std::vector<std::uint32_t> next(set.nodeBegin.begin(), set.nodeBegin.end() - 1);
  for (std::size_t s = 0; s < set.nodes.size(); ++s)
    for (std::size_t a = 0; a < 8; ++a) {
      const auto n = static_cast<std::size_t>(set.nodes[s][a]);
      if (!fixed[n]) set.nodeSprings[next[n]++] = {static_cast<std::int32_t>(s), set.weights[s][a]};
    }
}

// Finds each spring's coarse cell and its weights there: w_A = sum over free corners of w_a
// W[a][A].
void buildCoarseLists(const Hierarchy& hierarchy, std::span<const SpringSpec> specs,
                      SpringSet& set) {
  const CoarseCells& cells = hierarchy.coarseCells;
  set.coarseBegin.assign(static_cast<std::size_t>(cells.count) + 1, 0);
  std::vector<std::int32_t> home;
  for (std::size_t s = 0; s < specs.size(); ++s) {
    const Int3 local = localOfBlockCell(specs[s].cell & 63);
    const int octet = (local.x >> 1) | (local.y >> 1) << 1 | (local.z >> 1) << 2;
    home.push_back(cells.count == 0
                       ? -1
                       : cells.ofBlock[static_cast<std::size_t>((specs[s].cell >> 6) * 8 + octet)]);
    if (home.back() >= 0) ++set.coarseBegin[static_cast<std::size_t>(home.back()) + 1];

    // Position in the coarse cell; fixed corners do not move, so their share is taken out.
    std::array<float, 8> coarse{};
    for (int a = 0; a < 8; ++a) {
      if (hierarchy.fixed[static_cast<std::size_t>(set.nodes[s][static_cast<std::size_t>(a)])])
        continue;
      const Int3 corner = cornerOffset(a);
      const std::array<float, 3> t{0.5f * static_cast<float>((local.x & 1) + corner.x),
                                   0.5f * static_cast<float>((local.y & 1) + corner.y),
                                   0.5f * static_cast<float>((local.z & 1) + corner.z)};
      const auto W = trilinearWeights(t);
      for (std::size_t A = 0; A < 8; ++A)
        coarse[A] += set.weights[s][static_cast<std::size_t>(a)] * W[A];
    }
    set.coarseWeights.push_back(coarse);
  }
  for (std::size_t c = 1; c < set.coarseBegin.size(); ++c)
    set.coarseBegin[c] += set.coarseBegin[c - 1];
  set.coarseSprings.resize(set.coarseBegin.back());
  std::vector<std::uint32_t> next(set.coarseBegin.begin(), set.coarseBegin.end() - 1);
  for (std::size_t s = 0; s < home.size(); ++s)
    if (home[s] >= 0)
      set.coarseSprings[next[static_cast<std::size_t>(home[s])]++] = static_cast<std::int32_t>(s);
}

}  // namespace

SpringSet buildSprings(const Lattice& lattice, const Hierarchy& hierarchy,
                       std::span<const SpringSpec> specs) {
  SpringSet set;
  set.count = static_cast<std::int32_t>(specs.size());
  set.stiffness.assign(specs.size() * 9 + 4, 0.f);
  if (specs.empty()) return set;
  for (std::size_t s = 0; s < specs.size(); ++s) {
    std::array<std::int32_t, 8> nodes;
    for (int a = 0; a < 8; ++a)
      nodes[static_cast<std::size_t>(a)] = lattice.cellNode(specs[s].cell, a);
    set.nodes.push_back(nodes);
    set.weights.push_back(trilinearWeights(specs[s].local));
    const Sym3<float>& K = specs[s].stiffness;
    const float columns[9] = {K.xx, K.xy, K.xz, K.xy, K.yy, K.yz, K.xz, K.yz, K.zz};
    for (std::size_t k = 0; k < 9; ++k) set.stiffness[9 * s + k] = columns[k];
  }
  buildNodeLists(lattice, hierarchy.fixed, set);
  buildCoarseLists(hierarchy, specs, set);
  return set;
}

void springForces(const SpringSet& springs, const double* positions, const double* targets,
                  float* forces, double* energies) {
  parallelFor(springs.count, kSpringGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s) {
      const Vec3<double> target{targets[4 * s], targets[4 * s + 1], targets[4 * s + 2]};
      const Vec3<double> d = target - interpolate(springs.nodes[s], springs.weights[s], positions);
      const float* k = springs.stiffness.data() + 9 * s;
      const Sym3<double> K{k[0], k[1], k[2], k[4], k[5], k[8]};
      const Vec3<double> f = K * d;
      energies[s] = 0.5 * dot(f, d);
      forces[4 * s] = static_cast<float>(f.x);
      forces[4 * s + 1] = static_cast<float>(f.y);
      forces[4 * s + 2] = static_cast<float>(f.z);
      forces[4 * s + 3] = 0;
    }
  });
}

void springProducts(const SpringSet& springs, const float* x, float* products) {
  parallelFor(springs.count, kSpringGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s) {
      Vec3<float> p{0, 0, 0};
      for (std::size_t a = 0; a < 8; ++a) {
        const float* xa = x + 4 * static_cast<std::size_t>(springs.nodes[s][a]);
        p = addScaled(p, springs.weights[s][a], Vec3<float>{xa[0], xa[1], xa[2]});
      }
      const float* k = springs.stiffness.data() + 9 * s;
      const Vec3<float> f = Sym3<float>{k[0], k[1], k[2], k[4], k[5], k[8]} * p;
      products[4 * s] = f.x;
      products[4 * s + 1] = f.y;
      products[4 * s + 2] = f.z;
      products[4 * s + 3] = 0;
    }
  });
}

std::size_t SpringSet::memoryBytes() const {
  return byteCount(nodes) + byteCount(weights) + byteCount(stiffness) + byteCount(nodeBegin) +
         byteCount(nodeSprings) + byteCount(coarseBegin) + byteCount(coarseSprings) +
         byteCount(coarseWeights);
}

}  // namespace sinew
