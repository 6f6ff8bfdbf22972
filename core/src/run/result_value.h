// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <utility>

#include "sinew/result.h"

namespace sinew {

/// The value, or its error as an exception; the public functions of this layer catch it.
template <class T>
T valueOf(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(result.value());
}

}  // namespace sinew
