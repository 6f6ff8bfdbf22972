// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "constraints/node_loads.h"

#include "base/parallel.h"
#include "math/mat3.h"

namespace sinew {
namespace {

constexpr std::int64_t kNodeGrain = 1024;

Vec3<double> at(const AlignedVector<double>& v, std::size_t n) {
  return {v[4 * n], v[4 * n + 1], v[4 * n + 2]};
}
Vec3<double> at(const double* v, std::size_t n) { return {v[4 * n], v[4 * n + 1], v[4 * n + 2]}; }

template <class OfNode>
double sumOverNodes(const NodeLoads& loads, OfNode&& ofNode) {
  return parallelSum(static_cast<std::int64_t>(loads.stiffness.size()), kNodeGrain,
                     [&](std::int64_t begin, std::int64_t end) {
                       double sum = 0;
                       for (auto n = static_cast<std::size_t>(begin);
                            n < static_cast<std::size_t>(end); ++n)
                         sum += ofNode(n);
                       return sum;
                     });
}

}  // namespace

void NodeLoads::resize(std::int32_t nodeCount) {
  const auto nodes = static_cast<std::size_t>(nodeCount);
  stiffness.resize(nodes, 0.f);
  target.resize(4 * nodes, 0.0);
  force.resize(4 * nodes, 0.0);
}

void addLoadForces(const NodeLoads& loads, const double* x, float* f) {
  parallelFor(static_cast<std::int64_t>(loads.stiffness.size()), kNodeGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end);
                     ++n) {
                  const Vec3<double> load =
                      static_cast<double>(loads.stiffness[n]) * (at(loads.target, n) - at(x, n)) +
                      at(loads.force, n);
                  f[4 * n] += static_cast<float>(load.x);
                  f[4 * n + 1] += static_cast<float>(load.y);
                  f[4 * n + 2] += static_cast<float>(load.z);
                }
              });
}

double loadEnergy(const NodeLoads& loads, const double* x) {
  return sumOverNodes(loads, [&](std::size_t n) {
    const Vec3<double> d = at(x, n) - at(loads.target, n);
    return 0.5 * static_cast<double>(loads.stiffness[n]) * dot(d, d) -
           dot(at(loads.force, n), at(x, n));
  });
}

double loadEnergyChange(const NodeLoads& loads, const double* x, double scale, const float* dx) {
  return sumOverNodes(loads, [&](std::size_t n) {
    const Vec3<double> step = scale * Vec3<double>{dx[4 * n], dx[4 * n + 1], dx[4 * n + 2]};
    const Vec3<double> middle = at(x, n) - 0.5 * step;
    return static_cast<double>(loads.stiffness[n]) * dot(step, middle - at(loads.target, n)) -
           dot(at(loads.force, n), step);
  });
}

std::vector<float> nodeMasses(const Lattice& lattice, const std::vector<float>& density) {
  std::vector<float> masses(static_cast<std::size_t>(lattice.nodeCount), 0.f);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const float mass = density.empty() ? 1.f : density[static_cast<std::size_t>(slot)];
    for (int a = 0; a < 8; ++a)
      masses[static_cast<std::size_t>(lattice.cellNode(slot, a))] += 0.125f * mass;
  }
  return masses;
}

}  // namespace sinew
