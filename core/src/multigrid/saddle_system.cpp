// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/saddle_system.h"

#include "base/parallel.h"
#include "elasticity/pressure_kernels.h"

namespace sinew {
namespace {

constexpr std::int64_t kBlockGrain = 16;
constexpr std::int64_t kNodeGrain = 1024;
constexpr std::int64_t kCellGrain = kBlockGrain * kBlockCells;

std::int32_t nodesOf(const SaddleVector& v) {
  return static_cast<std::int32_t>(v.u.size() / 4) - 1;
}

template <class Body>
void forBlocks(std::int32_t count, Body&& body) {
  parallelFor(count, kBlockGrain, [&](std::int64_t begin, std::int64_t end) {
    body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
  });
}

template <class Body>
void forCells(std::size_t count, Body&& body) {
  parallelFor(
      static_cast<std::int64_t>(count), kCellGrain, [&](std::int64_t begin, std::int64_t end) {
        for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c)
          body(c);
      });
}

}  // namespace

double dot(const SaddleVector& a, const SaddleVector& b) {
  const double nodes =
      parallelSum(nodesOf(a), kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
        return dotNodes(a.u.data(), b.u.data(), static_cast<std::int32_t>(begin),
                        static_cast<std::int32_t>(end));
      });
  return nodes + parallelSum(static_cast<std::int64_t>(a.p.size()), kCellGrain,
                             [&](std::int64_t begin, std::int64_t end) {
                               double sum = 0;
                               for (auto c = static_cast<std::size_t>(begin);
                                    c < static_cast<std::size_t>(end); ++c)
                                 sum += static_cast<double>(a.p[c]) * static_cast<double>(b.p[c]);
                               return sum;
                             });
}

void addScaled(double scale, const SaddleVector& a, SaddleVector& to) {
  const auto s = static_cast<float>(scale);
  parallelFor(nodesOf(a), kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    addScaledNodes(s, a.u.data(), to.u.data(), static_cast<std::int32_t>(begin),
                   static_cast<std::int32_t>(end));
  });
  forCells(a.p.size(), [&](std::size_t c) { to.p[c] += s * a.p[c]; });
}

void setScaled(double scale, const SaddleVector& a, SaddleVector& to) {
  const auto s = static_cast<float>(scale);
  parallelFor(static_cast<std::int64_t>(a.u.size()), 4 * kNodeGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end);
                     ++i)
                  to.u[i] = s * a.u[i];
              });
  forCells(a.p.size(), [&](std::size_t c) { to.p[c] = s * a.p[c]; });
}

SaddleSystem::SaddleSystem(Multigrid& multigrid, const CellState& state)
    : multigrid_(multigrid),
      state_(state),
      compliance_(state.pressures.carried.size()),
      scale_(compliance_),
      inverseSchur_(compliance_) {}

void SaddleSystem::refresh() {
  const CellMaterial& material = *multigrid_.parts().material;
  const CellPressures& pressures = state_.pressures;
  forCells(compliance_.size(), [&](std::size_t c) {
    const auto slot = static_cast<CellSlot>(c);
    const float carried = pressures.carried[c];
    if (!(carried > 0)) {  // its pressure is 0 and stays so
      compliance_[c] = scale_[c] = inverseSchur_[c] = 1;
      return;
    }
    const float stiffness = material.lambda(slot) - carried + 2 * material.mu(slot);
    const float* m = pressures.gradient.data() + 3 * (c - c % kBlockCells) + c % kBlockCells;
    const float square =
        (m[0] * m[0] + m[kBlockCells] * m[kBlockCells] + m[2 * kBlockCells] * m[2 * kBlockCells]) /
        3;
    compliance_[c] = 1 / carried;
    scale_[c] = stiffness;
    inverseSchur_[c] = 1 / (1 / carried + square / stiffness);
  });
}

void SaddleSystem::pressureForce(AlignedVector<float>& out) const {
  const CellPressures& pressures = state_.pressures;
  forCells(out.size(), [&](std::size_t c) {
    out[c] = scale_[c] * (pressures.value[c] * compliance_[c] - pressures.excess[c]);
  });
}

void SaddleSystem::divergence(const NodeVector& x, AlignedVector<float>& out) const {
  forBlocks(blockCount(), [&](std::int32_t begin, std::int32_t end) {
    divergenceBlocks(*multigrid_.parts().lattice, state_, x.data(), out.data(), begin, end);
  });
}

void SaddleSystem::subtractPressure(float scale, const AlignedVector<float>& p, NodeVector& to) {
  multigrid_.subtractCells(
      [&](const TileSums& sums, std::int32_t begin, std::int32_t end) {
        pressureTiles(state_, scale, p.data(), sums, begin, end);
      },
      to);
}

void SaddleSystem::apply(const SaddleVector& x, SaddleVector& y) {
  multigrid_.apply(Tangent::Exact, x.u, y.u);  // which CellState::solvesProjected makes projected
  subtractPressure(-1, x.p, y.u);
  divergence(x.u, y.p);
  forCells(y.p.size(),
           [&](std::size_t c) { y.p[c] = scale_[c] * (y.p[c] - compliance_[c] * x.p[c]); });
}

void SaddleSystem::precondition(SaddleVector& r, SaddleVector& z) {
  forCells(z.p.size(), [&](std::size_t c) { z.p[c] = -inverseSchur_[c] * r.p[c] / scale_[c]; });
  subtractPressure(1, z.p, r.u);
  multigrid_.precondition(r.u, z.u);
}

}  // namespace sinew
