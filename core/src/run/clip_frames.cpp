// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "io/affine.h"
#include "io/file_problem.h"
#include "sinew/clip_run.h"

namespace sinew {
namespace {
constexpr int kMostFrame = 10000000;

/// The matrices between two keys are blended linearly; the first and the last stay.
Affine3d placeAt(const ClipCollider& collider, double seconds) {
  const std::vector<Affine3d>& places = collider.places;
  const double last = static_cast<double>(places.size() - 1);
  const double at = std::clamp(seconds * collider.placesPerSecond, 0.0, last);
  const auto key = static_cast<std::size_t>(at);
  const double t = at - static_cast<double>(key);
  const Affine3d &from = places[key], &to = places[std::min(key + 1, places.size() - 1)];
  Affine3d place;
  for (int i = 0; i < 12; ++i)
    place.rows[i / 4][i % 4] = (1 - t) * from.rows[i / 4][i % 4] + t * to.rows[i / 4][i % 4];
  return place;
}

}  // namespace

std::optional<FrameRange> parseFrames(const std::string& text) {
  int numbers[3] = {0, 0, 1};
  int count = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;; ++at) {
    const auto read = std::from_chars(at, end, numbers[count]);
    if (read.ec != std::errc() || std::abs(numbers[count]) > kMostFrame) return std::nullopt;
    ++count;
    at = read.ptr;
    if (at == end) break;
    if (*at != ':' || count == 3) return std::nullopt;
  }
  if (count == 1) numbers[1] = numbers[0];
  if (numbers[0] > numbers[1] || numbers[2] < 1) return std::nullopt;
  return FrameRange{numbers[0], numbers[1], numbers[2]};
}

FrameRange framesOf(const RiggedModel& model, int clip, double framesPerSecond) {
  if (clip == kRestPose) return {};
  const double last = model.clips[static_cast<std::size_t>(clip)].duration * framesPerSecond;
  constexpr double kRoundOff = 1e-3;  // [frames]: key times are floats
  return {0, static_cast<int>(std::clamp<double>(std::floor(last + kRoundOff), 0, kMostFrame)), 1};
}

Result<int> findClip(const RiggedModel& model, const std::string& name) {
  if (name.empty()) return model.clips.empty() ? kRestPose : 0;
  std::string names;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].name == name) return static_cast<int>(i);
    names += (i > 0 ? ", " : "") + model.clips[i].name;
  }
  return Error{ErrorCode::BadSetting,
               "there is no clip '" + name + "'; " +
                   (names.empty() ? "the file has none" : "there is " + names) + "."};
}

Pose bonePose(const CharacterSource& source, int clip, double seconds) {
  const Pose joints = poseAt(source.model, clip, seconds);
  Pose pose;
  for (const std::int32_t joint : source.jointOfBone)
    pose.bones.push_back(joints.bones[static_cast<std::size_t>(joint)]);
  return pose;
}

std::vector<Affine3d> colliderPlaces(const CharacterSource& source, int clip, double seconds) {
  std::vector<Affine3d> places;
  if (source.colliders.empty()) return places;
  const Pose joints = poseAt(source.model, clip, seconds);
  for (const ClipCollider& collider : source.colliders)
    places.push_back(collider.joint >= 0 ? joints.bones[static_cast<std::size_t>(collider.joint)]
                     : collider.places.empty() ? Affine3d{}
                                               : placeAt(collider, seconds));
  return places;
}

Result<Pose> bonePose(const CharacterSource& source, const RiggedModel& animation, int clip,
                      double seconds) {
  const std::vector<Affine3d> world = jointTransforms(animation, clip, seconds);
  std::map<std::string, std::size_t> jointNamed;
  for (std::size_t j = 0; j < animation.joints.size(); ++j)
    jointNamed.emplace(animation.joints[j].name, j);
  Pose pose;
  for (const std::int32_t j : source.jointOfBone) {
    const ModelJoint& joint = source.model.joints[static_cast<std::size_t>(j)];
    const auto found = jointNamed.find(joint.name);
    if (found == jointNamed.end())
      return Error{ErrorCode::BadPose, "the file of the clip has no joint " +
                                           io::inQuotes(joint.name) +
                                           ", which a bone of the character follows."};
    pose.bones.push_back(io::compose(world[found->second], joint.inverseBind));
  }
  return pose;
}

}  // namespace sinew
