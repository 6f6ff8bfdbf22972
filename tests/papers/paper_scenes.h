// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bodies the papers' experiments run on, as plans of tests/support/models.h.
#pragma once

#include "papers/mcadams_multigrid.h"

namespace sinew::papers {

struct Scene {
  std::string name;
  testing::ModelPlan plan;
  std::vector<Affine> bones;  // where they are moved
};

/// Bones moved a little: hardly changes the tangents, and gives a right-hand side.
Scene cubeScene(int n);
Scene armScene(double radius);
Scene handScene(double scale);
Scene ballScene(double radius);

/// A standing human of capsules with ten bones, in a stride; about `cells` cells.
Scene humanScene(double cells);

testing::ModelOptions modelOptions(double nu, FleshLaw law = FleshLaw::Corotated);

/// The linear system of the paper's method after the bones of a scene moved.
class PaperSystem {
 public:
  PaperSystem(const Scene& scene, const BodyOptions& body, const JacobiOptions& options);

  /// Residual over that of the start: per V-cycle used as an iteration of its own, per iteration of
  /// conjugate gradients, and of those with the V-cycle as preconditioner (2-norm).
  std::vector<double> cycleHistory(int cycles, double (*norm)(const Field&) = maxNorm) const;
  std::vector<double> gradientHistory(int iterations, double tolerance) const;
  std::vector<double> preconditionedHistory(int iterations, double tolerance) const;
  double cycleSeconds(int repeats) const;

 private:
  Body body_;
  McAdamsMultigrid multigrid_;
  Field f_;
};

double euclidean(const Field& f);

}  // namespace sinew::papers
