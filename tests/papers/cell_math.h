// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// One cell in double, put together from the templates of core/src/elasticity: the laws, the modes
// of a cell, the decomposition. Edge 1.
#pragma once

#include "elasticity/cell-inl.h"
#include "elasticity/laws/corotated-inl.h"
#include "elasticity/laws/corotated_volume-inl.h"
#include "elasticity/laws/mooney_rivlin-inl.h"
#include "elasticity/laws/stable_neo_hookean-inl.h"
#include "elasticity/pressure-inl.h"
#include "elasticity/principal-inl.h"
#include "papers/body.h"

namespace sinew::papers {

namespace core = HWY_NAMESPACE;

struct CellModes {
  core::Modes<double> m[3];  // per component

  CellModes() = default;
  CellModes(const Cell& cell, const Field& x) {
    double c[8];
    for (int i = 0; i < 3; ++i) {
      for (std::size_t a = 0; a < 8; ++a) c[a] = x(i, cell.nodes[a]);
      m[i] = core::toModes(c);
    }
  }
  Mat3<double> gradient() const { return core::deformationGradient(m); }
  /// Turns modes of positions into modes of -force for the stress P, and adds scale times them.
  void addForce(const Mat3<double>& P, double mu, StabilisationWeights e, double scale,
                const Cell& cell, Field& to) {
    core::forceModes(P, mu, e, m);
    double c[8];
    for (int i = 0; i < 3; ++i) {
      core::fromModes(m[i], c);
      for (std::size_t a = 0; a < 8; ++a) to(i, cell.nodes[a]) += scale * c[a];
    }
  }
};

struct Decomposition {
  explicit Decomposition(const Mat3<double>& F) { core::svd3(F, U, sigma, V); }
  Mat3<double> U, V;
  Vec3<double> sigma;
};

inline core::PrincipalState<double> evaluate(FleshLaw law, const Vec3<double>& sigma, double mu,
                                             double lambda) {
  const core::LawConstants<double> c{mu, lambda, 0.5};
  switch (law) {
    case FleshLaw::Corotated:
      return core::Corotated::evaluate(sigma, c);
    case FleshLaw::CorotatedVolume:
      return core::CorotatedVolume::evaluate(sigma, c);
    case FleshLaw::StableNeoHookean:
      return core::StableNeoHookean::evaluate(sigma, c);
    case FleshLaw::MooneyRivlin:
      return core::MooneyRivlin::evaluate(sigma, c);
  }
  return {};
}

}  // namespace sinew::papers
