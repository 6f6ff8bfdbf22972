// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Findings under way.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/diagnosis.h"

namespace sinew {

inline void note(Diagnosis& d, const char* topic, std::string message) {
  d.findings.push_back({Severity::Note, topic, std::move(message)});
}

inline void warn(Diagnosis& d, const char* topic, std::string message) {
  d.findings.push_back({Severity::Warning, topic, std::move(message)});
}

inline void fail(Diagnosis& d, const char* topic, std::string message) {
  d.findings.push_back({Severity::Error, topic, std::move(message)});
}

/// The same for an error of bind or makeRig; its code becomes the topic.
void fail(Diagnosis& d, const Error& error);

/// The least numbers of a list by name: "'a' 0.5, 'b' 0.7 and others".
std::string leastNamed(std::vector<std::pair<double, std::string>> values, const std::string& unit);

}  // namespace sinew
