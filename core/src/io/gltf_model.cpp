// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Puts a character together from the parts of a glTF file: skins first, because they say which
// nodes are joints and where rest space is; then meshes on joints; then welding.
#include "io/gltf_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "io/affine.h"
#include "io/gltf_clips.h"
#include "io/gltf_document.h"
#include "io/gltf_mesh.h"
#include "io/gltf_nodes.h"
#include "io/gltf_skin.h"
#include "io/transforms.h"
#include "io/weld.h"

namespace sinew::io {

namespace {

/// A node that shows a mesh.
struct MeshUse {
  std::int32_t node = 0;
  int mesh = 0;
  int skin = -1;
};

std::vector<MeshUse> findMeshes(const GltfDocument& document, const NodeTree& tree) {
  std::vector<MeshUse> uses;
  for (std::size_t i = 0; i < document.model().nodes.size(); ++i) {
    const tinygltf::Node& node = document.model().nodes[i];
    const std::int32_t place = tree.nodeOfFile[i];
    if (node.mesh >= 0 && tree.inScene[place]) uses.push_back({place, node.mesh, node.skin});
  }
  return uses;
}

/// The skins in use with their meshes, the one with most vertices first.
std::vector<SkinnedMesh> readSkins(GltfDocument& document, const NodeTree& tree,
                                   const std::vector<MeshUse>& uses, MeshTally& tally) {
  std::map<int, SkinnedMesh> bySkin;
  for (const MeshUse& use : uses) {
    if (use.skin < 0) continue;
    auto found = bySkin.find(use.skin);
    if (found == bySkin.end()) {
      found = bySkin.emplace(use.skin, readSkin(document, use.skin, tree)).first;
      found->second.meshNode = use.node;
    }
    SkinnedMesh& skinned = found->second;
    const std::size_t first = skinned.mesh.triangles.size();
    appendMesh(document, use.mesh, skinned.jointNodes.size(), skinned.mesh, tally);
    skinned.parts.push_back({tree.nodes[use.node].name, static_cast<std::int32_t>(first),
                             static_cast<std::int32_t>(skinned.mesh.triangles.size() - first)});
  }
  std::vector<SkinnedMesh> skins;
  for (auto& [index, skinned] : bySkin) skins.push_back(std::move(skinned));
  std::stable_sort(skins.begin(), skins.end(), [](const SkinnedMesh& a, const SkinnedMesh& b) {
    return a.mesh.points.size() > b.mesh.points.size();
  });
  return skins;
}

/// For each node, the joint it hangs on and how.
struct Hanging {
  std::vector<std::int32_t> joint;  ///< the node's own, or the nearest above; -1: none
  std::vector<Affine3d> toJoint;    ///< node to that joint, as the nodes rest
  std::vector<char> moves;          ///< a clip moves something between node and joint
};

Hanging findHanging(const NodeTree& tree, const std::vector<std::int32_t>& jointOfNode,
                    const std::vector<Clip>& clips) {
  std::vector<char> animated(tree.nodes.size(), 0);
  for (const Clip& clip : clips) {
    for (const ClipChannel& channel : clip.channels) animated[channel.node] = 1;
  }
  Hanging hanging;
  hanging.joint.assign(tree.nodes.size(), -1);
  hanging.toJoint.resize(tree.nodes.size());
  hanging.moves.assign(tree.nodes.size(), 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const ModelNode& node = tree.nodes[i];
    if (jointOfNode[i] >= 0) {
      hanging.joint[i] = jointOfNode[i];
    } else if (node.parent >= 0 && hanging.joint[node.parent] >= 0) {
      hanging.joint[i] = hanging.joint[node.parent];
      hanging.toJoint[i] = compose(hanging.toJoint[node.parent],
                                   node.usesMatrix ? node.matrix : toAffine(node.rest));
      hanging.moves[i] = hanging.moves[node.parent] || animated[i];
    }
  }
  return hanging;
}

/// Meshes on joints become bones; the others are named in a warning.
void addBones(GltfDocument& document, const NodeTree& tree, const std::vector<MeshUse>& uses,
              const Hanging& hanging, RiggedModel& model, MeshTally& tally) {
  std::size_t loose = 0, moving = 0;
  std::string firstLoose, firstMoving;
  for (const MeshUse& use : uses) {
    if (use.skin >= 0) continue;
    const std::string& name = tree.nodes[use.node].name;
    const std::int32_t joint = hanging.joint[use.node];
    if (joint < 0) {
      if (loose++ == 0) firstLoose = name;
      continue;
    }
    RawMesh raw;
    appendMesh(document, use.mesh, 0, raw, tally);
    if (raw.triangles.empty()) continue;
    transform(compose(model.joints[joint].bind, hanging.toJoint[use.node]),
              "bone mesh " + inQuotes(name), raw);
    applyWeld(weld(raw.points), raw.points, raw.triangles);
    if (hanging.moves[use.node] && moving++ == 0) firstMoving = name;
    BoneMesh bone;
    bone.joint = joint;
    bone.mesh.name = name;
    bone.mesh.points = std::move(raw.points);
    bone.mesh.triangles = std::move(raw.triangles);
    model.bones.push_back(std::move(bone));
  }
  if (loose > 0) {
    model.warnings.push_back(
        std::to_string(loose) +
        " meshes are neither skinned nor below a joint and were left out; the first is " +
        inQuotes(firstLoose) + ".");
  }
  if (moving > 0) {
    model.warnings.push_back(
        std::to_string(moving) +
        " bone meshes are moved by clips against their joint, which is not read; "
        "the first is " +
        inQuotes(firstMoving) + ".");
  }
}

void addParts(const std::vector<SurfacePart>& parts, std::size_t base,
              std::vector<SurfacePart>& out) {
  for (const SurfacePart& part : parts) {
    out.push_back(
        {part.name, static_cast<std::int32_t>(base) + part.firstTriangle, part.triangleCount});
  }
}

/// Everything the file shows, for a file without skins.
RawMesh readStatic(GltfDocument& document, const NodeTree& tree, const std::vector<MeshUse>& uses,
                   std::vector<SurfacePart>& parts, MeshTally& tally) {
  const std::vector<Affine3d> world = worldTransforms(tree.nodes);
  RawMesh all;
  for (const MeshUse& use : uses) {
    RawMesh raw;
    appendMesh(document, use.mesh, 0, raw, tally);
    const std::string& name = tree.nodes[use.node].name;
    transform(world[use.node], "mesh " + inQuotes(name), raw);
    addParts({{name, 0, static_cast<std::int32_t>(raw.triangles.size())}}, all.triangles.size(),
             parts);
    appendRaw(std::move(raw), {}, all, tally);
  }
  return all;
}

/// Whether two vertices follow the same joints; a weight that is missing counts as 0.
bool sameInfluences(const RawMesh& mesh, std::int32_t a, std::int32_t b) {
  constexpr float kTolerance = 1e-3f;  // a quarter of the step of weights stored in 8 bits
  std::int32_t i = mesh.influenceBegin[a], j = mesh.influenceBegin[b];
  const std::int32_t iEnd = mesh.influenceBegin[a + 1], jEnd = mesh.influenceBegin[b + 1];
  while (i < iEnd || j < jEnd) {
    float difference = 0;
    const bool takeA =
        i < iEnd && (j == jEnd || mesh.influences[i].joint <= mesh.influences[j].joint);
    const bool takeB =
        j < jEnd && (i == iEnd || mesh.influences[j].joint <= mesh.influences[i].joint);
    if (takeA) difference += mesh.influences[i++].weight;
    if (takeB) difference -= mesh.influences[j++].weight;
    if (std::fabs(difference) > kTolerance) return false;
  }
  return true;
}

VertexMap weldMap(const VertexMap& map, const Weld& weld) {
  const auto components = static_cast<std::size_t>(map.components);
  std::vector<double> sums(weld.first.size() * components, 0.0);
  std::vector<std::int32_t> counts(weld.first.size(), 0);
  for (std::size_t v = 0; v < weld.welded.size(); ++v) {
    const auto w = static_cast<std::size_t>(weld.welded[v]);
    ++counts[w];
    for (std::size_t k = 0; k < components; ++k) {
      sums[w * components + k] += double{map.values[v * components + k]};
    }
  }
  VertexMap out = {map.name, map.components, {}};
  out.values.reserve(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    out.values.push_back(static_cast<float>(sums[i] / counts[i / components]));
  }
  return out;
}

void weldSkin(RawMesh&& raw, RiggedModel& model) {
  Weld joined =
      weld(raw.points, [&](std::int32_t a, std::int32_t b) { return sameInfluences(raw, a, b); });
  if (joined.split > 0) {
    model.warnings.push_back(
        std::to_string(joined.split) +
        " vertices share their place with another but not its weights, and were not "
        "joined to it.");
  }
  for (const VertexMap& map : raw.maps) model.maps.push_back(weldMap(map, joined));
  if (!model.joints.empty()) {
    model.influenceBegin.push_back(0);
    for (const std::int32_t v : joined.first) {
      model.influences.insert(model.influences.end(),
                              raw.influences.begin() + raw.influenceBegin[v],
                              raw.influences.begin() + raw.influenceBegin[v + 1]);
      model.influenceBegin.push_back(static_cast<std::int32_t>(model.influences.size()));
    }
  }
  applyWeld(joined, raw.points, raw.triangles);
  model.skin.points = std::move(raw.points);
  model.skin.triangles = std::move(raw.triangles);
  model.vertexOfFile = std::move(joined.welded);
}

void tell(const MeshTally& tally, std::vector<std::string>& warnings) {
  const auto warn = [&](std::int64_t count, const char* what) {
    if (count > 0) warnings.push_back(std::to_string(count) + what);
  };
  warn(tally.otherPrimitives, " primitives of points, lines or without positions were left out.");
  warn(tally.morphedPrimitives, " primitives have morph targets, which are not read.");
  warn(tally.unweighted, " vertices of skinned meshes have no weights.");
  warn(tally.negative, " weights are negative and were left out.");
  warn(tally.unbalanced, " vertices have weights that do not add up to 1; they were scaled.");
  warn(tally.unmapped, " values of vertex maps are missing in some meshes and were taken as 1.");
}

}  // namespace

RiggedModel readGltf(Bytes bytes, const std::string& folder) {
  GltfDocument document(bytes, folder);
  NodeTree tree = readNodes(document);
  RiggedModel model;
  MeshTally tally;
  model.clips = readClips(document, tree);

  const std::vector<MeshUse> uses = findMeshes(document, tree);
  std::vector<SkinnedMesh> skins = readSkins(document, tree, uses, tally);
  RawMesh all;
  if (skins.empty()) {
    all = readStatic(document, tree, uses, model.skin.parts, tally);
  } else {
    const std::vector<Affine3d> world = worldTransforms(tree.nodes);
    JointTable table;
    table.jointOfNode.assign(tree.nodes.size(), -1);
    for (SkinnedMesh& skinned : skins) {
      const std::vector<std::int32_t> joints = addSkin(tree, world, skinned, table);
      addParts(skinned.parts, all.triangles.size(), model.skin.parts);
      appendRaw(std::move(skinned.mesh), joints, all, tally);
    }
    const Hanging hanging = findHanging(tree, table.jointOfNode, model.clips);
    model.joints = std::move(table.joints);
    model.warnings = std::move(table.warnings);
    for (ModelJoint& joint : model.joints) {
      const std::int32_t above = tree.nodes[joint.node].parent;
      joint.parent = above < 0 ? -1 : hanging.joint[above];
    }
    addBones(document, tree, uses, hanging, model, tally);
  }
  if (all.triangles.empty()) fail("it has no mesh made of triangles.");
  weldSkin(std::move(all), model);

  model.nodes = std::move(tree.nodes);
  tell(tally, model.warnings);
  model.warnings.insert(model.warnings.begin(), document.warnings().begin(),
                        document.warnings().end());
  return model;
}

}  // namespace sinew::io
