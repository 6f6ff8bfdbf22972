// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Names and numbers that scene files remember. They never change once scenes exist.
#pragma once

namespace sinew::maya {

// From Maya's block for internal use (0 to 0x7ffff): no block has been asked for at Autodesk yet,
// so another in-house plug-in may use the same numbers. docs/maya.md says what that means.
inline constexpr unsigned int kDeformerId = 0x7e510;
inline constexpr unsigned int kBindDataId = 0x7e511;
inline constexpr unsigned int kStateDataId = 0x7e512;
inline constexpr unsigned int kDisplayId = 0x7e513;

inline constexpr const char* kDeformerName = "sinewDeformer";
inline constexpr const char* kBindDataName = "sinewBindData";
inline constexpr const char* kStateDataName = "sinewStateData";
inline constexpr const char* kDisplayName = "sinewDisplay";
inline constexpr const char* kCommandName = "sinew";

}  // namespace sinew::maya
