// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/character_file.h>
#include <sinew/rig.h>

#include <atomic>
#include <string>

#include "options.h"

namespace sinew::cli {

/// What `bind` and `solve` are told about a character.
struct InputOptions {
  std::string file;
  AllSettings settings;
  RigSettings rig;  ///< its material is that of `settings`
};

/// The file and the flags that matter when a character is bound.
void addInputOptions(CLI::App& command, InputOptions& options);

/// The first setting out of range as a sentence, or nothing.
std::optional<std::string> findProblem(const InputOptions& options);

bool isBound(const std::string& file);  ///< a .sinew file

/// A flag that was given on the command line but matters only when a character is bound, or "".
std::string bindFlagGiven(const CLI::App& command);

/// Binds a glTF model, or loads a .sinew file. Warnings go to the terminal. Always has a source.
Result<CharacterFile> readCharacter(const InputOptions& options, const std::atomic<bool>& cancel);

/// One line about a bound character.
std::string summaryLine(const std::string& name, const CharacterSummary& summary);

}  // namespace sinew::cli
