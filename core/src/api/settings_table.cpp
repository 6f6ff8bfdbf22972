// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/settings_table.h"

#include <sstream>

#include "sinew/rig.h"

namespace sinew {
namespace {

template <class Number>
std::string textOf(Number value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

struct RowWriter {
  const char* group;
  std::vector<SettingRow>& rows;

  template <class Number>
  void operator()(const char* name, Number value, Number least, Number greatest,
                  const Meaning& meaning) {
    rows.push_back({group, name, textOf(value), textOf(least) + " to " + textOf(greatest),
                    meaning.what, meaning.effect, false});
  }

  template <class Choice, std::size_t N>
  void operator()(const char* name, Choice value, const char* const (&names)[N],
                  const Meaning& meaning) {
    std::string choices;
    for (const char* choice : names) choices += (choices.empty() ? "" : ", ") + std::string(choice);
    rows.push_back({group, name, names[static_cast<std::size_t>(value)], choices, meaning.what,
                    meaning.effect, true});
  }
};

template <class Settings>
void addRows(const char* group, std::vector<SettingRow>& rows) {
  Settings defaults;
  visitFields(defaults, RowWriter{group, rows});
}

void addPresets(std::ostream& out) {
  out << "\n## Presets\n\nSingle values that are given as well go on top. The numbers are of the "
         "order measured on tissue; no body is as simple.\n\n"
         "| preset | law | Young's modulus [Pa] | Poisson's ratio | density [kg/m^3] |\n"
         "|---|---|---|---|---|\n";
  for (std::size_t i = 1; i < std::size(kMaterialPresetNames); ++i) {
    const Material m = presetMaterial(static_cast<MaterialPreset>(i));
    out << "| " << kMaterialPresetNames[i] << " | "
        << kFleshLawNames[static_cast<std::size_t>(m.law)] << " | " << m.youngsModulus << " | "
        << m.poissonsRatio << " | " << m.density << " |\n";
  }
}

}  // namespace

std::vector<SettingRow> listSettings() {
  std::vector<SettingRow> rows;
  addRows<MaterialChoice>("Material", rows);
  addRows<Material>("Material", rows);
  addRows<BindSettings>("Bind", rows);
  addRows<RigSettings>("Bones", rows);
  addRows<SolveSettings>("Solve", rows);
  return rows;
}

std::string settingsMarkdown() {
  std::ostringstream out;
  out << "<!-- SPDX-FileCopyrightText: 2026 The Sinew authors -->\n"
         "<!-- SPDX-License-Identifier: MIT -->\n\n"
         "# Settings\n\n"
         "Written by `sinew settings --markdown`; do not edit. Names are those of flags "
         "(`--density 1100`), of Python keywords, and of keys in `character.json`: material "
         "settings "
         "under `material`, all others under `settings`. Material, Bind and Bones matter when a "
         "character is bound, Solve in every frame.\n";
  std::string group;
  for (const SettingRow& row : listSettings()) {
    if (row.group != group)
      out << "\n## " << row.group
          << "\n\n| setting | default | range | what it is | when it goes up, or what it decides "
             "|\n|---|---|---|---|---|\n";
    group = row.group;
    out << "| `" << row.name << "` | " << row.standard << " | " << row.range << " | " << row.what
        << " | " << row.effect << " |\n";
  }
  addPresets(out);
  return out.str();
}

}  // namespace sinew
