// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Shapes of bones and colliders as users give them: whether they can be used, and their distances.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "geometry/distance_field.h"
#include "sinew/collider.h"

namespace sinew {

/// Why a shape cannot be used, as a sentence about `what`, or nothing.
std::optional<std::string> findShapeProblem(const BallShape& shape, const std::string& what);
std::optional<std::string> findShapeProblem(const CapsuleShape& shape, const std::string& what);
std::optional<std::string> findShapeProblem(const CapsuleSetShape& shape, const std::string& what);
std::optional<std::string> findShapeProblem(const EllipsoidShape& shape, const std::string& what);
std::optional<std::string> findShapeProblem(const PlaneShape& shape, const std::string& what);
std::optional<std::string> findShapeProblem(const MeshShape& shape, const std::string& what);

double leastAxis(const EllipsoidShape& shape);

/// From metres to cells: (p - origin) / cellSize.
struct ToCells {
  Vec3<double> origin{0, 0, 0};
  double cellSize = 1;

  Vec3<double> operator()(const Vec3<double>& p) const { return (1 / cellSize) * (p - origin); }
  double operator()(double length) const { return length / cellSize; }
};

/// The distances of a shape that has passed findShapeProblem. What is wrong with a mesh that can be
/// used all the same is told of `what`.
class FieldMaker {
 public:
  FieldMaker(const ToCells& toCells, const std::string& what, std::vector<std::string>& warnings)
      : toCells_(toCells), what_(what), warnings_(warnings) {}

  DistanceField operator()(const BallShape& shape) const;
  DistanceField operator()(const CapsuleShape& shape) const;
  DistanceField operator()(const CapsuleSetShape& shape) const;
  DistanceField operator()(const EllipsoidShape& shape) const;
  DistanceField operator()(const PlaneShape& shape) const;
  DistanceField operator()(const MeshShape& shape) const;

 private:
  const ToCells& toCells_;
  const std::string& what_;
  std::vector<std::string>& warnings_;
};

}  // namespace sinew
