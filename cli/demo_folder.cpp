// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "demo_folder.h"

#include <sinew/result_file.h>

#include <algorithm>

#include "result_value.h"

namespace sinew::cli {
namespace {

/// Where the limbs of the scene begin and end in a pose.
std::vector<Vec3f> boneEnds(const scenes::Scene& scene, const Pose& pose) {
  std::vector<Vec3f> ends;
  for (std::size_t b = 0; b < scene.joints.size(); ++b) {
    for (const Vec3d& end : {scene.joints[b].head, scene.joints[b].tail})
      ends.push_back(scenes::toFloat(scenes::apply(pose.bones[b], end)));
  }
  return ends;
}

}  // namespace

DemoFolder::DemoFolder(const std::filesystem::path& folder, const scenes::Scene& scene,
                       const Character& character)
    : folder_(folder),
      scene_(scene),
      linearBlend_(scene),
      wire_(latticeWire(character)),
      springs_(character.summary().springs) {
  std::filesystem::remove(folder /
                          "report.json");  // it is written last: a result is complete with it
  const auto vertices = static_cast<std::int64_t>(scene.character.points.size());
  const auto ends = static_cast<std::int64_t>(2 * scene.joints.size());
  valueOf(
      writeObj((folder / "mesh.obj").string(), scene.character.points, scene.character.triangles));
  for (const char* name : {"surface.pc2", "skinned.pc2", "strain.pc2", "quality.pc2"})
    valueOf(createPointCache((folder / name).string(), vertices, 0, 1));
  valueOf(createPointCache((folder / "bones.pc2").string(), ends, 0, 1));
  valueOf(writeObjLines((folder / "lattice.obj").string(), wire_.points, wire_.edges));
  valueOf(createPointCache((folder / "lattice.pc2").string(),
                           static_cast<std::int64_t>(wire_.nodes.size()), 0, 1));
  valueOf(createContactFile((folder / "contacts.bin").string()));
  std::filesystem::remove(folder / "springs.pc2");
  if (springs_ > 0)
    valueOf(createPointCache((folder / "springs.pc2").string(), 2 * springs_, 0, 1));
}

void DemoFolder::add(const Pose& pose, const std::vector<Vec3f>& surface,
                     const Simulation& simulation) {
  std::vector<VertexStrain> strain(surface.size());
  simulation.strain(strain);
  std::vector<Vec3f> asPoints(strain.size());
  std::transform(strain.begin(), strain.end(), asPoints.begin(), [](const VertexStrain& s) {
    return Vec3f{s.minStretch, s.maxStretch, s.volume};
  });
  append("surface.pc2", surface);
  append("skinned.pc2", linearBlend_.skinned(pose));
  append("strain.pc2", asPoints);
  std::vector<VertexQuality> quality(surface.size());
  simulation.quality(quality);
  std::transform(quality.begin(), quality.end(), asPoints.begin(), [](const VertexQuality& q) {
    return Vec3f{q.step, q.penetration, q.pressure};
  });
  append("quality.pc2", asPoints);
  valueOf(appendContacts((folder_ / "contacts.bin").string(), simulation.contacts()));
  append("bones.pc2", boneEnds(scene_, pose));
  std::vector<Vec3f> nodes(wire_.nodes.size());
  simulation.nodePositions(wire_.nodes, nodes);
  append("lattice.pc2", nodes);
  if (springs_ == 0) return;
  std::vector<Vec3f> ends(2 * static_cast<std::size_t>(springs_));
  simulation.springEnds(ends);
  append("springs.pc2", ends);
}

void DemoFolder::append(const char* name, const std::vector<Vec3f>& points) const {
  valueOf(appendFrame((folder_ / name).string(), points));
}

}  // namespace sinew::cli
