// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_nodes.h"

#include <algorithm>
#include <cmath>

#include "io/affine.h"
#include "io/transforms.h"

namespace sinew::io {

namespace {

template <std::size_t N>
void copyNumbers(const std::vector<double>& from, double (&to)[N], const std::string& what) {
  if (from.empty()) return;
  const bool finite =
      std::all_of(from.begin(), from.end(), [](double v) { return std::isfinite(v); });
  if (from.size() != N || !finite) {
    fail(what + " does not have " + std::to_string(N) + " finite numbers.");
  }
  std::copy(from.begin(), from.end(), to);
}

/// glTF stores matrices by columns.
Affine3d toAffine(const std::vector<double>& columns, const std::string& what) {
  double m[16];
  copyNumbers(columns, m, what);
  constexpr double kRoundOff = 1e-5;
  if (std::fabs(m[3]) > kRoundOff || std::fabs(m[7]) > kRoundOff || std::fabs(m[11]) > kRoundOff ||
      std::fabs(m[15] - 1) > kRoundOff) {
    fail(what + " is not affine (its last row is not 0 0 0 1).");
  }
  Affine3d a;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) a.rows[i][j] = m[4 * j + i];
  }
  return a;
}

ModelNode readNode(const tinygltf::Node& from, std::size_t index) {
  ModelNode node;
  node.name = from.name.empty() ? "node" + std::to_string(index) : from.name;
  const std::string what = "node " + std::to_string(index) + " (" + inQuotes(node.name) + ")";
  if (!from.matrix.empty()) {
    node.usesMatrix = true;
    node.matrix = toAffine(from.matrix, what + ", matrix");
    return node;
  }
  copyNumbers(from.translation, node.rest.translation, what + ", translation");
  copyNumbers(from.rotation, node.rest.rotation, what + ", rotation");
  copyNumbers(from.scale, node.rest.scale, what + ", scale");
  double square = 0;
  for (const double v : node.rest.rotation) square += v * v;
  if (!(square > 1e-12 && square < 1e12))
    fail(what + " has a rotation that is not a unit quaternion.");
  for (double& v : node.rest.rotation) v /= std::sqrt(square);
  return node;
}

std::vector<std::int32_t> findParents(const tinygltf::Model& model) {
  std::vector<std::int32_t> parents(model.nodes.size(), -1);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    for (const int child : model.nodes[i].children) {
      at(model.nodes, child, "node", "node " + std::to_string(i));
      if (parents[child] >= 0) fail("node " + std::to_string(child) + " has two parents.");
      parents[child] = static_cast<std::int32_t>(i);
    }
  }
  return parents;
}

/// Nodes of the file, parents first.
std::vector<std::int32_t> sortNodes(const tinygltf::Model& model,
                                    const std::vector<std::int32_t>& parents) {
  std::vector<std::int32_t> order;
  order.reserve(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] < 0) order.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto& children = model.nodes[order[k]].children;
    order.insert(order.end(), children.begin(), children.end());
  }
  if (order.size() != parents.size()) {
    fail(std::to_string(parents.size() - order.size()) + " of its nodes are their own ancestors.");
  }
  return order;
}

void markScene(const tinygltf::Model& model, NodeTree& tree) {
  if (model.scenes.empty()) {
    std::fill(tree.inScene.begin(), tree.inScene.end(), 1);
    return;
  }
  const int scene = std::max(model.defaultScene, 0);
  for (const int root : at(model.scenes, scene, "scene", "the file").nodes) {
    tree.inScene[findNode(tree, root, "scene " + std::to_string(scene))] = 1;
  }
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const std::int32_t parent = tree.nodes[i].parent;
    if (parent >= 0 && tree.inScene[parent]) tree.inScene[i] = 1;
  }
}

}  // namespace

NodeTree readNodes(const GltfDocument& document) {
  const tinygltf::Model& model = document.model();
  const std::vector<std::int32_t> parents = findParents(model);
  NodeTree tree;
  tree.fileOfNode = sortNodes(model, parents);
  tree.nodeOfFile.resize(parents.size());
  tree.inScene.assign(parents.size(), 0);
  for (const std::int32_t fileIndex : tree.fileOfNode) {
    ModelNode node = readNode(model.nodes[fileIndex], static_cast<std::size_t>(fileIndex));
    const std::int32_t parent = parents[fileIndex];
    node.parent = parent < 0 ? -1 : tree.nodeOfFile[parent];
    tree.nodeOfFile[fileIndex] = static_cast<std::int32_t>(tree.nodes.size());
    tree.nodes.push_back(std::move(node));
  }
  markScene(model, tree);
  const std::vector<Affine3d> world = worldTransforms(tree.nodes);
  for (std::size_t i = 0; i < world.size(); ++i) {
    if (!isFinite(world[i]))
      fail("node " + inQuotes(tree.nodes[i].name) + " is infinitely far or large.");
  }
  return tree;
}

std::int32_t findNode(const NodeTree& tree, int fileIndex, const std::string& user) {
  return at(tree.nodeOfFile, fileIndex, "node", user);
}

}  // namespace sinew::io
