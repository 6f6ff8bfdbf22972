// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/recipe.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "io/file_problem.h"
#include "io/json_place.h"
#include "io/recipe_text.h"
#include "io/text_scanner.h"
#include "io/whole_file.h"

namespace sinew {

namespace {

using io::NamedFile;

/// Names of files are relative to the recipe's folder; what is wrong with a file is told with the
/// key that names it.
struct Folder {
  std::filesystem::path path;

  std::string of(const NamedFile& file) const { return (path / file.path).string(); }

  template <class T>
  static T valueOf(const NamedFile& file, Result<T> result) {
    if (!result)
      throw io::FileProblem{result.error().code, file.key + ": " + result.error().message};
    return std::move(result.value());
  }
};

bool isModel(const NamedFile& file) {
  std::string ending = std::filesystem::path(file.path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".glb" || ending == ".gltf";
}

SurfaceMesh readScaled(const Folder& folder, const NamedFile& file, double metresPerUnit) {
  SurfaceMesh mesh = Folder::valueOf(file, readSurface(folder.of(file)));
  const auto scale = static_cast<float>(metresPerUnit);
  for (Vec3f& p : mesh.points) p = {scale * p.x, scale * p.y, scale * p.z};
  return mesh;
}

MeshShape readMeshShape(const Folder& folder, const NamedFile& file, double metresPerUnit) {
  SurfaceMesh mesh = readScaled(folder, file, metresPerUnit);
  return {std::move(mesh.points), std::move(mesh.triangles)};
}

/// A skin of its own on the joints and clips of a model.
void replaceSkin(SurfaceMesh skin, RiggedModel& model) {
  model.skin = std::move(skin);
  model.vertexOfFile.clear();
  model.influenceBegin.clear();
  model.influences.clear();
  model.maps.clear();
}

/// Clips of another file, on the nodes with the same names.
void takeClips(const NamedFile& file, const RiggedModel& from, RiggedModel& model) {
  std::map<std::string, std::int32_t> nodeOf;
  for (std::size_t n = 0; n < model.nodes.size(); ++n)
    if (!model.nodes[n].usesMatrix)
      nodeOf.emplace(model.nodes[n].name, static_cast<std::int32_t>(n));
  std::size_t taken = 0, lost = 0;
  model.clips.clear();
  for (Clip clip : from.clips) {
    std::vector<ClipChannel> channels;
    for (ClipChannel& channel : clip.channels) {
      const auto node = nodeOf.find(from.nodes[static_cast<std::size_t>(channel.node)].name);
      if (node == nodeOf.end()) {
        ++lost;
        continue;
      }
      ++taken;
      channel.node = node->second;
      channels.push_back(std::move(channel));
    }
    clip.channels = std::move(channels);
    model.clips.push_back(std::move(clip));
  }
  if (taken == 0)
    io::fail(file.key + ": its clips move no node that the mesh file has under the same name.");
  if (lost > 0)
    model.warnings.push_back(std::to_string(lost) + " of " + std::to_string(lost + taken) +
                             " channels of the clips in " + file.path +
                             " move nodes that the mesh file lacks and are left out.");
}

RiggedModel readParts(const Folder& folder, const io::RecipeText& text) {
  if (!text.skeleton && !isModel(text.mesh))
    io::fail("it lacks the key 'skeleton': " + text.mesh.path +
             " is a surface without joints, so name a .glb or .gltf file that has them.");
  if (!text.skeleton) return Folder::valueOf(text.mesh, readModel(folder.of(text.mesh)));
  RiggedModel skeleton = Folder::valueOf(text.skeleton, readModel(folder.of(text.skeleton)));
  if (!isModel(text.mesh)) {
    replaceSkin(readScaled(folder, text.mesh, text.metresPerUnit), skeleton);
    return skeleton;
  }
  RiggedModel model = Folder::valueOf(text.mesh, readModel(folder.of(text.mesh)));
  takeClips(text.skeleton, skeleton, model);
  return model;
}

std::int32_t jointNamed(const RiggedModel& model, const std::string& joint,
                        const std::string& key) {
  io::Names names;
  for (const ModelJoint& known : model.joints) names.push_back(known.name);
  const auto found = std::find(names.begin(), names.end(), joint);
  if (found == names.end())
    io::fail(key + ".joint is " + io::inQuotes(joint) +
             (names.empty() ? ", but the skeleton has no joints."
                            : "; did you mean " + io::nearestName(joint, names) + "?"));
  return static_cast<std::int32_t>(found - names.begin());
}

std::vector<float> readNumbers(const std::string& path, const std::string& key) {
  const std::vector<unsigned char> bytes = io::readWholeFile(path, key + ": " + path);
  io::TextScanner scanner(bytes);
  std::vector<float> numbers;
  while (scanner.nextLine()) {
    for (std::string_view word = scanner.word(); !word.empty() && word[0] != '#';
         word = scanner.word()) {
      double v = 0;
      if (!io::parseNumber(word, v))
        io::fail(key + ": " + path + ", line " + std::to_string(scanner.lineNumber()) + ": " +
                 io::inQuotes(word) + " is not a number.");
      numbers.push_back(static_cast<float>(v));
    }
  }
  return numbers;
}

/// One number per vertex from a file with one per vertex of the skin, or of the file it is from.
std::vector<float> readMap(const Folder& folder, const NamedFile& file, const RiggedModel& model,
                           float least) {
  if (!file) return {};
  const std::vector<float> given = readNumbers(folder.of(file), file.key);
  const std::size_t vertices = model.skin.points.size();
  for (const float v : given)
    if (!(v >= least && v <= kGreatestMapValue))
      io::fail(file.key + ": " + file.path + " has the number " + std::to_string(v) +
               "; choose values from " + std::to_string(least) + " to " +
               std::to_string(kGreatestMapValue) + ".");
  if (given.size() == vertices) return given;
  if (given.size() != model.vertexOfFile.size() || given.empty())
    io::fail(file.key + ": " + file.path + " has " + std::to_string(given.size()) +
             " numbers and the skin has " + std::to_string(vertices) + " vertices.");
  std::vector<double> sum(vertices, 0), count(vertices, 0);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto v = static_cast<std::size_t>(model.vertexOfFile[i]);
    sum[v] += static_cast<double>(given[i]);
    ++count[v];
  }
  std::vector<float> map(vertices, 1);
  for (std::size_t v = 0; v < vertices; ++v)
    if (count[v] > 0) map[v] = static_cast<float>(sum[v] / count[v]);
  return map;
}

Recipe readChecked(const std::string& path) {
  const std::vector<unsigned char> bytes = io::readWholeFile(path, "the file");
  const io::RecipeText text =
      io::parseRecipe({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const Folder folder{std::filesystem::path(path).parent_path()};
  Recipe recipe;
  recipe.model = readParts(folder, text);
  recipe.model.name = std::filesystem::path(path).stem().string();
  for (const io::RecipeBoneText& bone : text.bones) {
    recipe.bones.push_back({jointNamed(recipe.model, bone.joint, bone.key), bone.bone});
    if (bone.mesh)
      recipe.bones.back().bone.shape = readMeshShape(folder, bone.mesh, text.metresPerUnit);
  }
  for (const io::RecipeColliderText& given : text.colliders) {
    ClipCollider collider = given.collider;
    if (!given.joint.empty()) collider.joint = jointNamed(recipe.model, given.joint, given.key);
    if (given.mesh) collider.collider.shape = readMeshShape(folder, given.mesh, text.metresPerUnit);
    recipe.colliders.push_back(std::move(collider));
  }
  recipe.maps.stiffness = readMap(folder, text.stiffness, recipe.model, kLeastMapValue);
  recipe.maps.volumeStiffness = readMap(folder, text.volumeStiffness, recipe.model, kLeastMapValue);
  recipe.maps.density = readMap(folder, text.density, recipe.model, kLeastMapValue);
  recipe.maps.attachment = readMap(folder, text.attachment, recipe.model, 0);
  recipe.fitBones = text.fitBones;
  recipe.rig = text.rig;
  recipe.bind = text.bind;
  recipe.solve = text.solve;
  return recipe;
}

}  // namespace

Result<Recipe> readRecipe(const std::string& path) {
  return io::guarded<Recipe>(path, [&] { return readChecked(path); });
}

}  // namespace sinew
