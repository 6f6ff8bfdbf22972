// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_clips.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "io/gltf_accessor.h"
#include "io/transforms.h"

namespace sinew::io {

namespace {

std::optional<ChannelPath> pathOf(std::string_view name) {
  if (name == "translation") return ChannelPath::Translation;
  if (name == "rotation") return ChannelPath::Rotation;
  if (name == "scale") return ChannelPath::Scale;
  return std::nullopt;
}

Interpolation interpolationOf(const std::string& name, const std::string& what) {
  if (name == "STEP") return Interpolation::Step;
  if (name == "LINEAR" || name.empty()) return Interpolation::Linear;
  if (name == "CUBICSPLINE") return Interpolation::CubicSpline;
  fail(what + " has the unknown interpolation " + inQuotes(name) + ".");
}

void checkKeys(const ClipChannel& channel, const std::string& what) {
  if (channel.times.empty()) fail(what + " has no keys.");
  if (!std::is_sorted(channel.times.begin(), channel.times.end())) {
    fail(what + " has keys that go back in time.");
  }
  const std::size_t components = channel.path == ChannelPath::Rotation ? 4 : 3;
  const std::size_t perKey = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
  if (channel.values.size() != channel.times.size() * components * perKey) {
    fail(what + " has " + std::to_string(channel.times.size()) + " keys, but " +
         std::to_string(channel.values.size() / components) + " values; there should be " +
         std::to_string(channel.times.size() * perKey) + ".");
  }
  if (channel.path != ChannelPath::Rotation) return;
  for (std::size_t key = 0; key < channel.times.size(); ++key) {
    const float* q = &channel.values[(key * perKey + perKey / 2) * 4];
    const double square =
        double{q[0]} * q[0] + double{q[1]} * q[1] + double{q[2]} * q[2] + double{q[3]} * q[3];
    if (!(square > 1e-12)) fail(what + ": the rotation of key " + std::to_string(key) + " is 0.");
  }
}

/// Whether a clip can move the node; turns a matrix into a LocalTransform if need be.
bool makeMovable(ModelNode& node) {
  if (!node.usesMatrix) return true;
  const std::optional<LocalTransform> local = toLocal(node.matrix);
  if (!local) return false;
  node.rest = *local;
  node.usesMatrix = false;
  return true;
}

/// Channels that were left out, by reason.
struct Skipped {
  std::size_t morphs = 0, others = 0, sheared = 0;
};

Clip readClip(GltfDocument& document, const tinygltf::Animation& from, std::size_t index,
              NodeTree& tree, Skipped& skipped) {
  Clip clip;
  clip.name = from.name.empty() ? "clip" + std::to_string(index) : from.name;
  for (std::size_t i = 0; i < from.channels.size(); ++i) {
    const tinygltf::AnimationChannel& source = from.channels[i];
    const std::string what = "clip " + inQuotes(clip.name) + ", channel " + std::to_string(i);
    const std::optional<ChannelPath> path = pathOf(source.target_path);
    if (!path || source.target_node < 0) {
      ++(source.target_path == "weights" ? skipped.morphs : skipped.others);
      continue;
    }
    ClipChannel channel;
    channel.node = findNode(tree, source.target_node, what);
    channel.path = *path;
    if (!makeMovable(tree.nodes[channel.node])) {
      ++skipped.sheared;
      continue;
    }
    const tinygltf::AnimationSampler& sampler = at(from.samplers, source.sampler, "sampler", what);
    channel.interpolation = interpolationOf(sampler.interpolation, what);
    channel.times = readFloats(document, sampler.input, 1, what + ", times");
    channel.values = readFloats(document, sampler.output, *path == ChannelPath::Rotation ? 4 : 3,
                                what + ", values");
    checkKeys(channel, what);
    clip.duration = std::max(clip.duration, double{channel.times.back()});
    clip.channels.push_back(std::move(channel));
  }
  return clip;
}

}  // namespace

std::vector<Clip> readClips(GltfDocument& document, NodeTree& tree) {
  Skipped skipped;
  std::vector<Clip> clips;
  const auto& animations = document.model().animations;
  for (std::size_t i = 0; i < animations.size(); ++i) {
    clips.push_back(readClip(document, animations[i], i, tree, skipped));
  }
  const auto warn = [&](std::size_t count, const char* what) {
    if (count > 0) document.warnings().push_back(std::to_string(count) + what);
  };
  warn(skipped.morphs, " animation channels move morph targets, which are not read.");
  warn(skipped.others, " animation channels move something else than nodes and were left out.");
  warn(skipped.sheared, " animation channels move nodes with a sheared matrix and were left out.");
  return clips;
}

}  // namespace sinew::io
