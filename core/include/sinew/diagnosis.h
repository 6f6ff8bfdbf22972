// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The rig doctor: what is wrong with a character before the first solve, in sentences with numbers
// that a rigger can act on.
//
//   auto model = sinew::readModel("character.glb");
//   auto rig = sinew::makeRig(model.value());
//   sinew::Diagnosis d = sinew::diagnose(model.value(), rig);
//   for (const sinew::Finding& f : d.findings) std::puts(f.message.c_str());
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sinew/character_file.h"
#include "sinew/export.h"
#include "sinew/model_file.h"
#include "sinew/result.h"
#include "sinew/rig.h"
#include "sinew/settings.h"
#include "sinew/types.h"

namespace sinew {

enum class Severity : std::int32_t {
  Note,     ///< good to know; nothing has to be done
  Warning,  ///< it works, and will look better if this is mended
  Error,    ///< it cannot be bound
};

/// "note", "warning" or "error".
SINEW_API const char* name(Severity severity);

struct Finding {
  Severity severity = Severity::Note;
  std::string topic;    ///< a name for programs that stays the same, such as "open_edges"
  std::string message;  ///< one sentence
};

/// The skin as the file gives it. Lengths in metres (of a plain surface: in the file's unit).
struct SkinCounts {
  std::int64_t vertices = 0, triangles = 0;
  std::int64_t shells = 0, closedShells = 0;
  std::int64_t openEdges = 0, holes = 0;  ///< after vertices in the same place are made one
  std::int64_t nonManifoldEdges = 0;      ///< shared by three or more triangles
  std::int64_t flippedTriangles = 0;      ///< facing against their neighbours
  std::int64_t selfIntersections = 0;     ///< pairs of triangles that pass through each other
  double insideSureness = 0;              ///< 0 to 1: how clearly inside differs from outside
  double volume = 0, area = 0;
  Vec3d least, greatest;  ///< bounding box
};

/// Flesh with few cells across.
struct ThinPlace {
  std::string joint;     ///< that moves the skin there most; "" without joints
  double thickness = 0;  ///< median over the skin of the joint [cells]
  Vec3d position;        ///< where the skin of the joint is thinnest
};

/// What solving will cost. Zeros if the skin cannot be filled.
struct Prediction {
  std::int64_t cells = 0;
  double cellSize = 0;            ///< [m]
  std::int64_t dividedCells = 0;  ///< places where close parts have cells of their own
  std::int64_t memoryBytes = 0;   ///< character plus one simulation
  bool memoryIsCounted = false;   ///< of a trial bind; otherwise estimated from the cells
  double secondsPerFrame = 0;     ///< see kSecondsPerCellCycle
};

/// Prediction::secondsPerFrame is cells x kCyclesPerFrame x kSecondsPerCellCycle. The constants
/// are close to the medians of 24 frames of 4 characters (1.08e-6 s, 33 V-cycles) on a busy machine
/// with two cores (docs/check.md): expect a factor of 3 either way.
inline constexpr double kSecondsPerCellCycle = 1e-6;
inline constexpr double kCyclesPerFrame = 40;

struct Diagnosis {
  SkinCounts skin;
  std::int64_t joints = 0, bones = 0, clips = 0;
  double medianThickness = 0;         ///< of all skin [cells]
  std::vector<ThinPlace> thinPlaces;  ///< thinner than 2 cells, thinnest first
  Prediction prediction;
  std::vector<Finding> findings;  ///< errors first, then warnings, then notes

  bool isUsable() const { return findings.empty() || findings[0].severity != Severity::Error; }
};

/// Of a surface without bones.
SINEW_API Diagnosis diagnose(const SurfaceMesh& skin, const BindSettings& settings = {});

/// Of a rigged model; `rig` is what makeRig made of it. Binds it for a trial.
SINEW_API Diagnosis diagnose(const RiggedModel& model, const Result<Rig>& rig,
                             const BindSettings& settings = {});

/// Of a bound character.
SINEW_API Diagnosis diagnose(const CharacterFile& file);

}  // namespace sinew
