// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "options.h"

#include <string>
#include <string_view>

namespace sinew::cli {
namespace {

/// A shorter name for what is set most often.
std::string flagOf(std::string_view field) {
  if (field == "targetCells") return "--cells,--targetCells";
  return "--" + std::string(field);
}

/// Takes one of `names`, in any case, and puts its number in its place. CLI11's own transformer
/// would show the numbers to the user.
template <std::size_t N>
CLI::Validator choiceOf(const char* const (&names)[N]) {
  std::string list;
  for (const char* name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  const auto toNumber = [&names, list](std::string& text) -> std::string {
    for (std::size_t i = 0; i < N; ++i) {
      if (CLI::detail::to_lower(text) != CLI::detail::to_lower(names[i])) continue;
      text = std::to_string(i);
      return "";
    }
    return "'" + text + "' is not one of " + list;
  };
  return CLI::Validator(toNumber, "{" + list + "}");
}

/// Adds a flag per field.
struct FlagAdder {
  CLI::App& command;
  const char* group;

  template <class Number>
  void operator()(const char* name, Number& value, Number least, Number greatest,
                  const char* help) {
    command.add_option(flagOf(name), value, help)
        ->check(CLI::Range(least, greatest))
        ->capture_default_str()
        ->group(group);
  }

  template <class Choice, std::size_t N>
  void operator()(const char* name, Choice& value, const char* const (&names)[N],
                  const char* help) {
    command.add_option(flagOf(name), value, help)
        ->transform(choiceOf(names))
        ->default_str(names[static_cast<std::size_t>(value)])
        ->group(group);
  }
};

template <class Settings>
void addGroup(CLI::App& command, const char* group, Settings& settings) {
  visitFields(settings, FlagAdder{command, group});
}

}  // namespace

void addBindFlags(CLI::App& command, AllSettings& settings) {
  addGroup(command, "Material", settings.choice);
  addGroup(command, "Material", settings.material);
  addGroup(command, "Bind", settings.bind);
}

void addSolveFlags(CLI::App& command, AllSettings& settings) {
  addGroup(command, "Solve", settings.solve);
}

void addRigFlags(CLI::App& command, const char* group, RigSettings& settings) {
  addGroup(command, group, settings);
}

void takePreset(const CLI::App& command, const Material& otherwise, AllSettings& settings) {
  const MaterialPreset preset = settings.choice.preset;
  takeUnlessGiven(command, preset == MaterialPreset::None ? otherwise : presetMaterial(preset),
                  settings.material);
}

std::optional<std::string> findProblem(const AllSettings& settings) {
  if (auto problem = sinew::findProblem(settings.material)) return problem;
  if (auto problem = sinew::findProblem(settings.bind)) return problem;
  return sinew::findProblem(settings.solve);
}

}  // namespace sinew::cli
