// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh that keeps its volume, up to Poisson's ratio 0.499: volumes and forces against closed
// forms, the number of V-cycles against that at 0.45, contrasts, and recovery, for every law.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include "support/models.h"
#include "support/reference.h"
#include "support/scrub.h"

namespace sinew::testing {
namespace {

constexpr FleshLaw kLaws[] = {FleshLaw::Corotated, FleshLaw::CorotatedVolume,
                              FleshLaw::StableNeoHookean, FleshLaw::MooneyRivlin};
constexpr double kRight = std::numbers::pi / 2;

const char* nameOf(FleshLaw law) { return kFleshLawNames[static_cast<int>(law)]; }

double volumeRatio(const FleshModel& model, const Workspace& w) {
  double sum = 0;
  for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot)
    if (model.lattice.isActive(slot)) sum += static_cast<double>(w.cells.volumeOf(slot));
  return sum / static_cast<double>(model.lattice.cellCount);
}

// Least and greatest J of cells at least two cells from what is held.
VolumeFacts volumeAwayFromBones(const FleshModel& model, const Workspace& w) {
  VolumeFacts facts;
  facts.minJ = 1e9, facts.maxJ = -1e9;
  std::int32_t least = 1 << 30, greatest = -(1 << 30);  // free nodes, along x
  for (std::size_t n = 0; n < model.nodeBone.size(); ++n) {
    if (model.nodeBone[n] >= 0) continue;
    least = std::min(least, model.lattice.nodeCoord[n].x);
    greatest = std::max(greatest, model.lattice.nodeCoord[n].x);
  }
  for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot) {
    if (!model.lattice.isActive(slot)) continue;
    const std::int32_t x = model.lattice.cellCoord(slot).x;
    if (x <= least || x + 1 >= greatest) continue;
    const double J = static_cast<double>(w.cells.volumeOf(slot));
    facts.minJ = std::min(facts.minJ, J), facts.maxJ = std::max(facts.maxJ, J);
  }
  return facts;
}

// --- Homogeneous stretch -----------------------------------------------------

// Principal stresses (s, t, t) as in textbooks, mu = 1: along, across.
struct Stress {
  double along, across;
};

Stress stressOf(FleshLaw law, double lambda, double s, double t) {
  const double J = s * t * t, I = s * s + 2 * t * t;
  const auto with = [&](double shapeS, double shapeT, double pressure) {
    return Stress{shapeS + pressure * t * t, shapeT + pressure * s * t};
  };
  switch (law) {
    case FleshLaw::Corotated: {
      const double p = lambda * (s + 2 * t - 3);
      return {2 * (s - 1) + p, 2 * (t - 1) + p};
    }
    case FleshLaw::CorotatedVolume:
      return with(2 * (s - 1), 2 * (t - 1), lambda * (J - 1));
    case FleshLaw::StableNeoHookean: {
      const double m = 4.0 / 3, shape = m * (1 - 1 / (I + 1));
      return with(shape * s, shape * t, (lambda + 5.0 / 6) * (J - 1) - 0.75 * m);
    }
    case FleshLaw::MooneyRivlin: {
      const double a = 0.25, b = 0.25;  // of mooneyShare 0.5
      return with(2 * a * s + 2 * b * s * 2 * t * t, 2 * a * t + 2 * b * t * (s * s + t * t),
                  (lambda + 2 * a) * (J - 1) - (2 * a + 4 * b));
    }
  }
  return {};
}

// The stretch across a bar that is free there, by bisection.
double stretchAcross(FleshLaw law, double lambda, double s) {
  double low = 0.3, high = 2;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (stressOf(law, lambda, s, middle).across < 0 ? low : high) = middle;
  }
  return low;
}

// An eighth of a cube, held on its planes of symmetry and pulled at one end by springs that act
// along one axis only: it is free to get thinner, and not to buckle.
struct PulledCube {
  static constexpr int kEdge = 2;
  static constexpr float kSpring = 1e4f;

  PulledCube(FleshLaw law, double nu) {
    ModelOptions options;
    options.nu = nu;
    options.law = law;
    ModelPlan plan = barPlan(kEdge, kEdge, kEdge, false);
    plan.boneOfNode = [](const Vec3<double>&) { return -1; };
    model = buildModel(plan, options);
    std::vector<SpringSpec> springs;
    for (CellSlot slot = 0; slot < model->lattice.blockCount * kBlockCells; ++slot)
      for (int a = 0; a < 8 && model->lattice.isActive(slot); ++a)
        addAt(slot, cornerOffset(a), springs);
    attachSprings(*model, springs);
  }

  void addAt(CellSlot slot, Int3 o, std::vector<SpringSpec>& springs) {
    const Int3 c = model->lattice.cellCoord(slot);
    const std::array<float, 3> local{static_cast<float>(o.x), static_cast<float>(o.y),
                                     static_cast<float>(o.z)};
    const auto add = [&](const Sym3<float>& K, bool pulled) {
      springs.push_back({slot, local, K});
      isPulled.push_back(pulled);
    };
    if (c.x + o.x == 0 || c.x + o.x == kEdge) add({kSpring, 0, 0, 0, 0, 0}, o.x == 1);
    if (c.y + o.y == 0) add({0, 0, 0, kSpring, 0, 0}, false);
    if (c.z + o.z == 0) add({0, 0, 0, 0, 0, kSpring}, false);
  }

  /// Stretches the cube by s and returns the tension per area of the rest shape.
  double stretch(double s, Workspace& w) const {
    for (std::size_t k = 0; k < isPulled.size(); ++k) {
      const Vec3<double>& p = model->springRest[k];
      w.targets[4 * k] = isPulled[k] ? s * kEdge : p.x;
      w.targets[4 * k + 1] = p.y, w.targets[4 * k + 2] = p.z;
    }
    for (std::size_t n = 0; n < model->nodeBone.size(); ++n) w.x[4 * n] *= s;
    NewtonStop stop;
    stop.stepTolerance = 1e-4;
    stop.linear.tolerance = 1e-2;
    NewtonSeconds seconds;
    EXPECT_EQ(solveEquilibrium(*model, stop, w, seconds).status, NewtonStatus::Converged);
    double force = 0;
    for (std::size_t k = 0; k < isPulled.size(); ++k)
      if (isPulled[k]) force += static_cast<double>(w.springForces[4 * k]);
    return force / (kEdge * kEdge);
  }

  std::unique_ptr<FleshModel> model;
  std::vector<bool> isPulled;
};

TEST(Volume, OfACubePulledOrPressedIsTheClosedForm) {
  for (const double nu : {0.45, 0.498})
    for (const FleshLaw law : kLaws) {
      const double lambda = 2 * nu / (1 - 2 * nu);
      const PulledCube cube(law, nu);
      for (const double s : {2.0, 0.5}) {
        SCOPED_TRACE(std::string(nameOf(law)) + " nu " + std::to_string(nu) + " by " +
                     std::to_string(s));
        Workspace w(*cube.model);
        EXPECT_EQ(w.mixed.has_value(), nu > 0.48);
        const double tension = cube.stretch(s, w);
        const double t = stretchAcross(law, lambda, s);
        const double volume = volumeRatio(*cube.model, w);
        std::printf(
            "%-16s nu %.3f stretch %.1f: volume %.4f, closed form %.4f; tension %.4f, "
            "closed form %.4f\n",
            nameOf(law), nu, s, volume, s * t * t, tension, stressOf(law, lambda, s, t).along);
        // The springs give by 1e-4 of the cube's edge.
        EXPECT_NEAR(volume, s * t * t, 1e-3);
        EXPECT_NEAR(tension, stressOf(law, lambda, s, t).along,
                    2e-3 * std::fabs(stressOf(law, lambda, s, t).along));
        if (nu < 0.49) continue;
        const double expected = law != FleshLaw::Corotated ? 1 : s > 1 ? 0.5 : 0.78;
        EXPECT_NEAR(volume, expected, 0.01);
      }
    }
}

// Patterson 2012, figure 2: a bar twisted and stretched at nu 0.498. Tension alone makes a bar of a
// finite lambda larger, by mu / lambda (1 - 1 / s) (docs/results/incompressible.md): 0.08 % at 1.25
// times its length, 0.2 % at twice, whoever solves it. The first is asked to be within the paper's
// 0.1 % of the rest volume, the second of what tension does.
TEST(Volume, OfPattersonsBarIsThatOfTheClosedForm) {
  const ModelPlan plan = barPlan(24, 8, 8, true);
  const Affine twist = rotationAbout({1, 0, 0}, {0, 4, 4}, kRight);
  for (const double s : {1.25, 2.0})
    for (const FleshLaw law : kLaws) {
      SCOPED_TRACE(std::string(nameOf(law)) + " by " + std::to_string(s));
      ModelOptions options;
      options.nu = 0.498;
      options.law = law;
      const auto model = buildModel(plan, options);
      Workspace w(*model);
      Affine pull;
      pull.t.x = (s - 1) * 24;
      const FrameResult result = solveFrame(*model, std::vector<Affine>{{}, pull * twist}, {}, w);
      EXPECT_EQ(result.newton.status, NewtonStatus::Converged);
      const double volume = volumeRatio(*model, w);
      const double t = stretchAcross(law, 2 * options.nu / (1 - 2 * options.nu), s);
      const VolumeFacts all = volumeFacts(*model, w), inner = volumeAwayFromBones(*model, w);
      std::printf(
          "%-16s bar, %.2f x longer and twisted by 90 degrees: volume %.4f (free bar, not twisted: "
          "%.4f), J %.4f to %.4f, two cells from its ends %.4f to %.4f\n",
          nameOf(law), s, volume, s * t * t, all.minJ, all.maxJ, inner.minJ, inner.maxJ);
      if (law == FleshLaw::Corotated) {
        EXPECT_LT(volume, s > 1.5 ? 0.6 : 0.96);
        continue;
      }
      EXPECT_NEAR(volume, s > 1.5 ? s * t * t : 1, 0.001);
      EXPECT_GT(all.minJ, 0.99);
      // Where a held end meets a free side stress has no limit: there cells exceed any bound.
      EXPECT_LT(s > 1.5 ? inner.maxJ : all.maxJ, 1.01);
    }
}

TEST(Volume, OfAnElbowAtARightAngleStaysWithinTwoPercent) {
  for (const FleshLaw law : {FleshLaw::CorotatedVolume, FleshLaw::StableNeoHookean}) {
    SCOPED_TRACE(nameOf(law));
    ModelOptions options;
    options.nu = 0.47;
    options.law = law;
    const auto model = buildModel(straightArmPlan(5), options);
    Workspace w(*model);
    const FrameResult result =
        solveFrame(*model, std::vector<Affine>{{}, armFlexion(5, kRight)}, {}, w);
    EXPECT_EQ(result.newton.status, NewtonStatus::Converged);
    EXPECT_NEAR(volumeRatio(*model, w), 1, 0.02);
    EXPECT_EQ(volumeFacts(*model, w).inverted, 0);
  }
}

// --- V-cycles ----------------------------------------------------------------

TEST(MixedForm, TakesAtMostTwiceTheCyclesOfOrdinaryFleshAndThreeTimesInFolds) {
  struct Scene {
    const char* name;
    ModelPlan plan;
    std::vector<Affine> bones;
    double factor;
  };
  Affine pull;
  pull.t.x = 0.6 * 24;
  const Affine twist = rotationAbout({1, 0, 0}, {0, 4, 4}, kRight);
  const ModelPlan bar = barPlan(24, 8, 8, true);
  for (const Scene& scene :
       {Scene{"stretch", bar, {{}, pull}, 2}, Scene{"twist", bar, {{}, twist}, 2},
        Scene{"elbow", straightArmPlan(5), {{}, armFlexion(5, kRight)}, 3}})
    for (const FleshLaw law : kLaws) {
      int cycles[2] = {};
      for (const int isStiff : {0, 1}) {
        ModelOptions options;
        options.nu = isStiff ? 0.498 : 0.45;
        options.law = law;
        const auto model = buildModel(scene.plan, options);
        Workspace w(*model);
        const FrameResult result = solveFrame(*model, scene.bones, {}, w);
        EXPECT_EQ(result.newton.status, NewtonStatus::Converged);
        cycles[isStiff] = result.newton.vcycles;
      }
      std::printf("%s, %s: %d V-cycles at nu 0.45, %d at 0.498\n", scene.name, nameOf(law),
                  cycles[0], cycles[1]);
      EXPECT_LE(cycles[1], scene.factor * cycles[0]) << scene.name << ' ' << nameOf(law);
    }
}

// In a fold steps get shorter slowly, and soft modes last: a short step alone says little.
TEST(MixedForm, StopsNearTheEquilibriumInFolds) {
  for (const FleshLaw law : {FleshLaw::Corotated, FleshLaw::StableNeoHookean}) {
    SCOPED_TRACE(nameOf(law));
    ModelOptions options;
    options.nu = 0.498;
    options.law = law;
    const auto model = buildModel(straightArmPlan(5), options);
    Workspace w(*model);
    EXPECT_EQ(
        solveFrame(*model, std::vector<Affine>{{}, armFlexion(5, kRight)}, {}, w).newton.status,
        NewtonStatus::Converged);
    const AlignedVector<double> found = w.x;
    NewtonStop tight;
    tight.stepTolerance = 1e-3;
    tight.linear.tolerance = 1e-2;
    NewtonSeconds seconds;
    EXPECT_EQ(solveEquilibrium(*model, tight, w, seconds).status, NewtonStatus::Converged);
    const double off = largestDistance(found, w.x);
    std::printf("%s, elbow at nu 0.498: stopped %.3f cells from the equilibrium\n", nameOf(law),
                off);
    EXPECT_LT(off, 0.05);
  }
}

// The mixed form is another way to the same place.
TEST(MixedForm, EndsWhereThePlainFormDoes) {
  for (const FleshLaw law : kLaws)
    for (const double springs : {0.0, 30.0}) {
      SCOPED_TRACE(std::string(nameOf(law)) + (springs > 0 ? " on springs" : ""));
      ModelOptions options;
      options.nu = 0.49;
      options.law = law;
      options.springStiffness = springs;
      auto model = buildModel(straightArmPlan(3.5), options);
      const std::vector<Affine> bones{{}, armFlexion(3.5, kRight / 3)};
      FrameStop stop;
      stop.newton.stepTolerance = 1e-3;
      stop.newton.linear.tolerance = 1e-2;
      Workspace mixed(*model);
      EXPECT_EQ(solveFrame(*model, bones, stop, mixed).newton.status, NewtonStatus::Converged);
      const PressureRule plainRule{1e9f, 0};
      estimateRestEigenvalues(*model, plainRule);
      Workspace plain(*model, plainRule);
      EXPECT_EQ(solveFrame(*model, bones, stop, plain).newton.status, NewtonStatus::Converged);
      EXPECT_LT(largestDistance(mixed.x, plain.x), 0.01);
    }
}

TEST(MixedForm, TakesContrastsOfAThousand) {
  for (const float contrast : {1000.f, 0.001f}) {
    SCOPED_TRACE(contrast);
    ModelOptions options;
    options.nu = 0.498;
    options.law = FleshLaw::CorotatedVolume;
    options.contrast = [=](Int3 c) { return c.x < 12 ? 1.f : contrast; };
    const auto model = buildModel(barPlan(24, 8, 8, true), options);
    Workspace w(*model);
    const Affine bend = rotationAbout({0, 0, 1}, {12, 4, 4}, kRight / 3);
    const FrameResult result = solveFrame(*model, std::vector<Affine>{{}, bend}, {}, w);
    std::printf("contrast %g: N/V %d/%d\n", static_cast<double>(contrast), result.newton.newton,
                result.newton.vcycles);
    EXPECT_EQ(result.newton.status, NewtonStatus::Converged);
    EXPECT_LE(result.newton.vcycles, 200);
    EXPECT_NEAR(volumeRatio(*model, w), 1, 0.005);
  }
}

// --- Recovery ----------------------------------------------------------------

constexpr int kBarLength = 16, kBarWidth = 6;

// The rest shape is the only equilibrium of energy 0, and all laws find it from nodes thrown about
// or in one point, the neo-Hookean ones from the mirror image too. A corotated cell does not mind
// being turned by half against its neighbour, so from a mirror image, which has to turn over
// somewhere, the corotated laws can end with a layer of cells twisted: an equilibrium as well, also
// of a bar that is held at one end only. So can Mooney-Rivlin flesh from one point: at a Poisson's
// ratio of 0.45, of twelve points within a hundredth of a cell two lead to rest (five before
// decision 0076).
TEST(Recovery, OfEveryLawFromStatesNoPoseLeadsTo) {
  using Disturb = std::function<Vec3<double>(const Vec3<double>&)>;
  Random random(2);
  const std::vector<std::pair<std::string, Disturb>> states{
      {"random",
       [&](const Vec3<double>& p) {
         return p + Vec3<double>{2 * random.next(), 2 * random.next(), 2 * random.next()};
       }},
      {"collapsed",
       [](const Vec3<double>&) {
         return Vec3<double>{8, 3, 3};
       }},
      {"mirrored", [](const Vec3<double>& p) {
         return Vec3<double>{p.x, p.y, -p.z};
       }}};
  for (const FleshLaw law : kLaws)
    for (const double nu : {0.3, 0.45, 0.498})
      for (const auto& [name, disturb] : states)
        for (const bool holdsBothEnds : {true, false}) {
          SCOPED_TRACE(std::string(nameOf(law)) + " " + std::to_string(nu) + " " + name +
                       (holdsBothEnds ? ", both ends held" : ", one end held"));
          ModelOptions options;
          options.nu = nu;
          options.law = law;
          const auto model =
              buildModel(barPlan(kBarLength, kBarWidth, kBarWidth, holdsBothEnds), options);
          Workspace w(*model);
          const AlignedVector<double> rest = w.x;
          for (std::size_t n = 0; n < model->nodeBone.size(); ++n) {
            if (model->nodeBone[n] >= 0) continue;
            const Vec3<double> p = disturb(model->restPosition(n));
            w.x[4 * n] = p.x, w.x[4 * n + 1] = p.y, w.x[4 * n + 2] = p.z;
          }
          NewtonStop stop;
          stop.iterations = 300;
          NewtonSeconds seconds;
          const NewtonReport report = solveEquilibrium(*model, stop, w, seconds);
          const double off = largestDistance(w.x, rest);
          std::printf("%-16s nu %.3f %-9s, %s held: N/V %d/%d, off by %.3f\n", nameOf(law), nu,
                      name.c_str(), holdsBothEnds ? "both ends" : "one end", report.newton,
                      report.vcycles, off);
          EXPECT_EQ(report.status, NewtonStatus::Converged);
          EXPECT_EQ(volumeFacts(*model, w).inverted, 0);
          const bool isCorotated = law == FleshLaw::Corotated || law == FleshLaw::CorotatedVolume;
          const bool mayBeTwisted =
              (isCorotated && name == "mirrored") || (law == FleshLaw::MooneyRivlin && nu == 0.45 &&
                                                      name == "collapsed" && !holdsBothEnds);
          if (!mayBeTwisted || off < 0.04) {
            EXPECT_LT(off, 0.04);
            continue;
          }
          // Solved exactly it is still elsewhere, so there is an equilibrium.
          stop.stepTolerance = 1e-4, stop.linear.tolerance = 1e-3;
          EXPECT_EQ(solveEquilibrium(*model, stop, w, seconds).status, NewtonStatus::Converged);
          EXPECT_EQ(volumeFacts(*model, w).inverted, 0);
          EXPECT_GT(largestDistance(w.x, rest), 1) << "rest was near, but was not found";
        }
}

}  // namespace
}  // namespace sinew::testing
