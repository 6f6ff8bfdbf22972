// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "convert.h"

#include <maya/MFnMesh.h>
#include <maya/MIntArray.h>
#include <maya/MPointArray.h>

#include <cstdio>

namespace sinew::maya {

MString toMString(const std::string& text) {
  MString result;
  result.setUTF8(text.c_str());
  return result;
}

Affine3d toAffine(const MMatrix& m) {
  Affine3d result;
  for (unsigned int row = 0; row < 3; ++row) {
    for (unsigned int column = 0; column < 3; ++column) result.rows[row][column] = m(column, row);
    result.rows[row][3] = m(3, row) * kMetresPerCentimetre;
  }
  return result;
}

SurfaceMesh readMesh(const MObject& mesh, const MMatrix& toWorld) {
  SurfaceMesh result;
  const MFnMesh fn(mesh);
  MPointArray points;
  fn.getPoints(points, MSpace::kObject);
  result.points.reserve(points.length());
  for (unsigned int i = 0; i < points.length(); ++i)
    result.points.push_back(toMetres(points[i] * toWorld));

  MIntArray trianglesPerFace, corners;
  fn.getTriangles(trianglesPerFace, corners);
  for (unsigned int i = 0; i + 2 < corners.length(); i += 3)
    result.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  // A mirrored transform turns triangles inside out.
  if (toWorld.det3x3() < 0)
    for (Triangle& t : result.triangles) std::swap(t.b, t.c);
  return result;
}

std::uint64_t topologyOf(const MObject& mesh) {
  MStatus status;
  const MFnMesh fn(mesh, &status);
  if (!status) return 0;
  MIntArray cornersPerFace, corners;
  if (!fn.getVertices(cornersPerFace, corners)) return 0;
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a over whole numbers
  const auto add = [&](int value) {
    hash = (hash ^ static_cast<std::uint32_t>(value)) * 1099511628211u;
  };
  add(fn.numVertices());
  for (unsigned int i = 0; i < cornersPerFace.length(); ++i) add(cornersPerFace[i]);
  for (unsigned int i = 0; i < corners.length(); ++i) add(corners[i]);
  return hash == 0 ? 1 : hash;
}

std::string hashText(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace sinew::maya
