// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// K dx = f to a tolerance, the set-up a new matrix needs included.
#include "linear_solve.h"
#include "reference_rows.h"

namespace sinew::bench {

SolvedSystem solveSystem(FleshScene& scene, double tolerance, int runs) {
  Workspace& w = *scene.w;
  SolvedSystem best;
  scene.arena->run([&] {
    for (int run = 0; run < runs; ++run) {
      SolvedSystem solved;
      solved.setupSeconds = secondsOfRuns(1, [&] {
        w.multigrid.refreshDiagonal();
        w.multigrid.rebuildLevels();
      });
      solved.solveSeconds = secondsOfRuns(1, [&] {
        const LinearReport report = conjugateGradient(w.multigrid, Tangent::Exact, scene.f,
                                                      {tolerance, 200}, w.linear, w.dx);
        solved.iterations = report.iterations;
      });
      if (run == 0 || solved.seconds() < best.seconds()) best = solved;
    }
    // |f - K dx| by one more product, not as conjugate gradients recurse it.
    NodeVector product = scene.f;
    w.multigrid.apply(Tangent::Exact, w.dx, product);
    double off = 0, size = 0;
    for (std::size_t k = 0; k < product.size(); ++k) {
      const double f = scene.f[k], r = f - static_cast<double>(product[k]);
      off += r * r, size += f * f;
    }
    best.residual = std::sqrt(off / size);
    best.productError = productError(scene, Tangent::Exact, w.dx, product, 200);
  });
  return best;
}

// A residual is trusted down to what rounding the solution to float leaves of it.
double allowedResidual(double tolerance) { return std::max(1.05 * tolerance, kFloatFloor); }

void benchLinear(Report& report) {
  const Options& options = report.options();
  std::vector<double> ratios{0.3, 0.45}, tolerances{1e-3, 1e-6};
  if (options.nu > 0) ratios = {options.nu};
  if (options.tolerance > 0) tolerances = {options.tolerance};
  for (const std::string& name : scenesOf(options, {"cube", "arm", "hand"}))
    for (const double nu : ratios) {
      const std::int64_t cells = cellsOf(options, name == "cube" ? 64 * 64 * 64 : 100000);
      FleshScene scene = makeFleshScene(name, cells, nu, options.threads, equationsOf(options));
      for (const double tolerance : tolerances) {
        const SolvedSystem solved = solveSystem(scene, tolerance, options.repetitions);
        require(solved.residual, allowedResidual(tolerance), "|f - K dx| / |f|");
        require(solved.productError, 1e-5, "K dx against the cells' own matrices in double");
        Work work = iterationWork(*scene.model).times(solved.iterations);
        work += setupWork(*scene.model);
        Json& row = report.add(scene.subject("linear", work), solved.seconds());
        row["tangent"] = report.options().isDefinite ? "projected" : "exact";
        row["tolerance"] = tolerance;
        row["residual"] = solved.residual;
        row["iterations"] = solved.iterations;
        row["setup_seconds"] = solved.setupSeconds;
        row["solve_seconds"] = solved.solveSeconds;
      }
    }
}

}  // namespace sinew::bench
