// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Where the time of a Newton step goes: every stage of the solver by itself, best of several runs,
// in milliseconds and nanoseconds per cell, on the scenes of shared notes deformed by 30 degrees.
//
//   stage_bench [--threads N] [--only STAGE] [scene ...]      arm hand cube (100K cells; 64^3 for
//   the cube)
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "solver/linearise.h"
#include "solver/newton.h"
#include "solver/step_algebra.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

// With one thread, processor time: it does not count what others do on a busy machine.
bool isProcessorTime = false;

double secondsNow() {
  using namespace std::chrono;
  if (isProcessorTime) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Best of as many runs as fit into a third of a second, at least three.
template <class Body>
double bestSeconds(Body&& body) {
  double best = std::numeric_limits<double>::infinity(), total = 0;
  for (int run = 0; run < 3 || total < 0.33; ++run) {
    const double start = secondsNow();
    body();
    const double taken = secondsNow() - start;
    best = std::min(best, taken);
    total += taken;
  }
  return best;
}

struct Scene {
  std::string name;
  ModelPlan plan;
  std::vector<Affine> bones;
};

Scene makeScene(const std::string& name) {
  constexpr double kBend = std::numbers::pi / 6;
  if (name == "hand") return {name, handPlan(2.15), handCurl(2.15, kBend)};
  if (name == "cube") {
    Affine twist = rotationAbout({1, 0, 0}, {0, 32, 32}, kBend);
    twist.t.x += 6.4;
    return {name, cubePlan(64), {Affine{}, twist}};
  }
  if (name == "arm20") return {name, armPlan(8.6), {Affine{}, armFlexion(8.6, kBend)}};
  return {"arm", armPlan(14.8), {Affine{}, armFlexion(14.8, kBend)}};
}

void run(const Scene& scene, int threads, const std::string& only) {
  ModelOptions options;
  options.law = FleshLaw::CorotatedVolume;
  const auto model = buildModel(scene.plan, options);
  estimateRestEigenvalues(*model);
  Workspace w(*model);
  ThreadArena arena(threads);
  arena.run([&] {
    const double frameStart = secondsNow();
    const FrameResult frame = solveFrame(*model, scene.bones, {}, w);
    const double frameSeconds = secondsNow() - frameStart;
    const auto cells = static_cast<double>(model->lattice.cellCount);
    std::printf("%s, %.0f cells, %d blocks, %d nodes, %zu levels, %d threads, %s\n",
                scene.name.c_str(), cells, model->lattice.blockCount, model->lattice.nodeCount,
                model->hierarchy.levels.size(), threads, kernelTarget());
    std::printf("  bytes per cell: simulation %.0f, hierarchy %.0f\n",
                static_cast<double>(w.memoryBytes()) / cells,
                static_cast<double>(model->hierarchy.memoryBytes()) / cells);
    std::printf(
        "  frame %.3f s: N %d, V %d, sub-poses %d, halvings %d; start %.3f linearise %.3f "
        "setup %.3f linear %.3f\n",
        frameSeconds, frame.newton.newton, frame.newton.vcycles, frame.subPoses,
        frame.newton.halvings, frame.startSeconds, frame.seconds.linearise, frame.seconds.setup,
        frame.seconds.linear);

    const auto report = [&](const char* stage, auto&& body) {
      if (!only.empty() && only != stage) return;
      const double seconds = bestSeconds(body);
      std::printf("  %-24s %8.3f ms %8.2f ns/cell\n", stage, seconds * 1e3, seconds * 1e9 / cells);
    };
    NodeVector x = makeNodeVector(model->lattice.nodeCount), y = x, z = x;
    Random random(3);
    for (std::size_t i = 0; i + 4 < x.size(); ++i)
      if (i % 4 != 3) x[i] = static_cast<float>(random.next());
    report("linearise", [&] { linearise(*model, w.x, w); });
    // Without the sums per node, and on one chunk over and over: what computing alone takes.
    const auto applyChunk = [&](std::int64_t begin, std::int64_t end) {
      alignas(kCacheLine) float shares[kChunkBlocks * kShareStride];
      applyBlocks(model->lattice, model->material, w.cells, Tangent::Projected, x.data(), shares,
                  static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
    };
    report("applyBlocks",
           [&] { parallelFor(model->lattice.blockCount, kChunkBlocks, applyChunk); });
    report("applyBlocks in cache", [&] {
      parallelFor(model->lattice.blockCount, kChunkBlocks,
                  [&](std::int64_t begin, std::int64_t end) { applyChunk(0, end - begin); });
    });
    report("apply exact", [&] { w.multigrid.apply(Tangent::Exact, x, y); });
    report("apply projected", [&] { w.multigrid.apply(Tangent::Projected, x, y); });
    report("refreshDiagonal", [&] { w.multigrid.refreshDiagonal(); });
    report("rebuildLevels", [&] { w.multigrid.rebuildLevels(); });
    report("V-cycle", [&] { w.multigrid.precondition(x, z); });
    report("dot", [&] { dot(x, y, model->lattice.nodeCount); });
    report("energy change", [&] { energyChange(*model, w); });
    w.f = y;
    LinearReport linear;
    report("linear system to 1e-3", [&] {
      w.multigrid.refreshDiagonal();
      w.multigrid.rebuildLevels();
      linear = conjugateGradient(w.multigrid, Tangent::Projected, w.f, {1e-3, 50}, w.linear, w.dx);
    });
    std::printf("  (%d iterations, residual %.1e)\n", linear.iterations, linear.residual);
  });
}

}  // namespace
}  // namespace sinew::testing

int main(int argc, char** argv) {
  int threads = 2;
  std::string only;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
      threads = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
      only = argv[++i];
    } else {
      names.emplace_back(argv[i]);
    }
  }
  sinew::testing::isProcessorTime = threads == 1;
  if (names.empty()) names = {"arm", "hand", "cube"};
  for (const std::string& name : names)
    sinew::testing::run(sinew::testing::makeScene(name), threads, only);
}
