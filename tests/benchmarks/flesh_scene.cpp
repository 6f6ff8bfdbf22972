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

void follow(const FleshModel& model, const std::vector<Affine>& bones, Workspace& w) {
  for (std::size_t b = 0; b < bones.size(); ++b) w.motions[b] = takeApart(bones[b]);
  moveWithBones(model, restPositions(model), bones, w, w.x);
}

}  // namespace

FleshScene makeFleshScene(const std::string& scene, std::int64_t cells, double nu, int threads) {
  testing::ModelOptions options;
  options.nu = nu;
  FleshScene made;
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
    } else if (scene == "arm") {
      const double radius = edgeOf(cells) / std::cbrt(31.0);
      made.model = testing::buildModel(testing::armPlan(radius), options);
      made.w = std::make_unique<Workspace>(*made.model);
      follow(*made.model, {Affine{}, testing::armFlexion(radius, kBend)}, *made.w);
    } else if (scene == "hand") {
      const double atOne = edgeOf(static_cast<std::int64_t>(testing::handPlan(1).cells.size()));
      const double scale = edgeOf(cells) / atOne;
      made.model = testing::buildModel(testing::handPlan(scale), options);
      made.w = std::make_unique<Workspace>(*made.model);
      follow(*made.model, testing::handCurl(scale, kBend), *made.w);
    } else {
      throw std::runtime_error("there is no scene '" + scene + "': cube, arm or hand.");
    }
    linearise(*made.model, made.w->x, *made.w);
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
