// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "sinew/export.h"

namespace sinew {

/// Such as "0.1.0".
SINEW_API const char* version();

/// The instruction set the kernels run on here, such as "AVX2".
SINEW_API const char* target();

}  // namespace sinew
