// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the skin of a model tells about the flesh below it: how deep a point lies in it, and which
// joints it belongs to.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/closest_point.h"
#include "geometry/triangle_mesh.h"
#include "sinew/model_file.h"

namespace sinew {

/// The skin that follows one joint, every vertex counted by its weight and the area around it.
struct SkinRegion {
  double area = 0;  // sum of weight times area [m^2]; 0: the joint moves no skin
  Vec3<double> center{0, 0, 0};
  Vec3<double> axis{1, 0, 0};  // direction of the largest extent
  double extent = 0;           // standard deviation along the axis [m]
  std::int32_t core = -1;      // the vertex that follows the joint most
};

class FleshGuide {
 public:
  /// The skin must have triangles, finite points and valid indices.
  explicit FleshGuide(const RiggedModel& model);
  FleshGuide(const FleshGuide&) = delete;

  /// Distance to the skin [m]; negative outside.
  double depthAt(const Vec3<double>& p) const { return -distance_.at(p); }

  /// Half the thickness of the limb around p [m]: the greatest depth found when walking away from
  /// the skin, at most 1.5 times as far as p is deep. A joint often lies nearer to one side.
  double halfThicknessAt(const Vec3<double>& p) const;

  /// Share of each joint in the flesh at p, adding up to 1: the skin weights seen from there,
  /// nearest skin counting most. Skin that turns its back (another finger) does not count.
  std::vector<double> sharesAt(const Vec3<double>& p) const;

  const SkinRegion& region(std::size_t joint) const { return regions_[joint]; }
  std::size_t jointCount() const { return regions_.size(); }

  /// The point below a vertex where flesh is deepest within `reach` [m].
  Vec3<double> belowVertex(std::int32_t vertex, double reach) const;

  double size() const { return size_; }  // diagonal of the skin [m]

 private:
  void measureRegions();

  const RiggedModel& model_;
  TriangleMesh solid_;  // the skin, repaired
  SignedDistance distance_;
  std::vector<Vec3<double>> points_;   // vertices
  std::vector<Vec3<double>> normals_;  // sum over triangles of normal times area
  std::vector<double> areas_;
  std::vector<SkinRegion> regions_;
  double size_ = 0;
};

}  // namespace sinew
