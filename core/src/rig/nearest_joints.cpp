// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "math/mat3.h"
#include "sinew/rig.h"

namespace sinew {
namespace {

struct Segment {
  std::int32_t joint;
  Vec3<double> head, tail;  // [m]
};

Vec3<double> placeOf(const ModelJoint& joint) {
  return {joint.bind.rows[0][3], joint.bind.rows[1][3], joint.bind.rows[2][3]};
}

// One from each joint to each joint below it; a joint with none below is a point. Points come last:
// beyond the end of a bone they are as near as the bone, and flesh there belongs to them.
std::vector<Segment> segmentsOf(const RiggedModel& model) {
  std::vector<Segment> segments;
  std::vector<std::uint8_t> isParent(model.joints.size(), 0);
  for (const ModelJoint& joint : model.joints) {
    if (joint.parent < 0) continue;
    const auto parent = static_cast<std::size_t>(joint.parent);
    isParent[parent] = 1;
    segments.push_back({joint.parent, placeOf(model.joints[parent]), placeOf(joint)});
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Vec3<double> place = placeOf(model.joints[j]);
    if (!isParent[j]) segments.push_back({static_cast<std::int32_t>(j), place, place});
  }
  return segments;
}

double squaredDistance(const Vec3<double>& p, const Segment& s) {
  const Vec3<double> along = s.tail - s.head, from = p - s.head;
  const double length2 = dot(along, along);
  const double part = length2 > 0 ? std::clamp(dot(from, along) / length2, 0.0, 1.0) : 0.0;
  const Vec3<double> gap = from - part * along;
  return dot(gap, gap);
}

}  // namespace

void followNearestJoints(RiggedModel& model) {
  model.influenceBegin.clear();
  model.influences.clear();
  const std::vector<Segment> segments = segmentsOf(model);
  if (segments.empty()) return;
  for (const Vec3f& point : model.skin.points) {
    const Vec3<double> p{static_cast<double>(point.x), static_cast<double>(point.y),
                         static_cast<double>(point.z)};
    double least = std::numeric_limits<double>::max();
    std::int32_t nearest = segments[0].joint;
    for (const Segment& s : segments)
      if (const double d = squaredDistance(p, s); d <= least) least = d, nearest = s.joint;
    model.influenceBegin.push_back(static_cast<std::int32_t>(model.influences.size()));
    model.influences.push_back({nearest, 1.0f});
  }
  model.influenceBegin.push_back(static_cast<std::int32_t>(model.influences.size()));
}

}  // namespace sinew
