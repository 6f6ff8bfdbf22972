// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/result.h>

#include <CLI/CLI.hpp>

namespace sinew::cli {

/// What the tool returns to the shell.
enum ExitCode : int {
  kDone = 0,
  kUnusableInput = 1,
  kUsage = 2,
  kNotConverged = 3,   ///< done, but some frames did not converge
  kInterrupted = 130,  ///< stopped by the user: 128 and the number of SIGINT, as shells have it
};

/// Prints an error and returns the exit code for it.
int failed(const Error& error);

/// Each adds one command to `app`. A command that runs leaves its result in `exitCode`.
void addBenchCommand(CLI::App& app, int& exitCode);
void addBindCommand(CLI::App& app, int& exitCode);
void addCheckCommand(CLI::App& app, int& exitCode);
void addDemoCommand(CLI::App& app, int& exitCode);
void addInfoCommand(CLI::App& app, int& exitCode);
void addRenderCommand(CLI::App& app, int& exitCode);
void addReviewCommand(CLI::App& app, int& exitCode);
void addSettingsCommand(CLI::App& app, int& exitCode);
void addSolveCommand(CLI::App& app, int& exitCode);

}  // namespace sinew::cli
