// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "io/file_problem.h"
#include "sinew/model_file.h"

namespace sinew::io {

// One per format; each throws FileProblem. The mesh has no name yet.
SurfaceMesh readObj(Bytes bytes);
SurfaceMesh readPly(Bytes bytes);
SurfaceMesh readStl(Bytes bytes);

/// The lines (l) of an OBJ file, as places in its list of points; throws too.
std::vector<std::array<std::int32_t, 2>> readObjLines(Bytes bytes);

}  // namespace sinew::io
