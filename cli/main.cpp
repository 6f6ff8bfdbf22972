// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The tool `sinew`: picks the command.
#include <fmt/format.h>
#include <sinew/version.h>

#include <exception>
#include <filesystem>

#include "command.h"

namespace sinew::cli {

int failed(const Error& error) {
  fmt::print(stderr, "sinew: {}\n", error.message);
  return error.code == ErrorCode::Cancelled ? kInterrupted : kUnusableInput;
}

}  // namespace sinew::cli

int main(int argc, char** argv) {
  using namespace sinew::cli;
  CLI::App app("Physics-based character skinning.", "sinew");
  app.set_version_flag("--version",
                       fmt::format("sinew {} ({})", sinew::version(), sinew::target()));
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 input unusable, 2 usage, 3 done with frames not converged, "
      "130 stopped by the user.");

  int exitCode = kDone;
  addCheckCommand(app, exitCode);
  addBindCommand(app, exitCode);
  addSolveCommand(app, exitCode);
  addReviewCommand(app, exitCode);
  addRenderCommand(app, exitCode);
  addDemoCommand(app, exitCode);
  addSettingsCommand(app, exitCode);
  addInfoCommand(app, exitCode);
  addBenchCommand(app, exitCode);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  } catch (const std::filesystem::filesystem_error& error) {
    return failed({sinew::ErrorCode::BadFile,
                   fmt::format("{}: {}.", error.path1().string(), error.code().message())});
  } catch (const std::exception& error) {
    fmt::print(stderr, "sinew: {}\n", error.what());
    return kUnusableInput;
  }
  return exitCode;
}
