// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/text_scanner.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace sinew::io {

namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0'; }

template <class T>
std::errc parseWhole(std::string_view word, T& value) {
  if (!word.empty() && word[0] == '+') word.remove_prefix(1);
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  return error == std::errc{} && stop != end ? std::errc::invalid_argument : error;
}

}  // namespace

bool parseNumber(std::string_view word, double& value) {
  const std::errc error = parseWhole(word, value);
  if (error == std::errc::result_out_of_range && word.find("e-") != word.npos) {
    value = 0;  // too small for a double
    return true;
  }
  return error == std::errc{};
}

bool parseNumber(std::string_view word, std::int64_t& value) {
  return parseWhole(word, value) == std::errc{};
}

TextScanner::TextScanner(Bytes bytes)
    : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {
  if (text_.starts_with("\xEF\xBB\xBF")) next_ = 3;  // UTF-8 mark
}

bool TextScanner::nextLine() {
  if (next_ >= text_.size()) {
    at_ = lineEnd_ = text_.size();
    return false;
  }
  at_ = next_;
  ++line_;
  lineEnd_ = text_.find_first_of("\r\n", at_);
  if (lineEnd_ == text_.npos) lineEnd_ = text_.size();
  next_ = lineEnd_ + 1;
  if (lineEnd_ + 1 < text_.size() && text_[lineEnd_] == '\r' && text_[lineEnd_ + 1] == '\n')
    ++next_;
  return true;
}

std::string_view TextScanner::word() {
  while (true) {
    while (at_ < lineEnd_ && isSpace(text_[at_])) ++at_;
    const std::size_t start = at_;
    while (at_ < lineEnd_ && !isSpace(text_[at_])) ++at_;
    const std::string_view found = text_.substr(start, at_ - start);
    if (found != "\\" || at_ != lineEnd_) return found;
    if (!nextLine()) return {};
  }
}

std::string_view TextScanner::wordAcrossLines() {
  while (true) {
    const std::string_view found = word();
    if (!found.empty() || !nextLine()) return found;
  }
}

std::string_view TextScanner::restOfLine() {
  while (at_ < lineEnd_ && isSpace(text_[at_])) ++at_;
  std::string_view rest = text_.substr(at_, lineEnd_ - at_);
  while (!rest.empty() && isSpace(rest.back())) rest.remove_suffix(1);
  at_ = lineEnd_;
  return rest;
}

void TextScanner::failHere(const std::string& what) const {
  fail("line " + std::to_string(line_) + ": " + what);
}

double TextScanner::number(const char* what) {
  const std::string_view found = word();
  double value = 0;
  if (!parseNumber(found, value) || !std::isfinite(static_cast<float>(value))) {
    failHere(std::string("expected a finite number for ") + what + ", found " + inQuotes(found) +
             ".");
  }
  return value;
}

}  // namespace sinew::io
