// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

namespace sinew {

/// Eigenvalues of the cell Laplacian Lam on the hourglass modes (docs/theory/corotated.md, table
/// 1). The linear modes always have 1, so any positive pair is consistent.
struct StabilisationWeights {
  float bilinear, trilinear;
  /// Modes as large as in a crease are stiffer, up to 1 + creases times; they are so where Q of
  /// eq. 5a is `onset` and more.
  float creases = 0, onset = 1;

  /// Diagonal entry of the hourglass part of Lam.
  constexpr float diagonal() const { return (3.f * bilinear + trilinear) / 8.f; }
};

inline constexpr StabilisationWeights kExactIntegral{2.f / 3.f, 1.f / 3.f};
inline constexpr StabilisationWeights kTwelveEdges{2.f, 3.f};
// A smaller onset saves steps and stiffens what is bent to a few cells, too (decision 0068).
inline constexpr StabilisationWeights kStiffCreases{2.f / 3.f, 1.f / 3.f, 11.f, 1.2f};

}  // namespace sinew
