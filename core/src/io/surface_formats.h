// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/file_problem.h"
#include "sinew/model_file.h"

namespace sinew::io {

// One per format; each throws FileProblem. The mesh has no name yet.
SurfaceMesh readObj(Bytes bytes);
SurfaceMesh readPly(Bytes bytes);
SurfaceMesh readStl(Bytes bytes);

}  // namespace sinew::io
