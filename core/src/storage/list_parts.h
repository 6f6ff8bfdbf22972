// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The fields of a bound character, in the order of the .sinew file. A new field is one name here
// (the compiler asks for it) and a new kFormatVersion (character_file.cpp); an index or a count is
// also checked in check_parts.cpp.
#pragma once

#include "api/character_parts.h"
#include "storage/archive.h"

namespace sinew {

namespace storage {
template <>
inline constexpr std::size_t kPlainBytes<Int3> = 3 * 4;
template <>
inline constexpr std::size_t kPlainBytes<Vec3<double>> = 3 * 8;
template <>
inline constexpr std::size_t kPlainBytes<WeightedNode> = 4;
template <>
inline constexpr std::size_t kPlainBytes<NodeSpring> = 4 + 4;
template <>
inline constexpr std::size_t kPlainBytes<BoneWeights> = 4 * 2 + 4 * 4;
template <>
inline constexpr std::size_t kPlainBytes<EmbeddedPoint> = 8 * 4 + 8 * 4;
template <>
inline constexpr std::size_t kPlainBytes<ContactProxy> = 4 + 3 * 4 + 3 * 4 + 4 + 4 + 4;
template <>
inline constexpr std::size_t kPlainBytes<StabilisationWeights> = 4 * 4;
template <>
inline constexpr std::size_t kPlainBytes<SolidCapsule> = 7 * 8;
template <>
inline constexpr std::size_t kPlainBytes<SolidEllipsoid> = (3 + 9 + 3) * 8;
template <>
inline constexpr std::size_t kPlainBytes<SolidHalfSpace> = 4 * 8;
template <>
inline constexpr std::size_t kPlainBytes<BonePoint> = 4 + 3 * 4 + 4;
}  // namespace storage

using storage::Like;

template <class Archive, Like<CharacterSummary> T>
void listFields(Archive& archive, T& s) {
  archive.all(s, s.vertices, s.bones, s.cells, s.nodes, s.blocks, s.fixedNodes, s.springs,
              s.dividedCells, s.levels, s.cellSize, s.bindSeconds, s.memoryBytes, s.warnings);
}

template <class Archive, Like<Lattice> T>
void listFields(Archive& archive, T& l) {
  archive.all(l, l.cellSize, l.origin, l.blockCount, l.nodeCount, l.cellCount, l.blockCoord,
              l.activeCells, l.nodeTable, l.nodeCoord);
}

template <class Archive, Like<CellMaterial> T>
void listFields(Archive& archive, T& m) {
  archive.all(m, m.values, m.density, m.law, m.mooneyShare, m.stabilisation);
}

template <class Archive, Like<WeightTable> T>
void listFields(Archive& archive, T& t) {
  archive.all(t, t.begin, t.entries);
}

template <class Archive, Like<LowerEntry> T>
void listFields(Archive& archive, T& e) {
  archive.all(e, e.column, e.upper);
}

template <class Archive, Like<CoarseLevel> T>
void listFields(Archive& archive, T& l) {
  archive.all(l, l.nodeCount, l.parents, l.children, l.rowBegin, l.columns, l.lowerBegin, l.lower);
}

template <class Archive, Like<CoarseCells> T>
void listFields(Archive& archive, T& c) {
  archive.all(c, c.count, c.ofBlock, c.nodes);
}

template <class Archive, Like<BlockElements> T>
void listFields(Archive& archive, T& e) {
  archive.all(e, e.count, e.ofCoarseCell, e.nodes, e.place, e.incidentBegin, e.incidentCorner);
}

template <class Archive, Like<FixedCorners> T>
void listFields(Archive& archive, T& c) {
  archive.all(c, c.mask, c.anyInBlock);
}

template <class Archive, Like<Hierarchy> T>
void listFields(Archive& archive, T& h) {
  archive.all(h, h.fixed, h.fixedCorners, h.coarseCells, h.elements, h.levels);
}

template <class Archive, Like<SpringSet> T>
void listFields(Archive& archive, T& s) {
  archive.all(s, s.count, s.nodes, s.weights, s.stiffness, s.nodeBegin, s.nodeSprings,
              s.coarseBegin, s.coarseSprings, s.coarseWeights);
}

template <class Archive, Like<ContactSurface> T>
void listFields(Archive& archive, T& s) {
  archive.all(s, s.proxies);
}

template <class Archive, Like<DistanceGrid> T>
void listFields(Archive& archive, T& g) {
  archive.all(g, g.least, g.spacing, g.size, g.values);
}

template <class Archive, Like<Box> T>
void listFields(Archive& archive, T& b) {
  archive.all(b, b.least, b.greatest);
}

template <class Archive, Like<DistanceField> T>
void listFields(Archive& archive, T& f) {
  archive.all(f, f.capsules, f.ellipsoids, f.halfSpaces, f.grid, f.box);
}

template <class Archive, Like<SlidingBone> T>
void listFields(Archive& archive, T& b) {
  archive.all(b, b.bone, b.friction, b.field, b.points);
}

/// All but `shapes`, which follow from the stabilisation.
template <class Archive, Like<FleshModel> T>
void listFields(Archive& archive, T& m) {
  archive.all(m, m.shearModulus, m.density, m.lattice, m.material, m.hierarchy, m.springs,
              storage::NotStored{}, m.eigenvalues, m.boneCount, m.nodeBone, m.springBone,
              m.springRest, m.nodeWeights, m.contactSurface, m.slidingBones);
}

template <class Archive, Like<SmoothEmbedding> T>
void listFields(Archive& archive, T& e) {
  archive.all(e, e.listOfPoint, e.listBegin, e.nodes, e.weightBegin, e.weights);
}

template <class Archive, Like<Embedding> T>
void listFields(Archive& archive, T& e) {
  archive.all(e, e.points, e.smooth, e.outside, e.farthestOutside);
}

template <class Archive, Like<CharacterParts> T>
void listFields(Archive& archive, T& p) {
  archive.all(p, p.summary, p.model, p.embedding, p.surfaceWeights, p.triangles, p.restVolume);
}

}  // namespace sinew
