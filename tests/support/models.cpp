// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "support/models.h"

#include <algorithm>
#include <cmath>

#include "api/start_weights.h"
#include "lattice/lattice_builder.h"

namespace sinew::testing {
namespace {

double capsule(const Vec3<double>& p, const Vec3<double>& a, const Vec3<double>& b, double radius) {
  const Vec3<double> axis = b - a, d = p - a;
  const double t = std::clamp(dot(d, axis) / dot(axis, axis), 0.0, 1.0);
  const Vec3<double> e = d - t * axis;
  return std::sqrt(dot(e, e)) - radius;
}

std::vector<Int3> cellsOf(const Solid& solid, double extent) {
  const auto n = static_cast<std::int32_t>(std::ceil(extent)) + 1;
  std::vector<Int3> cells;
  for (const FilledCell& cell : fillCells(solid, {-n, -n, -n}, {n, n, n}))
    cells.push_back(cell.cell);
  return cells;
}

// Arm geometry.
constexpr double kArmBend = 0.5235987755982988;  // 30 degrees
Vec3<double> armHead(double r) { return {-4.2 * r, 0.37, 0.21}; }
Vec3<double> armElbow() { return {0.13, 0.37, 0.21}; }
Vec3<double> armTail(double r, double bend) {
  return armElbow() + (4.2 * r) * Vec3<double>{std::cos(bend), std::sin(bend), 0};
}
Vec3<double> along(const Vec3<double>& a, const Vec3<double>& b, double t) {
  return a + t * (b - a);
}

// Finger k of the hand, base and tip.
Vec3<double> fingerBase(double s, int k) { return {s * 9, s * (-11.0 + 5.8 * k) + 0.4, 0.3}; }
Vec3<double> fingerTip(double s, int k) {
  const double length[5] = {16, 21, 23, 21, 15};
  return fingerBase(s, k) + Vec3<double>{s * length[k], s * (k - 2) * 1.5, 0};
}

}  // namespace

double Random::next() {
  state_ = state_ * 1664525u + 1013904223u;
  return static_cast<double>(state_ >> 8) / 8388608.0 - 1.0;
}

Vec3<double> randomPoint(Random& random, double size) {
  return {size * random.next(), size * random.next(), size * random.next()};
}

std::unique_ptr<FleshModel> buildModel(const ModelPlan& plan, const ModelOptions& options) {
  auto model = std::make_unique<FleshModel>();
  model->lattice =
      plan.complex.cells.empty() ? buildLattice(plan.cells) : buildLattice(plan.complex);
  const Lattice& lattice = model->lattice;
  model->material.law = options.law;
  model->material.mooneyShare = 0.5f;
  model->material.stabilisation = options.stabilisation;
  model->material.values.assign(static_cast<std::size_t>(lattice.blockCount) * 2 * kBlockCells,
                                0.f);
  const double lambda = 2 * options.nu / (1 - 2 * options.nu);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const float factor = options.contrast ? options.contrast(lattice.cellCoord(slot)) : 1.f;
    model->material.mu(slot) = factor;
    model->material.lambda(slot) = factor * static_cast<float>(lambda);
  }
  model->shapes = CoarseShapes(options.stabilisation);
  model->boneCount = plan.boneCount;
  model->nodeBone.assign(static_cast<std::size_t>(lattice.nodeCount), -1);
  std::vector<std::uint8_t> fixed(model->nodeBone.size(), 0);
  std::vector<std::vector<CellSlot>> cellsOfBone(static_cast<std::size_t>(plan.boneCount));
  std::vector<SpringSpec> springs;
  const double diagonal = 8 * (static_cast<double>(options.stabilisation.diagonal()) + 0.25 +
                               std::min(lambda, static_cast<double>(PressureRule().above)) / 16);
  const auto k = static_cast<float>(options.springStiffness * diagonal);
  for (std::size_t n = 0; n < fixed.size(); ++n) {
    const Int3 c = lattice.nodeCoord[n];
    const int bone = plan.boneOfNode(
        {static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)});
    if (bone >= 0 && options.springStiffness <= 0) model->nodeBone[n] = bone, fixed[n] = 1;
  }
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const Int3 c = lattice.cellCoord(slot);
    const Vec3<double> centre{c.x + 0.5, c.y + 0.5, c.z + 0.5};
    int bone = plan.boneOfNode(centre);
    if (bone >= 0 && options.springStiffness > 0) {
      springs.push_back({slot, {0.5f, 0.5f, 0.5f}, {k, 0, 0, k, 0, k}});
      model->springBone.push_back(bone);
      model->springRest.push_back(centre);
    }
    for (int a = 0; a < 8 && bone < 0; ++a)
      bone = model->nodeBone[static_cast<std::size_t>(lattice.cellNode(slot, a))];
    if (bone >= 0) cellsOfBone[static_cast<std::size_t>(bone)].push_back(slot);
  }
  model->nodeWeights = nodeBoneWeights(lattice, cellsOfBone);
  model->hierarchy = buildHierarchy(lattice, fixed);
  model->springs = buildSprings(lattice, model->hierarchy, springs);
  estimateRestEigenvalues(*model);
  return model;
}

ModelPlan cubePlan(int n) { return barPlan(n, n, n, true); }

ModelPlan barPlan(int nx, int ny, int nz, bool fixBothEnds) {
  ModelPlan plan;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) plan.cells.push_back({x, y, z});
  plan.boneCount = fixBothEnds ? 2 : 1;
  plan.boneOfNode = [nx, fixBothEnds](const Vec3<double>& p) {
    return p.x <= 0 ? 0 : fixBothEnds && p.x >= nx ? 1 : -1;
  };
  return plan;
}

ModelPlan ballPlan(double radius) {
  const auto distance = [](const Vec3<double>& p) {
    const Vec3<double> d = p - Vec3<double>{0.2, 0.3, 0.1};
    return std::sqrt(dot(d, d));
  };
  return {cellsOf([=](const Vec3<double>& p) { return distance(p) - radius; }, radius + 1),
          [=](const Vec3<double>& p) { return distance(p) < 0.3 * radius ? 0 : -1; }, 1};
}

namespace {

ModelPlan armBentAtRest(double r, double bend) {
  const Vec3<double> head = armHead(r), elbow = armElbow(), tail = armTail(r, bend);
  ModelPlan plan;
  plan.cells = cellsOf(
      [=](const Vec3<double>& p) {
        return std::min(capsule(p, head, elbow, r), capsule(p, elbow, tail, r));
      },
      5.3 * r);
  plan.boneCount = 2;
  plan.boneOfNode = [=](const Vec3<double>& p) {
    if (capsule(p, along(head, elbow, 0.02), along(head, elbow, 0.86), 0.3 * r) < 0) return 0;
    return capsule(p, along(elbow, tail, 0.14), along(elbow, tail, 0.98), 0.3 * r) < 0 ? 1 : -1;
  };
  return plan;
}

}  // namespace

ModelPlan armPlan(double r) { return armBentAtRest(r, kArmBend); }
ModelPlan straightArmPlan(double r) { return armBentAtRest(r, 0); }

Affine rotationAbout(const Vec3<double>& axis, const Vec3<double>& point, double radians) {
  const Vec3<double> n = (std::sin(radians / 2) / std::sqrt(dot(axis, axis))) * axis;
  const Mat3<double> R = toMatrix({std::cos(radians / 2), n.x, n.y, n.z});
  return {R, point - R * point};
}

Affine armFlexion(double, double radians) { return rotationAbout({0, 0, 1}, armElbow(), radians); }

ModelPlan handPlan(double s) {
  const Vec3<double> wrist{-9 * s, 0.4, 0.3};
  const auto solid = [=](const Vec3<double>& p) {
    const double qx = std::fabs(p.x - s * -1) - s * 9, qy = std::fabs(p.y - 0.4) - s * 13,
                 qz = std::fabs(p.z - 0.3) - s * 1.2;
    const double ox = std::max(qx, 0.0), oy = std::max(qy, 0.0), oz = std::max(qz, 0.0);
    double d =
        std::sqrt(ox * ox + oy * oy + oz * oz) + std::min(std::max({qx, qy, qz}), 0.0) - s * 2.2;
    for (int k = 0; k < 5; ++k)
      d = std::min(
          d, capsule(p, fingerBase(s, k) - Vec3<double>{4 * s, 0, 0}, fingerTip(s, k), 2.6 * s));
    return d;
  };
  ModelPlan plan;
  plan.cells = cellsOf(solid, 36 * s);
  plan.boneCount = 6;
  plan.boneOfNode = [=](const Vec3<double>& p) {
    // One cell thick: the nodes around the axis.
    for (int k = 0; k < 5; ++k)
      if (capsule(p, along(fingerBase(s, k), fingerTip(s, k), 0.15),
                  along(fingerBase(s, k), fingerTip(s, k), 0.95), 0.75) < 0)
        return k + 1;
    return capsule(p, wrist, wrist + Vec3<double>{10 * s, 0, 0}, 0.75) < 0 ? 0 : -1;
  };
  return plan;
}

std::vector<Affine> handCurl(double s, double radians) {
  std::vector<Affine> bones(6);
  for (int k = 0; k < 5; ++k)
    bones[static_cast<std::size_t>(k) + 1] = rotationAbout({0, 1, 0}, fingerBase(s, k), radians);
  return bones;
}

ModelPlan raggedPlan() {
  ModelPlan plan;
  Random random(7);
  for (int z = -3; z < 4; ++z)
    for (int y = -2; y < 5; ++y)
      for (int x = -5; x < 6; ++x)
        if (std::abs(y) + std::abs(z) < 3 || random.next() > 0.1) plan.cells.push_back({x, y, z});
  plan.boneCount = 1;
  plan.boneOfNode = [](const Vec3<double>& p) {
    return p.x < -2 && std::fabs(p.y - 1) + std::fabs(p.z) < 1.6 ? 0 : -1;
  };
  return plan;
}

void placeBones(const FleshModel& model, const std::vector<Affine>& bones, Workspace& w) {
  w.x = restPositions(model.lattice);
  for (std::size_t n = 0; n < model.nodeBone.size(); ++n) {
    if (model.nodeBone[n] < 0) continue;
    const Vec3<double> p =
        bones[static_cast<std::size_t>(model.nodeBone[n])](model.restPosition(n));
    w.x[4 * n] = p.x, w.x[4 * n + 1] = p.y, w.x[4 * n + 2] = p.z;
  }
  for (std::size_t s = 0; s < model.springRest.size(); ++s) {
    const Vec3<double> p =
        bones[static_cast<std::size_t>(model.springBone[s])](model.springRest[s]);
    w.targets[4 * s] = p.x, w.targets[4 * s + 1] = p.y, w.targets[4 * s + 2] = p.z;
  }
}

}  // namespace sinew::testing
