// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "diagnosis/findings.h"

#include <algorithm>

#include "base/sentences.h"

namespace sinew {
namespace {

const char* topicOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::BadMesh:
      return "bad_mesh";
    case ErrorCode::BadBone:
      return "bad_bones";
    case ErrorCode::BadSetting:
      return "bad_setting";
    case ErrorCode::TooLarge:
      return "too_large";
    case ErrorCode::NoSupport:
      return "flesh_without_bones";
    default:
      return "bad_file";
  }
}

}  // namespace

void fail(Diagnosis& d, const Error& error) {
  for (const Finding& finding : d.findings)
    if (finding.message == error.message) return;  // the surface check said it already
  fail(d, topicOf(error.code), error.message);
}

std::string leastNamed(std::vector<std::pair<double, std::string>> values,
                       const std::string& unit) {
  std::sort(values.begin(), values.end());
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < 3; ++i)
    text += (i > 0 ? ", '" : "'") + values[i].second + "' " + number(values[i].first) + unit;
  return values.size() > 3 ? text + " and others" : text;
}

}  // namespace sinew
