// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/transforms.h"

#include <algorithm>
#include <cmath>

#include "io/affine.h"

namespace sinew::io {

namespace {

/// Unit quaternion (x y z w) of the rotation in the columns of `m`, by its largest component.
void toQuaternion(const double (&m)[3][3], double (&q)[4]) {
  const double trace = m[0][0] + m[1][1] + m[2][2];
  const double squares[4] = {1 + 2 * m[0][0] - trace, 1 + 2 * m[1][1] - trace,
                             1 + 2 * m[2][2] - trace, 1 + trace};  // 4 x^2, 4 y^2, 4 z^2, 4 w^2
  const auto largest = std::max_element(squares, squares + 4) - squares;
  const double s = 0.5 / std::sqrt(squares[largest]);
  if (largest == 3) {
    q[0] = (m[2][1] - m[1][2]) * s;
    q[1] = (m[0][2] - m[2][0]) * s;
    q[2] = (m[1][0] - m[0][1]) * s;
  } else {
    const auto i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    q[j] = (m[j][i] + m[i][j]) * s;
    q[k] = (m[k][i] + m[i][k]) * s;
    q[3] = (m[k][j] - m[j][k]) * s;
  }
  q[largest] = squares[largest] * s;
}

}  // namespace

Affine3d toAffine(const LocalTransform& local) {
  const auto& [x, y, z, w] = local.rotation;
  const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                          {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                          {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
  Affine3d a;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a.rows[i][j] = r[i][j] * local.scale[j];
    a.rows[i][3] = local.translation[i];
  }
  return a;
}

std::optional<LocalTransform> toLocal(const Affine3d& matrix) {
  LocalTransform local;
  double rotation[3][3];
  const double sign = determinant(matrix) < 0 ? -1 : 1;  // a mirror becomes three negative scales
  for (int j = 0; j < 3; ++j) {
    const auto& m = matrix.rows;
    const double length = std::hypot(m[0][j], m[1][j], m[2][j]);
    if (!(length > 0)) return std::nullopt;
    local.scale[j] = sign * length;
    for (int i = 0; i < 3; ++i) rotation[i][j] = m[i][j] / local.scale[j];
    local.translation[j] = m[j][3];
  }
  constexpr double kShear =
      1e-4;  // cosine between columns: what matrices stored as floats may have
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3;
    double cosine = 0;
    for (const auto& row : rotation) cosine += row[j] * row[k];
    if (!(std::fabs(cosine) < kShear)) return std::nullopt;
  }
  toQuaternion(rotation, local.rotation);
  return local;
}

std::vector<Affine3d> worldTransforms(const std::vector<ModelNode>& nodes,
                                      const std::vector<LocalTransform>& local) {
  std::vector<Affine3d> world(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    world[i] = nodes[i].usesMatrix ? nodes[i].matrix : toAffine(local[i]);
    if (nodes[i].parent >= 0) world[i] = compose(world[nodes[i].parent], world[i]);
  }
  return world;
}

std::vector<Affine3d> worldTransforms(const std::vector<ModelNode>& nodes) {
  std::vector<LocalTransform> local(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) local[i] = nodes[i].rest;
  return worldTransforms(nodes, local);
}

}  // namespace sinew::io
