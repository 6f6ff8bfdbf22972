// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/paper_scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lattice/lattice_builder.h"
#include "papers/krylov.h"
#include "papers/report.h"

namespace sinew::papers {

namespace {

constexpr double kMotion = 0.04;  // of the bones [rad]

using Point = Vec3<double>;

double capsule(const Point& p, const Point& a, const Point& b, double radius) {
  const Point axis = b - a, d = p - a;
  const double t = std::clamp(dot(d, axis) / dot(axis, axis), 0.0, 1.0);
  const Point e = d - t * axis;
  return std::sqrt(dot(e, e)) - radius;
}

struct Limb {
  Point from, to;
  double radius;
  int parent;
  double swing;  // about the sideways axis at `from` [degrees]
};

// In metres, z up, y sideways.
const Limb kLimbs[] = {{{0, 0, 1.0}, {0, 0, 1.45}, 0.16, -1, 0},
                       {{0, 0, 1.5}, {0, 0, 1.7}, 0.10, 0, 5},
                       {{0, 0.22, 1.42}, {0, 0.32, 1.12}, 0.055, 0, 30},
                       {{0, 0.32, 1.12}, {0, 0.40, 0.82}, 0.045, 2, 35},
                       {{0, -0.22, 1.42}, {0, -0.32, 1.12}, 0.055, 0, -25},
                       {{0, -0.32, 1.12}, {0, -0.40, 0.82}, 0.045, 4, 20},
                       {{0, 0.11, 0.92}, {0, 0.12, 0.50}, 0.085, 0, -30},
                       {{0, 0.12, 0.50}, {0, 0.12, 0.08}, 0.065, 6, 25},
                       {{0, -0.11, 0.92}, {0, -0.12, 0.50}, 0.085, 0, 25},
                       {{0, -0.12, 0.50}, {0, -0.12, 0.08}, 0.065, 8, 10}};

// As McAdams 2011 labels them: a cell is constrained if its centre is in a bone, and then all its
// nodes follow the bone. With single fixed nodes their coarse levels lose thin bones and diverge.
Scene withConstrainedCells(Scene scene) {
  scene.plan.boneOfNode = [ofPoint = scene.plan.boneOfNode](const Point& p) {
    const bool isNode = p.x == std::floor(p.x) && p.y == std::floor(p.y) && p.z == std::floor(p.z);
    if (!isNode) return ofPoint(p);
    int bone = -1;
    for (int a = 0; a < 8 && bone < 0; ++a) {
      const Int3 o = cornerOffset(a);
      bone = ofPoint({p.x + o.x - 0.5, p.y + o.y - 0.5, p.z + o.z - 0.5});
    }
    return bone;
  };
  return scene;
}

Scene humanOfScale(double cellsPerMetre) {
  const auto place = [=](const Point& p) { return cellsPerMetre * p; };
  Scene scene{"human", {}, {}};
  const auto solid = [=](const Point& p) {
    double d = 1e9;
    for (const Limb& limb : kLimbs)
      d = std::min(d, capsule(p, place(limb.from), place(limb.to), cellsPerMetre * limb.radius));
    return d;
  };
  const auto n = static_cast<std::int32_t>(std::ceil(2 * cellsPerMetre));
  for (const FilledCell& cell : fillCells(solid, {-n / 4, -n / 3, 0}, {n / 4, n / 3, n}))
    scene.plan.cells.push_back(cell.cell);
  scene.plan.boneCount = static_cast<int>(std::size(kLimbs));
  scene.plan.boneOfNode = [=](const Point& p) {
    for (std::size_t k = 0; k < std::size(kLimbs); ++k) {
      const Limb& limb = kLimbs[k];
      const Point a = place(limb.from), axis = place(limb.to) - a;
      const double radius = std::max(1.0, 0.3 * cellsPerMetre * limb.radius);
      if (capsule(p, a + 0.15 * axis, a + 0.85 * axis, radius) < 0) return static_cast<int>(k);
    }
    return -1;
  };
  for (const Limb& limb : kLimbs) {
    const Affine own =
        testing::rotationAbout({0, 1, 0}, place(limb.from), limb.swing * std::numbers::pi / 180);
    scene.bones.push_back(
        limb.parent < 0 ? own : scene.bones[static_cast<std::size_t>(limb.parent)] * own);
  }
  return scene;
}

}  // namespace

Scene cubeScene(int n) {
  return {text("cube %d^3", n),
          testing::cubePlan(n),
          {Affine{}, testing::rotationAbout({1, 0, 0}, {0, 0.5 * n, 0.5 * n}, kMotion)}};
}
Scene armScene(double radius) {
  return withConstrainedCells(
      {"arm", testing::armPlan(radius), {Affine{}, testing::armFlexion(radius, kMotion)}});
}
Scene handScene(double scale) {
  return withConstrainedCells(
      {"hand", testing::handPlan(scale), testing::handCurl(scale, kMotion)});
}
Scene ballScene(double radius) {
  return {
      "ball", testing::ballPlan(radius), {testing::rotationAbout({0, 0, 1}, {0, 0, 0}, kMotion)}};
}

Scene humanScene(double cells) {
  double scale = 50;
  Scene scene = humanOfScale(scale);
  for (int k = 0; k < 3; ++k) {
    scale *= std::cbrt(cells / static_cast<double>(scene.plan.cells.size()));
    scene = humanOfScale(scale);
  }
  return scene;
}

testing::ModelOptions modelOptions(double nu, FleshLaw law) {
  testing::ModelOptions options;
  options.nu = nu;
  options.law = law;
  return options;
}

PaperSystem::PaperSystem(const Scene& scene, const BodyOptions& body, const JacobiOptions& options)
    : body_(makeBody(scene.plan, body)), multigrid_(body_, options) {
  const Field x = placeBones(scene.plan, scene.bones, body_);
  multigrid_.setState(gradients(body_, x));
  f_ = force(body_, x);
}

std::vector<double> PaperSystem::cycleHistory(int cycles, double (*norm)(const Field&)) const {
  std::vector<double> history{1};
  Field dx = Field::Zero(3, f_.cols());
  for (int k = 0; k < cycles && history.back() < 1e6; ++k) {
    multigrid_.cycle(f_, dx);
    history.push_back(norm(f_ - multigrid_.finest().apply(dx)) / norm(f_));
  }
  return history;
}

std::vector<double> PaperSystem::gradientHistory(int iterations, double tolerance) const {
  Field dx = Field::Zero(3, f_.cols());
  return conjugateGradients([&](const Field& v) { return multigrid_.finest().apply(v); }, f_,
                            iterations, tolerance, maxNorm, dx);
}

std::vector<double> PaperSystem::preconditionedHistory(int iterations, double tolerance) const {
  Field dx = Field::Zero(3, f_.cols());
  return preconditionedGradients([&](const Field& v) { return multigrid_.finest().apply(v); },
                                 [&](const Field& r) {
                                   Field z = Field::Zero(3, r.cols());
                                   multigrid_.cycle(r, z);
                                   return z;
                                 },
                                 f_, iterations, tolerance, dx);
}

double PaperSystem::cycleSeconds(int repeats) const {
  Field dx = Field::Zero(3, f_.cols());
  return secondsOf(repeats, [&] { multigrid_.cycle(f_, dx); });
}

double euclidean(const Field& f) { return f.norm(); }

}  // namespace sinew::papers
