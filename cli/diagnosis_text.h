// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/diagnosis.h>

#include <string>

namespace sinew::cli {

/// What `sinew check` prints.
std::string diagnosisText(const std::string& file, const Diagnosis& diagnosis);

/// The same for programs.
std::string diagnosisJson(const std::string& file, const Diagnosis& diagnosis);

}  // namespace sinew::cli
