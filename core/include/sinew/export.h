// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

/// Marks what libsinew exports; everything else is hidden.
#if defined(_WIN32)
#if defined(SINEW_BUILDING_CORE)
#define SINEW_API __declspec(dllexport)
#else
#define SINEW_API __declspec(dllimport)
#endif
#else
#define SINEW_API __attribute__((visibility("default")))
#endif
