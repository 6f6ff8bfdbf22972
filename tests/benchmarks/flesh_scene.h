// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The linear systems that are timed: models of tests/support in a posed state, ready for the
// solver.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "bench.h"
#include "solver/linearise.h"

namespace sinew::bench {

/// A model linearised in a pose, its levels built, and the arena that everything runs in.
struct FleshScene {
  std::string name;
  std::unique_ptr<FleshModel> model;
  std::unique_ptr<Workspace> w;
  NodeVector f;  // right side of its system
  std::unique_ptr<ThreadArena> arena;
  /// What Tangent::Exact stands for: Projected where the equations are made definite.
  Tangent equations = Tangent::Exact;

  std::int64_t cells() const { return model->lattice.cellCount; }
  Subject subject(const std::string& benchmark, const Work& work) const {
    return {benchmark, name, cells(), work};
  }
};

/// cube: between two faces, one twisted by 30 degrees and pulled by 10 %, the inside following
/// evenly; f is the force of that state. arm, hand: the equilibrium with joints bent by 30 degrees;
/// f is what five degrees more do to it at first. In these states the exact tangent is positive
/// definite: it is the matrix of a Newton step, and any solver can be given it. About `cells`
/// cells.
FleshScene makeFleshScene(const std::string& scene, std::int64_t cells, double nu, int threads,
                          Tangent equations = Tangent::Exact);

/// options.scene, or else all of these.
std::vector<std::string> scenesOf(const Options& options, std::vector<std::string> all);
std::int64_t cellsOf(const Options& options, std::int64_t otherwise);

/// A vector with numbers in [-1, 1) at free nodes.
NodeVector randomVector(const FleshModel& model, std::uint32_t seed);

}  // namespace sinew::bench
