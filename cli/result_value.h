// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/result.h>

#include <stdexcept>
#include <utility>

namespace sinew::cli {

/// The value, or its error as an exception, which main() prints.
template <class T>
T valueOf(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(result.value());
}

}  // namespace sinew::cli
