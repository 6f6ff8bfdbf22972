// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "flesh_scene.h"

#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>

#include "support/models.h"

namespace sinew::bench {
namespace {

constexpr double kBend = std::numbers::pi / 6;  // 30 degrees
constexpr double kFurther = kBend / 6;
constexpr double kStretch = 1.1;

double edgeOf(std::int64_t cells) { return std::cbrt(static_cast<double>(cells)); }

// All nodes, so also the fixed ones: the state is smooth.
void twist(const FleshModel& model, double length, Workspace& w) {
  for (std::size_t n = 0; n < model.nodeBone.size(); ++n) {
    const Vec3<double> p = model.restPosition(n);
    const double angle = kBend * p.x / length, c = std::cos(angle), s = std::sin(angle);
    const double y = p.y - length / 2, z = p.z - length / 2;
    w.x[4 * n] = kStretch * p.x;
    w.x[4 * n + 1] = length / 2 + c * y - s * z;
    w.x[4 * n + 2] = length / 2 + s * y + c * z;
  }
}

// The state in w.x, for equations with this tangent.
void lineariseFor(Tangent equations, const FleshModel& model, Workspace& w) {
  w.cells.solvesProjected = equations == Tangent::Projected;
  linearise(model, w.x, w);
}

// To the equilibrium of `bones`, and f = -K d with d the way of the fixed nodes from there to
// `next`.
void bend(const FleshModel& model, const std::vector<Affine>& bones,
          const std::vector<Affine>& next, Tangent equations, FleshScene& made) {
  Workspace& w = *made.w;
  const FrameResult result = solveFrame(model, bones, {}, w);
  require(result.newton.status == NewtonStatus::Converged, "the pose of a scene was not reached");
  NodeVector d = makeNodeVector(model.lattice.nodeCount);
  for (std::size_t n = 0; n < model.nodeBone.size(); ++n) {
    if (model.nodeBone[n] < 0) continue;
    const Vec3<double> p = next[static_cast<std::size_t>(model.nodeBone[n])](model.restPosition(n));
    d[4 * n] = static_cast<float>(w.x[4 * n] - p.x);
    d[4 * n + 1] = static_cast<float>(w.x[4 * n + 1] - p.y);
    d[4 * n + 2] = static_cast<float>(w.x[4 * n + 2] - p.z);
  }
  lineariseFor(equations, model, w);
  made.f = d;
  w.multigrid.apply(Tangent::Exact, d, made.f);
}

}  // namespace

FleshScene makeFleshScene(const std::string& scene, std::int64_t cells, double nu, int threads,
                          Tangent equations) {
  testing::ModelOptions options;
  options.nu = nu;
  FleshScene made;
  made.equations = equations;
  made.arena = std::make_unique<ThreadArena>(threads);
  char text[64];
  std::snprintf(text, sizeof text, "%s nu %g", scene.c_str(), nu);
  made.name = text;
  made.arena->run([&] {
    if (scene == "cube") {
      const int n = std::max(2, static_cast<int>(std::lround(edgeOf(cells))));
      made.model = testing::buildModel(testing::cubePlan(n), options);
      made.w = std::make_unique<Workspace>(*made.model);
      twist(*made.model, n, *made.w);
      lineariseFor(equations, *made.model, *made.w);
      made.f.assign(made.w->f.begin(), made.w->f.end());
    } else if (scene == "arm") {
      const double radius = edgeOf(cells) / std::cbrt(31.0);
      made.model = testing::buildModel(testing::armPlan(radius), options);
      made.w = std::make_unique<Workspace>(*made.model);
      bend(*made.model, {Affine{}, testing::armFlexion(radius, kBend)},
           {Affine{}, testing::armFlexion(radius, kBend + kFurther)}, equations, made);
    } else if (scene == "hand") {
      const double atOne = edgeOf(static_cast<std::int64_t>(testing::handPlan(1).cells.size()));
      const double scale = edgeOf(cells) / atOne;
      made.model = testing::buildModel(testing::handPlan(scale), options);
      made.w = std::make_unique<Workspace>(*made.model);
      bend(*made.model, testing::handCurl(scale, kBend), testing::handCurl(scale, kBend + kFurther),
           equations, made);
    } else {
      throw std::runtime_error("there is no scene '" + scene + "': cube, arm or hand.");
    }
    made.w->multigrid.setEigenvalues(made.model->eigenvalues);
    made.w->multigrid.refreshDiagonal();
    made.w->multigrid.rebuildLevels();
  });
  return made;
}

std::vector<std::string> scenesOf(const Options& options, std::vector<std::string> all) {
  if (!options.scene.empty()) return {options.scene};
  return all;
}

std::int64_t cellsOf(const Options& options, std::int64_t otherwise) {
  return options.cells > 0 ? options.cells : otherwise;
}

NodeVector randomVector(const FleshModel& model, std::uint32_t seed) {
  NodeVector v = makeNodeVector(model.lattice.nodeCount);
  testing::Random random(seed);
  for (std::size_t n = 0; n < model.nodeBone.size(); ++n)
    for (std::size_t i = 0; i < 3; ++i)
      if (model.nodeBone[n] < 0) v[4 * n + i] = static_cast<float>(random.next());
  return v;
}

}  // namespace sinew::bench
