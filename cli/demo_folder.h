// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the demo leaves besides pictures: the files of a result folder that `sinew review` reads.
#pragma once

#include <sinew/lattice_wire.h>
#include <sinew/simulation.h>

#include <filesystem>
#include <vector>

#include "scenes/linear_blend.h"
#include "scenes/scenes.h"

namespace sinew::cli {

/// Point caches that grow frame by frame. Throws if they cannot be written.
class DemoFolder {
 public:
  DemoFolder(const std::filesystem::path& folder, const scenes::Scene& scene,
             const Character& character);

  /// The frame that `simulation` solved last, with its surface.
  void add(const Pose& pose, const std::vector<Vec3f>& surface, const Simulation& simulation);

 private:
  void append(const char* name, const std::vector<Vec3f>& points) const;

  std::filesystem::path folder_;
  const scenes::Scene& scene_;
  scenes::LinearBlend linearBlend_;
  LatticeWire wire_;
  std::int64_t springs_;
};

}  // namespace sinew::cli
