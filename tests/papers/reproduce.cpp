// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
//   reproduce [--quick] [--only NAME ...] OUT.json
//
// Runs the papers' experiments on one thread and writes what they report. Fails if a claim does not
// hold.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "papers/experiments.h"

namespace {

using namespace sinew::papers;

struct Experiment {
  const char *id, *title;
  void (*run)(Report&);
};

constexpr Experiment kExperiments[] = {
    {"tangents", "McAdams 2011, section 5: spectral radius of three tangents", tangentRadius},
    {"sequence", "McAdams 2011, figure 2: a bar is stretched", stretchSequence},
    {"hourglass", "McAdams 2011, figure 3: a patch with pinned corners", hourglassPatch},
    {"euler", "McAdams 2011, figure 4: definiteness of backward Euler", backwardEulerRatio},
    {"cube", "McAdams 2011, section 9: V-cycles on a cube", cubeConvergence},
    {"residuals", "McAdams 2011, figure 7: residual per V-cycle", residualCurves},
    {"springs", "McAdams 2011, section 8: springs on coarse levels", springRule},
    {"fas", "McAdams 2011, section 8: FAS after a sudden motion", suddenCurl},
    {"svd", "McAdams 2011, section 9.2: sweeps of the decomposition", svdSweeps},
    {"poisson", "Zhu 2010, figure 10: convergence against Poisson's ratio", poissonTable},
    {"stagnation", "Zhu 2010, figure 11: conjugate gradients stagnate", cgStagnation},
    {"disc", "Zhu 2010, section 9.2: an analytic disc", analyticDisc},
    {"tricubic", "Zhu 2010, figure 18: tricubic against trilinear skin", smoothSurface},
    {"volume", "Patterson 2012, figure 2: volume at Poisson's ratio 0.498", volumeKept},
    {"times", "Patterson 2012, figure 6: times on a human body", humanTimes},
};

}  // namespace

int main(int argc, char** argv) {
  bool isQuick = false, areNames = false;
  std::vector<std::string> only;
  std::string out;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--quick") {
      isQuick = true;
    } else if (word == "--only") {
      areNames = true;
    } else if (areNames && k + 1 < argc) {
      only.push_back(word);
    } else {
      out = word;
    }
  }
  if (out.empty()) {
    std::fprintf(stderr, "usage: reproduce [--quick] [--only NAME ...] OUT.json\n");
    return 2;
  }
  Report report(isQuick);
  sinew::ThreadArena arena(1);
  for (const Experiment& e : kExperiments) {
    if (!only.empty() && std::find(only.begin(), only.end(), e.id) == only.end()) continue;
    report.startExperiment(e.id, e.title);
    arena.run([&] { e.run(report); });
    report.finishExperiment();
  }
  std::ofstream(out) << report.toJson().dump(1) << "\n";
  std::printf(report.allHold() ? "all claims hold\n" : "SOME CLAIMS DO NOT HOLD\n");
  return report.allHold() ? 0 : 1;
}
