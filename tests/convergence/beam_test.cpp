// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Cantilevers against beam theory: what the lattice makes of bending, shear and
// near-incompressibility.
#include <gtest/gtest.h>

#include <Eigen/Sparse>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "multigrid/conjugate_gradient.h"
#include "solver/newton.h"
#include "support/models.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

// A beam of length x thickness (y) x width (z) cells, clamped at x = 0; mu = 1.
struct Beam {
  Beam(int cellsLong, int cellsThick, int cellsWide, double poisson,
       StabilisationWeights stabilisation)
      : length(cellsLong), thickness(cellsThick), width(cellsWide), nu(poisson) {
    ModelOptions options;
    options.nu = nu;
    options.stabilisation = stabilisation;
    model = buildModel(barPlan(length, thickness, width, false), options);
  }

  double youngsModulus() const { return 2 * (1 + nu); }
  double bendingStiffness() const { return youngsModulus() * width * std::pow(thickness, 3) / 12; }

  // Tip force per tip deflection: 1 / (L^3 / 3EI + L / kappa G A), kappa after Cowper 1966.
  double timoshenkoStiffness() const {
    const double kappa = 10 * (1 + nu) / (12 + 11 * nu);
    return 1 /
           (std::pow(length, 3) / (3 * bendingStiffness()) + length / (kappa * thickness * width));
  }

  int length, thickness, width;
  double nu;
  std::unique_ptr<FleshModel> model;
};

// --- Small loads: Timoshenko -------------------------------------------------

/// K dx = f at rest for a unit force along y on the end face, by the multigrid solver.
struct TipLoad {
  explicit TipLoad(const Beam& beam) {
    const FleshModel& model = *beam.model;
    Workspace w(model, PressureRule{1e9f, 0});  // all of lambda in the matrix
    linearise(model, w.x, w);
    w.multigrid.refreshDiagonal();
    w.multigrid.rebuildLevels();
    w.multigrid.setEigenvalues(w.multigrid.estimateEigenvalues());

    // Spread evenly: nodes on an edge of the face carry half, those at its corners a quarter.
    NodeVector f = makeNodeVector(model.lattice.nodeCount);
    for (std::size_t n = 0; n < model.nodeBone.size(); ++n) {
      const Int3 c = model.lattice.nodeCoord[n];
      if (c.x != beam.length) continue;
      const double share =
          (c.y == 0 || c.y == beam.thickness ? 0.5 : 1) * (c.z == 0 || c.z == beam.width ? 0.5 : 1);
      f[4 * n + 1] = static_cast<float>(share / (beam.thickness * beam.width));
    }
    LinearStop stop;
    stop.tolerance = 1e-6;
    stop.iterations = 200;  // 80 at nu = 0.499, 10 at 0.3
    const LinearReport report =
        conjugateGradient(w.multigrid, Tangent::Exact, f, stop, w.linear, w.dx);
    converged = report.status == LinearStatus::Converged;

    const ReferenceSystem reference(model, {}, w.x);
    const Eigen::VectorXd load = reference.gather(f);
    deflection = load.dot(reference.gather(w.dx));
    const Eigen::SimplicialLDLT<SparseMatrix> factor(reference.stiffness(Tangent::Exact));
    exactDeflection = load.dot(factor.solve(load));
  }

  bool converged;
  double deflection;       // mean over the end face
  double exactDeflection;  // the same by a direct solve in double
};

constexpr std::array<double, 5> kPoissonRatios{0.3, 0.45, 0.48, 0.49, 0.499};

TEST(Cantilever, HasTheStiffnessOfTimoshenkosTheoryUpToIncompressibility) {
  for (const double nu : kPoissonRatios) {
    SCOPED_TRACE(nu);
    const Beam beam(64, 4, 4, nu, kExactIntegral);
    const TipLoad load(beam);
    EXPECT_TRUE(load.converged);
    // What four layers of cells and the clamped end add; 1.047 to 1.059 (numerics 1: 1.05, 1.06).
    const double ratio = 1 / (load.deflection * beam.timoshenkoStiffness());
    EXPECT_GT(ratio, 1);
    EXPECT_LT(ratio, 1.07);
  }
}

TEST(Cantilever, IsAQuarterTooStiffWithTwelveEdges) {
  for (const double nu : kPoissonRatios) {
    SCOPED_TRACE(nu);
    const Beam beam(64, 4, 4, nu, kTwelveEdges);
    // Of an independent program: 1.25 at nu 0.3, 1.27 at 0.4999 (numerics 1).
    EXPECT_NEAR(1 / (TipLoad(beam).deflection * beam.timoshenkoStiffness()), 1.26, 0.015);
  }
}

TEST(Cantilever, BendsInFloatAsItDoesInDouble) {
  for (const double nu : kPoissonRatios) {
    const TipLoad load(Beam(64, 4, 4, nu, kExactIntegral));
    // Displacements of 1500 cells per unit load, rounded to 1e-4 cells, put noise of the size of
    // the load into single cells; in the deflection it averages out.
    EXPECT_NEAR(load.deflection, load.exactDeflection, 1e-4 * load.exactDeflection) << nu;
  }
}

// --- Large loads: the elastica -----------------------------------------------

struct ElasticaLine {
  double alpha;                             // P L^2 / (E I)
  double rotation, deflection, shortening;  // of the tip: radians, of the length, of the length
};

std::vector<ElasticaLine> readElastica() {
  const char* variable = std::getenv("SINEW_SHARED");
  const std::string folder = variable ? variable : SINEW_SHARED_DIR;
  std::ifstream file(folder + "/data/reference/elastica.csv");
  std::vector<ElasticaLine> lines;
  for (std::string text; std::getline(file, text);) {
    ElasticaLine line;
    char comma;
    std::istringstream fields(text);  // lines that are not numbers are headings
    if (fields >> line.alpha >> comma >> line.rotation >> comma >> line.deflection >> comma >>
        line.shortening)
      lines.push_back(line);
  }
  return lines;
}

// A beam with a dead load along y, spread over its end face. The solver knows no loads, so springs
// make them: very soft, along y alone, with targets so far away that the force changes by less than
// a thousandth on the way.
class LoadedBeam {
 public:
  explicit LoadedBeam(Beam beam) : beam_(std::move(beam)) {
    FleshModel& model = *beam_.model;
    std::vector<SpringSpec> springs;
    for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot)
      if (model.lattice.isActive(slot) && model.lattice.cellCoord(slot).x == beam_.length - 1)
        springs.push_back({slot, {1, 0.5f, 0.5f}, {0, 0, 0, kAnyStiffness, 0, 0}});
    attachSprings(model, springs);
    w_ = std::make_unique<Workspace>(model);
  }

  NewtonReport solve(double load) {
    FleshModel& model = *beam_.model;
    const double distance = 1000.0 * beam_.length;
    const double share = load / model.springs.count;
    for (std::size_t s = 0; s < model.springRest.size(); ++s) {
      model.springs.stiffness[9 * s + 4] = static_cast<float>(share / distance);  // yy
      w_->targets[4 * s + 1] = model.springRest[s].y + distance;
    }
    NewtonStop stop;
    stop.stepTolerance = 1e-3;  // 0.03 % of the smallest deflection
    stop.iterations = 60;
    NewtonSeconds seconds;
    return solveEquilibrium(model, stop, *w_, seconds);
  }

  /// Rotation, deflection and shortening of the end face.
  ElasticaLine tip() const {
    const FleshModel& model = *beam_.model;
    std::array<Vec3<double>, 2> side{};  // sums over the lower and upper edge of the face
    for (std::size_t n = 0; n < model.nodeBone.size(); ++n) {
      const Int3 c = model.lattice.nodeCoord[n];
      if (c.x != beam_.length || (c.y != 0 && c.y != beam_.thickness)) continue;
      side[c.y == 0 ? 0 : 1] += Vec3<double>{w_->x[4 * n], w_->x[4 * n + 1], w_->x[4 * n + 2]};
    }
    const Vec3<double> across = side[1] - side[0];
    const Vec3<double> centre = (0.5 / (beam_.width + 1)) * (side[0] + side[1]);
    return {0, std::atan2(-across.x, across.y), (centre.y - 0.5 * beam_.thickness) / beam_.length,
            1 - centre.x / beam_.length};
  }

  const Beam& beam() const { return beam_; }

 private:
  static constexpr float kAnyStiffness = 1e-9f;  // solve() sets it
  Beam beam_;
  std::unique_ptr<Workspace> w_;
};

TEST(Cantilever, FollowsTheElasticaToEightyDegrees) {
  const std::vector<ElasticaLine> lines = readElastica();
  if (lines.empty())
    GTEST_SKIP() << "data/reference/elastica.csv not found; set SINEW_SHARED to the folder that "
                    "holds data/";
  // The elastica does not shear or stretch: at 32:1 shear adds 3EI / (kappa G A L^2) = 0.07 % to
  // the deflection and the load stretches by 0.1 %. As wide as thick, or it would buckle sideways.
  // Eight cells bend 1 % too stiffly ((4 mu / E - 1) / 8^2); shortening counts deflection twice.
  LoadedBeam loaded(Beam(256, 8, 8, 0.2, kExactIntegral));
  const Beam& beam = loaded.beam();
  for (const ElasticaLine& line : lines) {
    SCOPED_TRACE(line.alpha);
    const NewtonReport report =
        loaded.solve(line.alpha * beam.bendingStiffness() / (beam.length * beam.length));
    EXPECT_EQ(report.status, NewtonStatus::Converged);
    const ElasticaLine tip = loaded.tip();
    EXPECT_NEAR(tip.rotation, line.rotation, 0.03 * line.rotation);
    EXPECT_NEAR(tip.deflection, line.deflection, 0.03 * line.deflection);
    if (line.shortening * beam.length > 1) {  // less than a cell is not resolved
      EXPECT_NEAR(tip.shortening, line.shortening, 0.03 * line.shortening);
    }
  }
}

}  // namespace
}  // namespace sinew::testing
