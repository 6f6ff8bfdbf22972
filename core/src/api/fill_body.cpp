// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/fill_body.h"

#include <bit>
#include <cmath>
#include <optional>

#include "lattice/material_pieces.h"
#include "lattice/padding.h"
#include "lattice/sample_grid.h"

namespace sinew {
namespace {

constexpr int kReach = 2;  // a point may hang on a cell that far away [cells]

// The piece under every point; points with none (thin or dropped material) take that of the nearest
// point along the surface, so that a finger's skin never hangs on its neighbour.
std::vector<std::int32_t> piecesUnderPoints(const TriangleMesh& surface,
                                            const MaterialPieces& pieces) {
  const std::vector<Vec3<double>> normals = pointNormals(surface);
  std::vector<std::int32_t> piece(surface.points.size());
  std::vector<std::int32_t> front;
  for (std::size_t p = 0; p < piece.size(); ++p) {
    piece[p] = pieces.pieceUnder(surface.points[p], normals[p], kReach);
    if (piece[p] >= 0) front.push_back(static_cast<std::int32_t>(p));
  }
  if (front.size() == piece.size()) return piece;

  std::vector<std::uint32_t> begin(piece.size() + 1, 0);
  std::vector<std::int32_t> next(surface.triangles.size() * 3);
  for (const auto& t : surface.triangles)
    for (const std::int32_t i : t) ++begin[static_cast<std::size_t>(i) + 1];
  for (std::size_t p = 1; p < begin.size(); ++p) begin[p] += begin[p - 1];
  std::vector<std::uint32_t> at(begin.begin(), begin.end() - 1);
  for (const auto& t : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k) next[at[static_cast<std::size_t>(t[k])]++] = t[(k + 1) % 3];
  while (!front.empty()) {  // breadth first, in point order
    std::vector<std::int32_t> reached;
    for (const std::int32_t p : front)
      for (std::uint32_t e = begin[static_cast<std::size_t>(p)];
           e < begin[static_cast<std::size_t>(p) + 1]; ++e) {
        std::int32_t& other = piece[static_cast<std::size_t>(next[e])];
        if (other >= 0) continue;
        other = piece[static_cast<std::size_t>(p)];
        reached.push_back(next[e]);
      }
    front = std::move(reached);
  }
  return piece;
}

}  // namespace

FilledBody fillBody(const SkinSolid& skin, double cellSize, int paddingLayers) {
  const Vec3<double> origin = skin.box.least;
  TriangleMesh scaled = skin.mesh;
  for (Vec3<double>& p : scaled.points) p = (1 / cellSize) * (p - origin);
  std::optional<WindingNumber> winding;
  if (!skin.isClosed) winding.emplace(scaled);
  const MaterialPieces pieces = fillSurface(scaled, true, winding ? &*winding : nullptr);
  CellComplex complex = pieces.complex;
  padCells(complex, paddingLayers);

  FilledBody body;
  std::vector<CellSlot> slotOfCell;
  body.lattice = buildLattice(complex, &slotOfCell);
  body.lattice.cellSize = cellSize;
  body.lattice.origin = {origin.x, origin.y, origin.z};
  if (body.lattice.cellCount == 0) return body;

  const std::vector<std::int32_t> pieceOfPoint = piecesUnderPoints(scaled, pieces);
  for (const std::int32_t point : skin.pointOfVertex) {
    const std::int32_t piece = pieceOfPoint[static_cast<std::size_t>(point)];
    body.cellOfPoint.push_back(piece < 0 ? -1 : slotOfCell[static_cast<std::size_t>(piece)]);
  }
  body.samples = sampleSurface(scaled);
  for (SurfaceSample& sample : body.samples) {
    const std::int32_t piece = pieces.pieceUnder(sample.point, sample.normal, kReach);
    if (piece >= 0) sample.cell = slotOfCell[static_cast<std::size_t>(piece)];
  }
  body.dividedCells = pieces.dividedCells;
  body.pieceSamples.assign(static_cast<std::size_t>(body.lattice.blockCount) * kBlockCells, 0);
  const std::size_t count = pieces.samples.size();  // padding comes behind
  for (std::size_t p = 0; p < count; ++p) {
    const bool sharesBefore = p > 0 && pieces.complex.cells[p - 1] == pieces.complex.cells[p];
    const bool sharesAfter =
        p + 1 < count && pieces.complex.cells[p + 1] == pieces.complex.cells[p];
    body.pieceSamples[static_cast<std::size_t>(slotOfCell[p])] =
        sharesBefore || sharesAfter ? pieces.samples[p] : kWholeCell;
  }
  return body;
}

CellSlot nearestPiece(const Lattice& lattice, const std::vector<std::uint64_t>& pieceSamples,
                      const std::vector<CellSlot>& slots, const Vec3<double>& p) {
  CellSlot best = -1;
  double least = HUGE_VAL;
  for (const CellSlot slot : slots) {
    const std::uint64_t samples = pieceSamples[static_cast<std::size_t>(slot)];
    if (samples == kWholeCell) return slot;
    const Int3 c = lattice.cellCoord(slot);
    for (std::uint64_t left = samples; left != 0; left &= left - 1) {
      const Vec3<double> d = samplePoint(c, std::countr_zero(left)) - p;
      if (dot(d, d) < least) least = dot(d, d), best = slot;
    }
  }
  return best;
}

}  // namespace sinew
