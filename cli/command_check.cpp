// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The rig doctor: what is wrong with a character before the first solve.
#include <fmt/format.h>
#include <sinew/diagnosis.h>

#include <memory>

#include "character_input.h"
#include "command.h"
#include "diagnosis_text.h"

namespace sinew::cli {
namespace {

struct CheckOptions {
  InputOptions input;
  bool json = false;
};

Diagnosis unreadable(const Error& error) {
  Diagnosis diagnosis;
  diagnosis.findings.push_back({Severity::Error, "bad_file", error.message});
  return diagnosis;
}

Diagnosis examine(InputOptions& input) {
  const std::string ending = endingOf(input.file);
  if (isBound(input.file)) {
    const Result<CharacterFile> file = loadCharacter(input.file);
    return file ? diagnose(file.value()) : unreadable(file.error());
  }
  if (ending == ".obj" || ending == ".stl" || ending == ".ply") {
    const Result<SurfaceMesh> surface = readSurface(input.file);
    return surface ? diagnose(surface.value(), input.settings.bind) : unreadable(surface.error());
  }
  const Result<RiggedInput> rigged = readRigged(input);
  if (!rigged) return unreadable(rigged.error());
  return diagnose(rigged.value().model, rigged.value().rig, input.settings.bind);
}

int runCheck(CheckOptions& options) {
  if (const auto problem = findUsageProblem(options.input)) {
    fmt::print(stderr, "sinew: {}\n", *problem);
    return kUsage;
  }
  const Diagnosis diagnosis = examine(options.input);
  const std::string& file = options.input.file;
  fmt::print("{}", options.json ? diagnosisJson(file, diagnosis) : diagnosisText(file, diagnosis));
  return diagnosis.isUsable() ? kDone : kUnusableInput;
}

}  // namespace

void addCheckCommand(CLI::App& app, int& exitCode) {
  CLI::App* command =
      app.add_subcommand("check", "What is wrong with a rig, before the first solve");
  auto options = std::make_shared<CheckOptions>();
  addInputOptions(*command, options->input, ", or a surface (.obj, .stl, .ply)");
  command->add_flag("--json", options->json, "the same for programs");
  command->callback([options, &exitCode] { exitCode = runCheck(*options); });
}

}  // namespace sinew::cli
