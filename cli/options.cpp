// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "options.h"

#include <string_view>

namespace sinew::cli {
namespace {

/// A shorter name for what is set most often.
std::string flagOf(std::string_view field) {
  if (field == "targetCells") return "--cells,--targetCells";
  return "--" + std::string(field);
}

template <class Settings>
void addGroup(CLI::App& command, const char* group, Settings& settings) {
  visitFields(settings,
              [&](const char* name, auto& value, auto least, auto greatest, const char* help) {
                command.add_option(flagOf(name), value, help)
                    ->check(CLI::Range(least, greatest))
                    ->capture_default_str()
                    ->group(group);
              });
}

}  // namespace

void addFlags(CLI::App& command, AllSettings& settings) {
  addGroup(command, "Material", settings.material);
  addGroup(command, "Bind", settings.bind);
  addGroup(command, "Solve", settings.solve);
}

void addRigFlags(CLI::App& command, const char* group, RigSettings& settings) {
  addGroup(command, group, settings);
}

std::optional<std::string> findProblem(const AllSettings& settings) {
  if (auto problem = sinew::findProblem(settings.material)) return problem;
  if (auto problem = sinew::findProblem(settings.bind)) return problem;
  return sinew::findProblem(settings.solve);
}

}  // namespace sinew::cli
