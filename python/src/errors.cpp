// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "errors.h"

namespace sinew::python {
namespace {

const char* typeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::BadMesh:
      return "MeshError";
    case ErrorCode::BadBone:
      return "BoneError";
    case ErrorCode::BadSetting:
      return "SettingError";
    case ErrorCode::BadPose:
      return "PoseError";
    case ErrorCode::TooLarge:
      return "TooLargeError";
    case ErrorCode::NoSupport:
      return "NoSupportError";
    case ErrorCode::Cancelled:
      return "CancelledError";
    case ErrorCode::BadFile:
      return "FileError";
  }
  return "Error";
}

}  // namespace

void raise(const char* type, const std::string& message) {
  const py::object exception = py::module_::import("sinew._errors").attr(type);
  // A file may put any bytes into a message.
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
  PyErr_SetObject(exception.ptr(), text.ptr());
  throw py::error_already_set();
}

void raise(const Error& error) { raise(typeOf(error.code), error.message); }

void raiseArrayError(const std::string& message) { raise("ArrayError", message); }

}  // namespace sinew::python
