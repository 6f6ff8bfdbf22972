// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_skin.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include "io/affine.h"
#include "io/gltf_accessor.h"

namespace sinew::io {

namespace {

constexpr std::size_t kMostJoints = 100000;
constexpr std::size_t kSamples = 256;  // points by which candidates for B are compared

/// Of the extent: products of matrices stored as floats differ by less.
constexpr double kAgreement = 1e-5;

Affine3d toAffine(const float* columns, const std::string& what) {
  constexpr float kRoundOff = 1e-4f;
  if (std::fabs(columns[3]) > kRoundOff || std::fabs(columns[7]) > kRoundOff ||
      std::fabs(columns[11]) > kRoundOff || std::fabs(columns[15] - 1) > kRoundOff) {
    fail(what + " is not affine (its last row is not 0 0 0 1).");
  }
  Affine3d a;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) a.rows[i][j] = columns[4 * j + i];
  }
  return a;
}

double distance(const Vec3d& a, const Vec3d& b) {
  return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// Some points of the mesh, and where the nodes' rest pose puts them.
struct Samples {
  std::vector<Vec3f> from;
  std::vector<Vec3d> to;
  double extent = 0;  ///< of `to`
};

Samples takeSamples(const SkinnedMesh& skinned, const std::vector<Affine3d>& restPose) {
  Samples samples;
  const RawMesh& mesh = skinned.mesh;
  const std::size_t step = mesh.points.size() / kSamples + 1;
  Vec3d low, high;
  for (std::size_t v = 0; v < mesh.points.size(); v += step) {
    if (mesh.influenceBegin[v] == mesh.influenceBegin[v + 1]) continue;
    Vec3d sum;
    for (std::int32_t k = mesh.influenceBegin[v]; k < mesh.influenceBegin[v + 1]; ++k) {
      const Vec3d p = apply(restPose[mesh.influences[k].joint], mesh.points[v]);
      const double w = mesh.influences[k].weight;
      sum = {sum.x + w * p.x, sum.y + w * p.y, sum.z + w * p.z};
    }
    if (samples.to.empty()) low = high = sum;
    low = {std::min(low.x, sum.x), std::min(low.y, sum.y), std::min(low.z, sum.z)};
    high = {std::max(high.x, sum.x), std::max(high.y, sum.y), std::max(high.z, sum.z)};
    samples.from.push_back(mesh.points[v]);
    samples.to.push_back(sum);
  }
  samples.extent = distance(low, high);
  return samples;
}

/// How far B puts the samples from where they should be [m].
struct Misfit {
  double mean = 0, most = 0;
};

Misfit misfitOf(const Affine3d& B, const Samples& samples) {
  Misfit misfit;
  for (std::size_t i = 0; i < samples.from.size(); ++i) {
    const double d = distance(apply(B, samples.from[i]), samples.to[i]);
    misfit.mean += d / static_cast<double>(samples.from.size());
    misfit.most = std::max(misfit.most, d);
  }
  return misfit;
}

std::string inMetres(double length) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g m", length);
  return text;
}

/// B by the nodes' rest pose; sinew/model_file.h, "Rest space".
Affine3d findBindShape(const std::vector<Affine3d>& world, const SkinnedMesh& skinned,
                       std::vector<std::string>& warnings) {
  std::vector<Affine3d> restPose(skinned.jointNodes.size());
  for (std::size_t k = 0; k < restPose.size(); ++k) {
    restPose[k] = compose(world[skinned.jointNodes[k]], skinned.inverseBinds[k]);
  }
  const Samples samples = takeSamples(skinned, restPose);

  std::vector<Affine3d> candidates = {Affine3d{}, world[skinned.meshNode]};
  candidates.insert(candidates.end(), restPose.begin(), restPose.end());
  Affine3d best;
  Misfit least = {std::numeric_limits<double>::infinity(), 0};
  for (const Affine3d& B : candidates) {
    if (!inverse(B)) continue;
    const Misfit misfit = misfitOf(B, samples);
    if (misfit.mean < least.mean) {
      least = misfit;
      best = B;
    }
    if (misfit.most <= kAgreement * samples.extent) return B;
  }
  warnings.push_back("The nodes do not rest in the bind pose: they put the skin up to " +
                     inMetres(least.most) + " (" + inMetres(least.mean) +
                     " in the mean) from where it was bound.");
  return best;
}

/// B by a joint that is known already: the one that carries most of this skin's weight.
std::optional<Affine3d> alignBindShape(const JointTable& table, const SkinnedMesh& skinned) {
  std::vector<double> weight(skinned.jointNodes.size(), 0);
  for (const Influence& i : skinned.mesh.influences) weight[i.joint] += double{i.weight};
  std::optional<std::size_t> heaviest;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    if (table.jointOfNode[skinned.jointNodes[k]] < 0) continue;
    if (!heaviest || weight[k] > weight[*heaviest]) heaviest = k;
  }
  if (!heaviest) return std::nullopt;
  const ModelJoint& joint = table.joints[table.jointOfNode[skinned.jointNodes[*heaviest]]];
  const Affine3d B = compose(joint.bind, skinned.inverseBinds[*heaviest]);
  return inverse(B) ? std::optional(B) : std::nullopt;
}

/// Whether two bind places of a joint, as rest space to joint, are one.
bool agrees(const ModelJoint& known, const Affine3d& inverseBind, const RawMesh& mesh) {
  const Affine3d change = compose(known.bind, inverseBind);  // the identity if so
  constexpr double kSame = 1e-4;                             // of the extent
  Vec3d low, high;
  double most = 0;
  const std::size_t step = mesh.points.size() / kSamples + 1;
  for (std::size_t v = 0; v < mesh.points.size(); v += step) {
    const Vec3d p = {mesh.points[v].x, mesh.points[v].y, mesh.points[v].z};
    if (v == 0) low = high = p;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    most = std::max(most, distance(apply(change, p), p));
  }
  return most <= kSame * distance(low, high);
}

}  // namespace

SkinnedMesh readSkin(GltfDocument& document, int skin, const NodeTree& tree) {
  const std::string what = "skin " + std::to_string(skin);
  const tinygltf::Skin& from = at(document.model().skins, skin, "skin", "a node");
  if (from.joints.empty()) fail(what + " has no joints.");
  if (from.joints.size() > kMostJoints) failTooLarge(what + " has more than 100000 joints.");
  SkinnedMesh skinned;
  for (const int joint : from.joints) skinned.jointNodes.push_back(findNode(tree, joint, what));
  std::vector<std::int32_t> sorted = skinned.jointNodes;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    fail(what + " lists a joint twice.");
  }

  skinned.inverseBinds.resize(from.joints.size());
  if (from.inverseBindMatrices < 0) return skinned;
  const std::string user = what + ", inverse bind matrices";
  const std::vector<float> matrices = readFloats(document, from.inverseBindMatrices, 16, user);
  if (matrices.size() / 16 < from.joints.size()) fail(user + ": there are fewer than joints.");
  for (std::size_t k = 0; k < from.joints.size(); ++k) {
    const std::string& name = tree.nodes[skinned.jointNodes[k]].name;
    skinned.inverseBinds[k] =
        toAffine(&matrices[16 * k], "the inverse bind matrix of joint " + inQuotes(name));
    if (!inverse(skinned.inverseBinds[k])) {
      fail("the inverse bind matrix of joint " + inQuotes(name) + " has no inverse.");
    }
  }
  return skinned;
}

std::vector<std::int32_t> addSkin(const NodeTree& tree, const std::vector<Affine3d>& world,
                                  SkinnedMesh& skinned, JointTable& table) {
  std::optional<Affine3d> B = alignBindShape(table, skinned);
  if (!B) B = findBindShape(world, skinned, table.warnings);
  transform(*B, "a skinned mesh", skinned.mesh);

  const Affine3d fromRest = *inverse(*B);
  std::size_t conflicts = 0;
  std::vector<std::int32_t> joints;
  for (std::size_t k = 0; k < skinned.jointNodes.size(); ++k) {
    const std::int32_t node = skinned.jointNodes[k];
    const Affine3d inverseBind = compose(skinned.inverseBinds[k], fromRest);
    const std::int32_t known = table.jointOfNode[node];
    if (known >= 0 && agrees(table.joints[known], inverseBind, skinned.mesh)) {
      joints.push_back(known);
      continue;
    }
    const std::optional<Affine3d> bind = inverse(inverseBind);
    if (!bind)
      fail("joint " + inQuotes(tree.nodes[node].name) + " is bound in an impossible place.");
    if (table.joints.size() >= kMostJoints) failTooLarge("it has more than 100000 joints.");
    joints.push_back(static_cast<std::int32_t>(table.joints.size()));
    table.joints.push_back({tree.nodes[node].name, -1, node, *bind, inverseBind});
    if (known < 0) table.jointOfNode[node] = joints.back();
    conflicts += known >= 0;
  }
  if (conflicts > 0) {
    table.warnings.push_back(std::to_string(conflicts) +
                             " joints are bound in two places by two skins and were doubled.");
  }
  return joints;
}

}  // namespace sinew::io
