// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "sinew/simulation.h"

namespace sinew::maya {

/// Simulations of one node that are not in use. A node is evaluated by several threads at once
/// (meshes, background caching), each of which needs one; making one costs its memory. Frames do
/// not depend on which one solves them.
class SimulationPool {
 public:
  std::unique_ptr<Simulation> take(const std::shared_ptr<const Character>& character) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      for (auto it = idle_.begin(); it != idle_.end(); ++it) {
        if (&(*it)->character() != character.get()) continue;
        std::unique_ptr<Simulation> found = std::move(*it);
        idle_.erase(it);
        return found;
      }
    }
    return std::make_unique<Simulation>(character);
  }

  void giveBack(std::unique_ptr<Simulation> simulation) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(simulation));
    if (idle_.size() > kMostIdle) idle_.erase(idle_.begin());  // also those of earlier binds
  }

 private:
  static constexpr std::size_t kMostIdle = 4;

  std::mutex mutex_;
  std::vector<std::unique_ptr<Simulation>> idle_;
};

}  // namespace sinew::maya
