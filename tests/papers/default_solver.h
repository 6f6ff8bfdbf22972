// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The default path of Sinew as the papers' methods are compared with it, through the interfaces of
// core.
#pragma once

#include "papers/body.h"
#include "solver/frame.h"

namespace sinew::papers {

/// The default solver's linear system after the bones moved and nothing else did.
class DefaultSystem {
 public:
  /// With `rule` the flesh can be kept from using pressures.
  DefaultSystem(const testing::ModelPlan& plan, const testing::ModelOptions& options,
                const std::vector<Affine>& bones, const PressureRule& rule = {});

  /// Largest component of the residual over that of the start, per V-cycle used as an iteration of
  /// its own.
  std::vector<double> cycleHistory(int cycles);
  /// Residual of the Krylov method over that of the start, per V-cycle: conjugate gradients, or
  /// with pressures generalised minimal residuals.
  std::vector<double> krylovHistory(int most, double tolerance);

  const FleshModel& model() const { return *model_; }
  Workspace& workspace() { return *w_; }

 private:
  std::unique_ptr<FleshModel> model_;
  std::unique_ptr<Workspace> w_;
};

inline constexpr PressureRule kNoPressures{1e30f, 0};

/// Factor per iteration over the last `last` ones.
double asymptoticRate(const std::vector<double>& history, std::size_t last = 4);
/// Mean factor per iteration over all of it.
double meanRate(const std::vector<double>& history);
/// Iterations until `tolerance`, or -1.
int iterationsTo(const std::vector<double>& history, double tolerance);

}  // namespace sinew::papers
