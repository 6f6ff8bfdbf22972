// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Binds a built-in scene, solves its clip, and leaves a report and pictures.
#include <fmt/format.h>
#include <sinew/clip_run.h>
#include <sinew/result_file.h>
#include <sinew/sinew.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "character_input.h"
#include "command.h"
#include "demo_folder.h"
#include "options.h"
#include "pictures.h"
#include "report.h"
#include "result_value.h"
#include "scenes/png.h"
#include "scenes/scenes.h"
#include "scenes/write_file.h"

namespace sinew::cli {
namespace {

constexpr double kClipSeconds = 2;

struct DemoOptions {
  std::string scene = "gesture";
  std::filesystem::path out = "sinew_demo";
  int frames = 13;
  double detail = 1;
  bool objFrames = false;
  AllSettings settings;
};

void require(bool written, const std::filesystem::path& path) {
  if (!written) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

void writePicture(const std::filesystem::path& path, const scenes::Image& image) {
  require(scenes::writePng(image, path), path);
}

void printSummary(const std::string& scene, const CharacterSummary& c) {
  fmt::print("{}\n", summaryLine(scene, c));
  for (const std::string& warning : c.warnings) fmt::print("warning: {}\n", warning);
}

struct Solution {
  Surfaces surfaces;
  std::vector<std::string> reports;  // JSON
  int notConverged = 0;
};

/// Solves all frames, telling about each as it is done.
Solution solveClip(const scenes::Scene& scene, const DemoOptions& options, Simulation& simulation) {
  Solution solution;
  DemoFolder folder(options.out, scene, simulation.character());
  for (int frame = 0; frame < options.frames; ++frame) {
    std::vector<Vec3f> surface(scene.character.points.size());
    const Pose pose = scene.pose(frameTime(frame, options.frames));
    const SolveSettings& settings = options.settings.solve;
    const FrameReport report =
        settings.mode == SolveMode::Dynamic
            ? simulation.step(pose, kClipSeconds / std::max(1, options.frames - 1), settings,
                              surface)
            : simulation.solve(pose, settings, surface);
    if (report.status == SolveStatus::BadInput) throw std::runtime_error(report.message);
    fmt::print("{}\n", frameLine(frame, options.frames - 1, report));
    std::fflush(stdout);
    if (options.objFrames) {
      valueOf(writeObj((options.out / fmt::format("frame.{:04}.obj", frame)).string(), surface,
                       scene.character.triangles));
    }
    folder.add(pose, surface, simulation);
    solution.surfaces.push_back(std::move(surface));
    solution.reports.push_back(frameJson(frame, report));
    solution.notConverged += report.status != SolveStatus::Converged;
  }
  return solution;
}

/// What was solved, for report.json.
std::string runOf(const DemoOptions& options) {
  return fmt::format(R"({{"scene": "{}", "detail": {}, "fps": {}}})", options.scene, options.detail,
                     std::max(1, options.frames - 1) / kClipSeconds);
}

int runDemo(const DemoOptions& options) {
  if (const auto problem = findProblem(options.settings)) {
    fmt::print(stderr, "sinew: {}\n", *problem);
    return kUsage;
  }
  std::filesystem::create_directories(options.out);
  scenes::Scene scene = *scenes::makeScene(options.scene, options.detail);
  scene.character.material = options.settings.material;

  const auto bound = bind(scene.character, options.settings.bind);
  if (!bound) {
    fmt::print(stderr, "sinew: {}\n", bound.error().message);
    return kUnusableInput;
  }
  const CharacterSummary& summary = bound.value()->summary();
  printSummary(scene.name, summary);
  Simulation simulation(bound.value());
  const Solution solution = solveClip(scene, options, simulation);

  valueOf(writeText((options.out / "report.json").string(),
                    reportText({options.settings.material, options.settings.bind,
                                options.settings.solve, summary, runOf(options)},
                               solution.reports)));
  writePicture(options.out / "sheet.png", makeSheet(scene, solution.surfaces));
  writePicture(options.out / "poster.png", makePoster(scene, solution.surfaces));

  if (solution.notConverged > 0) {
    fmt::print("{} of {} frames did not converge\n", solution.notConverged, options.frames);
  }
  const std::string out = std::filesystem::absolute(options.out).lexically_normal().string();
  fmt::print("look at {0}/sheet.png and {0}/poster.png; numbers are in {0}/report.json\n", out);
  return solution.notConverged > 0 ? kNotConverged : kDone;
}

}  // namespace

void addDemoCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("demo", "Solve a built-in character and draw it");
  auto options = std::make_shared<DemoOptions>();
  command->add_option("--scene", options->scene, "which character")
      ->check(CLI::IsMember(scenes::sceneNames()))
      ->capture_default_str();
  command->add_option("--out", options->out, "folder for the results")->capture_default_str();
  command->add_option("--frames", options->frames, "frames from rest to the full pose")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_option("--detail", options->detail, "fineness of the skin mesh")
      ->check(CLI::Range(0.1, 10.0))
      ->capture_default_str();
  command->add_flag("--obj", options->objFrames, "write every frame as frame.NNNN.obj");
  addBindFlags(*command, options->settings);
  addSolveFlags(*command, options->settings);
  command->callback([options, command, &exitCode] {
    takePreset(*command, {}, options->settings);
    exitCode = runDemo(*options);
  });
}

}  // namespace sinew::cli
