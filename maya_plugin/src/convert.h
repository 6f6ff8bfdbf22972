// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Where Maya's types and Sinew's meet: centimetres and row vectors there, metres and column vectors
// here.
#pragma once

#include <maya/MMatrix.h>
#include <maya/MObject.h>
#include <maya/MPoint.h>
#include <maya/MString.h>

#include <cstdint>
#include <string>

#include "sinew/model_file.h"
#include "sinew/types.h"

namespace sinew::maya {

/// Maya's internal unit of length is the centimetre, whatever its preferences show.
inline constexpr double kMetresPerCentimetre = 0.01;

inline std::string toText(const MString& text) { return text.asUTF8(); }
MString toMString(const std::string& text);

/// p * m of Maya, in centimetres, as M p + t in metres. The last column of m is not read.
Affine3d toAffine(const MMatrix& m);

inline Vec3f toMetres(const MPoint& p) {
  return {static_cast<float>(p.x * kMetresPerCentimetre),
          static_cast<float>(p.y * kMetresPerCentimetre),
          static_cast<float>(p.z * kMetresPerCentimetre)};
}
inline MPoint toCentimetres(const Vec3f& p) {
  return MPoint(static_cast<double>(p.x) / kMetresPerCentimetre,
                static_cast<double>(p.y) / kMetresPerCentimetre,
                static_cast<double>(p.z) / kMetresPerCentimetre);
}

/// A mesh, its points multiplied by `toWorld`, in metres. Polygons become triangles.
SurfaceMesh readMesh(const MObject& mesh, const MMatrix& toWorld);

/// Tells meshes apart that differ in vertex count or faces. 0 if it is not a mesh.
std::uint64_t topologyOf(const MObject& mesh);

/// A hash as text, for string attributes: 16 hexadecimal digits.
std::string hashText(std::uint64_t hash);

}  // namespace sinew::maya
