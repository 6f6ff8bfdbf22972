// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Whole frames through the public interface, from a pose to a surface.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#include "api/character_parts.h"
#include "api_scene.h"

namespace sinew::bench {
namespace {

struct Course {
  const char* name;   // for --course
  const char* scene;  // in words
  SolveMode mode;
  double degrees;  // how far the bone that turns most is from rest, in the frame that is timed
  double perFrame;
};
// A static frame starts from rest, so it costs what its pose costs; a sequential one starts from
// the frame before.
constexpr Course kCourses[] = {
    {"static_5", "static, 5 degrees", SolveMode::Static, 5, 5},
    {"static_45", "static, 45 degrees", SolveMode::Static, 45, 45},
    {"sequential_5", "sequential, 5 degrees per frame", SolveMode::Sequential, 30, 5}};

struct Quality {
  const char* name;
  SolveSettings settings;
  double allowedError;  // against a tight solve [cells]
};

SolveSettings tightSettings() {
  SolveSettings settings;
  settings.stepTolerance = 1e-3;
  settings.linearTolerance = 1e-2;
  return settings;
}

// The frame that ends the course; a sequential one goes through the frames before it first.
SolvedFrame runCourse(Simulation& simulation, const ApiScene& scene, const Course& course,
                      SolveSettings settings, int threads) {
  settings.mode = course.mode;
  simulation.reset();
  SolvedFrame last;
  for (double turn = course.perFrame; turn < course.degrees * 1.001; turn += course.perFrame)
    last = solveWith(simulation, scene.poseTurnedBy(turn), settings, threads);
  return last;
}

// y = K x with the character's own lattice and law, timed again and again between frames: machines
// slow down for minutes, and then both do.
class OperatorClock {
 public:
  OperatorClock(const Options& options, const Character& character)
      : w_(character.parts().model),
        x_(randomVector(character.parts().model, 1)),
        y_(x_),
        arena_(options.threads) {
    arena_.run([&] { linearise(character.parts().model, w_.x, w_); });
    seconds();  // caches and pages
  }

  /// Seconds of one product, the mean of some. (The best would be that of a lucky millisecond,
  /// and no frame is as short.)
  double seconds() {
    double all = 0;
    arena_.run([&] {
      all = secondsOfRuns(1, [&] {
        for (int k = 0; k < kProducts; ++k) w_.multigrid.apply(Tangent::Exact, x_, y_);
      });
    });
    return all / kProducts;
  }

 private:
  static constexpr int kProducts = 20;
  Workspace w_;
  NodeVector x_, y_;
  ThreadArena arena_;
};

double medianOf(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

Work frameWork(const FleshModel& model, const FrameReport& report) {
  Work work = iterationWork(model).times(report.vcycles);
  work += lineariseWork(model).times(report.newton + 1);
  work += setupWork(model);
  return work;
}

Json stagesOf(const FrameReport::Seconds& s) {
  const double other = s.total - (s.start + s.contact + s.linearise + s.setup + s.linear + s.embed);
  return {{"start", s.start}, {"contact", s.contact}, {"linearise", s.linearise},
          {"setup", s.setup}, {"linear", s.linear},   {"embed", s.embed},
          {"other", other}};
}

void timeCourse(Report& report, const ApiScene& scene, const Course& course, const Quality& quality,
                OperatorClock& clock) {
  const Options& options = report.options();
  Simulation simulation(scene.character);
  SolvedFrame best;
  std::vector<double> products;      // seconds of one, before and after each frame
  std::vector<double> applications;  // of K in the time of a frame, both of the same moment
  for (int k = 0; k < options.repetitions; ++k) {
    const double before = clock.seconds();
    SolvedFrame frame = runCourse(simulation, scene, course, quality.settings, options.threads);
    products.push_back(0.5 * (before + clock.seconds()));
    applications.push_back(frame.seconds / products.back());
    if (k > 0)
      require(surfaceDistance(scene, frame.surface, best.surface), 0, "a second run's distance");
    if (k == 0 || frame.seconds < best.seconds) best = std::move(frame);
  }
  Simulation slow(scene.character);
  const SolvedFrame tight = runCourse(slow, scene, course, tightSettings(), options.threads);
  const double error = surfaceDistance(scene, best.surface, tight.surface);
  require(tight.report.status == SolveStatus::Converged, "the tight solve did not converge");
  require(error, quality.allowedError, "distance from a tight solve [cells]");

  const CharacterSummary& summary = scene.character->summary();
  Json& row = report.add({"frame", scene.scene.name + ", " + course.scene + ", " + quality.name,
                          summary.cells, frameWork(scene.character->parts().model, best.report)},
                         best.seconds);
  row["applications"] = medianOf(std::move(applications));  // `seconds` is the best run
  row["median_operator_seconds"] = medianOf(std::move(products));
  row["status"] = name(best.report.status);
  row["newton"] = best.report.newton;
  row["vcycles"] = best.report.vcycles;
  row["error_cells"] = error;
  row["stages"] = stagesOf(best.report.seconds);
  row["memory_bytes"] = summary.memoryBytes;
  row["bytes_per_cell"] =
      static_cast<double>(summary.memoryBytes) / static_cast<double>(summary.cells);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  row["peak_bytes"] = static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

void benchFrame(Report& report) {
  const Options& options = report.options();
  const Quality qualities[] = {{"final", {}, 0.3}, {"preview", previewSettings(), 3}};
  for (const std::string& name : scenesOf(options, {"arm", "hand"})) {
    ApiScene scene = makeApiScene(name, options);
    bindScene(scene, cellsOf(options, 100000));
    OperatorClock clock(options, *scene.character);
    for (const Course& course : kCourses) {
      if (!options.course.empty() && options.course != course.name) continue;
      for (const Quality& quality : qualities) timeCourse(report, scene, course, quality, clock);
    }
  }
}

}  // namespace sinew::bench
