// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Modified Newton methods of the papers and a reliable one that gives the equilibria they are
// judged by.
#pragma once

#include "papers/mcadams_multigrid.h"

namespace sinew::papers {

/// Exact tangent shifted until positive, factorised, with a line search, to |f| < tolerance. True
/// if it got there. `shift` (of the mean diagonal) keeps unstabilised systems regular.
bool findEquilibrium(const Body& body, Field& x, double tolerance = 1e-9, double shift = 0);

/// Modified Newton method with the given tangent, factorised, without a line search.
class ModifiedNewton {
 public:
  ModifiedNewton(const Body& body, PaperTangent kind) : body_(body), unknowns_(body), kind_(kind) {}
  /// x + K^-1 f. False if K could not be factorised.
  bool step(Field& x);

 private:
  const Body& body_;
  FreeUnknowns unknowns_;
  PaperTangent kind_;
  bool isAnalysed_ = false;
  Eigen::SimplicialLDLT<SparseMatrix> factor_;
};

/// Spectral radius Q of I - Jhat^-1 J at x: what the error of a modified Newton step is multiplied
/// with (McAdams 2011, section 5).
double modifiedNewtonRadius(const Body& body, const Field& x, PaperTangent kind);

/// Newton steps of the linear multigrid of McAdams 2011: projected tangent, `cycles` V-cycles per
/// step, no line search.
class McAdamsNewton {
 public:
  McAdamsNewton(const Body& body, const JacobiOptions& options, int cycles)
      : body_(body), multigrid_(body, options), cycles_(cycles) {}
  void step(Field& x);

 private:
  const Body& body_;
  McAdamsMultigrid multigrid_;
  int cycles_;
};

}  // namespace sinew::papers
