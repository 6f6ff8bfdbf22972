// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/body_size.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "elasticity/cell_pressures.h"
#include "lattice/lattice_builder.h"
#include "multigrid/saddle_solver.h"

namespace sinew {
namespace {

/// While filling, every cell of the bounding box needs up to this much [bytes].
constexpr double kBytesPerBoxCell = 0.1;
/// Blocks are allocated whole, however few cells of them are active [bytes]. Nodes, and points
/// where the skin can touch, go with blocks (docs/results/memory.md). With contact of the flesh
/// with itself, which is not in CharacterSummary::memoryBytes.
constexpr double kBytesPerBlock = 36800, kBytesPerVertex = 460, kBytesPerBody = 2.0e6;
/// The same before the blocks are known, for refusing in time: 1100 at 1M cells, 1700 at 20K.
constexpr double kBytesPerCell = 1400;
/// With pressures besides: vectors of nodes and cell slots (SaddleWorkspace), and 10 numbers per
/// slot (CellPressures, SaddleSystem, MixedWorkspace). Of laws but the corotated one twelve numbers
/// of tangents are kept then instead of three, and volumes: 40 bytes per slot (CellState).
constexpr double kSaddleVectors = 2 * kSaddleRestart + 4;
constexpr double kPressureBytesPerNode = 16 * kSaddleVectors,
                 kPressureBytesPerBlock = kBlockCells * (4 * (kSaddleVectors + 10) + 40);
/// With about one node and a slot and a half per cell.
constexpr double kPressureBytesPerCell =
    kPressureBytesPerNode + 1.5 * kPressureBytesPerBlock / kBlockCells;
/// Lattice coordinates must stay in the range of block numbering.
constexpr double kMostCellsAlongAxis = 1 << 20;

std::optional<Error> findSizeProblem(const SkinSolid& skin, double cellSize,
                                     const BindSettings& settings, bool hasPressures) {
  const Vec3<double> extent = skin.box.greatest - skin.box.least;
  const double cells = expectedCells(skin.volume, skin.area, cellSize) +
                       settings.paddingLayers * skin.area / (cellSize * cellSize);
  const double bytesPerCell = kBytesPerCell + (hasPressures ? kPressureBytesPerCell : 0);
  const double bytes =
      cells * bytesPerCell + static_cast<double>(skin.pointOfVertex.size()) * kBytesPerVertex;
  const double box = extent.x / cellSize * extent.y / cellSize * extent.z / cellSize;
  if (bytes > static_cast<double>(settings.memoryLimit) ||
      box * kBytesPerBoxCell > static_cast<double>(settings.memoryLimit) ||
      std::max({extent.x, extent.y, extent.z}) / cellSize > kMostCellsAlongAxis) {
    const double affordable = cellSizeFor(skin.volume, skin.area,
                                          static_cast<double>(settings.memoryLimit) / bytesPerCell);
    return tooLarge(cellSize, std::max(bytes, box * kBytesPerBoxCell), affordable);
  }
  return std::nullopt;
}

}  // namespace

double expectedBytes(const Lattice& lattice, std::int64_t vertices, bool hasPressures) {
  const double plain = kBytesPerBody + kBytesPerBlock * lattice.blockCount +
                       kBytesPerVertex * static_cast<double>(vertices);
  return !hasPressures ? plain
                       : plain + kPressureBytesPerBlock * lattice.blockCount +
                             kPressureBytesPerNode * lattice.nodeCount;
}

bool needsPressures(const CharacterDesc& desc) {
  const double nu = desc.material.poissonsRatio;
  const std::vector<float>& volume = desc.maps.volumeStiffness;
  const float most = volume.empty() ? 1 : *std::max_element(volume.begin(), volume.end());
  return static_cast<double>(most) * 2 * nu / (1 - 2 * nu) >
         static_cast<double>(PressureRule().above);
}

Result<FilledBody> fillToSettings(const SkinSolid& skin, const BindSettings& settings,
                                  bool hasPressures) {
  double cellSize = settings.cellSize;
  if (cellSize <= 0)
    cellSize = cellSizeFor(skin.volume, skin.area, static_cast<double>(settings.targetCells));
  if (auto problem = findSizeProblem(skin, cellSize, settings, hasPressures)) return *problem;
  const bool isTrial = settings.cellSize <= 0;  // padding is not counted
  FilledBody body = fillBody(skin, cellSize, isTrial ? 0 : settings.paddingLayers);
  if (isTrial && body.lattice.cellCount > 0) {  // one correction towards the wanted count
    cellSize *= std::cbrt(static_cast<double>(body.lattice.cellCount) /
                          static_cast<double>(settings.targetCells));
    if (auto problem = findSizeProblem(skin, cellSize, settings, hasPressures)) return *problem;
    body = fillBody(skin, cellSize, settings.paddingLayers);
  }
  if (body.lattice.cellCount == 0)
    return Error{ErrorCode::BadMesh,
                 "The skin is thinner than a cell everywhere; use a cell size below " +
                     std::to_string(cellSize) + " m."};
  const double bytes = expectedBytes(body.lattice, std::ssize(skin.pointOfVertex), hasPressures);
  if (bytes > static_cast<double>(settings.memoryLimit))
    return tooLarge(cellSize, bytes, 1.5 * cellSize);
  return body;
}

Error tooLarge(double cellSize, double bytes, double affordable) {
  return {ErrorCode::TooLarge,
          "A cell size of " + std::to_string(cellSize) + " m would need about " +
              std::to_string(static_cast<std::int64_t>(std::min(bytes / 1048576, 9e15)) + 1) +
              " MiB, more than memoryLimit allows; use a cell size of " +
              std::to_string(affordable) + " m or more, or raise memoryLimit."};
}

}  // namespace sinew
