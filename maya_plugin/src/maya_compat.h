// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The only place that asks which Maya this is. Code is written for 2022; newer ways are used where
// they are faster.
#pragma once

#include <maya/MTypes.h>

#if MAYA_API_VERSION < 20220000
#error "Sinew needs Maya 2022 or newer."
#endif

/// 2024: all painted weights of a mesh at once.
#define SINEW_MAYA_HAS_ENVELOPE_WEIGHTS (MAYA_API_VERSION >= 20240000)
