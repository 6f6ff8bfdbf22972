// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "character_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sinew/recipe.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>

namespace sinew::cli {
namespace {

constexpr const char* kRigGroup = "Bones";

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void printWarnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) fmt::print("warning: {}\n", warning);
}

Result<CharacterFile> load(const std::string& path) {
  const auto start = std::chrono::steady_clock::now();
  Result<CharacterFile> file = loadCharacter(path);
  if (!file) return file;
  if (!file.value().source) {
    return Error{ErrorCode::BadFile,
                 path + ": it holds no skeleton and clips; bind it again from its glTF file."};
  }
  fmt::print("loaded {}: {} cells in {:.2f} s\n", path, file.value().character->summary().cells,
             secondsSince(start));
  std::fflush(stdout);
  return file;
}

/// A flag that was given but matters only when a character is bound, or "".
std::string bindFlagGiven(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string& group = option->get_group();
    if (option->count() > 0 && (group == "Material" || group == "Bind" || group == kRigGroup)) {
      return option->get_name();
    }
  }
  return "";
}

/// Binds, showing the stages on a terminal; stops on Ctrl-C.
Result<std::shared_ptr<const Character>> bindWatched(const CharacterDesc& desc,
                                                     const BindSettings& settings,
                                                     const std::atomic<bool>& cancel) {
  const bool isTerminal = isatty(STDERR_FILENO) != 0;
  const BindProgress progress{[&](const char* doing, double part) {
    if (isTerminal) fmt::print(stderr, "\rbinding {:3.0f} %  {:40}", 100 * part, doing);
    return !cancel.load();
  }};
  auto bound = bind(desc, settings, &progress);
  if (isTerminal) fmt::print(stderr, "\r{:60}\r", "");
  return bound;
}

struct BoneAttachment {
  std::string bone;
  Attachment attachment;
};

/// "ulna=sliding"; nothing if there is no such way to hold on to a bone.
std::optional<BoneAttachment> parseAttachment(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) return std::nullopt;
  const auto* const end = std::end(kAttachmentNames);
  const auto* const found = std::find(std::begin(kAttachmentNames), end, text.substr(equals + 1));
  if (found == end) return std::nullopt;
  return BoneAttachment{text.substr(0, equals),
                        static_cast<Attachment>(found - std::begin(kAttachmentNames))};
}

/// What is wrong with the flags --attachment, or nothing.
std::optional<std::string> findAttachmentProblem(const InputOptions& options) {
  for (const std::string& text : options.attachments)
    if (!parseAttachment(text))
      return fmt::format("--attachment wants BONE=HOW with one of {}, not '{}'.",
                         fmt::join(kAttachmentNames, ", "), text);
  return std::nullopt;
}

/// The rig with the attachments that flags give; refused if it has no such bone.
Result<Rig> withAttachments(Result<Rig> rig, const InputOptions& options) {
  if (!rig) return rig;
  std::vector<Bone>& bones = rig.value().character.bones;
  for (const std::string& text : options.attachments) {
    const BoneAttachment wanted = *parseAttachment(text);
    bool isFound = false;
    for (Bone& bone : bones)
      if (bone.name == wanted.bone) bone.attachment = wanted.attachment, isFound = true;
    if (isFound) continue;
    std::vector<std::string> names;
    for (const Bone& bone : bones) names.push_back(bone.name);
    return Error{ErrorCode::BadBone, fmt::format("--attachment {}: there is no bone '{}' among {}.",
                                                 text, wanted.bone, fmt::join(names, ", "))};
  }
  return rig;
}

}  // namespace

void addInputOptions(CLI::App& command, InputOptions& options, const std::string& also) {
  command
      .add_option(
          "FILE", options.file,
          "a .glb or .gltf file with a skin and joints, a character.json, or a .sinew" + also)
      ->required();
  options.command = &command;
  addBindFlags(command, options.settings);
  addRigFlags(command, kRigGroup, options.rig);
  command
      .add_option("--attachment", options.attachments,
                  fmt::format("BONE=HOW, several times: how flesh holds on to the bone of this "
                              "joint, one of {}",
                              fmt::join(kAttachmentNames, ", ")))
      ->type_name("BONE=HOW")
      ->expected(1)
      ->take_all()
      ->group(kRigGroup);
}

std::optional<std::string> findUsageProblem(const InputOptions& options) {
  if (auto problem = findProblem(options.settings)) return problem;
  if (auto problem = sinew::findProblem(options.rig)) return problem;
  if (auto problem = findAttachmentProblem(options)) return problem;
  const std::string flag = isBound(options.file) ? bindFlagGiven(*options.command) : "";
  if (flag.empty()) return std::nullopt;
  return flag + " has no effect on a bound character; give it to sinew bind.";
}

std::string endingOf(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool isBound(const std::string& file) { return endingOf(file) == ".sinew"; }

Result<RiggedInput> readRigged(InputOptions& options) {
  const std::string ending = endingOf(options.file);
  if (ending == ".obj" || ending == ".stl" || ending == ".ply")
    return Error{ErrorCode::BadFile,
                 options.file +
                     ": it is a surface without joints; name it and its bones in a character.json "
                     "(docs/files.md), or look at it with sinew check."};
  if (ending != ".json") {
    Result<RiggedModel> model = readModel(options.file);
    if (!model) return model.error();
    takePreset(*options.command, {}, options.settings);
    options.rig.material = options.settings.material;
    Result<Rig> rig = withAttachments(makeRig(model.value(), options.rig), options);
    return RiggedInput{std::move(model.value()), std::move(rig), {}};
  }
  Result<Recipe> read = readRecipe(options.file);
  if (!read) return read.error();
  Recipe& recipe = read.value();
  const CLI::App& command = *options.command;
  takePreset(command, recipe.rig.material, options.settings);
  takeUnlessGiven(command, recipe.bind, options.settings.bind);
  takeUnlessGiven(command, recipe.solve, options.settings.solve);
  takeUnlessGiven(command, recipe.rig, options.rig);
  options.rig.material = options.settings.material;
  options.rig.useBoneMeshes = recipe.rig.useBoneMeshes;
  recipe.rig = options.rig;
  Result<Rig> rig = withAttachments(makeRig(recipe), options);
  return RiggedInput{std::move(recipe.model), std::move(rig), std::move(recipe.colliders)};
}

Result<CharacterFile> readCharacter(InputOptions& options, const std::atomic<bool>& cancel) {
  if (isBound(options.file)) return load(options.file);
  Result<RiggedInput> input = readRigged(options);
  if (!input) return input.error();
  RiggedModel& model = input.value().model;
  Result<Rig>& rig = input.value().rig;
  printWarnings(model.warnings);
  if (!rig) return Error{rig.error().code, options.file + ": " + rig.error().message};
  for (const std::string& note : rig.value().notes) fmt::print("note: {}\n", note);
  printWarnings(rig.value().warnings);
  const CharacterDesc& desc = rig.value().character;
  const auto character = bindWatched(desc, options.settings.bind, cancel);
  if (!character) {
    return Error{character.error().code, options.file + ": " + character.error().message};
  }
  const CharacterSummary& summary = character.value()->summary();
  fmt::print("{}\n", summaryLine(options.file, summary));
  printWarnings(summary.warnings);
  std::fflush(stdout);
  std::vector<ClipCollider>& colliders = input.value().colliders;
  return CharacterFile{
      character.value(), inputHash(desc, options.settings.bind, colliders),
      CharacterSource{std::move(model), std::move(rig.value().jointOfBone), std::move(colliders)},
      desc.material, options.settings.bind};
}

std::string summaryLine(const std::string& name, const CharacterSummary& c) {
  return fmt::format(
      "bound {}: {} vertices, {} bones, {} cells of {:.2f} mm, {} nodes ({} fixed), "
      "{} springs, {} levels, {:.1f} MB, {:.2f} s",
      name, c.vertices, c.bones, c.cells, 1e3 * c.cellSize, c.nodes, c.fixedNodes, c.springs,
      c.levels, 1e-6 * static_cast<double>(c.memoryBytes), c.bindSeconds);
}

}  // namespace sinew::cli
