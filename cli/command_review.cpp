// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A result folder to one HTML file.
#include <fmt/format.h>
#include <sinew/review.h>

#include <filesystem>
#include <memory>

#include "command.h"
#include "page_template.h"

namespace sinew::cli {
namespace {

struct ReviewOptions {
  Review review;
  std::string out = "review.html";
};

int runReview(ReviewOptions& options) {
  options.review.pageTemplate = pageTemplate();
  const Result<std::int64_t> size = writeReview(options.review, options.out);
  if (!size) return failed(size.error());
  const auto path = std::filesystem::absolute(options.out).lexically_normal();
  fmt::print("wrote {}, {:.1f} MB; open it in a browser\n", path.string(),
             1e-6 * static_cast<double>(size.value()));
  return kDone;
}

}  // namespace

void addReviewCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("review", "Make a page to look at a solved clip");
  auto options = std::make_shared<ReviewOptions>();
  command->add_option("folder", options->review.folder, "what solve or demo wrote")->required();
  command->add_option("--against", options->review.against,
                      "a second folder of the same skin and frames, to compare with");
  command->add_option("--title", options->review.title, "heading of the page; the folder's name");
  command->add_option("-o,--out", options->out, "the page")->capture_default_str();
  command->callback([options, &exitCode] { exitCode = runReview(*options); });
}

}  // namespace sinew::cli
