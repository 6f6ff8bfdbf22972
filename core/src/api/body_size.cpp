// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/body_size.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lattice/lattice_builder.h"

namespace sinew {
namespace {

/// While filling, every cell of the bounding box needs up to this much [bytes].
constexpr double kBytesPerBoxCell = 0.1;
/// Blocks are allocated whole, however few cells of them are active [bytes].
constexpr double kBytesPerBlock = 42500, kBytesPerNode = 465, kBytesPerVertex = 500;
/// The same before the blocks are known, for refusing in time: 1300 at 1M cells, 1800 at 20K.
constexpr double kBytesPerCell = 1600;
/// Lattice coordinates must stay in the range of block numbering.
constexpr double kMostCellsAlongAxis = 1 << 20;

std::optional<Error> findSizeProblem(const SkinSolid& skin, double cellSize,
                                     const BindSettings& settings) {
  const Vec3<double> extent = skin.box.greatest - skin.box.least;
  const double cells = expectedCells(skin.volume, skin.area, cellSize) +
                       settings.paddingLayers * skin.area / (cellSize * cellSize);
  const double bytes =
      cells * kBytesPerCell + static_cast<double>(skin.pointOfVertex.size()) * kBytesPerVertex;
  const double box = extent.x / cellSize * extent.y / cellSize * extent.z / cellSize;
  if (bytes > static_cast<double>(settings.memoryLimit) ||
      box * kBytesPerBoxCell > static_cast<double>(settings.memoryLimit) ||
      std::max({extent.x, extent.y, extent.z}) / cellSize > kMostCellsAlongAxis) {
    const double affordable = cellSizeFor(
        skin.volume, skin.area, static_cast<double>(settings.memoryLimit) / kBytesPerCell);
    return tooLarge(cellSize, std::max(bytes, box * kBytesPerBoxCell), affordable);
  }
  return std::nullopt;
}

}  // namespace

double expectedBytes(const Lattice& lattice, std::int64_t vertices) {
  return kBytesPerBlock * lattice.blockCount + kBytesPerNode * lattice.nodeCount +
         kBytesPerVertex * static_cast<double>(vertices);
}

Result<FilledBody> fillToSettings(const SkinSolid& skin, const BindSettings& settings) {
  double cellSize = settings.cellSize;
  if (cellSize <= 0)
    cellSize = cellSizeFor(skin.volume, skin.area, static_cast<double>(settings.targetCells));
  if (auto problem = findSizeProblem(skin, cellSize, settings)) return *problem;
  const bool isTrial = settings.cellSize <= 0;  // padding is not counted
  FilledBody body = fillBody(skin, cellSize, isTrial ? 0 : settings.paddingLayers);
  if (isTrial && body.lattice.cellCount > 0) {  // one correction towards the wanted count
    cellSize *= std::cbrt(static_cast<double>(body.lattice.cellCount) /
                          static_cast<double>(settings.targetCells));
    if (auto problem = findSizeProblem(skin, cellSize, settings)) return *problem;
    body = fillBody(skin, cellSize, settings.paddingLayers);
  }
  if (body.lattice.cellCount == 0)
    return Error{ErrorCode::BadMesh,
                 "The skin is thinner than a cell everywhere; use a cell size below " +
                     std::to_string(cellSize) + " m."};
  const double bytes = expectedBytes(body.lattice, std::ssize(skin.pointOfVertex));
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
