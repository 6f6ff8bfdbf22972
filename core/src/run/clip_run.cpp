// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/clip_run.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "run/run_folder.h"
#include "run/run_report.h"

namespace sinew {
namespace {

/// A run whose clip was found and whose frames are known.
struct KnownRun {
  const CharacterFile& character;
  const ClipRun& run;
  int clip;
  FrameRange frames;

  const CharacterSource& source() const { return *character.source; }

  bool needsFrameBefore() const { return run.settings.mode != SolveMode::Static; }

  std::string clipName() const {
    return clip == kRestPose ? "" : source().model.clips[static_cast<std::size_t>(clip)].name;
  }

  RunPlan plan() const {
    RunPlan plan;
    plan.folder = run.folder;
    plan.pc2 = run.pc2, plan.usda = run.usda, plan.obj = run.obj;
    const std::string range = std::to_string(frames.first) + ":" + std::to_string(frames.last) +
                              ":" + std::to_string(frames.step);
    const std::string formats =
        std::string(run.pc2 ? "pc2 " : "") + (run.usda ? "usda " : "") + (run.obj ? "obj" : "");
    plan.identity = runIdentity(
        {character.inputHash, clipName(), range, run.framesPerSecond, formats}, run.settings);
    plan.keepsContacts = run.settings.selfContact != SelfContact::Off;
    plan.keepsState = needsFrameBefore();
    plan.firstFrame = frames.first;
    plan.frameStep = frames.step;
    plan.frameCount = frames.count();
    plan.framesPerSecond = run.framesPerSecond;
    plan.wire = latticeWire(*character.character);
    const auto vertices = static_cast<std::int64_t>(source().model.skin.points.size());
    plan.caches = {{kSurfaceCache, vertices},
                   {kSkinnedCache, vertices},
                   {kStrainCache, vertices},
                   {kQualityCache, vertices},
                   {kLatticeCache, static_cast<std::int64_t>(plan.wire.nodes.size())}};
    if (const std::size_t ends = boneEnds(plan.firstFrame).size(); ends > 0)
      plan.caches.push_back({kBonesCache, static_cast<std::int64_t>(ends)});
    if (const std::int64_t springs = character.character->summary().springs; springs > 0)
      plan.caches.push_back({kSpringsCache, 2 * springs});
    return plan;
  }

  double secondsOf(int frame) const { return frame / run.framesPerSecond; }

  /// For each joint with a joint above it: where that one is and where it is itself.
  std::vector<Vec3f> boneEnds(int frame) const {
    const RiggedModel& model = source().model;
    const std::vector<Affine3d> joints = jointTransforms(model, clip, secondsOf(frame));
    const auto placeOf = [&](std::size_t joint) {
      const auto& rows = joints[joint].rows;
      return Vec3f{static_cast<float>(rows[0][3]), static_cast<float>(rows[1][3]),
                   static_cast<float>(rows[2][3])};
    };
    std::vector<Vec3f> ends;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (model.joints[j].parent < 0) continue;
      ends.push_back(placeOf(static_cast<std::size_t>(model.joints[j].parent)));
      ends.push_back(placeOf(j));
    }
    return ends;
  }
};

Error badSetting(std::string message) { return {ErrorCode::BadSetting, std::move(message)}; }

Result<KnownRun> checkRun(const CharacterFile& character, const ClipRun& run) {
  if (!character.source)
    return Error{ErrorCode::BadFile,
                 "the character holds no skeleton and clips; bind it again from its glTF file."};
  if (auto problem = findProblem(run.settings)) return badSetting(*problem);
  if (!(run.framesPerSecond >= 0.001 && run.framesPerSecond <= 100000))
    return badSetting("the frames per second must be from 0.001 to 100000.");
  if (!run.pc2 && !run.usda && !run.obj)
    return badSetting("no format is wanted; choose pc2, usda or obj.");
  const RiggedModel& model = character.source->model;
  const Result<int> clip = findClip(model, run.clip);
  if (!clip) return clip.error();
  if (run.frames.empty())
    return KnownRun{character, run, clip.value(),
                    framesOf(model, clip.value(), run.framesPerSecond)};
  const std::optional<FrameRange> frames = parseFrames(run.frames);
  if (!frames)
    return badSetting("frames must be A, A:B or A:B:S with A <= B and S >= 1, not '" + run.frames +
                      "'.");
  return KnownRun{character, run, clip.value(), *frames};
}

/// What a point cache of that name holds of the frame that was solved last.
std::vector<Vec3f> cachedPoints(std::string_view cache, const KnownRun& known, int frame,
                                const LatticeWire& wire, const std::vector<Vec3f>& surface,
                                const Simulation& simulation) {
  const RiggedModel& model = known.source().model;
  std::vector<Vec3f> points(surface.size());
  if (cache == kSurfaceCache) return surface;
  if (cache == kBonesCache) return known.boneEnds(frame);
  if (cache == kSkinnedCache) {
    skinLinear(model, poseAt(model, known.clip, known.secondsOf(frame)), points);
  } else if (cache == kStrainCache) {
    std::vector<VertexStrain> strain(surface.size());
    simulation.strain(strain);
    std::transform(strain.begin(), strain.end(), points.begin(), [](const VertexStrain& s) {
      return Vec3f{s.minStretch, s.maxStretch, s.volume};
    });
  } else if (cache == kQualityCache) {
    std::vector<VertexQuality> quality(surface.size());
    simulation.quality(quality);
    std::transform(quality.begin(), quality.end(), points.begin(), [](const VertexQuality& q) {
      return Vec3f{q.step, q.penetration, q.pressure};
    });
  } else if (cache == kLatticeCache) {
    points.resize(wire.nodes.size());
    simulation.nodePositions(wire.nodes, points);
  } else if (cache == kSpringsCache) {
    points.resize(2 * static_cast<std::size_t>(simulation.character().summary().springs));
    simulation.springEnds(points);
  }
  return points;
}

void setColliders(const CharacterSource& source, const ClipRunWatcher& watcher,
                  Simulation& simulation) {
  std::vector<Collider> colliders;
  for (const ClipCollider& collider : source.colliders) colliders.push_back(collider.collider);
  const auto warnings = simulation.setColliders(colliders);
  if (!warnings) throw std::runtime_error(warnings.error().message);
  if (!watcher.warning) return;
  for (const std::string& warning : warnings.value()) watcher.warning(warning);
}

/// False if it was cancelled.
bool solveFrames(const KnownRun& known, const RunPlan& plan, RunFolder& folder,
                 const ClipRunWatcher& watcher, const std::atomic<bool>* cancel) {
  Simulation simulation(known.character.character);
  setColliders(known.source(), watcher, simulation);
  std::vector<Vec3f> surface(known.source().model.skin.points.size());
  RunFrame now;
  const auto solve = [&](int frame) {
    Pose pose = bonePose(known.source(), known.clip, known.secondsOf(frame));
    pose.colliders = colliderPlaces(known.source(), known.clip, known.secondsOf(frame));
    const SolveSettings& settings = known.run.settings;
    const FrameReport report =
        settings.mode == SolveMode::Dynamic
            ? simulation.step(pose, known.secondsOf(known.frames.step), settings, surface, cancel)
            : simulation.solve(pose, settings, surface, cancel);
    if (report.status == SolveStatus::BadInput)
      throw std::runtime_error("frame " + std::to_string(frame) + ": " + report.message);
    return report;
  };
  const int first = folder.framesDone();
  if (known.needsFrameBefore()) {
    if (const auto restored = simulation.restore(folder.lastState()); !restored)
      throw std::runtime_error(known.run.folder + ": " + restored.error().message);
  } else if (first > 0) {  // motion_jump needs the frame before; solved again it has the same bits
    solve(known.frames.frame(first - 1));
  }
  if (watcher.started) watcher.started(first, known.frames.count());
  for (int i = first; i < known.frames.count(); ++i) {
    const int frame = known.frames.frame(i);
    const FrameReport report = solve(frame);
    if (cancel && cancel->load()) return false;
    now.points.clear();
    for (const RunCache& cache : plan.caches)
      now.points.push_back(cachedPoints(cache.name, known, frame, plan.wire, surface, simulation));
    if (plan.keepsContacts) now.contacts = simulation.contacts();
    if (known.needsFrameBefore()) now.state = simulation.state();
    folder.add(frame, now, frameJson(frame, report));
    if (watcher.frameDone) watcher.frameDone(frame, known.frames, report);
  }
  return true;
}

ClipRunOutcome solveChecked(const KnownRun& known, const ClipRunWatcher& watcher,
                            const std::atomic<bool>* cancel) {
  const RunPlan plan = known.plan();
  RunFolder folder(plan, known.source().model.skin, known.run.resume);
  ClipRunOutcome outcome;
  outcome.clip = known.clipName();
  outcome.framesInAll = plan.frameCount;
  outcome.wasComplete = folder.wasComplete();
  outcome.wasCancelled = !outcome.wasComplete && !solveFrames(known, plan, folder, watcher, cancel);
  outcome.frames = folder.framesDone();
  outcome.notConverged = countNotConverged(folder.reports());
  if (outcome.wasCancelled) return outcome;
  const CharacterFile& c = known.character;
  outcome.report = reportText(
      {c.material, c.settings, known.run.settings, c.character->summary(), plan.identity},
      folder.reports());
  if (!outcome.wasComplete) folder.finish(outcome.report);
  return outcome;
}

}  // namespace

Result<ClipRunOutcome> solveClip(const CharacterFile& character, const ClipRun& run,
                                 const ClipRunWatcher& watcher, const std::atomic<bool>* cancel) {
  const Result<KnownRun> known = checkRun(character, run);
  if (!known) return known.error();
  try {
    return solveChecked(known.value(), watcher, cancel);
  } catch (const std::filesystem::filesystem_error& error) {
    return Error{ErrorCode::BadFile, error.path1().string() + ": " + error.code().message() + "."};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::TooLarge, "there is not enough memory to solve the clip."};
  } catch (const std::exception& error) {
    return Error{ErrorCode::BadFile, error.what()};
  }
}

}  // namespace sinew
