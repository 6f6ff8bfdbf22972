// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/analytic_disc.h"

#include <cmath>
#include <map>
#include <numbers>

#include "papers/tangent.h"

namespace sinew::papers {

using Eigen::Index;
using Eigen::Matrix2d;
using Eigen::Vector2d;

namespace {

constexpr double kRadius = 0.25;
const Vector2d kCentre(0.5, 0.5);

/// Equation 17 of the paper, phi = (2 x / sqrt pi) (cos (pi y / 2), sin (pi y / 2)), and what
/// linear elasticity makes of it.
struct AnalyticDeformation {
  double lambda, mu = 1;

  static constexpr double kRootPi = 1.7724538509055160, kHalfPi = std::numbers::pi / 2;

  Vector2d displacement(const Vector2d& X) const {
    const double a = kHalfPi * X.y(), r = 2 / kRootPi * X.x();
    return Vector2d(r * std::cos(a), r * std::sin(a)) - X;
  }
  Matrix2d stress(const Vector2d& X) const {
    const double c = std::cos(kHalfPi * X.y()), s = std::sin(kHalfPi * X.y());
    Matrix2d F;
    F << 2 / kRootPi * c, -kRootPi * X.x() * s, 2 / kRootPi * s, kRootPi * X.x() * c;
    const Matrix2d E = F + F.transpose() - 2 * Matrix2d::Identity();  // twice the strain
    return mu * E + 0.5 * lambda * E.trace() * Matrix2d::Identity();
  }
  /// -div P
  Vector2d bodyForce(const Vector2d& X) const {
    const double c = std::cos(kHalfPi * X.y()), s = std::sin(kHalfPi * X.y());
    const double bend = kHalfPi * X.x();
    return -kRootPi * Vector2d((lambda + mu) * c - mu * bend * c,
                               -(lambda + mu) * s - (lambda + 2 * mu) * bend * s);
  }
};

bool isInside(const Vector2d& X) { return (X - kCentre).norm() < kRadius; }
bool isFixedQuadrant(const Vector2d& X) {
  return std::abs(X.x() - kCentre.x()) > std::abs(X.y() - kCentre.y());
}

// The lattice over the disc: h is the cell edge, X = h times lattice coordinates.
class DiscProblem {
 public:
  DiscProblem(int across, double nu, DiscCells kind)
      : h_(2 * kRadius / across), exact_{2 * nu / (1 - 2 * nu)} {
    const int n = static_cast<int>(std::ceil(1 / h_));
    testing::ModelPlan plan;
    std::vector<double> fractions;
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        if (const double fraction = fractionOf(x, y); fraction > 0) {
          plan.cells.push_back({x, y, 0});
          fractions.push_back(fraction);
        }
    plan.boneOfNode = [](const Vec3<double>&) { return -1; };
    body_ = makeBody(plan, {nu, FleshLaw::Corotated, kExactIntegral});
    for (std::size_t c = 0; c < fractions.size(); ++c) {
      const Int3 at = body_.cellCoord[c];
      const Vector2d centre = h_ * Vector2d(at.x + 0.5, at.y + 0.5);
      if (isCut(at) && isFixedQuadrant(centre))
        for (const std::int32_t node : body_.cells[c].nodes)
          body_.fixed[static_cast<std::size_t>(node)] = 1;
      if (kind == DiscCells::ByFraction)
        body_.cells[c].mu *= fractions[c], body_.cells[c].lambda *= fractions[c];
      cellAt_[{at.x, at.y}] = c;
    }
  }

  DiscError solve() {
    const TangentOperator K(body_, gradients(body_, body_.restPositions()), PaperTangent::Exact);
    Field u = Field::Zero(3, body_.nodeCount());  // in lattice units, as all of K is
    for (Index n = 0; n < u.cols(); ++n)
      if (body_.fixed[static_cast<std::size_t>(n)]) u.col(n).head<2>() = exactAt(n);
    const Field right = loads() - K.apply(u);

    // Both layers of nodes move alike, and not along z.
    const FreeUnknowns unknowns(body_);
    std::map<std::pair<int, int>, Index> columns;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index n = 0; n < u.cols(); ++n) {
      if (unknowns.first(n) < 0) continue;
      const Int3 c = body_.nodeCoord[static_cast<std::size_t>(n)];
      const auto at = columns.try_emplace({c.x, c.y}, 2 * static_cast<Index>(columns.size())).first;
      for (int i = 0; i < 2; ++i) entries.emplace_back(unknowns.first(n) + i, at->second + i, 1.0);
    }
    SparseMatrix S(unknowns.count(), 2 * static_cast<Index>(columns.size()));
    S.setFromTriplets(entries.begin(), entries.end());
    const SparseMatrix reduced = S.transpose() * K.assemble() * S;
    const Eigen::SimplicialLDLT<SparseMatrix> factor(reduced);
    u += unknowns.scatter(S * factor.solve(S.transpose() * unknowns.gather(right)));

    DiscError error{0, 0};
    Index count = 0;
    for (Index n = 0; n < u.cols(); ++n) {
      if (!isInside(place(n))) continue;
      const double distance = h_ * (u.col(n).head<2>() - exactAt(n)).norm();
      error.largest = std::max(error.largest, distance);
      error.mean += distance;
      ++count;
    }
    error.mean /= static_cast<double>(count);
    return error;
  }

 private:
  static constexpr int kSamples = 16;  // per axis of a cell

  Vector2d place(Index node) const {
    const Int3 c = body_.nodeCoord[static_cast<std::size_t>(node)];
    return h_ * Vector2d(c.x, c.y);
  }
  Vector2d exactAt(Index node) const { return exact_.displacement(place(node)) / h_; }

  template <class Action>
  void forSamples(int x, int y, Action&& action) const {
    for (int j = 0; j < kSamples; ++j)
      for (int i = 0; i < kSamples; ++i)
        action(h_ * Vector2d(x + (i + 0.5) / kSamples, y + (j + 0.5) / kSamples));
  }
  double fractionOf(int x, int y) const {
    int inside = 0;
    forSamples(x, y, [&](const Vector2d& X) { inside += isInside(X); });
    return static_cast<double>(inside) / (kSamples * kSamples);
  }

  // Sampling alone would miss the cells at the poles, which the rim only touches.
  bool isCut(const Int3& cell) const {
    for (int a = 0; a < 4; ++a)
      if (!isInside(kCentre +
                    (1 + 1e-9) * (h_ * Vector2d(cell.x + (a & 1), cell.y + (a >> 1)) - kCentre)))
        return true;
    return false;
  }

  // A force at a point, spread over the corners of its cell with bilinear weights. Where the rim
  // grazes a cell that is not there, the next one inwards takes it; lost tractions would matter.
  void spread(const Vector2d& X, const Vector2d& value, Field& f) const {
    const Vector2d at = X / h_;
    int x = 0, y = 0;
    auto found = cellAt_.end();
    for (double inwards = 0; found == cellAt_.end(); inwards += 0.02) {
      const Vector2d near = at - inwards * (X - kCentre).normalized();
      x = static_cast<int>(std::floor(near.x())), y = static_cast<int>(std::floor(near.y()));
      found = cellAt_.find({x, y});
    }
    for (std::size_t a = 0; a < 8; ++a) {
      const double wx = a & 1 ? at.x() - x : x + 1 - at.x();
      const double wy = a & 2 ? at.y() - y : y + 1 - at.y();
      f.col(body_.cells[found->second].nodes[a]).head<2>() += 0.5 * wx * wy * value;
    }
  }

  // In lattice units: a force per volume counts h times, a traction once.
  Field loads() const {
    Field f = Field::Zero(3, body_.nodeCount());
    for (const Int3& c : body_.cellCoord)
      forSamples(c.x, c.y, [&](const Vector2d& X) {
        if (isInside(X)) spread(X, h_ / (kSamples * kSamples) * exact_.bodyForce(X), f);
      });
    const int segments = static_cast<int>(std::ceil(16 * 2 * std::numbers::pi * kRadius / h_));
    const double length = 2 * std::numbers::pi * kRadius / h_ / segments;
    for (int k = 0; k < segments; ++k) {
      const double angle = 2 * std::numbers::pi * (k + 0.5) / segments;
      const Vector2d normal(std::cos(angle), std::sin(angle));
      const Vector2d X = kCentre + kRadius * normal;
      if (!isFixedQuadrant(X)) spread(X, length * exact_.stress(X) * normal, f);
    }
    body_.clearFixed(f);
    return f;
  }

  double h_;
  AnalyticDeformation exact_;
  Body body_;
  std::map<std::pair<int, int>, std::size_t> cellAt_;
};

}  // namespace

DiscError discError(int across, double nu, DiscCells kind) {
  return DiscProblem(across, nu, kind).solve();
}

}  // namespace sinew::papers
