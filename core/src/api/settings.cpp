// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/settings.h"

#include <sstream>

namespace sinew {
namespace {

/// Keeps the first complaint.
struct RangeCheck {
  std::optional<std::string> problem;

  template <class Number>
  void operator()(const char* name, const Number& value, Number least, Number greatest,
                  const char* help) {
    if (problem || (value >= least && value <= greatest)) return;  // a NaN fails both comparisons
    std::ostringstream text;
    text << "Setting " << name << " (" << help << ") is " << value << "; choose a value from "
         << least << " to " << greatest << ".";
    problem = text.str();
  }

  template <class Choice, std::size_t N>
  void operator()(const char* name, const Choice& value, const char* const (&names)[N],
                  const char* help) {
    if (problem || (static_cast<int>(value) >= 0 && static_cast<std::size_t>(value) < N)) return;
    std::ostringstream text;
    text << "Setting " << name << " (" << help << ") is not one of";
    for (const char* choice : names) text << (choice == names[0] ? " " : ", ") << choice;
    text << ".";
    problem = text.str();
  }
};

template <class Settings>
std::optional<std::string> firstOutOfRange(Settings settings) {
  RangeCheck check;
  visitFields(settings, check);
  return check.problem;
}

}  // namespace

SolveSettings previewSettings() {
  SolveSettings settings;
  settings.stepTolerance = 0.1;
  settings.newtonIterations = 4;
  settings.poseSplits = 0;
  return settings;
}

Material presetMaterial(MaterialPreset preset) {
  Material m;
  m.poissonsRatio = 0.47;
  switch (preset) {
    case MaterialPreset::Skin:
      m.law = FleshLaw::MooneyRivlin;
      m.youngsModulus = 2e5, m.density = 1100;
      return m;
    case MaterialPreset::Fat:
      m.youngsModulus = 4e3, m.density = 920;
      return m;
    case MaterialPreset::Muscle:
      m.youngsModulus = 3e4, m.density = 1060;
      return m;
    case MaterialPreset::Stiff:
      m.poissonsRatio = 0.4;
      m.youngsModulus = 1e6, m.density = 1200;
      return m;
    case MaterialPreset::None:
      break;
  }
  return {};
}

std::optional<std::string> findProblem(const MaterialChoice& choice) {
  return firstOutOfRange(choice);
}

std::optional<std::string> findProblem(const Material& material) {
  return firstOutOfRange(material);
}

std::optional<std::string> findProblem(const BindSettings& settings) {
  return firstOutOfRange(settings);
}

std::optional<std::string> findProblem(const SolveSettings& settings) {
  return firstOutOfRange(settings);
}

}  // namespace sinew
