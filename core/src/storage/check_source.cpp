// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "storage/checks.h"

namespace sinew::storage {
namespace {

void checkMesh(const SurfaceMesh& mesh) {
  const char* what = "meshes";
  const auto points = static_cast<std::int64_t>(mesh.points.size());
  for (const Triangle& t : mesh.triangles) {
    require(std::min({t.a, t.b, t.c}) >= 0 && std::max({t.a, t.b, t.c}) < points, what);
  }
  std::int64_t next = 0;
  for (const SurfacePart& part : mesh.parts) {
    require(part.firstTriangle == next && part.triangleCount >= 0, what);
    next += part.triangleCount;
  }
  require(mesh.parts.empty() || next == static_cast<std::int64_t>(mesh.triangles.size()), what);
}

void checkSkin(const RiggedModel& model) {
  const char* what = "skin weights";
  const std::size_t vertices = model.skin.points.size();
  requireRange(model.vertexOfFile, 0, static_cast<std::int64_t>(vertices), "skin vertices");
  if (!model.influenceBegin.empty()) {
    requireRows(model.influenceBegin, vertices, model.influences.size(), what);
  } else {
    require(model.influences.empty(), what);
  }
  for (const Influence& i : model.influences) {
    require(i.joint >= 0 && i.joint < static_cast<std::int64_t>(model.joints.size()), what);
  }
  for (const VertexMap& map : model.maps) {
    require(map.components > 0 &&
                map.values.size() == vertices * static_cast<std::size_t>(map.components),
            "vertex maps");
  }
}

void checkSkeleton(const RiggedModel& model) {
  const char* what = "joints";
  const auto nodes = static_cast<std::int64_t>(model.nodes.size());
  const auto joints = static_cast<std::int64_t>(model.joints.size());
  for (std::int64_t i = 0; i < nodes; ++i) {
    const std::int32_t parent = model.nodes[static_cast<std::size_t>(i)].parent;
    require(parent >= -1 && parent < i, what);
  }
  for (const ModelJoint& j : model.joints) {
    require(j.node >= 0 && j.node < nodes && j.parent >= -1 && j.parent < joints, what);
  }
  for (const BoneMesh& bone : model.bones) {
    require(bone.joint >= 0 && bone.joint < joints, what);
    checkMesh(bone.mesh);
  }
}

void checkChannel(const ClipChannel& channel, std::size_t nodes) {
  const char* what = "clips";
  require(channel.node >= 0 && static_cast<std::size_t>(channel.node) < nodes, what);
  require(channel.path >= ChannelPath::Translation && channel.path <= ChannelPath::Scale, what);
  require(channel.interpolation >= Interpolation::Step &&
              channel.interpolation <= Interpolation::CubicSpline,
          what);
  require(!channel.times.empty() && std::is_sorted(channel.times.begin(), channel.times.end()),
          what);
  const std::size_t components = channel.path == ChannelPath::Rotation ? 4 : 3;
  const std::size_t perKey = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
  require(channel.values.size() == channel.times.size() * components * perKey, what);
}

void checkColliders(const CharacterSource& source) {
  for (const ClipCollider& collider : source.colliders) {
    require(collider.joint >= -1 &&
                collider.joint < static_cast<std::int64_t>(source.model.joints.size()) &&
                collider.placesPerSecond >= 0.001 && collider.placesPerSecond <= 100000,
            "colliders");
  }
}

}  // namespace

void checkSource(const CharacterSource& source, std::int64_t vertices, std::int64_t bones) {
  const RiggedModel& model = source.model;
  require(static_cast<std::int64_t>(model.skin.points.size()) == vertices, "skin vertices");
  require(static_cast<std::int64_t>(source.jointOfBone.size()) == bones, "bones");
  requireRange(source.jointOfBone, 0, static_cast<std::int64_t>(model.joints.size()), "bones");
  checkMesh(model.skin);
  checkSkin(model);
  checkSkeleton(model);
  checkColliders(source);
  for (const Clip& clip : model.clips) {
    for (const ClipChannel& channel : clip.channels) checkChannel(channel, model.nodes.size());
  }
}

}  // namespace sinew::storage
