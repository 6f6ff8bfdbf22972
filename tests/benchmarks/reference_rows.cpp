// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "reference_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::bench {
namespace {

using Eigen::Index;
using testing::Corners;
using testing::Matrix24d;

struct ElementCell {
  std::array<std::int32_t, 8> nodes;
  Matrix24d K;
};

std::array<std::int32_t, 8> nodesOf(const Lattice& lattice, CellSlot slot) {
  std::array<std::int32_t, 8> nodes;
  for (int a = 0; a < 8; ++a) nodes[static_cast<std::size_t>(a)] = lattice.cellNode(slot, a);
  return nodes;
}

Matrix24d elementOf(const FleshScene& scene, Tangent tangent, CellSlot slot,
                    const std::array<std::int32_t, 8>& nodes, testing::ReferenceCell& cell) {
  Corners x;
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t i = 0; i < 3; ++i)
      x(static_cast<Index>(i), static_cast<Index>(a)) =
          scene.w->x[4 * static_cast<std::size_t>(nodes[a]) + i];
  const CellMaterial& material = scene.model->material;
  cell.mu = material.mu(slot), cell.lambda = material.lambda(slot);
  return cell.stiffness(x, tangent == Tangent::Exact ? scene.equations : tangent);
}

template <class Body>
void forCells(const Lattice& lattice, Body&& body) {
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) body(slot, nodesOf(lattice, slot));
}

}  // namespace

double productError(const FleshScene& scene, Tangent tangent, ConstNodeSpan x, ConstNodeSpan y,
                    int sample) {
  const FleshModel& model = *scene.model;
  const auto nodeCount = static_cast<std::size_t>(model.lattice.nodeCount);
  const std::size_t stride = std::max<std::size_t>(1, nodeCount / static_cast<std::size_t>(sample));
  const auto isSampled = [&](std::size_t n) { return n % stride == 0 && model.nodeBone[n] < 0; };
  std::vector<Eigen::Vector3d> wanted(nodeCount / stride + 1, Eigen::Vector3d::Zero());
  testing::ReferenceCell cell(1, 1, model.material.stabilisation);
  forCells(model.lattice, [&](CellSlot slot, const std::array<std::int32_t, 8>& nodes) {
    const auto sampled = [&](std::int32_t n) { return isSampled(static_cast<std::size_t>(n)); };
    if (std::none_of(nodes.begin(), nodes.end(), sampled)) return;
    testing::Vector24d v;
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t i = 0; i < 3; ++i)
        v(static_cast<Index>(3 * a + i)) = x[4 * static_cast<std::size_t>(nodes[a]) + i];
    const testing::Vector24d Kv = elementOf(scene, tangent, slot, nodes, cell) * v;
    for (std::size_t a = 0; a < 8; ++a)
      if (sampled(nodes[a]))
        wanted[static_cast<std::size_t>(nodes[a]) / stride] +=
            Kv.segment<3>(static_cast<Index>(3 * a));
  });
  double error = 0, largest = 0;
  for (std::size_t n = 0; n < nodeCount; n += stride) {
    if (!isSampled(n)) continue;
    const Eigen::Vector3d found(y[4 * n], y[4 * n + 1], y[4 * n + 2]);
    const double off = (found - wanted[n / stride]).norm();
    if (!(off <= error)) error = off;  // a NaN stays
    largest = std::max(largest, wanted[n / stride].norm());
  }
  return error / largest;
}

AssembledSystem::AssembledSystem(const FleshScene& scene) {
  const FleshModel& model = *scene.model;
  std::vector<std::int32_t> place(model.nodeBone.size(), -1);
  for (std::size_t n = 0; n < place.size(); ++n)
    if (model.nodeBone[n] < 0) {
      place[n] = static_cast<std::int32_t>(freeNodes.size());
      freeNodes.push_back(static_cast<std::int32_t>(n));
    }
  const auto placeOf = [&](std::int32_t node) { return place[static_cast<std::size_t>(node)]; };

  // Neighbours of every free node, in order; then its three rows have their columns.
  std::vector<std::vector<std::int32_t>> neighbours(freeNodes.size());
  forCells(model.lattice, [&](CellSlot, const std::array<std::int32_t, 8>& nodes) {
    for (const std::int32_t a : nodes) {
      if (placeOf(a) < 0) continue;
      auto& list = neighbours[static_cast<std::size_t>(placeOf(a))];
      for (const std::int32_t b : nodes) {
        if (placeOf(b) < 0) continue;
        const auto at = std::lower_bound(list.begin(), list.end(), placeOf(b));
        if (at == list.end() || *at != placeOf(b)) list.insert(at, placeOf(b));
      }
    }
  });
  const auto unknowns = static_cast<Index>(3 * freeNodes.size());
  K.resize(unknowns, unknowns);
  std::size_t entries = 0;
  for (const auto& list : neighbours) entries += 9 * list.size();
  K.resizeNonZeros(static_cast<Index>(entries));
  int* begin = K.outerIndexPtr();
  int* column = K.innerIndexPtr();
  begin[0] = 0;
  for (std::size_t k = 0; k < neighbours.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      int at = begin[3 * k + i];
      for (const std::int32_t b : neighbours[k])
        for (int j = 0; j < 3; ++j) column[at++] = 3 * b + j;
      begin[3 * k + i + 1] = at;
    }
  double* values = K.valuePtr();
  std::fill(values, values + entries, 0.0);
  testing::ReferenceCell cell(1, 1, model.material.stabilisation);
  forCells(model.lattice, [&](CellSlot slot, const std::array<std::int32_t, 8>& nodes) {
    const Matrix24d element = elementOf(scene, Tangent::Exact, slot, nodes, cell);
    for (std::size_t a = 0; a < 8; ++a) {
      if (placeOf(nodes[a]) < 0) continue;
      const auto row = static_cast<std::size_t>(placeOf(nodes[a]));
      const auto& list = neighbours[row];
      for (std::size_t b = 0; b < 8; ++b) {
        if (placeOf(nodes[b]) < 0) continue;
        const auto at = std::lower_bound(list.begin(), list.end(), placeOf(nodes[b]));
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j)
            values[static_cast<std::size_t>(begin[3 * row + i]) +
                   3 * static_cast<std::size_t>(at - list.begin()) + j] +=
                element(static_cast<Index>(3 * a + i), static_cast<Index>(3 * b + j));
      }
    }
  });
  f = gather(scene.f);
}

Eigen::VectorXd AssembledSystem::gather(ConstNodeSpan nodes) const {
  Eigen::VectorXd result(static_cast<Index>(3 * freeNodes.size()));
  for (std::size_t k = 0; k < freeNodes.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i)
      result(static_cast<Index>(3 * k + i)) = nodes[4 * static_cast<std::size_t>(freeNodes[k]) + i];
  return result;
}

}  // namespace sinew::bench
