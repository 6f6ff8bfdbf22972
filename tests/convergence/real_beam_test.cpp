// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A silicone beam that was filmed: clamped at one end, held level, let go; alone and with a weight
// of 52 g at its tip (docs/results/real_beam.md). Material and geometry are the authors'.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "solver/time_step.h"
#include "support/models.h"
#include "support/shared_data.h"

namespace sinew::testing {
namespace {

constexpr int kFine = 4, kCoarse = 2;  // cells per 10 mm, for the sag and for the motion
constexpr double kYoung = 263824;      // [Pa]
constexpr double kPoisson = 0.499;
constexpr double kDensity = 1070;     // [kg/m^3]
constexpr double kGravity = 9.80709;  // [m/s^2]
constexpr double kFrame = 0.01;       // [s] between two measurements
constexpr double kStep = 0.001;       // [s]
/// Silicone loses 30 % of its swing per period, alone and loaded: fitted to both, with the damping
/// of steps of 1 ms taken off (docs/theory/dynamics.md, eq. 8). Of no effect on what is tested.
constexpr double kMassDamping = 1.8;           // [1/s]
constexpr double kStiffnessDamping = 0.00054;  // [s]

/// One experiment.
struct Experiment {
  const char* file;
  int release;    // row at which the beam is let go
  double weight;  // at the tip [N]
};
constexpr Experiment kAlone{"realbeam_gravity.csv", 65, 0};
constexpr Experiment kLoaded{"realbeam_load52.csv", 43, 0.51012};

/// How far marker tip1 is below where it was held, per measurement from the release on [m]. Gravity
/// points along -x there.
std::vector<double> measuredSag(const Experiment& e) {
  std::ifstream file(sharedFolder() / "data/reference" / e.file);
  std::vector<double> heights;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    double frame = 0, x = 0;
    char comma = 0;
    if (fields >> frame >> comma >> x) heights.push_back(x);  // other lines are headings
  }
  if (heights.empty()) return {};
  const double held = std::accumulate(heights.begin(), heights.begin() + 10, 0.0) / 10;
  std::vector<double> sag;
  for (std::size_t i = static_cast<std::size_t>(e.release); i < heights.size(); ++i)
    sag.push_back(held - heights[i]);
  return sag;
}

double meanOfLast(const std::vector<double>& values, std::size_t count) {
  return std::accumulate(values.end() - static_cast<std::ptrdiff_t>(count), values.end(), 0.0) /
         static_cast<double>(count);
}

/// Time between times at which a curve passes `middle` upwards, over the first `cycles` of them
/// [s].
double periodOf(const std::vector<double>& curve, double middle, double dt, std::size_t cycles) {
  std::vector<double> times;
  for (std::size_t i = 1; i < curve.size(); ++i)
    if (curve[i - 1] < middle && curve[i] >= middle)
      times.push_back(dt * (i - (curve[i] - middle) / (curve[i] - curve[i - 1])));
  return times.size() <= cycles ? 0 : (times[cycles] - times[0]) / static_cast<double>(cycles);
}

/// The beam along x, y up. A weight is mass of the nodes of its upper tip edge, where it hung.
struct RealBeam {
  RealBeam(const Experiment& e, int cellsPerCentimetre)
      : length(10 * cellsPerCentimetre),
        thickness(3 * cellsPerCentimetre),
        cell(0.01 / cellsPerCentimetre) {
    ModelOptions options;
    options.nu = kPoisson;
    options.law = FleshLaw::CorotatedVolume;  // that of the authors
    model = buildModel(barPlan(length, thickness, thickness, false), options);
    model->lattice.cellSize = cell;
    model->shearModulus = kYoung / (2 * (1 + kPoisson));
    model->density = kDensity;
    masses = nodeMasses(model->lattice, {});
    const double share = e.weight / kGravity / massUnit(*model) / (thickness + 1);
    for (std::size_t n = 0; n < masses.size(); ++n)
      if (model->lattice.nodeCoord[n].x == length && model->lattice.nodeCoord[n].y == thickness)
        masses[n] += static_cast<float>(share);
    const double time = timeUnit(*model);
    gravity = {0, -kGravity * time * time / cell, 0};
  }

  /// Of the marker: in the middle of the tip face, 24 of 30 mm up [m].
  double sag(const Workspace& w) const {
    double sum = 0, weights = 0;
    const double height = 0.8 * thickness;
    for (std::size_t n = 0; n < model->nodeBone.size(); ++n) {
      const Int3 c = model->lattice.nodeCoord[n];
      if (c.x != length || c.z != thickness / 2) continue;
      const double weight = std::max(0.0, 1 - std::fabs(c.y - height));
      sum += weight * (c.y - w.x[4 * n + 1]), weights += weight;
    }
    return cell * sum / weights;
  }

  int length, thickness;  // cells along x, and along y and z
  double cell;            // [m]
  std::unique_ptr<FleshModel> model;
  std::vector<float> masses;
  Vec3<double> gravity;
};

NewtonStop exactly(double tolerance) {
  NewtonStop stop;
  stop.stepTolerance = tolerance;
  stop.linear.iterations = 200;
  return stop;
}

double staticSag(const Experiment& e) {
  const RealBeam beam(e, kFine);
  Workspace w(*beam.model);
  setGravity(*beam.model, beam.masses, beam.gravity, w.loads);
  NewtonSeconds seconds;
  EXPECT_EQ(solveEquilibrium(*beam.model, exactly(1e-3), w, seconds).status,
            NewtonStatus::Converged);
  return beam.sag(w);
}

/// The sag from the release on, a value per step.
std::vector<double> swing(const Experiment& e, double duration) {
  const RealBeam beam(e, kCoarse);
  Workspace w(*beam.model);
  const double time = timeUnit(*beam.model);
  const MotionSettings settings{kStep / time, beam.gravity, kMassDamping * time,
                                kStiffnessDamping / time};
  Motion motion{w.x, AlignedVector<double>(w.x.size(), 0.0)};
  const std::vector<Affine> clamp(static_cast<std::size_t>(beam.model->boneCount));
  std::vector<double> sags{0};
  FrameResult result;
  for (int k = 1; k * kStep < duration; ++k) {
    const NewtonReport report =
        advance(*beam.model, beam.masses, clamp, clamp, settings, exactly(1e-3), motion, w, result);
    EXPECT_EQ(report.status, NewtonStatus::Converged) << k;
    sags.push_back(beam.sag(w));
  }
  return sags;
}

/// Where scripts/plot_real_beam.py wants the curves; null: nowhere.
const char* curveFolder() { return std::getenv("SINEW_BEAM_CURVES"); }

void keepCurve(const Experiment& e, const std::vector<double>& sags) {
  const char* folder = curveFolder();
  if (!folder) return;
  std::ofstream file(std::string(folder) + "/simulated_" + e.file);
  file << "seconds,sag\n";
  for (std::size_t k = 0; k < sags.size(); ++k) file << kStep * k << "," << sags[k] << "\n";
}

class SiliconeBeam : public ::testing::TestWithParam<Experiment> {};

TEST_P(SiliconeBeam, HangsAndSwingsAsItWasMeasured) {
  const std::vector<double> measured = measuredSag(GetParam());
  if (measured.empty())
    GTEST_SKIP() << "data/reference/" << GetParam().file
                 << " not found; set SINEW_SHARED to the folder with data/";
  const double measuredRest = meanOfLast(measured, 50), rest = staticSag(GetParam());
  const double measuredPeriod = periodOf(measured, measuredRest, kFrame, 3);
  const double duration = GetParam().weight > 0 || curveFolder() ? 1.0 : 0.6;  // [s]
  const std::vector<double> sags = swing(GetParam(), duration);
  const double period = periodOf(sags, rest, kStep, 3);
  std::printf("%s: sag %.2f mm, measured %.2f mm; frequency %.2f Hz, measured %.2f Hz\n",
              GetParam().file, 1e3 * rest, 1e3 * measuredRest, 1 / period, 1 / measuredPeriod);
  keepCurve(GetParam(), sags);
  EXPECT_NEAR(rest, measuredRest, 0.05 * measuredRest);
  EXPECT_NEAR(1 / period, 1 / measuredPeriod, 0.1 / measuredPeriod);
}

INSTANTIATE_TEST_SUITE_P(Experiments, SiliconeBeam, ::testing::Values(kAlone, kLoaded),
                         [](const auto& tested) {
                           return std::string(tested.param.weight > 0 ? "Loaded" : "Alone");
                         });

}  // namespace
}  // namespace sinew::testing
