// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/character_file.h>
#include <sinew/rig.h>

#include <atomic>
#include <string>

#include "options.h"

namespace sinew::cli {

/// What `check`, `bind` and `solve` are told about a character.
struct InputOptions {
  std::string file;
  AllSettings settings;
  RigSettings rig;                       ///< its material is that of `settings`
  std::vector<std::string> attachments;  ///< such as "ulna=sliding"
  const CLI::App* command = nullptr;     ///< knows which flags were given
};

/// A model and its bones, not yet bound.
struct RiggedInput {
  RiggedModel model;
  Result<Rig> rig;
  std::vector<ClipCollider> colliders;
};

/// The file and the flags that matter when a character is bound. `also`: what else FILE may be.
void addInputOptions(CLI::App& command, InputOptions& options, const std::string& also = "");

/// A setting out of range, or a flag that has no effect on a bound character: as a sentence, or
/// nothing.
std::optional<std::string> findUsageProblem(const InputOptions& options);

/// Of a file name, in lower case, such as ".glb".
std::string endingOf(const std::string& file);

bool isBound(const std::string& file);  ///< a .sinew file

/// Reads a glTF model or a character.json, whose settings go to `options` unless a flag was given.
Result<RiggedInput> readRigged(InputOptions& options);

/// Reads as above and binds, or loads a .sinew file. Warnings go to the terminal. Always has a
/// source.
Result<CharacterFile> readCharacter(InputOptions& options, const std::atomic<bool>& cancel);

/// One line about a bound character.
std::string summaryLine(const std::string& name, const CharacterSummary& summary);

}  // namespace sinew::cli
