// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/skin_solid.h"

#include <numeric>

#include "api/mesh_input.h"

namespace sinew {
namespace {

const std::string kWhat = "The skin";

void addWarnings(const SurfaceCheck& check, std::vector<std::string>& warnings) {
  for (const std::string& sentence : check.repairs.sentences())
    warnings.push_back(toldOf(kWhat, sentence));
  for (const MeshRemark& remark : check.report.warnings)
    warnings.push_back(toldOf(kWhat, remark.text));
}

// The triangles by the first vertex at each point.
void nameTrianglesByVertices(SkinSolid& solid) {
  std::vector<std::int32_t> vertexOfPoint(solid.mesh.points.size(), -1);
  for (std::size_t v = solid.pointOfVertex.size(); v-- > 0;)
    vertexOfPoint[static_cast<std::size_t>(solid.pointOfVertex[v])] = static_cast<std::int32_t>(v);
  solid.triangles = solid.mesh.triangles;
  for (auto& t : solid.triangles)
    for (std::int32_t& i : t) i = vertexOfPoint[static_cast<std::size_t>(i)];
}

}  // namespace

Result<SkinSolid> makeSolid(const std::vector<Vec3f>& points,
                            const std::vector<Triangle>& triangles, SurfaceCheck* checked) {
  SkinSolid solid;
  solid.mesh = toMesh(points, triangles);
  MeshFacts facts = inspect(solid.mesh);
  if (auto problem = findBrokenMesh(facts, solid.mesh, kWhat))
    return Error{ErrorCode::BadMesh, *problem};
  SurfaceCheck check = checkSurface(solid.mesh);
  if (checked) *checked = check;
  if (facts.openEdges == 0)
    if (auto problem = findEmptyMesh(facts, kWhat)) return Error{ErrorCode::BadMesh, *problem};
  if (check.report.verdict == MeshVerdict::Refused)
    return Error{ErrorCode::BadMesh, toldOf(kWhat, check.report.refusal)};
  if (check.repairs.orient.wasInsideOut)
    return Error{ErrorCode::BadMesh, kWhat + " is inside out; reverse its normals."};
  addWarnings(check, solid.warnings);
  solid.mesh = std::move(check.repaired);
  solid.pointOfVertex = std::move(check.repairs.weld.newPoint);
  facts = inspect(solid.mesh);
  solid.isClosed = facts.openEdges == 0;
  solid.volume = solid.isClosed ? facts.volume : check.report.inside.insideVolume;
  solid.area = facts.area;
  solid.box = facts.box;
  nameTrianglesByVertices(solid);
  return solid;
}

}  // namespace sinew
