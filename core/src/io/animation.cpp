// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Clips at a point in time: glTF 2.0 appendix C (interpolation), and poses made of them.
#include <algorithm>
#include <cmath>

#include "io/affine.h"
#include "io/transforms.h"
#include "sinew/model_file.h"

namespace sinew {

namespace {

using Values = double[4];

void normalise(Values& q) {
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 0)) return;
  for (double& v : q) v /= length;
}

/// Along the shorter arc from a to b, both unit.
void slerp(const Values& a, const Values& b, double u, Values& out) {
  double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const double sign = cosine < 0 ? -1 : 1;
  cosine = std::min(cosine * sign, 1.0);
  const double angle = std::acos(cosine), sine = std::sin(angle);
  constexpr double kSmall = 1e-6;  // [rad]: below it the straight line is the arc, to round-off
  const double wa = angle < kSmall ? 1 - u : std::sin((1 - u) * angle) / sine;
  const double wb = angle < kSmall ? u : std::sin(u * angle) / sine;
  for (int i = 0; i < 4; ++i) out[i] = wa * a[i] + sign * wb * b[i];
  normalise(out);
}

/// Reads the keys of one channel.
struct Keys {
  const ClipChannel& channel;
  int components = channel.path == ChannelPath::Rotation ? 4 : 3;

  void value(std::size_t key, Values& out) const {
    read(channel.interpolation == Interpolation::CubicSpline ? 3 * key + 1 : key, out);
    if (components == 4) normalise(out);
  }
  void inTangent(std::size_t key, Values& out) const { read(3 * key, out); }
  void outTangent(std::size_t key, Values& out) const { read(3 * key + 2, out); }

 private:
  void read(std::size_t element, Values& out) const {
    const float* from = &channel.values[element * static_cast<std::size_t>(components)];
    std::copy(from, from + components, out);
  }
};

/// Between keys k and k + 1, at the fraction u of the way, which takes dt seconds.
void interpolate(const Keys& keys, std::size_t k, double u, double dt, Values& out) {
  Values a, b;
  keys.value(k, a);
  keys.value(k + 1, b);
  if (keys.channel.interpolation == Interpolation::CubicSpline) {
    Values aOut, bIn;
    keys.outTangent(k, aOut);
    keys.inTangent(k + 1, bIn);
    const double u2 = u * u, u3 = u2 * u;
    for (int i = 0; i < keys.components; ++i) {
      out[i] = (2 * u3 - 3 * u2 + 1) * a[i] + dt * (u3 - 2 * u2 + u) * aOut[i] +
               (3 * u2 - 2 * u3) * b[i] + dt * (u3 - u2) * bIn[i];
    }
    if (keys.components == 4) normalise(out);
  } else if (keys.components == 4) {
    slerp(a, b, u, out);
  } else {
    for (int i = 0; i < 3; ++i) out[i] = (1 - u) * a[i] + u * b[i];
  }
}

void sample(const ClipChannel& channel, double seconds, Values& out) {
  const Keys keys{channel};
  const std::vector<float>& times = channel.times;
  const auto after = std::upper_bound(times.begin(), times.end(), seconds);
  if (after == times.begin()) return keys.value(0, out);
  const auto k = static_cast<std::size_t>(after - times.begin()) - 1;
  if (after == times.end() || channel.interpolation == Interpolation::Step)
    return keys.value(k, out);
  const double dt = double{times[k + 1]} - times[k];  // > 0, as times[k] <= seconds < times[k + 1]
  interpolate(keys, k, (seconds - times[k]) / dt, dt, out);
}

}  // namespace

std::vector<Affine3d> jointTransforms(const RiggedModel& model, int clip, double seconds) {
  std::vector<LocalTransform> local(model.nodes.size());
  for (std::size_t i = 0; i < local.size(); ++i) local[i] = model.nodes[i].rest;
  if (clip >= 0 && static_cast<std::size_t>(clip) < model.clips.size()) {
    for (const ClipChannel& channel : model.clips[static_cast<std::size_t>(clip)].channels) {
      LocalTransform& node = local[static_cast<std::size_t>(channel.node)];
      Values value = {};
      sample(channel, seconds, value);
      double* to = channel.path == ChannelPath::Translation ? node.translation
                   : channel.path == ChannelPath::Scale     ? node.scale
                                                            : node.rotation;
      std::copy(value, value + (channel.path == ChannelPath::Rotation ? 4 : 3), to);
    }
  }
  const std::vector<Affine3d> world = io::worldTransforms(model.nodes, local);
  std::vector<Affine3d> joints;
  joints.reserve(model.joints.size());
  for (const ModelJoint& joint : model.joints) {
    joints.push_back(world[static_cast<std::size_t>(joint.node)]);
  }
  return joints;
}

Pose poseAt(const RiggedModel& model, int clip, double seconds) {
  Pose pose;
  pose.bones = jointTransforms(model, clip, seconds);
  for (std::size_t j = 0; j < pose.bones.size(); ++j) {
    pose.bones[j] = io::compose(pose.bones[j], model.joints[j].inverseBind);
  }
  return pose;
}

bool skinLinear(const RiggedModel& model, const Pose& pose, Span<Vec3f> out) {
  const std::vector<Vec3f>& points = model.skin.points;
  if (pose.bones.size() != model.joints.size() || out.size() != points.size()) return false;
  for (std::size_t v = 0; v < points.size(); ++v) {
    const std::int32_t begin = model.influenceBegin.empty() ? 0 : model.influenceBegin[v];
    const std::int32_t end = model.influenceBegin.empty() ? 0 : model.influenceBegin[v + 1];
    if (begin == end) {
      out[v] = points[v];
      continue;
    }
    Vec3d sum;
    for (std::int32_t k = begin; k < end; ++k) {
      const Influence& influence = model.influences[static_cast<std::size_t>(k)];
      const Vec3d p = io::apply(pose.bones[static_cast<std::size_t>(influence.joint)], points[v]);
      const double w = influence.weight;
      sum = {sum.x + w * p.x, sum.y + w * p.y, sum.z + w * p.z};
    }
    out[v] = io::toFloat(sum);
  }
  return true;
}

}  // namespace sinew
