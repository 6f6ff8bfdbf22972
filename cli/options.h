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
#include <type_traits>
#include <vector>

namespace sinew::cli {

/// Every setting there is.
struct AllSettings {
  MaterialChoice choice;
  Material material;
  BindSettings bind;
  SolveSettings solve;
};

/// Add one flag to `command` for every field, such as --stepTolerance: those that matter when a
/// character is bound, and those that matter for every frame.
void addBindFlags(CLI::App& command, AllSettings& settings);
void addSolveFlags(CLI::App& command, AllSettings& settings);

/// The same for the bones of a rigged model, under a heading of their own.
void addRigFlags(CLI::App& command, const char* group, RigSettings& settings);

/// Takes every field from `fromFile` for which `command` was given no flag.
template <class Settings>
void takeUnlessGiven(const CLI::App& command, Settings fromFile, Settings& settings) {
  std::vector<void*> values;  // both visits have the same fields in the same order
  visitFields(fromFile, [&](const char*, auto& value, auto&&...) { values.push_back(&value); });
  std::size_t next = 0;
  visitFields(settings, [&](const char* name, auto& value, auto&&...) {
    const auto& given = *static_cast<std::remove_reference_t<decltype(value)>*>(values[next++]);
    const CLI::Option* flag = command.get_option_no_throw("--" + std::string(name));
    if (!flag || flag->count() == 0) value = given;
  });
}

/// Takes the material of the preset that was asked for, and from it what no flag gives. `otherwise`
/// is taken if there is no preset.
void takePreset(const CLI::App& command, const Material& otherwise, AllSettings& settings);

/// The first setting out of range as a sentence, or nothing.
std::optional<std::string> findProblem(const AllSettings& settings);

}  // namespace sinew::cli
