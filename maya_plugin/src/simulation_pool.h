// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "collider_input.h"
#include "sinew/character_file.h"
#include "sinew/simulation.h"

namespace sinew::maya {

/// A simulation, and what was said about its colliders. Making a field of distances around a mesh
/// takes a while: it is kept until the colliders change.
class PooledSimulation {
 public:
  explicit PooledSimulation(std::shared_ptr<const Character> character)
      : simulation_(std::move(character)) {}

  Simulation& simulation() { return simulation_; }
  std::uint64_t colliders() const { return colliders_; }

  /// The first warning about them, "" if there is none, or why they cannot be used.
  Result<std::string> use(const FrameColliders& touched) {
    if (touched.hash == colliders_) return warning_;
    const auto set = simulation_.setColliders(touched.colliders);
    if (!set) return set.error();
    colliders_ = touched.hash;
    warning_ = set.value().empty() ? "" : set.value().front();
    return warning_;
  }

 private:
  Simulation simulation_;
  std::uint64_t colliders_ = inputHash(std::vector<Collider>());
  std::string warning_;
};

/// Simulations of one node that are not in use. A node is evaluated by several threads at once
/// (meshes, background caching), each of which needs one; making one costs its memory. Frames do
/// not depend on which one solves them.
class SimulationPool {
 public:
  /// Rather one that has these colliders already.
  std::unique_ptr<PooledSimulation> take(const std::shared_ptr<const Character>& character,
                                         std::uint64_t colliders) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      auto best = idle_.end();
      for (auto it = idle_.begin(); it != idle_.end(); ++it)
        if (&(*it)->simulation().character() == character.get() &&
            (best == idle_.end() || (*it)->colliders() == colliders))
          best = it;
      if (best != idle_.end()) {
        std::unique_ptr<PooledSimulation> found = std::move(*best);
        idle_.erase(best);
        return found;
      }
    }
    return std::make_unique<PooledSimulation>(character);
  }

  void giveBack(std::unique_ptr<PooledSimulation> simulation) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(simulation));
    if (idle_.size() > kMostIdle) idle_.erase(idle_.begin());  // also those of earlier binds
  }

 private:
  static constexpr std::size_t kMostIdle = 4;

  std::mutex mutex_;
  std::vector<std::unique_ptr<PooledSimulation>> idle_;
};

}  // namespace sinew::maya
