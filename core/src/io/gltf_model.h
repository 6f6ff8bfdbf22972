// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "io/file_problem.h"
#include "sinew/model_file.h"

namespace sinew::io {

/// All of a glTF file. Buffers in other files are looked for in `folder`; empty: refused. The model
/// has no name yet. Throws FileProblem.
RiggedModel readGltf(Bytes bytes, const std::string& folder);

}  // namespace sinew::io
