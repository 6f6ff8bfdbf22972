// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The mixed form of Patterson 2012, sections 2.2 to 5: positions and one pressure per cell as
// unknowns of one symmetric indefinite system, for its first-order quadrature (one point and the
// exact stabilisation), solved by symmetric QMR without a preconditioner.
//
//   E(x, p) = E_0(x) + alpha p M - alpha^2 p^2 / (2 kappa),   kappa = lambda                 (eq.
//   7) [ A        alpha B^T        ] [dx]   [ f ] [ alpha B  -alpha^2 / kappa ] [dp] = [ q ],   B =
//   dM/dx,  q = -dE/dp
//
// A is the Hessian of E_0 + alpha p M plus the definiteness correction (section 5): what projection
// adds to the Hessian without pressures when kappa is clipped to a moderate Poisson's ratio.
#pragma once

#include "papers/tangent.h"

namespace sinew::papers {

struct MixedOptions {
  double alpha = 1;
  double clippedNu = 0.35;
};

class MixedSystem {
 public:
  MixedSystem(const Body& body, const MixedOptions& options) : body_(&body), options_(options) {}

  /// Linearises at positions x and pressures p; right() is the residual there.
  void setState(const Field& x, const VectorXd& p);
  /// Unknowns are three per node (fixed ones stay 0), then one per cell.
  VectorXd apply(const VectorXd& v) const;
  const VectorXd& right() const { return right_; }
  /// J of the cells of the state.
  const std::vector<double>& volumes() const { return volumes_; }

  void addStep(const VectorXd& step, Field& x, VectorXd& p) const;

 private:
  struct State {
    Mat3<double> U, V;
    core::PrincipalTangent<double> tangent;
    Mat3<double> dM;  // dM/dF
    double kappa;
  };
  const Body* body_;
  MixedOptions options_;
  std::vector<State> states_;
  std::vector<double> volumes_;
  VectorXd right_;
};

}  // namespace sinew::papers
