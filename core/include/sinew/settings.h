// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Every setting, once: default, unit, range, consequence. The tool's flags, Python names, Maya
// attributes, range checks and docs/settings.md are all made from the visitFields lists below;
// settings_table.h lists them for hosts that show them.
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

  /// Young's modulus [Pa]. Range 1 to 1e12. Higher resists springs and gravity more and swings
  /// faster.
  double youngsModulus = 1e5;

  /// Poisson's ratio. Range 0 to 0.499. Higher bulges more where it is squeezed and costs more
  /// iterations.
  double poissonsRatio = 0.45;

  /// Density [kg/m^3]. Range 1 to 1e5. Higher sags more and swings slower. Of no effect in a static
  /// solve without gravity.
  double density = 1000;

  /// Part of the shear stiffness that grows with stretch. Range 0 to 1. Used by MooneyRivlin.
  double mooneyShare = 0.5;
};

/// Kinds of flesh to start from. The numbers are of the order measured on tissue, not those of a
/// body.
enum class MaterialPreset : std::int32_t {
  None,    ///< the defaults of Material
  Skin,    ///< tough, and tougher the further it is stretched
  Fat,     ///< soft and light: wobbles, sags
  Muscle,  ///< relaxed: firm, swings fast
  Stiff,   ///< gristle, horn, a costume's rubber: hardly gives way
};
inline constexpr const char* kMaterialPresetNames[] = {"none", "skin", "fat", "muscle", "stiff"};

SINEW_API Material presetMaterial(MaterialPreset preset);

/// As hosts offer it: single values of Material that are given as well go on top of the preset.
struct MaterialChoice {
  MaterialPreset preset = MaterialPreset::None;
};

/// How the trilinear cell is kept from hourglassing (docs/theory/corotated.md, section 3).
enum class Stabilisation : std::int32_t {
  ExactIntegral,  ///< exact integral of |F|^2: thin limbs bend as beams do, folds snap
  TwelveEdges,    ///< McAdams 2011: 3 and 9 times stiffer on the bending modes
  StiffCreases,   ///< default: the exact integral, 12 times stiffer where a cell is creased
};
inline constexpr const char* kStabilisationNames[] = {"exactIntegral", "twelveEdges",
                                                      "stiffCreases"};

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

  Stabilisation stabilisation = Stabilisation::StiffCreases;

  EmbeddingKind embedding = EmbeddingKind::Tricubic;

  /// Layers of soft cells around the body, on top of targetCells. Range 0 to 2. The smooth
  /// embedding then reads neighbours on every side of the skin; they cost time as others do.
  int paddingLayers = 0;
};

/// What a frame is.
enum class SolveMode : std::int32_t {
  Static,      ///< from the rest shape: the result depends on the pose alone
  Sequential,  ///< from the frame this simulation solved before: faster along a clip, and creases
               ///< stay where they were; the result depends on the frames before
  Dynamic,     ///< flesh has mass and moves in time: it swings, lags behind and settles
};
inline constexpr const char* kSolveModeNames[] = {"static", "sequential", "dynamic"};

/// The flesh in the first frame of a dynamic clip.
enum class MotionStart : std::int32_t {
  Settled,   ///< at rest under gravity: nothing moves until the bones do
  Released,  ///< held as if there were no gravity, and let go
};
inline constexpr const char* kMotionStartNames[] = {"settled", "released"};

/// Whether flesh stops where it meets flesh (docs/theory/contact.md).
enum class SelfContact : std::int32_t {
  Off,  ///< flesh passes through flesh: faster, for bodies that do not fold
  On,
};
inline constexpr const char* kSelfContactNames[] = {"off", "on"};

/// What is done when a static frame jumps (docs/theory/start_value.md, section 6).
enum class OtherShapes : std::int32_t {
  Ignore,
  Find,  ///< it is solved from the frame before, and that one from it: FrameReport::otherShape
};
inline constexpr const char* kOtherShapesNames[] = {"ignore", "find"};

/// How hard and how long each frame is solved. The defaults are final quality.
struct SolveSettings {
  SolveMode mode = SolveMode::Static;

  /// Stop when the largest Newton step is below this [cells]. Range 1e-6 to 1. 0.1 and more is
  /// preview: it is enough that the next step is foretold to be below this, from the force that is
  /// left. Flesh above a Poisson's ratio of 0.481 always takes that step.
  double stepTolerance = 0.02;

  /// Newton steps per sub-pose (see poseSplits). Range 1 to 500. A limb that folds deeply takes 20
  /// to 40, a closed fist of 100,000 cells 130: creases move about half a cell per step. Reached
  /// without converging: the report says so.
  int newtonIterations = 250;

  /// Relative residual at which each linear solve stops; in preview, twice that after a short
  /// Newton step. Range 1e-8 to 0.9. Tighter than 0.1 wastes work unless the answer is wanted to
  /// many digits.
  double linearTolerance = 0.1;

  /// V-cycles per Newton step at most. Range 1 to 500.
  int linearIterations = 25;

  /// Rebuild the multigrid levels every so many Newton steps where the flesh was bent since, and in
  /// any step where it was bent by a cell or more. Range 1 to 100.
  int rebuildInterval = 3;

  /// A pose is reached from its start in parts in which no joint turns by more than 30 degrees. If
  /// it gets stuck, it is tried again in shorter parts, down to 30 / 2^this degrees. Range 0 to 6.
  int poseSplits = 3;

  /// Find tells pops from fast motion. Frames with a motionJump above half a cell are then solved
  /// twice, and a simulation takes twice the memory; surfaces stay the same. Of no effect in other
  /// modes and with sliding bones or colliders.
  OtherShapes otherShapes = OtherShapes::Ignore;

  SelfContact selfContact = SelfContact::Off;

  /// Of contacts, over the default: range 0.01 to 100. Higher keeps flesh further apart and takes
  /// more steps.
  double contactStiffness = 1;

  /// Depth up to which flesh may be pressed into flesh or an object [cells]. Range 0.001 to 10.
  /// Where flesh touches itself, all springs stiffen with depth by one law: by default to four
  /// times the force at 0.1; with less they are stiffer at all depths, up to 32 times. A frame that
  /// is deeper than 2.5 times this is not converged. At objects, springs of contacts that are
  /// deeper are made stiffer one by one, up to 32 times.
  double contactTolerance = 0.1;

  /// Stiffness of a contact along the surface over that across it. Range 0 to 1. It damps sliding
  /// from step to step of a solve and leaves no force at its end.
  double contactGrip = 0.3;

  /// Acceleration that pulls at the flesh in every mode [m/s^2]. Range -1000 to 1000 each; 0,
  /// -9.81, 0 where y is up. Skins are mostly sculpted with their weight in them, hence the
  /// default.
  double gravityX = 0, gravityY = 0, gravityZ = 0;

  /// The rest matters in dynamic mode alone. Steps per frame: range 1 to 1000. More keep fast
  /// motion alive that long steps damp away, and cost that many times as much.
  int substeps = 1;

  /// Rate at which motion against the bones dies down [1/s]. Range 0 to 1e4. Higher: less sway, all
  /// of it alike.
  double massDamping = 0;

  /// Time over which deformation is damped [s]. Range 0 to 100. Higher: fast jiggling dies first.
  double stiffnessDamping = 0;

  MotionStart motionStart = MotionStart::Settled;

  /// Of all flesh when a motion starts [m/s]. Range -1e4 to 1e4 each.
  double startVelocityX = 0, startVelocityY = 0, startVelocityZ = 0;

  /// Worker threads; 0 means one per core. Range 0 to 1024. Never changes the result.
  int threads = 0;
};

/// Settings for scrubbing: four Newton steps per sub-pose at most, more where flesh is deep in
/// other flesh. Mild poses are exact to a tenth of a cell; deep folds may be off by some cells, and
/// their report says iteration_limit, unless the flesh is about to buckle: that is not foretold.
SINEW_API SolveSettings previewSettings();

/// The first setting out of range as a sentence, or nothing.
SINEW_API std::optional<std::string> findProblem(const MaterialChoice& choice);
SINEW_API std::optional<std::string> findProblem(const Material& material);
SINEW_API std::optional<std::string> findProblem(const BindSettings& settings);
SINEW_API std::optional<std::string> findProblem(const SolveSettings& settings);

/// What a setting is, in a few words, and what an artist sees when it goes up (of a choice: what it
/// decides).
struct Meaning {
  const char* what;
  const char* effect;

  constexpr operator const char*() const { return what; }
};

/// Calls field(name, value, least, greatest, meaning) for every number of the struct and
/// field(name, value, names, meaning) for every choice, an enum whose values index `names`. A
/// visitor may take the meaning as a const char*.
template <class Visitor>
void visitFields(MaterialChoice& c, Visitor&& field) {
  field("preset", c.preset, kMaterialPresetNames,
        Meaning{"a kind of flesh to start from",
                "the material settings below, where they are not given themselves"});
}

template <class Visitor>
void visitFields(Material& m, Visitor&& field) {
  field("law", m.law, kFleshLawNames,
        Meaning{"how flesh answers to being deformed",
                "whether stretched flesh thins out, keeps its volume, or stiffens as skin does"});
  field("youngsModulus", m.youngsModulus, 1.0, 1e12,
        Meaning{"Young's modulus [Pa]",
                "firmer: sags and jiggles less, swings faster; no change without gravity, motion "
                "and softer neighbours"});
  field("poissonsRatio", m.poissonsRatio, 0.0, 0.499,
        Meaning{"Poisson's ratio",
                "bulges more where it is squeezed, keeps its volume better, takes longer"});
  field("density", m.density, 1.0, 1e5,
        Meaning{"density [kg/m^3]", "heavier: sags more, swings slower"});
  field("mooneyShare", m.mooneyShare, 0.0, 1.0,
        Meaning{"stiffening with stretch, of law mooneyRivlin", "resists the more the further"});
}

template <class Visitor>
void visitFields(BindSettings& s, Visitor&& field) {
  field("cellSize", s.cellSize, 0.0, 1e6,
        Meaning{"edge of a cell [m]; 0: from targetCells", "coarser and faster"});
  field("targetCells", s.targetCells, std::int64_t{8}, std::int64_t{100000000},
        Meaning{"wanted number of cells when cellSize is 0",
                "finer folds; time and memory grow with it"});
  field("memoryLimit", s.memoryLimit, std::int64_t{1000000}, std::int64_t{10000000000000},
        Meaning{"most memory bind and one simulation may use [bytes]",
                "larger characters are not refused"});
  field("stabilisation", s.stabilisation, kStabilisationNames,
        Meaning{"what resists hourglass modes",
                "whether folds close smoothly or thin limbs bend as freely as beams do"});
  field("embedding", s.embedding, kEmbeddingNames,
        Meaning{"how the skin follows the lattice", "whether cells show as creases"});
  field("paddingLayers", s.paddingLayers, 0, 2,
        Meaning{"layers of soft cells around the body", "smoother skin at its rim, more time"});
}

template <class Visitor>
void visitFields(SolveSettings& s, Visitor&& field) {
  field("mode", s.mode, kSolveModeNames,
        Meaning{"static, from the frame before, or moving in time",
                "whether a frame depends on the pose alone or on the frames before"});
  field("stepTolerance", s.stepTolerance, 1e-6, 1.0,
        Meaning{"largest Newton step at the end [cells]", "faster and less exact"});
  field("newtonIterations", s.newtonIterations, 1, 500,
        Meaning{"Newton steps per sub-pose", "deep folds get the time they need"});
  field("linearTolerance", s.linearTolerance, 1e-8, 0.9,
        Meaning{"relative residual of a linear solve", "cheaper Newton steps, more of them"});
  field("linearIterations", s.linearIterations, 1, 500,
        Meaning{"V-cycles per Newton step", "stiff or thin parts get the time they need"});
  field("rebuildInterval", s.rebuildInterval, 1, 100,
        Meaning{"Newton steps between multigrid rebuilds", "less set-up, more V-cycles"});
  field("poseSplits", s.poseSplits, 0, 6,
        Meaning{"halvings of a pose that gets stuck", "more tries before a frame fails"});
  field("otherShapes", s.otherShapes, kOtherShapesNames,
        Meaning{"a second solve of static frames that jump",
                "whether the report marks poses that have two shapes; no change of the result"});
  field("selfContact", s.selfContact, kSelfContactNames,
        Meaning{"contact of the flesh with itself",
                "whether folds meet and fingers press against each other, or pass through"});
  field("contactStiffness", s.contactStiffness, 0.01, 100.0,
        Meaning{"stiffness of contacts over the default", "less overlap in creases, more time"});
  field("contactTolerance", s.contactTolerance, 0.001, 10.0,
        Meaning{"depth towards which contacts stiffen [cells]", "more overlap is left, faster"});
  field("contactGrip", s.contactGrip, 0.0, 1.0,
        Meaning{"stiffness of contacts along the surface, over that across it",
                "touching skin slides less from step to step"});
  const Meaning gravity{"acceleration of gravity [m/s^2]", "sags more that way"};
  field("gravityX", s.gravityX, -1000.0, 1000.0, gravity);
  field("gravityY", s.gravityY, -1000.0, 1000.0, gravity);
  field("gravityZ", s.gravityZ, -1000.0, 1000.0, gravity);
  field("substeps", s.substeps, 1, 1000,
        Meaning{"time steps per frame, of mode dynamic",
                "livelier motion, for that many times the time"});
  field("massDamping", s.massDamping, 0.0, 1e4,
        Meaning{"damping of motion against the bones [1/s], of mode dynamic",
                "less sway; all of it dies down alike"});
  field("stiffnessDamping", s.stiffnessDamping, 0.0, 100.0,
        Meaning{"damping of deformation [s], of mode dynamic",
                "less jiggle; the fastest dies down first"});
  field("motionStart", s.motionStart, kMotionStartNames,
        Meaning{"the flesh in the first frame, of mode dynamic",
                "whether it hangs still at first or falls into place"});
  const Meaning velocity{"velocity of the flesh at the start [m/s], of mode dynamic",
                         "starts faster that way"};
  field("startVelocityX", s.startVelocityX, -1e4, 1e4, velocity);
  field("startVelocityY", s.startVelocityY, -1e4, 1e4, velocity);
  field("startVelocityZ", s.startVelocityZ, -1e4, 1e4, velocity);
  field("threads", s.threads, 0, 1024,
        Meaning{"worker threads; 0: one per core", "faster; the result stays the same"});
}

}  // namespace sinew
