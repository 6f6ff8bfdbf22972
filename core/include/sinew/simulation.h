// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sinew/character.h"
#include "sinew/collider.h"
#include "sinew/export.h"
#include "sinew/result.h"
#include "sinew/settings.h"
#include "sinew/types.h"

namespace sinew {

/// Where every bone is in one frame: rest pose to posed space, one transform per bone.
struct Pose {
  std::vector<Affine3d> bones;
  /// Where colliders are: from their own coordinates to posed space, one per collider, or none if
  /// they are where they were made. Between frames they move evenly.
  std::vector<Affine3d> colliders = {};
};

enum class SolveStatus {
  Converged,
  IterationLimit,  ///< best state reached; the last step says how far off
  Failed,          ///< no descent was possible; the surface is the best state reached
  Cancelled,       ///< stopped by the host; the surface is the state so far
  BadInput,        ///< the pose or a setting was refused; the surface was not touched
};

/// "converged", "iteration_limit", "failed", "cancelled" or "bad_input".
SINEW_API const char* name(SolveStatus status);

/// How a frame went. Lengths in cells.
struct FrameReport {
  SolveStatus status = SolveStatus::Failed;
  std::string message;  ///< one sentence when status is BadInput, otherwise empty

  int newton = 0;             ///< Newton steps, over all sub-poses
  int vcycles = 0;            ///< V-cycles, over all sub-poses
  int subPoses = 1;           ///< parts in which the pose was reached from its start
  int halvings = 0;           ///< line search halvings
  int projectedSteps = 0;     ///< steps that had to fall back to a positive tangent
  int eigenvalueRaises = 0;   ///< times the smoother's eigenvalue bound had to be raised
  double step = 0;            ///< largest node move of the last Newton step [cells]; in preview
                              ///< (stepTolerance of 0.1 or more) of the next one, as foretold
  double residual = 0;        ///< |force| at the end over |force| at the start value
  double minJ = 1, maxJ = 1;  ///< least and greatest volume change of a cell
  std::int64_t invertedCells = 0;
  std::int64_t contacts = 0;         ///< points of the skin that press against something
  std::int64_t contactsChanged = 0;  ///< contacts that came or went in the last detection
  double maxPenetration = 0;         ///< how deep the deepest is, beyond the rest pose [cells]
  double meanPenetration = 0;        ///< of all contacts [cells]
  double volumeRatio = 1;            ///< skin volume over its rest volume
  double motionJump = 0;  ///< largest surface move since this simulation's last frame that
                          ///< the bones' motion does not explain [cells]
  double otherShape = 0;  ///< with settings.otherShapes: this pose, or that of the frame before,
                          ///< has another shape, to which the other frame's flesh leads, this far
                          ///< from it, or the flesh snaps between the two by as much [cells]; 0:
                          ///< none was found
  struct Energy {
    double elastic = 0, kinetic = 0;
    double gravity = 0;  ///< against the rest pose
  } energy;              ///< of the free flesh [J]
  struct Seconds {
    double total = 0, start = 0, contact = 0, linearise = 0, setup = 0, linear = 0, embed = 0;
  } seconds;
};

/// How far the flesh below a skin vertex is deformed: of the lattice cell it hangs in.
struct VertexStrain {
  float minStretch = 1, maxStretch = 1;  ///< least and greatest length over rest length
  float volume = 1;                      ///< over rest volume (J); negative: turned inside out
};

/// How the solver left a skin vertex. Contact is found at points of the skin about half a cell
/// apart; a vertex has the mean of those around it that touch, fading where few do.
struct VertexQuality {
  float step = 0;         ///< move of the last Newton step that was taken [cells]
  float penetration = 0;  ///< depth in what is touched, beyond the rest pose [cells]
  float pressure = 0;     ///< of the contact [Pa]
};

struct SimulationState;

/// The moving part of one character. Cheap to make; use one per thread.
class SINEW_API Simulation {
 public:
  explicit Simulation(std::shared_ptr<const Character> character);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// The equilibrium of the flesh in `pose`. In static mode a function of character, pose and
  /// settings alone: the same bits whatever was solved before. In sequential mode it starts from
  /// the frame solved before (a cancelled one does not count), the first one from rest. The same
  /// bits for any thread count. Mode dynamic is refused: that is step. `surface` receives one point
  /// per skin vertex [m] and must have that size. Never throws.
  FrameReport solve(const Pose& pose, const SolveSettings& settings, Span<Vec3f> surface,
                    const std::atomic<bool>* cancel = nullptr) noexcept;

  /// The flesh in `pose`, `seconds` (0 to 1000) after the frame before, whatever settings.mode
  /// says: it has mass, and the bones move evenly from pose to pose. A frame solved before is where
  /// the motion starts, with settings.startVelocity; without one, this pose is, as
  /// settings.motionStart says, and no time passes. Backward Euler in settings.substeps steps
  /// (docs/theory/dynamics.md): stable at any of them, long ones damp. The same bits for any thread
  /// count, and after restore. A cancelled frame does not count. Otherwise as solve.
  FrameReport step(const Pose& pose, double seconds, const SolveSettings& settings,
                   Span<Vec3f> surface, const std::atomic<bool>* cancel = nullptr) noexcept;

  /// What the body touches in the frames that follow, instead of what was set before. Returns
  /// warnings; refused, and nothing changes, if one of them cannot be used. Static frames stay a
  /// function of character, pose, colliders and settings: flesh takes its shape without colliders
  /// first, and friction resists what they move it by. In other modes friction resists sliding from
  /// frame to frame.
  Result<std::vector<std::string>> setColliders(const std::vector<Collider>& colliders);

  /// The force of the flesh on each collider in the frame solved last [N], friction included.
  /// False, and nothing is written, if `forces` has not one per collider.
  bool colliderForces(Span<Vec3d> forces) const noexcept;

  /// Of the frame solved last; before the first, of the rest pose. `strain` receives one value per
  /// skin vertex; false, and nothing is written, if it has another size.
  bool strain(Span<VertexStrain> strain) const noexcept;

  /// Of the frame solved last; before the first, zeros. Otherwise as strain.
  bool quality(Span<VertexQuality> quality) const noexcept;

  /// Where the skin presses against itself, a collider or a sliding bone in the frame solved last.
  /// FrameReport::contacts of them, or fewer with sliding bones: flesh that lies on these inside
  /// the body is counted there, not listed here. Empty without contact.
  std::vector<ContactPoint> contacts() const;

  /// Where nodes of the lattice are in the frame solved last (before the first: at rest) [m].
  /// False, and nothing is written, if there is no such node or the sizes differ. See LatticeWire.
  bool nodePositions(Span<const std::int32_t> nodes, Span<Vec3f> points) const noexcept;

  /// Two points for each spring of the character, in the frame solved last: where it holds the
  /// flesh and where its bone wants it [m]. False, and nothing is written, if `ends` has another
  /// size.
  bool springEnds(Span<Vec3f> ends) const noexcept;

  /// Forgets the frame solved before: a sequential frame starts from rest again, a motion at its
  /// next pose.
  void reset() noexcept;

  /// What a sequential or dynamic frame starts from, for restore. Empty if there is no frame
  /// before.
  std::vector<unsigned char> state() const;

  /// Goes back to a state() of a simulation of the same character: what follows has the same bits
  /// as there. Refused, and nothing changes, if it is damaged or of another character.
  Result<bool> restore(Span<const unsigned char> state);

  const Character& character() const;

 private:
  std::unique_ptr<SimulationState> state_;
};

}  // namespace sinew
