// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "api/character_parts.h"
#include "api/collider_set.h"
#include "api/contact_view.h"
#include "api/frame_state.h"
#include "api/motion_jump.h"
#include "api/moving_flesh.h"
#include "api/pose_problem.h"
#include "api/surface_strain.h"
#include "api/surface_volume.h"
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
  ColliderSet colliders;

  // The frame before: a sequential one starts from it; otherwise for motion_jump only.
  bool hasPrevious = false;
  std::vector<Affine> previousBones;
  bool hadColliders = false;  // and they were those of now
  std::vector<Affine> previousColliders;
  std::vector<Vec3<double>> previousSurface;  // lattice coordinates
  AlignedVector<double> previousPositions;    // of the nodes; where a frame may start from them
  std::optional<ShapeSearch> search;          // for settings.otherShapes
  MovingFlesh flesh;                          // masses, and the motion of the frame before
};

namespace {

constexpr double kNoTime = -1, kMostSeconds = 1000;

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

// The next frame may start from this one, or be compared with it.
void rememberFrame(SimulationState& s, const SolveSettings& settings) {
  s.previousPositions.clear();
  if (settings.otherShapes == OtherShapes::Find) s.previousPositions = s.workspace.x;
  s.previousSurface.swap(s.surface);
  s.previousBones = s.bones;
  s.previousColliders = s.workspace.collidersTo;
  s.hadColliders = true;
  if (s.workspace.objects) s.workspace.objects->gripsBefore = s.workspace.objects->grips;
  s.hasPrevious = true;
}

FrameStop toStop(const SolveSettings& settings, const std::atomic<bool>* cancel) {
  FrameStop stop;
  stop.poseSplits = settings.poseSplits;
  stop.newton.stepTolerance = settings.stepTolerance;
  stop.newton.isPreview = settings.stepTolerance >= previewSettings().stepTolerance;
  stop.newton.iterations = settings.newtonIterations;
  stop.newton.linear = {settings.linearTolerance, settings.linearIterations};
  stop.newton.rebuildInterval = settings.rebuildInterval;
  stop.newton.contact = {settings.selfContact == SelfContact::On, settings.contactStiffness,
                         settings.contactTolerance, settings.contactGrip};
  stop.newton.cancel = cancel;
  return stop;
}

// What a host asks of a frame.
struct FrameWish {
  const SolveSettings& settings;
  double seconds;  // since the frame before; in dynamic mode only
  const std::atomic<bool>* cancel;
  bool isStep() const { return settings.mode == SolveMode::Dynamic; }
};

// Colliders that were not there before have not moved; a frame without a past has no friction yet.
void startColliders(SimulationState& s, const SolveSettings& settings) {
  Workspace& w = s.workspace;
  if (!w.objects) return;
  w.objects->settings = {settings.contactStiffness, settings.contactTolerance};
  w.objects->seconds = 0;
  w.collidersFrom = s.hadColliders ? s.previousColliders : w.collidersTo;
  if (settings.mode == SolveMode::Static || !s.hasPrevious) w.objects->gripsBefore.clear();
}

FrameResult solveInMode(SimulationState& s, const FrameWish& wish) {
  const SolveSettings& settings = wish.settings;
  const FrameStop stop = toStop(settings, wish.cancel);
  startColliders(s, settings);
  if (wish.isStep() && s.hasPrevious)
    return s.flesh.step(s.parts.model, s.previousBones, s.bones, settings, wish.seconds, stop,
                        s.workspace);
  s.flesh.hang(s.parts.model, settings, s.workspace);
  if (settings.mode != SolveMode::Sequential || !s.hasPrevious)
    return solveFrame(s.parts.model, s.bones, stop, s.workspace);
  s.previousPositions = s.workspace.x;
  const FrameStart start{s.previousPositions, s.previousBones};
  return solveFrame(s.parts.model, s.bones, stop, s.workspace, &start);
}

// Of the state as it is now, which may have moved since contacts were last found.
void reportContacts(SimulationState& s, const SolveSettings& settings, FrameReport& report) {
  if (!s.workspace.contacts || settings.selfContact == SelfContact::Off) return;
  StageTimer timer(report.seconds.contact);
  ContactSet& set = *s.workspace.contacts;
  report.seconds.contact = set.seconds + set.secondsOfForces;
  report.seconds.linearise = std::max(0.0, report.seconds.linearise - set.secondsOfForces);
  measureContacts(s.parts.model.contactModel(), s.workspace.x.data(), set);
  report.contacts = set.facts.touching;
  report.contactsChanged = set.facts.changed;
  report.maxPenetration = set.facts.worst;
  report.meanPenetration = set.facts.mean;
  // An equilibrium of flesh that is in other flesh is none.
  if (report.status == SolveStatus::Converged && set.facts.worst > deepestOf(set.settings))
    report.status = SolveStatus::IterationLimit;
}

// The same for objects, together with what the flesh has with itself.
void reportObjects(SimulationState& s, FrameReport& report) {
  if (!s.workspace.hasObjects()) return;
  StageTimer timer(report.seconds.contact);
  ObjectContacts& set = *s.workspace.objects;
  report.seconds.contact += set.seconds;
  report.seconds.linearise = std::max(0.0, report.seconds.linearise - set.seconds);
  const ContactFacts& facts = set.facts;
  const double sum = report.meanPenetration * static_cast<double>(report.contacts) +
                     facts.mean * static_cast<double>(facts.touching);
  report.contacts += facts.touching;
  report.contactsChanged += facts.changed;
  report.maxPenetration = std::max(report.maxPenetration, facts.worst);
  report.meanPenetration = report.contacts > 0 ? sum / static_cast<double>(report.contacts) : 0;
}

// Solves this frame from the frame before, that one from this, and poses between them.
double findOtherShape(SimulationState& s, const FrameWish& wish) {
  if (!s.search) s.search.emplace(s.parts);
  s.flesh.hang(s.parts.model, wish.settings, s.search->w);
  return findOtherShape(s.parts, {s.previousPositions, {s.previousBones, s.previousSurface}},
                        {s.workspace.x, {s.bones, s.surface}}, toStop(wish.settings, wish.cancel),
                        *s.search);
}

void solveInArena(SimulationState& s, const FrameWish& wish, Span<Vec3f> surface,
                  FrameReport& report) {
  const FrameResult result = solveInMode(s, wish);
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

  reportContacts(s, wish.settings, report);
  reportObjects(s, report);

  StageTimer timer(report.seconds.embed);
  if (!writeSurface(s, surface)) {
    // Never a NaN out: the skinned start value is always finite.
    for (std::size_t b = 0; b < s.bones.size(); ++b) s.workspace.motions[b] = takeApart(s.bones[b]);
    const AlignedVector<double> rest = restPositions(s.parts.model.lattice);
    moveWithBones(s.parts.model, rest, s.bones, s.workspace, s.workspace.x);
    linearise(s.parts.model, s.workspace.x, s.workspace);
    writeSurface(s, surface);
    report.status = SolveStatus::Failed;
    s.flesh.stop();
  }
  const VolumeFacts volume = volumeFacts(s.parts.model, s.workspace);
  report.minJ = volume.minJ;
  report.maxJ = volume.maxJ;
  report.invertedCells = volume.inverted;
  report.volumeRatio = surfaceVolume(s.parts.triangles, surface) / s.parts.restVolume;
  if (report.status == SolveStatus::Cancelled && wish.settings.mode != SolveMode::Static) {
    // Half-way to somewhere is no frame: the next one starts where this one did.
    if (s.hasPrevious)
      s.workspace.x = wish.isStep() ? s.flesh.positionsBefore() : s.previousPositions;
    return;
  }
  if (!wish.isStep()) {
    s.flesh.stop();
  } else if (s.hasPrevious) {
    s.flesh.keep();
  } else {
    s.flesh.start(s.parts.model, wish.settings, s.workspace);
  }
  report.energy = s.flesh.energy(s.parts.model, wish.settings, s.workspace);
  if (s.hasPrevious)
    report.motionJump = findMotionJump(s.parts, {s.previousBones, s.previousSurface},
                                       {s.bones, s.surface}, s.workspace.motions);
  const bool looks = wish.settings.otherShapes == OtherShapes::Find &&
                     wish.settings.mode == SolveMode::Static && !s.workspace.hasObjects() &&
                     report.status == SolveStatus::Converged && !s.previousPositions.empty();
  if (looks && report.motionJump > kJump) report.otherShape = findOtherShape(s, wish);
  rememberFrame(s, wish.settings);
}

// Those of objects and points there are; without colliders those of sliding bones.
void restoreGrips(std::span<const Grip> grips, bool hasColliders, ObjectContacts& set) {
  const std::size_t objects = hasColliders ? set.objects.size() : set.boneCount;
  set.gripsBefore.clear();
  for (const Grip& grip : grips)
    if (grip.object >= 0 && static_cast<std::size_t>(grip.object) < objects && grip.point >= 0 &&
        static_cast<std::size_t>(grip.point) < set.points.size())
      set.gripsBefore.push_back(grip);
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const Character> character)
    : state_(std::make_unique<SimulationState>(std::move(character))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const Character& Simulation::character() const { return *state_->character; }

Result<std::vector<std::string>> Simulation::setColliders(const std::vector<Collider>& colliders) {
  SimulationState& s = *state_;
  try {
    Result<ColliderSet> made = makeColliders(s.parts, colliders);
    if (!made) return made.error();
    s.colliders = std::move(made.value());
    useColliders(s.parts.model, s.colliders, s.workspace);
    s.hadColliders = false;
    return s.colliders.warnings;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::TooLarge, "There is not enough memory for the colliders."};
  }
}

bool Simulation::colliderForces(Span<Vec3d> forces) const noexcept {
  const SimulationState& s = *state_;
  if (forces.size() != s.colliders.fields.size()) return false;
  const double h = s.parts.model.lattice.cellSize;
  const double newton = s.parts.model.shearModulus * h * h;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const Vec3<double> f =
        newton * forceOnObject(*s.workspace.objects, s.workspace.objects->boneCount + i);
    forces[i] = {f.x, f.y, f.z};
  }
  return true;
}

bool Simulation::strain(Span<VertexStrain> strain) const noexcept {
  const SimulationState& s = *state_;
  if (strain.size() != s.parts.embedding.points.size()) return false;
  surfaceStrain(s.parts.embedding, s.workspace.x.data(), strain);
  return true;
}

bool Simulation::quality(Span<VertexQuality> quality) const noexcept {
  const SimulationState& s = *state_;
  if (quality.size() != s.parts.embedding.points.size()) return false;
  try {
    surfaceQuality(s.parts, s.workspace, quality);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

std::vector<ContactPoint> Simulation::contacts() const {
  return contactPoints(state_->parts, state_->workspace);
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

void Simulation::reset() noexcept {
  state_->hasPrevious = false;
  state_->flesh.stop();
}

std::vector<unsigned char> Simulation::state() const {
  const SimulationState& s = *state_;
  if (!s.hasPrevious) return {};
  FrameStateView view{s.previousBones, {}, s.workspace.x, s.flesh.velocity(), {}};
  if (s.hadColliders) view.colliders = s.previousColliders;
  if (s.workspace.objects) view.grips = s.workspace.objects->gripsBefore;
  return packFrameState(s.parts, view);
}

Result<bool> Simulation::restore(Span<const unsigned char> state) {
  SimulationState& s = *state_;
  if (state.size() == 0) {
    reset();
    return true;
  }
  FrameStateData frame;
  const std::string problem = unpackFrameState(s.parts, {state.data(), state.size()}, frame);
  if (!problem.empty()) return Error{ErrorCode::BadFile, problem};
  s.previousBones.assign(frame.bones.begin(), frame.bones.end());
  s.workspace.x = std::move(frame.positions);
  s.flesh.restore(s.workspace.x, std::move(frame.velocity));
  // Of other colliders than those of now, nothing is known.
  s.hadColliders = frame.colliders.size() == s.colliders.fields.size();
  if (s.hadColliders) s.previousColliders.assign(frame.colliders.begin(), frame.colliders.end());
  if (s.workspace.objects) restoreGrips(frame.grips, s.hadColliders, *s.workspace.objects);
  interpolateAll(s.parts.embedding, s.workspace.x.data(), s.previousSurface);
  s.previousPositions = s.workspace.x;
  s.hasPrevious = true;
  return true;
}

namespace {

std::string findWishProblem(const FrameWish& wish) {
  if (auto problem = findProblem(wish.settings)) return *problem;
  if (!wish.isStep() || (wish.seconds > 0 && wish.seconds <= kMostSeconds)) return {};
  return wish.seconds == kNoTime
             ? "Mode dynamic needs the time between frames; call step instead of solve."
             : "The time of a step must be more than 0 and at most 1000 seconds.";
}

// Takes bones and colliders to the lattice; why they cannot be solved there, or "".
std::string placeAll(SimulationState& s, const Pose& pose) {
  for (std::size_t b = 0; b < s.bones.size(); ++b) s.bones[b] = s.parts.toLattice(pose.bones[b]);
  placeColliders(s.parts, pose, s.workspace.collidersTo);
  return findSwallowed(s.parts, s.colliders, s.bones, s.workspace.collidersTo, s.workspace);
}

FrameReport makeFrame(SimulationState& s, const Pose& pose, const FrameWish& wish,
                      Span<Vec3f> surface) noexcept {
  const SolveSettings& settings = wish.settings;
  FrameReport report;
  try {
    StageTimer timer(report.seconds.total);
    report.message = findWishProblem(wish);
    if (report.message.empty()) report.message = findPoseProblem(s.parts, pose, surface.size());
    if (report.message.empty()) report.message = findPlaceProblem(s.parts, s.colliders, pose);
    if (report.message.empty()) report.message = placeAll(s, pose);
    if (!report.message.empty()) {
      report.status = SolveStatus::BadInput;
      return report;
    }
    if (settings.threads != s.arenaThreads) {
      s.arena = ThreadArena(settings.threads);
      s.arenaThreads = settings.threads;
    }
    s.arena.run([&] { solveInArena(s, wish, surface, report); });
  } catch (...) {
    report.status = SolveStatus::Failed;
  }
  return report;
}

}  // namespace

FrameReport Simulation::solve(const Pose& pose, const SolveSettings& settings, Span<Vec3f> surface,
                              const std::atomic<bool>* cancel) noexcept {
  return makeFrame(*state_, pose, {settings, kNoTime, cancel}, surface);
}

FrameReport Simulation::step(const Pose& pose, double seconds, const SolveSettings& settings,
                             Span<Vec3f> surface, const std::atomic<bool>* cancel) noexcept {
  SolveSettings moving = settings;
  moving.mode = SolveMode::Dynamic;
  return makeFrame(*state_, pose, {moving, seconds == kNoTime ? 0 : seconds, cancel}, surface);
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
