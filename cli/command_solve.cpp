// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Solves a clip of a character, frame by frame, into a folder.
#include <fmt/format.h>
#include <sinew/result_file.h>
#include <sinew/sinew.h>

#include <algorithm>
#include <memory>

#include "character_input.h"
#include "clip_frames.h"
#include "command.h"
#include "interrupt.h"
#include "progress.h"
#include "report.h"
#include "result_value.h"
#include "run_folder.h"

namespace sinew::cli {
namespace {

struct SolveOptions {
  InputOptions input;
  std::string clip, frames;
  double framesPerSecond = 24;
  std::string out = "sinew_result";
  std::vector<std::string> formats = {"pc2"};
  std::string report;
  bool resume = false;
};

/// One run: what is solved, and where it goes.
struct Run {
  const SolveOptions& options;
  const CharacterFile& character;
  const RiggedModel& model = character.source->model;
  int clip = findClip(model, options.clip);
  FrameRange frames = options.frames.empty() ? framesOf(model, clip, options.framesPerSecond)
                                             : *parseFrames(options.frames);

  std::string clipName() const {
    return clip == kRestPose ? "" : model.clips[static_cast<std::size_t>(clip)].name;
  }

  RunPlan plan() const {
    const auto wants = [&](const char* format) {
      return std::find(options.formats.begin(), options.formats.end(), format) !=
             options.formats.end();
    };
    RunPlan plan;
    plan.folder = options.out;
    plan.pc2 = wants("pc2"), plan.usda = wants("usda"), plan.obj = wants("obj");
    plan.identity =
        runIdentity({character.inputHash, clipName(), frames.text(), options.framesPerSecond,
                     fmt::format("{}{}{}", plan.pc2 ? "pc2 " : "", plan.usda ? "usda " : "",
                                 plan.obj ? "obj" : "")},
                    options.input.settings.solve);
    plan.firstFrame = frames.first;
    plan.frameStep = frames.step;
    plan.frameCount = frames.count();
    plan.framesPerSecond = options.framesPerSecond;
    return plan;
  }
};

/// The pose of every joint, and of those that have bones.
struct FramePose {
  Pose joints, bones;

  FramePose(const Run& run, int frame) {
    joints = poseAt(run.model, run.clip, frame / run.options.framesPerSecond);
    for (const std::int32_t joint : run.character.source->jointOfBone) {
      bones.bones.push_back(joints.bones[static_cast<std::size_t>(joint)]);
    }
  }
};

/// False if the user stopped it.
bool solveFrames(const Run& run, RunFolder& folder, const std::atomic<bool>& cancel) {
  const SolveSettings& settings = run.options.input.settings.solve;
  Simulation simulation(run.character.character);
  std::vector<Vec3f> solved(run.model.skin.points.size()), skinned(solved.size());
  const auto solve = [&](int frame, const FramePose& pose) {
    const FrameReport report = simulation.solve(pose.bones, settings, solved, &cancel);
    if (report.status == SolveStatus::BadInput) {
      throw std::runtime_error(fmt::format("frame {}: {}", frame, report.message));
    }
    return report;
  };
  const int first = folder.framesDone();
  if (first > 0) {  // motion_jump needs the frame before; solving it again gives the same bits
    const int before = run.frames.frame(first - 1);
    solve(before, FramePose(run, before));
  }
  Progress progress(first, run.frames.count());
  for (int i = first; i < run.frames.count(); ++i) {
    const int frame = run.frames.frame(i);
    const FramePose pose(run, frame);
    const FrameReport report = solve(frame, pose);
    if (cancel.load()) return false;
    skinLinear(run.model, pose.joints, skinned);
    folder.add(frame, solved, skinned, frameJson(frame, report));
    progress.step(frameLine(frame, run.frames.last, report));
  }
  return true;
}

int conclude(const Run& run, const RunFolder& folder) {
  const int bad = countNotConverged(folder.reports());
  fmt::print("{} frames of {} are in {}\n", folder.framesDone(),
             run.clip == kRestPose ? "the rest pose" : "clip " + run.clipName(), run.options.out);
  if (bad > 0) fmt::print("{} of {} frames did not converge\n", bad, folder.framesDone());
  return bad > 0 ? kNotConverged : kDone;
}

int runSolve(SolveOptions& options) {
  const std::atomic<bool>& cancel = watchForInterrupt();
  const Result<CharacterFile> character = readCharacter(options.input, cancel);
  if (!character) return failed(character.error());
  const Run run{options, character.value()};
  const RunPlan plan = run.plan();
  RunFolder folder(plan, run.model.skin, options.resume);
  const auto report = [&] {
    const CharacterFile& c = character.value();
    return reportText({c.material, c.settings, options.input.settings.solve},
                      c.character->summary(), folder.reports(), plan.identity);
  };
  if (!folder.wasComplete()) {
    if (folder.framesDone() > 0) {
      fmt::print("going on after {} of {} frames\n", folder.framesDone(), plan.frameCount);
    }
    if (!solveFrames(run, folder, cancel)) {
      fmt::print(stderr, "sinew: stopped after {} of {} frames; go on with --resume.\n",
                 folder.framesDone(), plan.frameCount);
      return kInterrupted;
    }
    folder.finish(report());
  }
  if (!options.report.empty()) valueOf(writeText(options.report, report()));
  return conclude(run, folder);
}

/// What is wrong with the command line, or nothing.
std::optional<std::string> findUsageProblem(const SolveOptions& options) {
  if (auto problem = findUsageProblem(options.input)) return problem;
  if (!options.frames.empty() && !parseFrames(options.frames)) {
    return "--frames wants A, A:B or A:B:S with A <= B and S >= 1, not '" + options.frames + "'.";
  }
  return std::nullopt;
}

}  // namespace

void addSolveCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("solve", "Solve a clip of a rigged or bound character");
  auto options = std::make_shared<SolveOptions>();
  addInputOptions(*command, options->input);
  addSolveFlags(*command, options->input.settings);
  command->add_option("--clip", options->clip, "which clip; the first if not given");
  command->add_option("--frames", options->frames, "A:B or A:B:S; the whole clip if not given");
  command->add_option("--fps", options->framesPerSecond, "frames per second; frame 0 is at 0 s")
      ->check(CLI::Range(0.001, 100000.0))
      ->capture_default_str();
  command->add_option("--out", options->out, "folder for the results")->capture_default_str();
  command->add_option("--format", options->formats, "pc2, usda, obj, with commas between")
      ->delimiter(',')
      ->check(CLI::IsMember({"pc2", "usda", "obj"}))
      ->capture_default_str();
  command->add_option("--report", options->report, "a second place for report.json");
  command->add_flag("--resume", options->resume, "go on with a run that was stopped");
  command->callback([options, &exitCode] {
    if (const auto problem = findUsageProblem(*options)) {
      fmt::print(stderr, "sinew: {}\n", *problem);
      exitCode = kUsage;
    } else {
      exitCode = runSolve(*options);
    }
  });
}

}  // namespace sinew::cli
