// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sinew/version.h>

#include <thread>

#include "command.h"
#include "scenes/scenes.h"

namespace sinew::cli {
namespace {

void printInfo() {
  fmt::print("version  {}\ntarget   {}\ncores    {}\n", version(), target(),
             std::thread::hardware_concurrency());
  for (const std::string& name : scenes::sceneNames()) {
    const scenes::Scene scene = *scenes::makeScene(name);
    fmt::print("scene    {:5}  {:6} vertices  {:3} bones\n", name, scene.character.points.size(),
               scene.character.bones.size());
  }
}

}  // namespace

void addInfoCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("info", "Version, instruction set, built-in scenes");
  command->callback([&exitCode] {
    printInfo();
    exitCode = kDone;
  });
}

}  // namespace sinew::cli
