// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Errors of the core as exceptions of the package's own types, with the same sentence.
#pragma once

#include <pybind11/pybind11.h>
#include <sinew/result.h>

#include <string>
#include <utility>

namespace sinew::python {

namespace py = pybind11;

/// Raises the exception of that name in sinew/_errors.py. Needs the GIL.
[[noreturn]] void raise(const char* type, const std::string& message);
[[noreturn]] void raise(const Error& error);

/// For arrays of the wrong shape, kind or layout.
[[noreturn]] void raiseArrayError(const std::string& message);

template <class T>
T valueOf(Result<T> result) {
  if (!result) raise(result.error());
  return std::move(result.value());
}

}  // namespace sinew::python
