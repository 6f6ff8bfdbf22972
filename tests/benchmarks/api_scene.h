// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The built-in characters of examples/scenes through the public interface.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "flesh_scene.h"
#include "scenes/scenes.h"
#include "sinew/simulation.h"

namespace sinew::bench {

struct ApiScene {
  scenes::Scene scene;
  std::shared_ptr<const Character> character;

  /// The pose of the clip in which the bone that turned most has turned by this from rest.
  Pose poseTurnedBy(double degrees) const;
};

/// Not bound yet. With options.nu if that is given.
ApiScene makeApiScene(const std::string& name, const Options& options);

/// Bound with about `cells` cells, in the arena the caller is in.
void bindScene(ApiScene& scene, std::int64_t cells);

struct SolvedFrame {
  FrameReport report;
  double seconds = 0;
  std::vector<Vec3f> surface;
};

SolvedFrame solveWith(Simulation& simulation, const Pose& pose, SolveSettings settings,
                      int threads);
/// With a simulation of its own.
SolvedFrame solveOnce(const ApiScene& scene, const Pose& pose, const SolveSettings& settings,
                      int threads);

/// Largest distance of two surfaces [cells].
double surfaceDistance(const ApiScene& scene, const std::vector<Vec3f>& a,
                       const std::vector<Vec3f>& b);

}  // namespace sinew::bench
