// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// All settings as text, for hosts that list them: the tool, docs/settings.md, a Maya help line.
#pragma once

#include <string>
#include <vector>

#include "sinew/export.h"
#include "sinew/settings.h"

namespace sinew {

struct SettingRow {
  std::string group;     ///< "Material", "Bind", "Bones" or "Solve"
  std::string name;      ///< as a flag, a keyword and in character.json
  std::string standard;  ///< its default
  std::string range;     ///< such as "0 to 0.499", or the choices with commas between
  std::string what;      ///< what it is, with its unit
  std::string effect;    ///< what is seen when it goes up; of a choice, what it decides
  bool isChoice = false;
};

/// Every setting, in the order hosts show them.
SINEW_API std::vector<SettingRow> listSettings();

/// docs/settings.md: the rows and the presets.
SINEW_API std::string settingsMarkdown();

}  // namespace sinew
