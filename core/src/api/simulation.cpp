// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "api/character_parts.h"
#include "api/frame_state.h"
#include "api/surface_strain.h"
#include "base/parallel.h"
#include "base/stage_timer.h"
#include "sinew/version.h"
#include "solver/frame.h"

namespace sinew {

struct SimulationState {
  explicit SimulationState(std::shared_ptr<const Character> c)
      : character(std::move(c)),
        parts(character->parts()),
        workspace(parts.model),
        arena(0),
        bones(static_cast<std::size_t>(parts.model.boneCount)),
        surface(parts.embedding.points.size()),
        previousBones(bones.size()),
        previousSurface(surface.size()) {}

  std::shared_ptr<const Character> character;
  const CharacterParts& parts;
  Workspace workspace;
  int arenaThreads = 0;
  ThreadArena arena;
  // Of the frame, lattice coordinates.
  std::vector<Affine> bones;
  std::vector<Vec3<double>> surface;

  // The frame before: a sequential one starts from it; otherwise for motion_jump only.
  bool hasPrevious = false;
  std::vector<Affine> previousBones;
  std::vector<Vec3<double>> previousSurface;  // lattice coordinates
  AlignedVector<double> previousPositions;    // of the nodes; in sequential mode only
};

namespace {

// Least determinant of a bone's motion: below, the bone is flat and its flesh has nowhere to go.
constexpr double kLeastDeterminant = 1e-6;

std::string findPoseProblem(const SimulationState& s, const Pose& pose, std::size_t surfaceSize) {
  if (pose.bones.size() != s.bones.size())
    return "The pose has " + std::to_string(pose.bones.size()) + " bones but the character has " +
           std::to_string(s.bones.size()) + ".";
  if (surfaceSize != s.parts.embedding.points.size())
    return "The surface array holds " + std::to_string(surfaceSize) + " points but the skin has " +
           std::to_string(s.parts.embedding.points.size()) + ".";
  for (std::size_t b = 0; b < pose.bones.size(); ++b) {
    for (const auto& row : pose.bones[b].rows)
      for (const double v : row)
        if (!std::isfinite(v))
          return "The transform of bone " + std::to_string(b) + " has a number that is not finite.";
    const Affine motion = s.parts.toLattice(pose.bones[b]);
    const double d = determinant(motion.M);
    if (!(d > kLeastDeterminant) || !(d < 1 / kLeastDeterminant))
      return "The transform of bone " + std::to_string(b) +
             (d < 0 ? " mirrors it" : " flattens or inflates it") + "; check its scale.";
    if (!(std::fabs(motion.t.x) + std::fabs(motion.t.y) + std::fabs(motion.t.z) < 1e9))
      return "The transform of bone " + std::to_string(b) + " moves it too far from the body.";
  }
  return {};
}

SolveStatus toStatus(NewtonStatus status) {
  switch (status) {
    case NewtonStatus::Converged:
      return SolveStatus::Converged;
    case NewtonStatus::IterationLimit:
      return SolveStatus::IterationLimit;
    case NewtonStatus::NoDescent:
      return SolveStatus::Failed;
    case NewtonStatus::Cancelled:
      return SolveStatus::Cancelled;
  }
  return SolveStatus::Failed;
}

Vec3<double> point4(const AlignedVector<double>& points, std::size_t i) {
  return {points[4 * i], points[4 * i + 1], points[4 * i + 2]};
}

// Interpolates the skin; false if a number is not finite.
bool writeSurface(SimulationState& s, Span<Vec3f> surface) {
  const double* x = s.workspace.x.data();
  const double bad = parallelSum(
      static_cast<std::int64_t>(surface.size()), 1024, [&](std::int64_t begin, std::int64_t end) {
        double count = 0;
        for (auto v = static_cast<std::size_t>(begin); v < static_cast<std::size_t>(end); ++v) {
          s.surface[v] = interpolate(s.parts.embedding, v, x);
          surface[v] = s.parts.worldPoint(s.surface[v]);
          count += !(std::isfinite(surface[v].x) && std::isfinite(surface[v].y) &&
                     std::isfinite(surface[v].z));
        }
        return count;
      });
  return bad == 0;
}

double surfaceVolume(const SimulationState& s, Span<Vec3f> surface) {
  const auto& triangles = s.parts.triangles;
  const auto point = [&](std::int32_t i) {
    const Vec3f &p = surface[static_cast<std::size_t>(i)], &o = surface[0];
    return Vec3<double>{static_cast<double>(p.x) - o.x, static_cast<double>(p.y) - o.y,
                        static_cast<double>(p.z) - o.z};
  };
  return parallelSum(static_cast<std::int64_t>(triangles.size()), 1024,
                     [&](std::int64_t begin, std::int64_t end) {
                       double sum = 0;
                       for (auto t = static_cast<std::size_t>(begin);
                            t < static_cast<std::size_t>(end); ++t)
                         sum += dot(point(triangles[t][0]),
                                    cross(point(triangles[t][1]), point(triangles[t][2])));
                       return sum;
                     }) /
         6;
}

// Largest move since the last frame beyond the blended motion of the bones; then remembers this
// frame.
double updateMotionJump(SimulationState& s) {
  for (std::size_t b = 0; b < s.bones.size() && s.hasPrevious; ++b)
    s.workspace.motions[b] = takeApart(s.bones[b] * inverse(s.previousBones[b]));
  double greatest = 0;
  if (s.hasPrevious)
    greatest = parallelReduce(
        static_cast<std::int64_t>(s.surface.size()), 1024, 0.0,
        [&](std::int64_t begin, std::int64_t end) {
          double jump = 0;
          for (auto v = static_cast<std::size_t>(begin); v < static_cast<std::size_t>(end); ++v) {
            const Vec3<double> d = s.surface[v] - blend(s.parts.surfaceWeights[v],
                                                        s.workspace.motions, s.previousSurface[v]);
            jump = std::max(jump, dot(d, d));
          }
          return jump;
        },
        [](double& total, double part) { total = std::max(total, part); });
  s.previousSurface.swap(s.surface);
  s.previousBones = s.bones;
  s.hasPrevious = true;
  return std::sqrt(greatest);
}

FrameStop toStop(const SolveSettings& settings, const std::atomic<bool>* cancel) {
  FrameStop stop;
  stop.poseSplits = settings.poseSplits;
  stop.newton.stepTolerance = settings.stepTolerance;
  stop.newton.iterations = settings.newtonIterations;
  stop.newton.linear = {settings.linearTolerance, settings.linearIterations};
  stop.newton.rebuildInterval = settings.rebuildInterval;
  stop.newton.cancel = cancel;
  return stop;
}

FrameResult solveInMode(SimulationState& s, SolveMode mode, const FrameStop& stop) {
  if (mode == SolveMode::Static || !s.hasPrevious)
    return solveFrame(s.parts.model, s.bones, stop, s.workspace);
  s.previousPositions = s.workspace.x;
  const FrameStart start{s.previousPositions, s.previousBones};
  return solveFrame(s.parts.model, s.bones, stop, s.workspace, &start);
}

void solveInArena(SimulationState& s, SolveMode mode, const FrameStop& stop, Span<Vec3f> surface,
                  FrameReport& report) {
  const FrameResult result = solveInMode(s, mode, stop);
  const NewtonReport& newton = result.newton;
  report.status = toStatus(newton.status);
  report.newton = newton.newton;
  report.vcycles = newton.vcycles;
  report.subPoses = result.subPoses;
  report.halvings = newton.halvings;
  report.projectedSteps = newton.projectedSteps;
  report.eigenvalueRaises = newton.eigenvalueRaises;
  report.step = newton.step;
  report.residual = newton.startForce > 0 ? newton.force / newton.startForce : 0;
  report.seconds.start = result.startSeconds;
  report.seconds.linearise = result.seconds.linearise;
  report.seconds.setup = result.seconds.setup;
  report.seconds.linear = result.seconds.linear;

  StageTimer timer(report.seconds.embed);
  if (!writeSurface(s, surface)) {
    // Never a NaN out: the skinned start value is always finite.
    for (std::size_t b = 0; b < s.bones.size(); ++b) s.workspace.motions[b] = takeApart(s.bones[b]);
    const AlignedVector<double> rest = restPositions(s.parts.model);
    moveWithBones(s.parts.model, rest, s.bones, s.workspace, s.workspace.x);
    linearise(s.parts.model, s.workspace.x, s.workspace);
    writeSurface(s, surface);
    report.status = SolveStatus::Failed;
  }
  const VolumeFacts volume = volumeFacts(s.parts.model, s.workspace);
  report.minJ = volume.minJ;
  report.maxJ = volume.maxJ;
  report.invertedCells = volume.inverted;
  report.volumeRatio = surfaceVolume(s, surface) / s.parts.restVolume;
  if (report.status == SolveStatus::Cancelled && mode == SolveMode::Sequential) {
    // Half-way to somewhere is no frame: the next one starts where this one did.
    if (s.hasPrevious) s.workspace.x = s.previousPositions;
    return;
  }
  report.motionJump = updateMotionJump(s);
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const Character> character)
    : state_(std::make_unique<SimulationState>(std::move(character))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const Character& Simulation::character() const { return *state_->character; }

bool Simulation::strain(Span<VertexStrain> strain) const noexcept {
  const SimulationState& s = *state_;
  if (strain.size() != s.parts.embedding.points.size()) return false;
  surfaceStrain(s.parts.embedding, s.workspace.x.data(), strain);
  return true;
}

bool Simulation::nodePositions(Span<const std::int32_t> nodes, Span<Vec3f> points) const noexcept {
  const SimulationState& s = *state_;
  const std::int32_t count = s.parts.model.lattice.nodeCount;
  if (nodes.size() != points.size()) return false;
  for (const std::int32_t n : nodes)
    if (n < 0 || n >= count) return false;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    points[i] = s.parts.worldPoint(point4(s.workspace.x, static_cast<std::size_t>(nodes[i])));
  return true;
}

bool Simulation::springEnds(Span<Vec3f> ends) const noexcept {
  const SimulationState& s = *state_;
  const SpringSet& springs = s.parts.model.springs;
  if (ends.size() != 2 * static_cast<std::size_t>(springs.count)) return false;
  for (std::size_t i = 0; i < ends.size() / 2; ++i) {
    Vec3<double> held{0, 0, 0};
    for (std::size_t a = 0; a < 8; ++a)
      held = addScaled(held, static_cast<double>(springs.weights[i][a]),
                       point4(s.workspace.x, static_cast<std::size_t>(springs.nodes[i][a])));
    ends[2 * i] = s.parts.worldPoint(held);
    ends[2 * i + 1] = s.parts.worldPoint(point4(s.workspace.targets, i));
  }
  return true;
}

void Simulation::reset() noexcept { state_->hasPrevious = false; }

std::vector<unsigned char> Simulation::state() const {
  const SimulationState& s = *state_;
  if (!s.hasPrevious) return {};
  return packFrameState(s.parts, s.previousBones, s.workspace.x);
}

Result<bool> Simulation::restore(Span<const unsigned char> state) {
  SimulationState& s = *state_;
  if (state.size() == 0) {
    reset();
    return true;
  }
  const std::string problem =
      unpackFrameState(s.parts, {state.data(), state.size()}, s.previousBones, s.workspace.x);
  if (!problem.empty()) return Error{ErrorCode::BadFile, problem};
  for (std::size_t v = 0; v < s.surface.size(); ++v)
    s.previousSurface[v] = interpolate(s.parts.embedding, v, s.workspace.x.data());
  s.hasPrevious = true;
  return true;
}

FrameReport Simulation::solve(const Pose& pose, const SolveSettings& settings, Span<Vec3f> surface,
                              const std::atomic<bool>* cancel) noexcept {
  SimulationState& s = *state_;
  FrameReport report;
  try {
    StageTimer timer(report.seconds.total);
    if (auto problem = findProblem(settings)) {
      report.message = *problem;
    } else {
      report.message = findPoseProblem(s, pose, surface.size());
    }
    if (!report.message.empty()) {
      report.status = SolveStatus::BadInput;
      return report;
    }
    if (settings.threads != s.arenaThreads) {
      s.arena = ThreadArena(settings.threads);
      s.arenaThreads = settings.threads;
    }
    for (std::size_t b = 0; b < s.bones.size(); ++b) s.bones[b] = s.parts.toLattice(pose.bones[b]);
    s.arena.run([&] { solveInArena(s, settings.mode, toStop(settings, cancel), surface, report); });
  } catch (...) {
    report.status = SolveStatus::Failed;
  }
  return report;
}

const char* name(SolveStatus status) {
  switch (status) {
    case SolveStatus::Converged:
      return "converged";
    case SolveStatus::IterationLimit:
      return "iteration_limit";
    case SolveStatus::Failed:
      return "failed";
    case SolveStatus::Cancelled:
      return "cancelled";
    case SolveStatus::BadInput:
      return "bad_input";
  }
  return "failed";
}

const char* version() { return SINEW_VERSION; }
const char* target() { return kernelTarget(); }

}  // namespace sinew
