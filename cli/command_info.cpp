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
  fmt::print("version  {}\n", version());
  fmt::print("target   {}\n", target());
  fmt::print("cores    {}\n", std::thread::hardware_concurrency());
  fmt::print("scenes   {}\n", fmt::join(scenes::sceneNames(), " "));
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
