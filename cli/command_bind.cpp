// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A rigged model or a character.json to a .sinew file.
#include <fmt/format.h>

#include <memory>

#include "character_input.h"
#include "command.h"
#include "interrupt.h"
#include "result_value.h"

namespace sinew::cli {
namespace {

struct BindOptions {
  InputOptions input;
  std::string out;
};

int runBind(BindOptions& options) {
  const auto usage = [](const std::string& problem) {
    fmt::print(stderr, "sinew: {}\n", problem);
    return kUsage;
  };
  if (isBound(options.input.file)) return usage(options.input.file + " is bound already.");
  if (const auto problem = findUsageProblem(options.input)) return usage(*problem);
  const Result<CharacterFile> character = readCharacter(options.input, watchForInterrupt());
  if (!character) return failed(character.error());
  const std::int64_t size = valueOf(saveCharacter(character.value(), options.out));
  fmt::print("wrote {}, {:.1f} MB\n", options.out, 1e-6 * static_cast<double>(size));
  return kDone;
}

}  // namespace

void addBindCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("bind", "Fill a rigged model with flesh, once");
  auto options = std::make_shared<BindOptions>();
  command->add_option("-o,--out", options->out, "the .sinew file to write")->required();
  addInputOptions(*command, options->input);
  command->callback([options, &exitCode] { exitCode = runBind(*options); });
}

}  // namespace sinew::cli
