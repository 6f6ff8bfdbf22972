// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stills of a result folder, drawn by the review page in headless Chromium.
#include <fmt/format.h>
#include <sinew/clip_run.h>
#include <sinew/review.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "browser.h"
#include "command.h"
#include "page_template.h"
#include "stills.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

struct RenderOptions {
  Review review;
  StillsOrder order;
  std::string out = "frames", frames, size = "1280x720";
};

/// A folder that is gone when this is.
struct WorkFolder {
  fs::path path;

  explicit WorkFolder(const fs::path& parent)
      : path(parent / fmt::format("render.{}.tmp", getpid())) {
    fs::create_directories(path);
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

/// The numbers of the frames that are drawn. The folder was checked when the page was written.
std::vector<int> framesToDraw(const RenderOptions& options) {
  std::vector<int> numbers;
  if (!options.frames.empty()) {
    const FrameRange range = *parseFrames(options.frames);
    for (int i = 0; i < range.count(); ++i) numbers.push_back(range.frame(i));
    return numbers;
  }
  std::ifstream file(fs::path(options.review.folder) / "report.json");
  const nlohmann::json report = nlohmann::json::parse(file);
  for (const auto& frame : report["frames"]) numbers.push_back(frame["frame"]);
  return numbers;
}

/// What is wrong with the command line, or nothing. Fills in the size.
std::optional<std::string> findUsageProblem(RenderOptions& options) {
  int &width = options.order.width, &height = options.order.height;
  char end = 0;
  const bool isSize = std::sscanf(options.size.c_str(), "%dx%d%c", &width, &height, &end) == 2;
  if (!isSize || width < 16 || height < 16 || width > 8192 || height > 8192)
    return "--size wants WIDTHxHEIGHT from 16 to 8192, not '" + options.size + "'.";
  if (!options.frames.empty() && !parseFrames(options.frames))
    return "--frames wants A, A:B or A:B:S with A <= B and S >= 1, not '" + options.frames + "'.";
  return std::nullopt;
}

int runRender(RenderOptions& options) {
  if (const auto problem = findUsageProblem(options)) {
    fmt::print(stderr, "sinew: {}\n", *problem);
    return kUsage;
  }
  const std::string browser = findBrowser();
  fs::create_directories(options.out);
  const WorkFolder work(options.out);
  const fs::path page = work.path / "page.html";
  options.review.pageTemplate = pageTemplate();
  if (const auto written = writeReview(options.review, page.string()); !written)
    return failed(written.error());
  options.order.frames = framesToDraw(options);
  options.order.against = !options.review.against.empty();
  const auto drawn = drawStills(browser, page, options.order, options.out, work.path);
  if (!drawn) return failed(drawn.error());
  const int count = drawn.value();
  fmt::print("drew {} picture{} into {}\n", count, count == 1 ? "" : "s",
             fs::absolute(options.out).lexically_normal().string());
  return kDone;
}

}  // namespace

void addRenderCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("render", "Draw stills of a solved clip with Chromium");
  auto options = std::make_shared<RenderOptions>();
  StillsOrder& order = options->order;
  command->add_option("folder", options->review.folder, "what solve or demo wrote")->required();
  command->add_option("-o,--out", options->out, "folder for the pictures")->capture_default_str();
  command->add_option("--frames", options->frames, "A, A:B or A:B:S; all if not given");
  command
      ->add_option("--view", order.view,
                   "3/4, front, back, left, right, top, or AZIMUTH,ELEVATION [degrees]")
      ->capture_default_str();
  command->add_option("--colour", order.colour, "what the skin is coloured by")
      ->check(CLI::IsMember({"none", "displacement", "stretch", "compression", "volume",
                             "penetration", "pressure", "convergence"}))
      ->capture_default_str();
  command->add_option("--compare", order.compare, "with linear skinning or --against")
      ->check(CLI::IsMember({"off", "wipe", "side"}))
      ->capture_default_str();
  command->add_option("--against", options->review.against, "a second folder to compare with");
  command->add_option("--size", options->size, "of a picture, or of each on a sheet")
      ->capture_default_str();
  command->add_option("--theme", order.theme, "background")
      ->check(CLI::IsMember({"light", "dark"}))
      ->capture_default_str();
  command->add_flag("--bones", order.bones, "draw the bones");
  command->add_flag("--springs", order.springs, "draw the springs that tie flesh to bones");
  command->add_flag("--contacts", order.contacts, "draw where the skin touches");
  command->add_flag("--lattice", order.lattice, "draw the lattice");
  command->add_flag("--sheet", order.sheet,
                    "one picture, sheet.png: a column per frame, without and with simulation");
  command->callback([options, &exitCode] { exitCode = runRender(*options); });
}

}  // namespace sinew::cli
