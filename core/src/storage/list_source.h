// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The fields of what a character is made from: the model of the file (stored) and the input of bind
// (hashed).
#pragma once

#include "sinew/character_file.h"
#include "storage/archive.h"

namespace sinew {

namespace storage {
template <>
inline constexpr std::size_t kPlainBytes<Vec3f> = 3 * 4;
template <>
inline constexpr std::size_t kPlainBytes<Vec3d> = 3 * 8;
template <>
inline constexpr std::size_t kPlainBytes<Triangle> = 3 * 4;
template <>
inline constexpr std::size_t kPlainBytes<Affine3d> = 12 * 8;
template <>
inline constexpr std::size_t kPlainBytes<Influence> = 4 + 4;
template <>
inline constexpr std::size_t kPlainBytes<BoneInfluence> = 4 + 4;
template <>
inline constexpr std::size_t kPlainBytes<LocalTransform> = (3 + 4 + 3) * 8;
}  // namespace storage

using storage::Like;

/// All that visitFields of the settings names.
template <class Archive, class T>
void listSettings(Archive& archive, T& settings) {
  std::remove_const_t<T> copy = settings;
  visitFields(copy, [&](const char*, auto& value, const auto&...) { archive(value); });
  if constexpr (!std::is_const_v<T>) settings = copy;
}

template <class Archive, Like<SurfacePart> T>
void listFields(Archive& archive, T& p) {
  archive.all(p, p.name, p.firstTriangle, p.triangleCount);
}

template <class Archive, Like<SurfaceMesh> T>
void listFields(Archive& archive, T& m) {
  archive.all(m, m.name, m.points, m.triangles, m.parts, m.warnings);
}

template <class Archive, Like<VertexMap> T>
void listFields(Archive& archive, T& m) {
  archive.all(m, m.name, m.components, m.values);
}

template <class Archive, Like<ModelNode> T>
void listFields(Archive& archive, T& n) {
  archive.all(n, n.name, n.parent, n.rest, n.usesMatrix, n.matrix);
}

template <class Archive, Like<ModelJoint> T>
void listFields(Archive& archive, T& j) {
  archive.all(j, j.name, j.parent, j.node, j.bind, j.inverseBind);
}

template <class Archive, Like<BoneMesh> T>
void listFields(Archive& archive, T& b) {
  archive.all(b, b.joint, b.mesh);
}

template <class Archive, Like<ClipChannel> T>
void listFields(Archive& archive, T& c) {
  archive.all(c, c.node, c.path, c.interpolation, c.times, c.values);
}

template <class Archive, Like<Clip> T>
void listFields(Archive& archive, T& c) {
  archive.all(c, c.name, c.duration, c.channels);
}

template <class Archive, Like<RiggedModel> T>
void listFields(Archive& archive, T& m) {
  archive.all(m, m.name, m.skin, m.vertexOfFile, m.influenceBegin, m.influences, m.maps, m.nodes,
              m.joints, m.bones, m.clips, m.warnings);
}

template <class Archive, Like<CharacterSource> T>
void listFields(Archive& archive, T& s) {
  archive.all(s, s.model, s.jointOfBone, s.colliders);
}

template <class Archive, Like<CapsuleShape> T>
void listFields(Archive& archive, T& c) {
  archive.all(c, c.head, c.tail, c.radius);
}

template <class Archive, Like<BallShape> T>
void listFields(Archive& archive, T& b) {
  archive.all(b, b.center, b.radius);
}

template <class Archive>
void listFields(Archive& archive, const CapsuleSetShape& c) {
  archive.all(c, c.capsules);
}

template <class Archive, Like<EllipsoidShape> T>
void listFields(Archive& archive, T& e) {
  archive(e.center, e.axes[0], e.axes[1], e.axes[2]);
}

template <class Archive, Like<MeshShape> T>
void listFields(Archive& archive, T& m) {
  archive.all(m, m.points, m.triangles);
}

template <class Archive>
void listFields(Archive& archive, const Bone& b) {
  static_assert(storage::fieldCount<Bone>() == 6, "a field is not listed");
  archive(b.name, b.attachment, b.springStiffness, b.freeZones, b.friction,
          std::uint64_t{b.shape.index()});
  std::visit([&](const auto& shape) { archive(shape); }, b.shape);
}

template <class Archive, Like<PlaneShape> T>
void listFields(Archive& archive, T& p) {
  archive.all(p, p.point, p.normal);
}

/// The alternative that `index` names, empty; the first if there is no such.
template <class Variant, std::size_t I = 0>
Variant alternative(std::uint64_t index) {
  if constexpr (I + 1 < std::variant_size_v<Variant>) {
    if (index > I) return alternative<Variant, I + 1>(index);
  }
  return Variant(std::in_place_index<I>);
}

template <class Archive, Like<Collider> T>
void listFields(Archive& archive, T& c) {
  static_assert(storage::fieldCount<Collider>() == 3, "a field is not listed");
  std::uint64_t index = c.shape.index();
  archive(c.name, c.friction, index);
  if constexpr (!std::is_const_v<T>) c.shape = alternative<decltype(c.shape)>(index);
  std::visit([&](auto& shape) { archive(shape); }, c.shape);
}

template <class Archive, Like<ClipCollider> T>
void listFields(Archive& archive, T& c) {
  archive.all(c, c.collider, c.joint, c.places, c.placesPerSecond);
}

template <class Archive, Like<Material> T>
void listFields(Archive& archive, T& m) {
  listSettings(archive, m);
}

template <class Archive, Like<BindSettings> T>
void listFields(Archive& archive, T& s) {
  listSettings(archive, s);
}

template <class Archive>
void listFields(Archive& archive, const VertexMaps& m) {
  archive.all(m, m.stiffness, m.volumeStiffness, m.density, m.attachment);
}

template <class Archive>
void listFields(Archive& archive, const SkinWeights& w) {
  archive.all(w, w.begin, w.influences);
}

template <class Archive>
void listFields(Archive& archive, const CharacterDesc& d) {
  archive.all(d, d.points, d.triangles, d.bones, d.material, d.maps, d.skinWeights);
}

}  // namespace sinew
