// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The linear multigrid of McAdams 2011, section 8 and Algorithm 2: cells of 2x2x2 merged with
// labels constrained over interior over exterior, Lame values summed over interior children and
// divided by eight, coarse operators discretised anew from the averaged F, damped Jacobi, trilinear
// transfers. The coarsest level is solved by a factorisation.
#pragma once

#include <memory>

#include "papers/tangent.h"

namespace sinew::papers {

/// A level and how it hangs on the one below. Transfers are trilinear, restriction is the
/// transpose.
struct CoarseBody {
  Body body;
  std::vector<std::array<std::int32_t, 8>> children;  // fine cells of each cell, -1: none
  struct Parent {
    std::int32_t node;
    double weight;
  };
  std::vector<std::vector<Parent>> parents;  // of every fine node

  Field prolongate(const Field& coarse) const;
  Field restrictForce(const Field& fine) const;
  /// Mean F of the interior children.
  CellGradients restrictGradients(const CellGradients& fine) const;
};

struct JacobiOptions {
  int sweeps = 5;  // before and after each transfer
  double inside = 0.8, nearBoundary = 0.35;
  double springFactor = 0.125;  // per level; the paper's value
  int levels = 4;

  /// The paper's advice: less for high Poisson's ratios.
  static JacobiOptions forPoissonsRatio(double nu) {
    JacobiOptions options;
    if (nu >= 0.45) options.inside = 0.4, options.nearBoundary = 0.3;
    return options;
  }
};

CoarseBody coarsen(const Body& fine, double springFactor);

/// Damping per node: less at the surface and at springs.
VectorXd dampingMap(const Body& body, const JacobiOptions& options);

class McAdamsMultigrid {
 public:
  McAdamsMultigrid(const Body& body, const JacobiOptions& options);

  /// All operators from F of the finest level, with the projected tangent.
  void setState(const CellGradients& F);
  /// x improved by one V-cycle for K x = b.
  void cycle(const Field& b, Field& x) const { cycle(0, b, x); }
  const TangentOperator& finest() const { return levels_[0].K.front(); }
  std::size_t levelCount() const { return levels_.size(); }

 private:
  struct Level {
    const Body* body;
    VectorXd damping;
    std::vector<TangentOperator> K;  // one, once there is a state
    Field inverseDiagonal;
  };
  void smooth(const Level& level, const Field& b, Field& x) const;
  void cycle(std::size_t level, const Field& b, Field& x) const;

  JacobiOptions options_;
  std::vector<std::unique_ptr<CoarseBody>> coarse_;
  std::vector<Level> levels_;
  std::unique_ptr<FreeUnknowns> coarsestUnknowns_;
  std::unique_ptr<Eigen::SimplicialLDLT<SparseMatrix>> coarsest_;
};

}  // namespace sinew::papers
