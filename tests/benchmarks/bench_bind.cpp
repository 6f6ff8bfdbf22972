// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// From a skin and bones to a bound character.
#include <algorithm>
#include <cmath>

#include "api_scene.h"

namespace sinew::bench {

void benchBind(Report& report) {
  const Options& options = report.options();
  for (const std::string& name : scenesOf(options, {"arm", "hand"})) {
    const std::int64_t cells = cellsOf(options, 100000);
    ApiScene scene = makeApiScene(name, options);
    ThreadArena arena(options.threads);
    double seconds = 0;
    arena.run([&] {
      seconds = secondsOfRuns(std::min(options.repetitions, 3), [&] { bindScene(scene, cells); });
    });
    const CharacterSummary& summary = scene.character->summary();
    require(std::abs(static_cast<double>(summary.cells) / static_cast<double>(cells) - 1), 0.15,
            "cells against those wanted");
    // What is bound must rest where it was given: a frame in the rest pose moves nothing.
    const SolvedFrame rest = solveOnce(scene, scene.scene.pose(0), {}, options.threads);
    require(surfaceDistance(scene, rest.surface, scene.scene.character.points), 1e-3,
            "distance of the rest surface from the skin [cells]");
    Json& row = report.add({"bind", name, summary.cells, {}}, seconds);
    row["vertices"] = summary.vertices;
    row["memory_bytes"] = summary.memoryBytes;
    row["bytes_per_cell"] =
        static_cast<double>(summary.memoryBytes) / static_cast<double>(summary.cells);
  }
}

}  // namespace sinew::bench
