// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flags made from visitFields: no name, range or help text is typed a second time.
#pragma once

#include <sinew/rig.h>
#include <sinew/settings.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace sinew::cli {

/// Every setting there is.
struct AllSettings {
  Material material;
  BindSettings bind;
  SolveSettings solve;
};

/// Adds one flag to `command` for every field, such as --stepTolerance.
void addFlags(CLI::App& command, AllSettings& settings);

/// The same for the bones of a rigged model, under a heading of their own.
void addRigFlags(CLI::App& command, const char* group, RigSettings& settings);

/// The first setting out of range as a sentence, or nothing.
std::optional<std::string> findProblem(const AllSettings& settings);

}  // namespace sinew::cli
