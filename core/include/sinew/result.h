// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace sinew {

enum class ErrorCode {
  BadMesh,     ///< the skin or a bone mesh cannot be used
  BadBone,     ///< a bone has an impossible shape or holds nothing
  BadSetting,  ///< a setting is out of range
  BadPose,     ///< wrong bone count or numbers that are not finite
  TooLarge,    ///< the request would exceed the memory limit
  NoSupport,   ///< nothing holds the flesh, so it has no equilibrium
  Cancelled,   ///< the host asked to stop
  BadFile,     ///< a file is missing, damaged or of a kind that is not read
};

/// What went wrong, as one sentence a rigger can act on.
struct Error {
  ErrorCode code;
  std::string message;
};

/// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  const T& value() const { return std::get<T>(state_); }
  T& value() { return std::get<T>(state_); }
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace sinew
