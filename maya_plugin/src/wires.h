// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Lines that sinewDisplay draws: two points in the world for each [cm].
#pragma once

#include <maya/MMatrix.h>
#include <maya/MObject.h>
#include <maya/MPointArray.h>

#include "collider_input.h"
#include "sinew/types.h"

namespace sinew::maya {

/// A line given in metres, moved by `motion`.
void addLine(const Vec3f& from, const Vec3f& to, const MMatrix& motion, MPointArray& lines);

/// Every edge of a closed mesh once.
void addMeshLines(const MObject& mesh, const MMatrix& motion, MPointArray& lines);

/// The outlines of a collider in its place; of a plane a square of 2 m, and which way it pushes.
void addColliderLines(const ColliderValues& collider, MPointArray& lines);

}  // namespace sinew::maya
