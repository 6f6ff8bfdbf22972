// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Solves a clip of a character, frame by frame, into a folder.
#include <fmt/format.h>
#include <sinew/clip_run.h>
#include <sinew/result_file.h>
#include <sinew/sinew.h>

#include <algorithm>
#include <memory>

#include "character_input.h"
#include "command.h"
#include "compare_paths.h"
#include "interrupt.h"
#include "progress.h"
#include "report.h"
#include "result_value.h"

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
  bool comparePaths = false;
};

ClipRun runOf(const SolveOptions& options) {
  const auto wants = [&](const char* format) {
    return std::find(options.formats.begin(), options.formats.end(), format) !=
           options.formats.end();
  };
  ClipRun run;
  run.clip = options.clip;
  run.frames = options.frames;
  run.framesPerSecond = options.framesPerSecond;
  run.folder = options.out;
  run.pc2 = wants("pc2"), run.usda = wants("usda"), run.obj = wants("obj");
  run.settings = options.input.settings.solve;
  run.resume = options.resume;
  return run;
}

/// Solves the clip, telling how far it is.
Result<ClipRunOutcome> solveShown(const CharacterFile& character, const ClipRun& run,
                                  const std::atomic<bool>& cancel) {
  std::unique_ptr<Progress> progress;
  ClipRunWatcher watcher;
  watcher.warning = [](const std::string& warning) { fmt::print("warning: {}\n", warning); };
  watcher.started = [&](int done, int total) {
    if (done > 0) fmt::print("going on after {} of {} frames\n", done, total);
    progress = std::make_unique<Progress>(done, total);
  };
  watcher.frameDone = [&](int frame, const FrameRange& frames, const FrameReport& report) {
    progress->step(frameLine(frame, frames.last, report));
  };
  return solveClip(character, run, watcher, &cancel);
}

int conclude(const ClipRunOutcome& outcome, const std::string& folder) {
  if (outcome.wasCancelled) {
    fmt::print(stderr, "sinew: stopped after {} of {} frames; go on with --resume.\n",
               outcome.frames, outcome.framesInAll);
    return kInterrupted;
  }
  fmt::print("{} frames of {} are in {}\n", outcome.frames,
             outcome.clip.empty() ? "the rest pose" : "clip " + outcome.clip, folder);
  if (outcome.notConverged == 0) return kDone;
  fmt::print("{} of {} frames did not converge\n", outcome.notConverged, outcome.frames);
  return kNotConverged;
}

int runSolve(SolveOptions& options) {
  const std::atomic<bool>& cancel = watchForInterrupt();
  const Result<CharacterFile> character = readCharacter(options.input, cancel);
  if (!character) return failed(character.error());
  const Result<ClipRunOutcome> outcome = solveShown(character.value(), runOf(options), cancel);
  if (!outcome) return failed(outcome.error());
  if (!options.report.empty() && !outcome.value().wasCancelled) {
    valueOf(writeText(options.report, outcome.value().report));
  }
  if (!options.comparePaths || outcome.value().wasCancelled)
    return conclude(outcome.value(), options.out);
  ClipRun sequential = runOf(options);
  sequential.folder = options.out + "/sequential";
  sequential.settings.mode = SolveMode::Sequential;
  const Result<ClipRunOutcome> other = solveShown(character.value(), sequential, cancel);
  if (!other) return failed(other.error());
  if (other.value().wasCancelled) return conclude(other.value(), sequential.folder);
  if (const auto compared =
          comparePaths(character.value(), sequential, options.out, sequential.folder);
      !compared)
    return failed(compared.error());
  return conclude(outcome.value(), options.out);
}

/// What is wrong with the command line, or nothing.
std::optional<std::string> findUsageProblem(const SolveOptions& options) {
  if (auto problem = findUsageProblem(options.input)) return problem;
  if (!options.frames.empty() && !parseFrames(options.frames)) {
    return "--frames wants A, A:B or A:B:S with A <= B and S >= 1, not '" + options.frames + "'.";
  }
  if (options.comparePaths && options.input.settings.solve.mode != SolveMode::Static) {
    return "--compare-paths solves in the modes static and sequential by itself; leave --mode out.";
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
  command->add_flag("--compare-paths", options->comparePaths,
                    "solve from frame to frame too, and tell which frames depend on that");
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
