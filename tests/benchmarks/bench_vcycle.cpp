// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// One V-cycle, z = M^-1 r; and beside it McAdams' cube: the cycle of the paper (10 Jacobi sweeps
// per transfer) and ours to the same residual.
#include <algorithm>
#include <cmath>

#include "published_vcycle.h"
#include "reference_rows.h"

namespace sinew::bench {
namespace {

double dot(const NodeVector& a, const NodeVector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += static_cast<double>(a[k]) * static_cast<double>(b[k]);
  return sum;
}

// M^-1 must be symmetric, and the error of what it gives must be far smaller in energy.
void verifyCycle(FleshScene& scene) {
  Multigrid& multigrid = scene.w->multigrid;
  const NodeVector x = randomVector(*scene.model, 1), other = randomVector(*scene.model, 2);
  NodeVector r = x, z = x, zOther = x, Ke = x;
  const double before = multigrid.apply(Tangent::Projected, x, r);  // x . K x
  multigrid.precondition(r, z);
  multigrid.precondition(other, zOther);
  const double left = dot(other, z), right = dot(zOther, r);
  require(std::abs(left - right) / std::sqrt(dot(zOther, zOther) * dot(r, r)), 1e-5,
          "asymmetry of the V-cycle");
  NodeVector e = x;
  for (std::size_t k = 0; k < e.size(); ++k) e[k] -= z[k];
  const double after = multigrid.apply(Tangent::Projected, e, Ke);
  require(std::sqrt(after / before), 0.6, "energy of the error after a V-cycle, over before");
}

double secondsOfCycle(const Options& options, FleshScene& scene) {
  const NodeVector& r = scene.f;
  NodeVector z = r;
  return secondsPerCall(options, [&] { scene.w->multigrid.precondition(r, z); });
}

// The paper's own benchmark. Reported: one of its cycles, and the time in which conjugate gradients
// with our V-cycle reach the residual which that cycle leaves.
void comparePublished(Report& report, int n, int levels) {
  const Options& options = report.options();
  PublishedVcycle published(n, levels, options.threads);
  FleshScene& scene = published.finest();
  scene.arena->run([&] {
    const NodeVector& f = scene.f;
    NodeVector x = f, r = f;
    const double seconds = secondsPerCall(options, [&] { published.cycle(f, x); });
    scene.w->multigrid.apply(Tangent::Exact, x, r);
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = f[k] - r[k];
    const double reduction = std::sqrt(dot(r, r) / dot(f, f));
    require(reduction, 0.9, "residual after the published V-cycle");
    Subject subject =
        scene.subject("vcycle", operatorWork(*scene.model, Tangent::Exact).times(21 * 8.0 / 7));
    subject.scene = "McAdams' cube, published cycle";
    Json& theirs = report.add(subject, seconds);
    theirs["levels"] = levels;
    theirs["residual"] = reduction;
    if (n == 32) theirs["paper_seconds"] = 0.10;
    if (n == 64) theirs["paper_seconds"] = 0.56;

    LinearReport solved;
    Workspace& w = *scene.w;
    const double ours = secondsPerCall(options, [&] {
      solved = conjugateGradient(w.multigrid, Tangent::Exact, f, {reduction, 50}, w.linear, w.dx);
    });
    require(solved.status == LinearStatus::Converged, "our V-cycles did not reach the residual");
    subject.scene = "McAdams' cube, our cycles to that residual";
    subject.work = iterationWork(*scene.model).times(solved.iterations);
    Json& row = report.add(subject, ours);
    row["iterations"] = solved.iterations;
    row["residual"] = solved.residual;
  });
}

}  // namespace

void benchVcycle(Report& report) {
  const Options& options = report.options();
  const double nu = options.nu > 0 ? options.nu : 0.45;
  for (const std::string& name : scenesOf(options, {"arm", "hand", "cube"})) {
    const std::int64_t cells = cellsOf(options, name == "cube" ? 64 * 64 * 64 : 100000);
    FleshScene scene = makeFleshScene(name, cells, nu, options.threads);
    double seconds = 0;
    scene.arena->run([&] {
      seconds = secondsOfCycle(options, scene);
      verifyCycle(scene);
    });
    report.add(scene.subject("vcycle", vcycleWork(*scene.model)), seconds);
  }
  if (!options.scene.empty() && options.scene != "cube") return;
  if (options.cells > 0) return comparePublished(report, 8, 2);
  comparePublished(report, 32, 4);
  comparePublished(report, 64, 5);
}

}  // namespace sinew::bench
