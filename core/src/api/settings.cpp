// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/settings.h"

#include <cmath>
#include <sstream>
#include <type_traits>

namespace sinew {
namespace {

template <class Settings>
std::optional<std::string> firstOutOfRange(Settings settings) {
  std::optional<std::string> problem;
  visitFields(settings, [&](const char* name, const auto& value, auto least, auto greatest,
                            const char* help) {
    if (problem || (value >= least && value <= greatest)) return;  // a NaN fails both comparisons
    std::ostringstream text;
    text << "Setting " << name << " (" << help << ") is " << value << "; choose a value from "
         << least << " to " << greatest << ".";
    problem = text.str();
  });
  return problem;
}

}  // namespace

SolveSettings previewSettings() {
  SolveSettings settings;
  settings.stepTolerance = 0.1;
  settings.newtonIterations = 4;
  settings.poseSplits = 0;
  return settings;
}

std::optional<std::string> findProblem(const Material& material) {
  return firstOutOfRange(material);
}

std::optional<std::string> findProblem(const BindSettings& settings) {
  if (auto problem = firstOutOfRange(settings)) return problem;
  if (settings.stabilisation != Stabilisation::ExactIntegral &&
      settings.stabilisation != Stabilisation::TwelveEdges)
    return "Setting stabilisation is neither ExactIntegral nor TwelveEdges.";
  return std::nullopt;
}

std::optional<std::string> findProblem(const SolveSettings& settings) {
  return firstOutOfRange(settings);
}

}  // namespace sinew
