// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Newton steps (N), V-cycles (V) and volume of whole poses against Poisson's ratio, for every law:
// the tables of docs/results/incompressible.md. Counts, not times, so they are the same anywhere.
// "error" is how far the state reported as found is from the one solved tightly from there [cells].
//
//   incompressible_bench [--above X] [--kept X] [law ...]      all laws if none is named
//
// --above and --kept replace the lambda / mu from which on pressures are used (1e9: never) and that
// stays in the matrix.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "support/models.h"
#include "support/scrub.h"

namespace sinew::testing {
namespace {

struct Scene {
  const char* name;
  ModelPlan plan;
  std::vector<Affine> bones;
  double springs = 0;
};

std::vector<Scene> makeScenes() {
  constexpr double kRight = std::numbers::pi / 2;
  constexpr int kLength = 24, kWidth = 8;
  const ModelPlan bar = barPlan(kLength, kWidth, kWidth, true);
  Affine stretch;
  stretch.t.x = 0.6 * kLength;
  const Affine twist = rotationAbout({1, 0, 0}, {0, 0.5 * kWidth, 0.5 * kWidth}, kRight);
  const std::vector<Affine> flexed{Affine{}, armFlexion(5, kRight)};
  return {{"stretch 1.6", bar, {Affine{}, stretch}},
          {"twist 90", bar, {Affine{}, twist}},
          {"stretch 1.6 and twist 90", bar, {Affine{}, stretch * twist}},
          {"elbow 90", straightArmPlan(5), flexed},
          {"elbow 90 on springs", straightArmPlan(5), flexed, 30}};
}

const char* statusName(NewtonStatus status) {
  switch (status) {
    case NewtonStatus::Converged:
      return "converged";
    case NewtonStatus::IterationLimit:
      return "iteration limit";
    default:
      return "failed";
  }
}

void run(const Scene& scene, FleshLaw law, double nu, const PressureRule& rule) {
  ModelOptions options;
  options.nu = nu;
  options.law = law;
  options.springStiffness = scene.springs;
  const auto model = buildModel(scene.plan, options);
  estimateRestEigenvalues(*model, rule);
  Workspace w(*model, rule);
  const FrameResult result = solveFrame(*model, scene.bones, {}, w);
  double volume = 0;
  for (CellSlot slot = 0; slot < model->lattice.blockCount * kBlockCells; ++slot)
    if (model->lattice.isActive(slot)) volume += static_cast<double>(w.cells.volumeOf(slot));
  const VolumeFacts facts = volumeFacts(*model, w);
  const AlignedVector<double> found = w.x;
  NewtonStop tight;
  tight.stepTolerance = 1e-4;
  tight.linear.tolerance = 1e-3;
  NewtonSeconds seconds;
  solveEquilibrium(*model, tight, w, seconds);
  std::printf("| %-24s | %-16s | %.3f | %3d | %4d | %6.4f | %6.3f | %6.3f | %6.3f | %s |\n",
              scene.name, kFleshLawNames[static_cast<int>(law)], nu, result.newton.newton,
              result.newton.vcycles, volume / static_cast<double>(model->lattice.cellCount),
              facts.minJ, facts.maxJ, largestDistance(found, w.x),
              statusName(result.newton.status));
  std::fflush(stdout);
}

}  // namespace
}  // namespace sinew::testing

int main(int argc, char** argv) {
  using namespace sinew;
  PressureRule rule;
  std::vector<std::string> laws;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--above" && k + 1 < argc) {
      rule.above = static_cast<float>(std::atof(argv[++k]));
    } else if (word == "--kept" && k + 1 < argc) {
      rule.kept = static_cast<float>(std::atof(argv[++k]));
    } else {
      laws.push_back(word);
    }
  }
  std::printf("| scene | law | nu | N | V | volume | least J | greatest J | error | status |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|\n");
  for (const testing::Scene& scene : testing::makeScenes())
    for (int law = 0; law < 4; ++law) {
      if (!laws.empty() && std::find(laws.begin(), laws.end(), kFleshLawNames[law]) == laws.end())
        continue;
      for (const double nu : {0.45, 0.47, 0.48, 0.49, 0.495, 0.498, 0.499})
        testing::run(scene, static_cast<FleshLaw>(law), nu, rule);
    }
  return 0;
}
