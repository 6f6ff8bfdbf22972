// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace sinew::bench {
namespace {

double turnOf(const Pose& pose) {
  double most = 0;
  for (const Affine3d& bone : pose.bones) {
    const double trace = bone.rows[0][0] + bone.rows[1][1] + bone.rows[2][2];
    most = std::max(most, std::acos(std::clamp((trace - 1) / 2, -1.0, 1.0)));
  }
  return most * 180 / std::numbers::pi;
}

}  // namespace

Pose ApiScene::poseTurnedBy(double degrees) const {
  double low = 0, high = 1;
  for (int k = 0; k < 40; ++k) {
    const double t = (low + high) / 2;
    (turnOf(scene.pose(t)) < degrees ? low : high) = t;
  }
  return scene.pose(high);
}

ApiScene makeApiScene(const std::string& name, const Options& options) {
  auto scene = scenes::makeScene(name);
  if (!scene) throw std::runtime_error("there is no scene '" + name + "': arm or hand.");
  if (options.nu > 0) scene->character.material.poissonsRatio = options.nu;
  return {std::move(*scene), nullptr};
}

void bindScene(ApiScene& scene, std::int64_t cells) {
  BindSettings settings;
  settings.targetCells = cells;
  auto bound = bind(scene.scene.character, settings);
  if (!bound) throw std::runtime_error(bound.error().message);
  scene.character = bound.value();
}

SolvedFrame solveWith(Simulation& simulation, const Pose& pose, SolveSettings settings,
                      int threads) {
  settings.threads = threads;
  SolvedFrame solved;
  solved.surface.resize(static_cast<std::size_t>(simulation.character().summary().vertices));
  solved.seconds =
      secondsOfRuns(1, [&] { solved.report = simulation.solve(pose, settings, solved.surface); });
  return solved;
}

SolvedFrame solveOnce(const ApiScene& scene, const Pose& pose, const SolveSettings& settings,
                      int threads) {
  Simulation simulation(scene.character);
  return solveWith(simulation, pose, settings, threads);
}

double surfaceDistance(const ApiScene& scene, const std::vector<Vec3f>& a,
                       const std::vector<Vec3f>& b) {
  double most = 0;
  for (std::size_t v = 0; v < a.size(); ++v) {
    const double x = static_cast<double>(a[v].x) - static_cast<double>(b[v].x);
    const double y = static_cast<double>(a[v].y) - static_cast<double>(b[v].y);
    const double z = static_cast<double>(a[v].z) - static_cast<double>(b[v].z);
    const double off = std::sqrt(x * x + y * y + z * z);
    if (!(off <= most)) most = off;  // a NaN stays
  }
  return most / scene.character->summary().cellSize;
}

}  // namespace sinew::bench
