// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "rig/fit_bones.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace sinew {
namespace {

// An axis to put a capsule on. At an end that is a pivot the neighbouring bone turns about it, and
// flesh needs room between the two.
struct Axis {
  Vec3<double> head, tail;
  bool headIsPivot = true, tailIsPivot = true;
};

constexpr int kAxisSamples = 33;        // along an axis
constexpr double kPivotGap = 1.25;      // free axis at a pivot, over the depth there
constexpr double kMostPivotGap = 0.35;  // and at most this much of the axis
constexpr double kLeastFullness = 0.5;  // of the radius, where the axis is short for its depth
constexpr double kCover = 1.25;         // least depth of a capsule's axis over its radius

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

double distanceToAxis(const Axis& axis, const Vec3<double>& p) {
  const Vec3<double> along = axis.tail - axis.head, d = p - axis.head;
  const double square = dot(along, along);
  return length(d - (square > 0 ? std::clamp(dot(d, along) / square, 0.0, 1.0) : 0.0) * along);
}

// Through the skin of a joint that leads nowhere: from the joint to the far end, or along the
// skin's longest extent if the joint lies in its middle.
Axis axisOfRegion(const SkinRegion& region, const Vec3<double>& joint) {
  const Vec3<double> half = region.center - joint;
  if (length(half) > 0.5 * region.extent) return {joint, region.center + half, true, false};
  const Vec3<double> reach = 1.2 * region.extent * region.axis;
  return {region.center - reach, region.center + reach, false, false};
}

struct Sample {
  Vec3<double> point;
  double depth = 0;    // of the flesh
  double own = 0;      // share of the joint
  bool leads = false;  // no other joint has a greater share
};

std::vector<Sample> sampleAxis(const FleshGuide& flesh, std::size_t joint, const Axis& axis) {
  std::vector<Sample> samples(kAxisSamples);
  for (int i = 0; i < kAxisSamples; ++i) {
    Sample& s = samples[static_cast<std::size_t>(i)];
    s.point = axis.head + (static_cast<double>(i) / (kAxisSamples - 1)) * (axis.tail - axis.head);
    s.depth = flesh.depthAt(s.point);
    if (!(s.depth > 0)) continue;
    const std::vector<double> shares = flesh.sharesAt(s.point);
    s.own = shares[joint];
    s.leads = s.own > 0 && s.own >= *std::max_element(shares.begin(), shares.end());
  }
  return samples;
}

// Sum of depths where the joint leads: how much bone an axis has room for.
double roomAlong(const FleshGuide& flesh, std::size_t joint, const Axis& axis) {
  double room = 0;
  for (const Sample& s : sampleAxis(flesh, joint, axis))
    if (s.leads) room += s.depth;
  return room;
}

// The axis shifted sideways to where flesh is deepest: a mouth or a nostril may take up the middle.
Axis movedDeeper(const FleshGuide& flesh, std::size_t joint, const Axis& axis) {
  const Vec3<double> along = axis.tail - axis.head;
  const Vec3<double> other =
      std::fabs(along.x) < 0.5 * length(along) ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  Vec3<double> u = cross(along, other);
  if (!(length(u) > 0)) return axis;
  u = (1 / length(u)) * u;
  const Vec3<double> v = (1 / length(along)) * cross(along, u);
  Axis best = axis;
  double most = roomAlong(flesh, joint, axis);
  for (int ring = 1; ring <= 2; ++ring)
    for (int i = 0; i < 8; ++i) {
      const double angle = std::numbers::pi / 4 * i, r = 0.25 * ring * length(along);
      const Vec3<double> shift = r * std::cos(angle) * u + r * std::sin(angle) * v;
      const Axis moved{axis.head + shift, axis.tail + shift, axis.headIsPivot, axis.tailIsPivot};
      const double room = roomAlong(flesh, joint, moved);
      if (room > 1.2 * most) most = room, best = moved;
    }
  return best;
}

std::vector<Axis> axesOf(const RiggedModel& model, const FleshGuide& flesh, std::size_t joint,
                         const std::vector<std::int32_t>& targets) {
  const SkinRegion& region = flesh.region(joint);
  const Vec3<double> from = positionOf(model.joints[joint]);
  std::vector<Axis> axes;
  for (const std::int32_t target : targets) {
    const Axis axis{from, positionOf(model.joints[static_cast<std::size_t>(target)]), true,
                    flesh.region(static_cast<std::size_t>(target)).area > 0};
    if (length(axis.tail - axis.head) > 1e-3 * flesh.size()) axes.push_back(axis);
  }
  // A head whose only children are eyes, a hand without fingers: most of its skin is elsewhere.
  const double room = std::max(flesh.depthAt(region.center), 0.0);
  const bool isReached = std::any_of(axes.begin(), axes.end(), [&](const Axis& axis) {
    return distanceToAxis(axis, region.center) < std::max(0.6 * room, 0.5 * region.extent);
  });
  if (!isReached) axes.push_back(movedDeeper(flesh, joint, axisOfRegion(region, from)));
  return axes;
}

struct Run {
  int begin = 0, end = 0;  // samples [begin, end)
  int count() const { return end - begin; }
};

template <class Test>
Run longestRun(const std::vector<Sample>& samples, Test&& test) {
  Run best, run;
  for (int i = 0; i < static_cast<int>(samples.size()); ++i) {
    if (!test(samples[static_cast<std::size_t>(i)])) {
      run = {i + 1, i + 1};
      continue;
    }
    run.end = i + 1;
    if (run.count() > best.count()) best = run;
  }
  return best;
}

double medianDepth(const std::vector<Sample>& samples, const Run& run) {
  std::vector<double> depths;
  for (int i = run.begin; i < run.end; ++i)
    depths.push_back(samples[static_cast<std::size_t>(i)].depth);
  std::nth_element(depths.begin(), depths.begin() + run.count() / 2, depths.end());
  return depths[static_cast<std::size_t>(run.count() / 2)];
}

CapsuleShape toCapsule(const Vec3<double>& a, const Vec3<double>& b, double radius) {
  return {{a.x, a.y, a.z}, {b.x, b.y, b.z}, radius};
}

// The part of the axis where the joint leads, short of the pivots, inside the skin.
std::optional<CapsuleShape> fitToAxis(const FleshGuide& flesh, std::size_t joint, const Axis& axis,
                                      double thickness) {
  const std::vector<Sample> samples = sampleAxis(flesh, joint, axis);
  const Run leading = longestRun(samples, [](const Sample& s) { return s.leads; });
  if (leading.count() == 0) return std::nullopt;
  const double whole = length(axis.tail - axis.head);
  const double step = whole / (kAxisSamples - 1);
  const double room = medianDepth(samples, leading);
  const double radius =
      thickness * room * std::clamp((leading.count() - 1) * step / room, kLeastFullness, 1.0);
  const Run covered =
      longestRun(samples, [&](const Sample& s) { return s.leads && s.depth >= kCover * radius; });
  if (covered.count() == 0) return std::nullopt;
  const auto gap = [&](bool isPivot, int at) {
    const double half = flesh.halfThicknessAt(samples[static_cast<std::size_t>(at)].point);
    return isPivot ? std::min(kPivotGap * half, kMostPivotGap * whole) : 0;
  };
  // A cap of the radius stays inside the run too, but only so far as there is room.
  const double low = covered.begin * step, high = (covered.end - 1) * step;
  const double inset = std::min(radius, 0.4 * (high - low));
  double from = std::max(low + inset, gap(axis.headIsPivot, covered.begin));
  double to = std::min(high - inset, whole - gap(axis.tailIsPivot, covered.end - 1));
  if (from > to) from = to = std::clamp(0.5 * (from + to), low, high);
  const Vec3<double> along =
      whole > 0 ? (1 / whole) * (axis.tail - axis.head) : Vec3<double>{0, 0, 0};
  return toCapsule(axis.head + from * along, axis.head + to * along, radius);
}

// A ball where the joint's share is greatest: for a joint that leads nowhere on its axes.
std::optional<CapsuleShape> fitBall(const FleshGuide& flesh, std::size_t joint,
                                    const std::vector<Axis>& axes, double thickness) {
  const SkinRegion& region = flesh.region(joint);
  std::vector<Vec3<double>> candidates{region.center};
  if (region.core >= 0)
    candidates.push_back(
        flesh.belowVertex(region.core, std::max(2 * region.extent, 0.02 * flesh.size())));
  for (const Axis& axis : axes)
    for (const Sample& s : sampleAxis(flesh, joint, axis)) candidates.push_back(s.point);
  double best = 0;
  std::optional<CapsuleShape> ball;
  for (const Vec3<double>& p : candidates) {
    const double depth = flesh.depthAt(p);
    if (!(depth > 1e-6 * flesh.size())) continue;
    const double own = flesh.sharesAt(p)[joint];
    if (own > best) best = own, ball = toCapsule(p, p, thickness * depth);
  }
  return ball;
}

}  // namespace

Vec3<double> positionOf(const ModelJoint& joint) {
  return {joint.bind.rows[0][3], joint.bind.rows[1][3], joint.bind.rows[2][3]};
}

std::vector<std::vector<std::int32_t>> bonesLeadTo(const RiggedModel& model,
                                                   const FleshGuide& flesh) {
  std::vector<bool> hasChild(model.joints.size(), false);
  for (const ModelJoint& joint : model.joints)
    if (joint.parent >= 0) hasChild[static_cast<std::size_t>(joint.parent)] = true;
  std::vector<std::vector<std::int32_t>> targets(model.joints.size());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const bool movesSkin = flesh.region(j).area > 0;
    if (!movesSkin && (hasChild[j] || !(flesh.depthAt(positionOf(model.joints[j])) > 0))) continue;
    // Up to the nearest joint that moves skin, over those that do not.
    std::int32_t up = model.joints[j].parent;
    while (up >= 0 && !(flesh.region(static_cast<std::size_t>(up)).area > 0))
      up = model.joints[static_cast<std::size_t>(up)].parent;
    if (up >= 0) targets[static_cast<std::size_t>(up)].push_back(static_cast<std::int32_t>(j));
  }
  return targets;
}

std::vector<BallShape> fitFreeZones(const RiggedModel& model, const FleshGuide& flesh,
                                    std::size_t joint, const std::vector<std::int32_t>& targets,
                                    double boneSize) {
  std::vector<BallShape> zones;
  const auto add = [&](std::size_t pivot) {
    const Vec3<double> p = positionOf(model.joints[pivot]);
    const double radius = std::min(kPivotGap * flesh.halfThicknessAt(p), kMostPivotGap * boneSize);
    if (radius > 0) zones.push_back({{p.x, p.y, p.z}, radius});
  };
  if (model.joints[joint].parent >= 0) add(joint);
  for (const std::int32_t target : targets) add(static_cast<std::size_t>(target));
  return zones;
}

std::vector<CapsuleShape> fitCapsules(const RiggedModel& model, const FleshGuide& flesh,
                                      std::size_t joint, const std::vector<std::int32_t>& targets,
                                      double thickness) {
  const std::vector<Axis> axes = axesOf(model, flesh, joint, targets);
  std::vector<CapsuleShape> capsules;
  for (const Axis& axis : axes)
    if (auto capsule = fitToAxis(flesh, joint, axis, thickness)) capsules.push_back(*capsule);
  if (capsules.empty())
    if (auto ball = fitBall(flesh, joint, axes, thickness)) capsules.push_back(*ball);
  return capsules;
}

}  // namespace sinew
