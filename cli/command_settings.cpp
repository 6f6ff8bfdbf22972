// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Lists every setting: what it is, its range, and what an artist sees of it.
#include <fmt/format.h>
#include <sinew/settings_table.h>

#include <memory>

#include "command.h"

namespace sinew::cli {
namespace {

void printSettings() {
  std::string group;
  for (const SettingRow& row : listSettings()) {
    if (row.group != group) fmt::print("{}{}\n", group.empty() ? "" : "\n", row.group);
    group = row.group;
    fmt::print("  {} = {}  ({})\n      {}\n      {}: {}\n", row.name, row.standard, row.range,
               row.what, row.isChoice ? "decides" : "when it goes up", row.effect);
  }
  fmt::print("\nPresets\n");
  for (std::size_t i = 1; i < std::size(kMaterialPresetNames); ++i) {
    const Material m = presetMaterial(static_cast<MaterialPreset>(i));
    fmt::print("  {:7} {}, {} Pa, Poisson's ratio {}, {} kg/m^3\n", kMaterialPresetNames[i],
               kFleshLawNames[static_cast<std::size_t>(m.law)], m.youngsModulus, m.poissonsRatio,
               m.density);
  }
}

}  // namespace

void addSettingsCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("settings", "Every setting, its range and its effect");
  auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "as docs/settings.md has it");
  command->callback([markdown, &exitCode] {
    if (*markdown) {
      fmt::print("{}", settingsMarkdown());
    } else {
      printSettings();
    }
    exitCode = kDone;
  });
}

}  // namespace sinew::cli
