// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Every setting, once: default, unit, range, consequence. The tool's flags, Python names, Maya
// attributes, range checks and docs/settings.md are all made from the visitFields lists below.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sinew/export.h"

namespace sinew {

/// How flesh answers to being deformed (docs/theory/materials.md). All are alike for small strains.
enum class FleshLaw : std::int32_t {
  Corotated,         ///< McAdams 2011: fast, but loses volume where it is stretched
  CorotatedVolume,   ///< the same with a term that keeps the volume
  StableNeoHookean,  ///< Smith et al. 2018: keeps its volume, smooth even for inverted cells
  MooneyRivlin,      ///< stiffens when stretched far, as rubber and skin do
};
inline constexpr const char* kFleshLawNames[] = {"corotated", "corotatedVolume", "stableNeoHookean",
                                                 "mooneyRivlin"};

/// The flesh. Shape depends on Poisson's ratio; Young's modulus only matters against springs,
/// gravity and other materials.
struct Material {
  FleshLaw law = FleshLaw::CorotatedVolume;

  /// Young's modulus [Pa]. Range 1 to 1e12. Higher resists springs and (later) gravity more.
  double youngsModulus = 1e5;

  /// Poisson's ratio. Range 0 to 0.499. Higher bulges more where it is squeezed and costs more
  /// iterations.
  double poissonsRatio = 0.45;

  /// Density [kg/m^3]. Range 1 to 1e5. Not used by static solves.
  double density = 1000;

  /// Part of the shear stiffness that grows with stretch. Range 0 to 1. Used by MooneyRivlin.
  double mooneyShare = 0.5;
};

/// How the trilinear cell is kept from hourglassing (docs/theory/corotated.md, section 3).
enum class Stabilisation : std::int32_t {
  ExactIntegral,  ///< default: exact integral of |F|^2, thin limbs bend as beams do
  TwelveEdges,    ///< McAdams 2011: 3 and 9 times stiffer on the bending modes; for comparison
};
inline constexpr const char* kStabilisationNames[] = {"exactIntegral", "twelveEdges"};

/// How skin points follow the nodes of the lattice (docs/theory/embedding.md).
enum class EmbeddingKind : std::int32_t {
  Trilinear,  ///< by the corners of their cell: creases show where cells are much larger than faces
  Tricubic,   ///< default: smooth across cells, four times the time and memory per point
};
inline constexpr const char* kEmbeddingNames[] = {"trilinear", "tricubic"};

/// How the body is filled with cells. Changing any of these means binding again.
struct BindSettings {
  /// Edge of a cell [m]. 0 means: chosen from targetCells. Range 0 to 1e6.
  double cellSize = 0;

  /// Wanted number of cells when cellSize is 0. Range 8 to 1e8. Twice the detail is 8x the cells.
  std::int64_t targetCells = 20000;

  /// Bind refuses to use more memory than this [bytes]. Range 1e6 to 1e13.
  std::int64_t memoryLimit = std::int64_t{8} << 30;

  Stabilisation stabilisation = Stabilisation::ExactIntegral;

  EmbeddingKind embedding = EmbeddingKind::Tricubic;

  /// Layers of soft cells around the body, on top of targetCells. Range 0 to 2. The smooth
  /// embedding then reads neighbours on every side of the skin; they cost time as others do.
  int paddingLayers = 0;
};

/// Where the solve of a frame starts.
enum class SolveMode : std::int32_t {
  Static,      ///< from the rest shape: the result depends on the pose alone
  Sequential,  ///< from the frame this simulation solved before: faster along a clip, and creases
               ///< stay where they were; the result depends on the frames before
};
inline constexpr const char* kSolveModeNames[] = {"static", "sequential"};

/// How hard and how long each frame is solved. The defaults are final quality.
struct SolveSettings {
  SolveMode mode = SolveMode::Static;

  /// Stop when the largest Newton step is below this [cells]. Range 1e-6 to 1. 0.1 is preview.
  double stepTolerance = 0.02;

  /// Newton steps per sub-pose (see poseSplits). Range 1 to 500. A limb that folds deeply takes 20
  /// to 40. Reached without converging: the report says so.
  int newtonIterations = 100;

  /// Relative residual at which each linear solve stops. Range 1e-8 to 0.9. Tighter than 0.1 wastes
  /// work unless the answer is wanted to many digits.
  double linearTolerance = 0.1;

  /// V-cycles per Newton step at most. Range 1 to 500.
  int linearIterations = 25;

  /// Rebuild the multigrid levels every so many Newton steps, and whenever a node has moved more
  /// than a cell since. Range 1 to 100.
  int rebuildInterval = 3;

  /// A pose is reached from its start in parts in which no joint turns by more than 30 degrees. If
  /// it gets stuck, it is tried again in shorter parts, down to 30 / 2^this degrees. Range 0 to 6.
  int poseSplits = 3;

  /// Worker threads; 0 means one per core. Range 0 to 1024. Never changes the result.
  int threads = 0;
};

/// Settings for scrubbing: four Newton steps per sub-pose at most. Mild poses are exact to a tenth
/// of a cell; deep folds may be off by some cells, and their report says iteration_limit.
SINEW_API SolveSettings previewSettings();

/// The first setting out of range as a sentence, or nothing.
SINEW_API std::optional<std::string> findProblem(const Material& material);
SINEW_API std::optional<std::string> findProblem(const BindSettings& settings);
SINEW_API std::optional<std::string> findProblem(const SolveSettings& settings);

/// Calls field(name, value, least, greatest, help) for every number of the struct and
/// field(name, value, names, help) for every choice, an enum whose values index `names`.
template <class Visitor>
void visitFields(Material& m, Visitor&& field) {
  field("law", m.law, kFleshLawNames, "how flesh answers to being deformed");
  field("youngsModulus", m.youngsModulus, 1.0, 1e12, "Young's modulus [Pa]");
  field("poissonsRatio", m.poissonsRatio, 0.0, 0.499, "Poisson's ratio");
  field("density", m.density, 1.0, 1e5, "density [kg/m^3]");
  field("mooneyShare", m.mooneyShare, 0.0, 1.0, "stiffening with stretch, of law mooneyRivlin");
}

template <class Visitor>
void visitFields(BindSettings& s, Visitor&& field) {
  field("cellSize", s.cellSize, 0.0, 1e6, "edge of a cell [m]; 0: from targetCells");
  field("targetCells", s.targetCells, std::int64_t{8}, std::int64_t{100000000},
        "wanted number of cells when cellSize is 0");
  field("memoryLimit", s.memoryLimit, std::int64_t{1000000}, std::int64_t{10000000000000},
        "most memory bind and one simulation may use [bytes]");
  field("stabilisation", s.stabilisation, kStabilisationNames, "what resists hourglass modes");
  field("embedding", s.embedding, kEmbeddingNames, "how the skin follows the lattice");
  field("paddingLayers", s.paddingLayers, 0, 2, "layers of soft cells around the body");
}

template <class Visitor>
void visitFields(SolveSettings& s, Visitor&& field) {
  field("mode", s.mode, kSolveModeNames, "start from rest, or from the frame before");
  field("stepTolerance", s.stepTolerance, 1e-6, 1.0, "largest Newton step at the end [cells]");
  field("newtonIterations", s.newtonIterations, 1, 500, "Newton steps per sub-pose");
  field("linearTolerance", s.linearTolerance, 1e-8, 0.9, "relative residual of a linear solve");
  field("linearIterations", s.linearIterations, 1, 500, "V-cycles per Newton step");
  field("rebuildInterval", s.rebuildInterval, 1, 100, "Newton steps between multigrid rebuilds");
  field("poseSplits", s.poseSplits, 0, 6, "halvings of a pose that gets stuck");
  field("threads", s.threads, 0, 1024, "worker threads; 0: one per core");
}

}  // namespace sinew
