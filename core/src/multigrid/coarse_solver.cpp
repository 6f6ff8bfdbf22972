// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/coarse_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/aligned_vector.h"

namespace sinew {

namespace {
// Smallest pivot as a part of the largest diagonal entry: well above float noise of the entries.
constexpr double kPivotFloor = 1e-6;
}  // namespace

CoarseSolver::CoarseSolver(const CoarseLevel& level)
    : size_(static_cast<std::size_t>(level.nodeCount) * 3), lower_(size_ * size_), column_(size_) {}

void CoarseSolver::addPairs(const PairSprings& pairs) {
  const std::vector<PairEnd>& ends = pairs.levels.back().ends;
  for (std::size_t c = 0; c < static_cast<std::size_t>(pairs.count); ++c) {
    const float* C = pairs.stiffness.data() + 9 * c;
    if (isSlack(C)) continue;
    for (std::size_t a = 0; a < 16; ++a)
      for (std::size_t b = 0; b < 16; ++b) {
        const PairEnd &first = ends[2 * c + a / 8], &second = ends[2 * c + b / 8];
        const double sign = a / 8 == b / 8 ? 1 : -1;
        const double weight = sign * static_cast<double>(first.weights[a % 8]) *
                              static_cast<double>(second.weights[b % 8]);
        const auto row = 3 * static_cast<std::size_t>(first.nodes[a % 8]);
        const auto column = 3 * static_cast<std::size_t>(second.nodes[b % 8]);
        if (weight == 0 || column > row) continue;  // above the diagonal nobody looks
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j)
            lower_[(row + i) * size_ + column + j] += weight * static_cast<double>(C[3 * j + i]);
      }
  }
}

void CoarseSolver::factor(const CoarseLevel& level, const float* blocks, const PairLists& pairs) {
  std::fill(lower_.begin(), lower_.end(), 0.0);
  double greatest = 0;
  for (std::size_t row = 0; row < static_cast<std::size_t>(level.nodeCount); ++row)
    for (std::uint32_t e = level.rowBegin[row]; e < level.rowBegin[row + 1]; ++e)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          const double value = blocks[9 * static_cast<std::size_t>(e) + 3 * j + i];
          lower_[(3 * static_cast<std::size_t>(level.columns[e]) + j) * size_ + 3 * row + i] =
              value;
          greatest = std::max(greatest, std::fabs(value));
        }

  for (const PairSprings* list : pairs)
    if (list) addPairs(*list);

  // Right-looking: column k of the factor, then the rank-one update of what is below and right of
  // it.
  for (std::size_t k = 0; k < size_; ++k) {
    // An unknown without stiffness left is held: an infinite pivot makes it 0 and uncouples the
    // rest.
    const double left = lower_[k * size_ + k];
    const bool held = !(left > kPivotFloor * greatest);
    const double pivot = held ? std::numeric_limits<double>::infinity() : std::sqrt(left);
    lower_[k * size_ + k] = pivot;
    for (std::size_t i = k + 1; i < size_; ++i) column_[i] = lower_[i * size_ + k] /= pivot;
    for (std::size_t i = k + 1; i < size_; ++i) {
      const double factor = column_[i];
      if (factor == 0) continue;
      double* row = lower_.data() + i * size_;
      for (std::size_t j = k + 1; j <= i; ++j) row[j] -= factor * column_[j];
    }
  }
}

void CoarseSolver::solve(const float* b, float* x) {
  std::vector<double>& y = column_;
  for (std::size_t i = 0; i < size_; ++i) {
    double sum = b[4 * (i / 3) + i % 3];
    const double* row = lower_.data() + i * size_;
    for (std::size_t j = 0; j < i; ++j) sum -= row[j] * y[j];
    y[i] = sum / row[i];
  }
  for (std::size_t i = size_; i-- > 0;) {
    const double* row = lower_.data() + i * size_;
    y[i] /= row[i];
    for (std::size_t j = 0; j < i; ++j) y[j] -= row[j] * y[i];
  }
  for (std::size_t i = 0; i < size_; ++i) x[4 * (i / 3) + i % 3] = static_cast<float>(y[i]);
  for (std::size_t n = 0; n < size_ / 3; ++n) x[4 * n + 3] = 0;
}

std::size_t CoarseSolver::memoryBytes() const { return byteCount(lower_) + byteCount(column_); }

}  // namespace sinew
