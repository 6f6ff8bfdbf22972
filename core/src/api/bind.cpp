// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// From what a rigger gives to an immutable Character. Every refusal is one sentence; nothing is
// kept of a bind that fails.
#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>

#include "api/attach_bones.h"
#include "api/body_size.h"
#include "api/bone_shape.h"
#include "api/cell_maps.h"
#include "api/character_parts.h"
#include "api/loose_pieces.h"
#include "api/mesh_input.h"
#include "api/skin_solid.h"
#include "api/sliding_bones.h"
#include "api/start_weights.h"
#include "base/stage_timer.h"
#include "solver/workspace.h"

namespace sinew {
namespace {

std::optional<Error> findProblem(const CharacterDesc& desc, const BindSettings& settings) {
  if (auto problem = sinew::findProblem(settings)) return Error{ErrorCode::BadSetting, *problem};
  if (auto problem = sinew::findProblem(desc.material))
    return Error{ErrorCode::BadSetting, *problem};
  if (desc.bones.empty())
    return Error{ErrorCode::BadBone, "The character has no bones; add at least one."};
  if (desc.bones.size() > static_cast<std::size_t>(kMostBones))
    return Error{ErrorCode::BadBone, "The character has " + std::to_string(desc.bones.size()) +
                                         " bones; at most " + std::to_string(kMostBones) +
                                         " are possible."};
  for (const Bone& bone : desc.bones)
    if (auto problem = findBoneProblem(bone)) return Error{ErrorCode::BadBone, *problem};
  if (auto problem = findWeightsProblem(desc)) return Error{ErrorCode::BadBone, *problem};
  if (auto problem = findMapProblem(desc)) return Error{ErrorCode::BadSetting, *problem};
  return std::nullopt;
}

/// Of padding, over that of the flesh; it weighs that little too. At a tenth it moves the skin of a
/// bent bar by 0.06 to 0.16 cells, at a hundredth by 0.01 to 0.02 (docs/theory/embedding.md,
/// section 4).
constexpr float kPaddingStiffness = 0.01f;

StabilisationWeights weightsOf(Stabilisation stabilisation) {
  switch (stabilisation) {
    case Stabilisation::ExactIntegral:
      return kExactIntegral;
    case Stabilisation::TwelveEdges:
      return kTwelveEdges;
    case Stabilisation::StiffCreases:
      break;
  }
  return kStiffCreases;
}

void fillMaterial(const CharacterDesc& desc, const BindSettings& settings, const FilledBody& body,
                  const CellMaps& maps, FleshModel& model) {
  const Lattice& lattice = model.lattice;
  const Material& material = desc.material;
  CellMaterial& cells = model.material;
  // Unit of stiffness: the shear modulus. E only matters relative to other moduli and to loads.
  const double nu = material.poissonsRatio;
  const auto lambda = static_cast<float>(2 * nu / (1 - 2 * nu));
  model.shearModulus = material.youngsModulus / (2 * (1 + nu));
  model.density = material.density;
  cells.law = material.law;
  cells.mooneyShare = static_cast<float>(material.mooneyShare);
  cells.stabilisation = weightsOf(settings.stabilisation);
  const std::size_t slots = static_cast<std::size_t>(lattice.blockCount) * kBlockCells;
  cells.values.assign(2 * slots, 0.f);
  if (!maps.density.empty() || settings.paddingLayers > 0) cells.density.assign(slots, 0.f);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const auto at = static_cast<std::size_t>(slot);
    const float own = body.pieceSamples[at] == 0 ? kPaddingStiffness : 1;
    const float stiffness = own * (maps.stiffness.empty() ? 1 : maps.stiffness[at]);
    cells.mu(slot) = stiffness;
    cells.lambda(slot) =
        lambda * stiffness * (maps.volumeStiffness.empty() ? 1 : maps.volumeStiffness[at]);
    if (!cells.density.empty())
      cells.density[at] = own * (maps.density.empty() ? 1 : maps.density[at]);
  }
}

std::vector<BoneWeights> surfaceBoneWeights(const FleshModel& model, const Embedding& embedding) {
  std::vector<BoneWeights> result;
  result.reserve(embedding.points.size());
  std::vector<std::pair<float, std::int32_t>> sums;
  for (const EmbeddedPoint& point : embedding.points) {
    sums.clear();
    for (std::size_t a = 0; a < 8; ++a) {
      const BoneWeights& w = model.nodeWeights[static_cast<std::size_t>(point.nodes[a])];
      for (std::size_t k = 0; k < 4; ++k) {
        const float weight = std::max(0.f, point.weights[a]) * w.weight[k];
        if (weight <= 0) continue;
        auto at = std::find_if(sums.begin(), sums.end(),
                               [&](const auto& s) { return s.second == w.bone[k]; });
        if (at == sums.end()) at = sums.insert(sums.end(), {0.f, w.bone[k]});
        at->first += weight;
      }
    }
    result.push_back(strongestFour(sums));
  }
  return result;
}

std::size_t characterBytes(const CharacterParts& parts) {
  const FleshModel& model = parts.model;
  std::size_t bytes = model.lattice.memoryBytes() + model.hierarchy.memoryBytes() +
                      model.springs.memoryBytes() + byteCount(model.material.values) +
                      byteCount(model.material.density) + model.shapes.memoryBytes() +
                      byteCount(model.nodeWeights) + byteCount(model.nodeBone) +
                      byteCount(model.springBone) + byteCount(model.springRest) +
                      model.contactSurface.memoryBytes() + byteCount(parts.embedding.points) +
                      parts.embedding.smooth.memoryBytes() + byteCount(parts.surfaceWeights) +
                      byteCount(parts.triangles);
  for (const SlidingBone& bone : model.slidingBones)
    bytes += bone.field.memoryBytes() + byteCount(bone.points);
  return bytes;
}

/// Of a static frame: a workspace, and the skin of this frame and of the one before.
std::size_t simulationBytes(const CharacterParts& parts) {
  return Workspace(parts.model).memoryBytes() +
         2 * parts.embedding.points.size() * sizeof(Vec3<double>);
}

Result<std::shared_ptr<const Character>> bindChecked(const CharacterDesc& desc,
                                                     const BindSettings& settings,
                                                     const BindProgress* progress) {
  if (auto problem = findProblem(desc, settings)) return *problem;
  auto parts = std::make_unique<CharacterParts>();
  CharacterSummary& summary = parts->summary;
  FleshModel& model = parts->model;
  {
    StageTimer timer(summary.bindSeconds);
    // Parts are rough shares of the time.
    const auto isCancelled = [&](const char* doing, double part) {
      return progress && progress->update && !progress->update(doing, part);
    };
    const Error cancelled{ErrorCode::Cancelled, "Binding was cancelled."};

    const Result<SkinSolid> made = makeSolid(desc.points, desc.triangles);
    if (!made) return made.error();
    const SkinSolid& skin = made.value();
    summary.warnings = skin.warnings;
    if (isCancelled("filling the skin with cells", 0.05)) return cancelled;

    Result<FilledBody> filled = fillToSettings(skin, settings, needsPressures(desc));
    if (!filled) return filled.error();
    FilledBody& body = filled.value();
    if (isCancelled("attaching bones", 0.6)) return cancelled;
    summary.dividedCells = body.dividedCells;
    model.lattice = std::move(body.lattice);
    CellMaps maps = makeCellMaps(desc, model.lattice, body);
    fillMaterial(desc, settings, body, maps, model);
    model.shapes = CoarseShapes(model.material.stabilisation);

    const double nu = desc.material.poissonsRatio;
    // Beyond, pressures carry the rest and a spring need not be stiffer (theory/springs.md).
    const double lambda =
        std::min(2 * nu / (1 - 2 * nu), static_cast<double>(PressureRule().above));
    const double elasticDiagonal =
        8 * (static_cast<double>(model.material.stabilisation.diagonal()) + 0.25 + lambda / 16);
    const AttachmentField field{elasticDiagonal, std::move(maps.stiffness),
                                std::move(maps.attachment)};
    BonePlan plan = planBones(model.lattice, body.pieceSamples, desc.bones, field);
    if (auto problem =
            holdLoosePieces(model.lattice, desc, body.cellOfPoint, elasticDiagonal, plan))
      return *problem;
    SlidingPlan sliding = planSlidingBones(model.lattice, model.material, desc.bones);
    softenFiller(model.lattice, sliding, model.material);
    model.slidingBones = std::move(sliding.bones);
    for (std::size_t b = 0; b < desc.bones.size(); ++b)
      plan.cellsOfBone[b].insert(plan.cellsOfBone[b].end(), sliding.cellsOfBone[b].begin(),
                                 sliding.cellsOfBone[b].end());
    for (const auto* warnings : {&plan.warnings, &sliding.warnings})
      summary.warnings.insert(summary.warnings.end(), warnings->begin(), warnings->end());
    if (isCancelled("building levels", 0.75)) return cancelled;

    model.boneCount = static_cast<std::int32_t>(desc.bones.size());
    model.nodeWeights = nodeBoneWeights(model.lattice, plan.cellsOfBone);
    std::vector<std::uint8_t> fixed(plan.nodeBone.size());
    std::transform(plan.nodeBone.begin(), plan.nodeBone.end(), fixed.begin(),
                   [](std::int32_t b) { return b >= 0; });
    summary.fixedNodes = std::count(fixed.begin(), fixed.end(), std::uint8_t{1});
    model.nodeBone = std::move(plan.nodeBone);
    model.hierarchy = buildHierarchy(model.lattice, std::move(fixed));
    model.springs = buildSprings(model.lattice, model.hierarchy, plan.springs);
    model.springBone = std::move(plan.springBone);
    model.springRest = std::move(plan.springRest);
    if (isCancelled("estimating eigenvalues", 0.85)) return cancelled;

    estimateRestEigenvalues(model);
    model.contactSurface = buildContactSurface(model.lattice, body.samples);

    std::vector<Vec3<double>> points;
    points.reserve(desc.points.size());
    for (const Vec3f& p : desc.points) points.push_back(parts->toLattice(toVec(p)));
    parts->embedding = embedPoints(model.lattice, points, body.cellOfPoint, settings.embedding);
    if (parts->embedding.farthestOutside > 1)
      summary.warnings.push_back(
          std::to_string(parts->embedding.outside) +
          " skin points lie in no cell and hang on their neighbours, the farthest " +
          std::to_string(parts->embedding.farthestOutside) +
          " cells away; beyond 8 cells they are drawn in.");
    parts->surfaceWeights = surfaceBoneWeights(model, parts->embedding);
    parts->triangles = skin.triangles;
    parts->restVolume = signedVolume({toMesh(desc.points, {}).points, skin.triangles});
  }
  summary.vertices = static_cast<std::int64_t>(desc.points.size());
  summary.bones = model.boneCount;
  summary.cells = model.lattice.cellCount;
  summary.nodes = model.lattice.nodeCount;
  summary.blocks = model.lattice.blockCount;
  summary.springs = model.springs.count;
  summary.levels = static_cast<int>(model.hierarchy.levels.size()) + 1;
  summary.cellSize = model.lattice.cellSize;
  summary.memoryBytes = static_cast<std::int64_t>(characterBytes(*parts) + simulationBytes(*parts));
  if (summary.memoryBytes > settings.memoryLimit)
    return tooLarge(summary.cellSize, static_cast<double>(summary.memoryBytes),
                    1.5 * summary.cellSize);
  return std::shared_ptr<const Character>(std::make_shared<Character>(std::move(parts)));
}

}  // namespace

Affine CharacterParts::toLattice(const Affine3d& world) const {
  const auto& r = world.rows;
  const Mat3<double> M{r[0][0], r[0][1], r[0][2], r[1][0], r[1][1],
                       r[1][2], r[2][0], r[2][1], r[2][2]};
  const auto& o = model.lattice.origin;
  const Vec3<double> origin{o[0], o[1], o[2]};
  const Vec3<double> t{r[0][3], r[1][3], r[2][3]};
  return {M, (1 / model.lattice.cellSize) * (M * origin + t - origin)};
}

Character::Character(std::unique_ptr<const CharacterParts> parts) : parts_(std::move(parts)) {}
Character::~Character() = default;
const CharacterSummary& Character::summary() const { return parts_->summary; }

Result<std::shared_ptr<const Character>> bind(const CharacterDesc& desc,
                                              const BindSettings& settings,
                                              const BindProgress* progress) {
  try {
    return bindChecked(desc, settings, progress);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::TooLarge,
                 "There is not enough memory for this many cells; use larger cells."};
  } catch (const std::exception& e) {
    return Error{ErrorCode::BadMesh, std::string("Binding failed: ") + e.what() + "."};
  }
}

}  // namespace sinew
