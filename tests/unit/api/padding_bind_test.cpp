// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Characters with cells around their bodies, against the same without.
#include <gtest/gtest.h>

#include <algorithm>

#include "api/character_parts.h"
#include "scenes/vec.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

std::shared_ptr<const Character> bound(const CharacterDesc& desc, int layers,
                                       double cellSize = 0.125) {
  BindSettings settings = cellsOfEdge(cellSize);
  settings.paddingLayers = layers;
  return bind(desc, settings).value();
}

double farthest(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  double most = 0;
  for (std::size_t v = 0; v < a.size(); ++v)
    most = std::max(
        most, std::hypot(static_cast<double>(a[v].x - b[v].x), static_cast<double>(a[v].y - b[v].y),
                         static_cast<double>(a[v].z - b[v].z)));
  return most;
}

TEST(PaddedBind, AddsSoftLightCellsOnly) {
  const CharacterDesc desc = barCharacter();
  const auto plain = bound(desc, 0), padded = bound(desc, 1);
  EXPECT_EQ(plain->summary().cells, 32 * 8 * 8);
  EXPECT_EQ(padded->summary().cells, 34 * 10 * 10);
  EXPECT_EQ(padded->summary().fixedNodes, plain->summary().fixedNodes);
  EXPECT_EQ(padded->summary().springs, plain->summary().springs);
  EXPECT_EQ(padded->summary().warnings, plain->summary().warnings);
  const FleshModel& model = padded->parts().model;
  std::int64_t soft = 0, light = 0;
  for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot) {
    if (!model.lattice.isActive(slot)) continue;
    soft += model.material.mu(slot) < 0.1f;
    light += model.material.density[static_cast<std::size_t>(slot)] < 0.1f;
  }
  EXPECT_EQ(soft, padded->summary().cells - plain->summary().cells);
  EXPECT_EQ(light, soft);
}

TEST(PaddedBind, CellsAroundAreNotCountedByTargetCells) {
  BindSettings settings = aboutCells(2000);
  const CharacterDesc desc = barCharacter();
  const double cellSize = bind(desc, settings).value()->summary().cellSize;
  settings.paddingLayers = 2;
  EXPECT_EQ(bind(desc, settings).value()->summary().cellSize, cellSize);
}

TEST(PaddedBind, RestPoseIsWhereItWas) {
  for (const EmbeddingKind kind : {EmbeddingKind::Trilinear, EmbeddingKind::Tricubic})
    for (const int layers : {1, 2}) {
      const CharacterDesc desc = ballCharacter();
      BindSettings settings = cellsOfEdge(0.27);
      settings.paddingLayers = layers;
      settings.embedding = kind;
      Player player(bind(desc, settings).value());
      EXPECT_EQ(player.solve(restPose(player.simulation.character())).status,
                SolveStatus::Converged);
      EXPECT_LT(farthest(player.surface, desc.points), 1e-6);
    }
}

TEST(PaddedBind, BendsAsWithout) {
  const CharacterDesc desc = barCharacter();
  Pose pose;
  pose.bones.resize(2);
  pose.bones[1] = scenes::rotationAbout({2, 0.5, 0.5}, {0, 0, 1}, 0.8);
  SolveSettings tight;
  tight.stepTolerance = 1e-3;
  Player plain(bound(desc, 0)), one(bound(desc, 1)), two(bound(desc, 2));
  EXPECT_EQ(plain.solve(pose, tight).status, SolveStatus::Converged);
  EXPECT_EQ(one.solve(pose, tight).status, SolveStatus::Converged);
  EXPECT_EQ(two.solve(pose, tight).status, SolveStatus::Converged);
  std::printf("skin moves by %.4f (one layer), %.4f (two) cells\n",
              farthest(plain.surface, one.surface) / 0.125,
              farthest(plain.surface, two.surface) / 0.125);
  EXPECT_LT(farthest(plain.surface, one.surface) / 0.125, 0.03);
  EXPECT_LT(farthest(plain.surface, two.surface) / 0.125, 0.05);
}

TEST(PaddedBind, ABoneInThePaddingHoldsNoFlesh) {
  CharacterDesc desc = ballCharacter();
  desc.bones.push_back({"outside", CapsuleShape{{1.25, 0, 0}, {1.35, 0, 0}, 0.2}});
  desc.bones.back().attachment = Attachment::Auto;
  for (const int layers : {0, 2}) {
    const auto character = bound(desc, layers, 0.2);
    const std::vector<std::string>& warnings = character->summary().warnings;
    EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(),
                            [](const std::string& w) {
                              return w.find("'outside' holds no flesh") != std::string::npos;
                            }),
              1)
        << layers;
  }
}

}  // namespace
}  // namespace sinew::testing
