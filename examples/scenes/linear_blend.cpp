// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/linear_blend.h"

#include <algorithm>

namespace sinew::scenes {
namespace {

constexpr double kBlendWidth = 0.6;  // of the mean distance from the skin to its joint

/// Distance to the joint's axis, or to the bone itself where that is no capsule.
double distanceToJoint(const Scene& scene, std::size_t bone, const Vec3d& p) {
  if (std::holds_alternative<MeshShape>(scene.character.bones[bone].shape)) {
    return scene.bones[bone](p);
  }
  const Joint& joint = scene.joints[bone];
  const Vec3d axis = joint.tail - joint.head;
  const double t = std::clamp(dot(p - joint.head, axis) / dot(axis, axis), 0.0, 1.0);
  return length(p - joint.head - t * axis);
}

double meanEdge(const CharacterDesc& character) {
  double sum = 0;
  for (const Triangle& t : character.triangles) {
    sum += length(toDouble(character.points[t.a]) - toDouble(character.points[t.b]));
  }
  return sum / static_cast<double>(character.triangles.size());
}

/// Replaces every weight by the mean of itself and its mesh neighbours' mean: a blur whose variance
/// is half the square of an edge.
std::vector<double> smoothed(const std::vector<double>& weights, std::size_t boneCount,
                             const std::vector<Triangle>& triangles) {
  std::vector<double> sum(weights.size());
  std::vector<int> count(weights.size() / boneCount);
  for (const Triangle& t : triangles) {
    const std::int32_t corners[] = {t.a, t.b, t.c};
    for (int i = 0; i < 3; ++i) {
      const std::size_t to = corners[i], from = corners[(i + 1) % 3];
      for (std::size_t b = 0; b < boneCount; ++b) {
        sum[to * boneCount + b] += weights[from * boneCount + b];
      }
      ++count[to];
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] = 0.5 * (weights[i] + sum[i] / count[i / boneCount]);
  }
  return sum;
}

}  // namespace

LinearBlend::LinearBlend(const Scene& scene)
    : points_(scene.character.points),
      boneCount_(scene.joints.size()),
      weights_(points_.size() * boneCount_) {
  double reach = 0;
  for (std::size_t v = 0; v < points_.size(); ++v) {
    std::vector<double> distance(boneCount_);
    for (std::size_t b = 0; b < boneCount_; ++b) {
      distance[b] = distanceToJoint(scene, b, toDouble(points_[v]));
    }
    const auto nearest = std::min_element(distance.begin(), distance.end());
    weights_[v * boneCount_ + (nearest - distance.begin())] = 1;
    reach += *nearest / static_cast<double>(points_.size());
  }
  const double blur = kBlendWidth * reach / meanEdge(scene.character);  // [edges]
  for (int round = 0; round < 2 * blur * blur; ++round) {
    weights_ = smoothed(weights_, boneCount_, scene.character.triangles);
  }
}

std::vector<Vec3f> LinearBlend::skinned(const Pose& pose) const {
  std::vector<Vec3f> moved(points_.size());
  for (std::size_t v = 0; v < points_.size(); ++v) {
    Vec3d p;
    for (std::size_t b = 0; b < boneCount_; ++b) {
      const double weight = weights_[v * boneCount_ + b];
      if (weight > 0) p = p + weight * apply(pose.bones[b], toDouble(points_[v]));
    }
    moved[v] = toFloat(p);
  }
  return moved;
}

std::vector<double> LinearBlend::weights(std::size_t vertex) const {
  return {weights_.begin() + vertex * boneCount_, weights_.begin() + (vertex + 1) * boneCount_};
}

}  // namespace sinew::scenes
