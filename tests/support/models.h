// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh models straight from formulas, in lattice units (cell edge 1, shear modulus 1), for tests
// and benchmarks of the solver. The names are those of shared notes: cube, ball, arm, hand, bar.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "lattice/cell_complex.h"
#include "solver/frame.h"
#include "solver/model.h"

namespace sinew::testing {

using Solid = std::function<double(const Vec3<double>&)>;  // negative inside

struct ModelOptions {
  double nu = 0.45;
  FleshLaw law = FleshLaw::Corotated;
  StabilisationWeights stabilisation = kExactIntegral;
  double springStiffness =
      0;  // > 0: bones hold by springs of this multiple of the elastic diagonal
  std::function<float(Int3)> contrast;  // multiplies mu and lambda of a cell
};

/// Cells, and for every node the bone that fixes it or -1.
struct ModelPlan {
  std::vector<Int3> cells;
  std::function<int(const Vec3<double>&)> boneOfNode;
  int boneCount = 0;
  CellComplex complex{};  // if it has cells, used instead of `cells`
};

std::unique_ptr<FleshModel> buildModel(const ModelPlan& plan, const ModelOptions& options);

ModelPlan cubePlan(int n);  // n^3 cells between two fixed faces (x = 0 and x = n)
ModelPlan barPlan(int nx, int ny, int nz, bool fixBothEnds);
ModelPlan ballPlan(double radius);         // fixed core
ModelPlan armPlan(double radius);          // two limbs at 30 degrees, two thick bones, 31 r^3 cells
ModelPlan straightArmPlan(double radius);  // the same unbent, for poses measured from straight
ModelPlan handPlan(double scale);          // palm and five fingers of radius 2.6, one-cell bones
ModelPlan raggedPlan();                    // a small irregular body for comparison with matrices

/// Axis and pivot the second bone of armPlan and straightArmPlan bends about.
Affine armFlexion(double radius, double radians);
/// Bones of handPlan: palm first; every finger curls by `radians` about its base.
std::vector<Affine> handCurl(double scale, double radians);

Affine rotationAbout(const Vec3<double>& axis, const Vec3<double>& point, double radians);

/// Positions at rest with fixed nodes and spring targets moved by `bones`, free nodes where they
/// were.
void placeBones(const FleshModel& model, const std::vector<Affine>& bones, Workspace& w);

/// Deterministic numbers in [-1, 1).
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed * 2654435761u + 12345u) {}
  double next();

 private:
  std::uint32_t state_;
};

/// In a cube around 0, of half edge `size`.
Vec3<double> randomPoint(Random& random, double size);

}  // namespace sinew::testing
