// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What bones hold, what follows them, and what they let go of.
#include "api/attach_bones.h"

#include <gtest/gtest.h>

#include "api/bone_shape.h"
#include "api/start_weights.h"
#include "lattice/lattice_builder.h"
#include "lattice/material_pieces.h"
#include "scenes/vec.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

/// A ball with two bones at x = 0, and a ball without a bone at x = 5.
CharacterDesc twoBalls(const Vec3<double>& second_ = {5, 0, 0}) {
  CharacterDesc desc = ballCharacter();
  const MeshShape second = toShape(ballMesh(second_, 0.6, 3));
  const auto offset = static_cast<std::int32_t>(desc.points.size());
  desc.points.insert(desc.points.end(), second.points.begin(), second.points.end());
  for (const Triangle& t : second.triangles)
    desc.triangles.push_back({t.a + offset, t.b + offset, t.c + offset});
  desc.bones.push_back({"other", CapsuleShape{{-0.4, 0.6, 0}, {0.4, 0.6, 0}, 0.15}});
  return desc;
}

/// Most weight for bone 0 on the first ball and for `bone` on the second.
void addWeights(std::int32_t bone, CharacterDesc& desc) {
  for (const Vec3f& p : desc.points) {
    desc.skinWeights.begin.push_back(static_cast<std::int32_t>(desc.skinWeights.influences.size()));
    const std::int32_t most = p.x > 3 ? bone : 0;
    for (const std::int32_t b : {0, 1})
      desc.skinWeights.influences.push_back({b, b == most ? 0.7f : 0.3f});
  }
  desc.skinWeights.begin.push_back(static_cast<std::int32_t>(desc.skinWeights.influences.size()));
}

// Binds with one warning that says `why`, turns a bone, and expects the loose ball, whose vertices
// come after `firstLoose`, to move rigidly with it.
void expectFollows(const CharacterDesc& desc, std::int32_t bone, std::size_t firstLoose,
                   const char* why) {
  const auto bound = bind(desc, aboutCells(4000));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  ASSERT_EQ(bound.value()->summary().warnings.size(), 1u);
  const std::string& warning = bound.value()->summary().warnings[0];
  EXPECT_NE(warning.find("1 of 2 separate pieces"), std::string::npos) << warning;
  EXPECT_NE(warning.find(why), std::string::npos) << warning;
  Player player(bound.value());
  Pose pose = restPose(*bound.value());
  const Affine3d turn = scenes::rotationAbout({0, 0.6, 0}, {0, 0, 1}, 0.5);
  pose.bones[static_cast<std::size_t>(bone)] = turn;
  EXPECT_EQ(player.solve(pose).status, SolveStatus::Converged);
  double worst = 0;
  for (std::size_t v = firstLoose; v < desc.points.size(); ++v) {
    const Vec3f& p = desc.points[v];
    const auto& r = turn.rows;
    worst = std::max(worst, std::fabs(player.surface[v].x -
                                      (r[0][0] * p.x + r[0][1] * p.y + r[0][2] * p.z + r[0][3])));
    worst = std::max(worst, std::fabs(player.surface[v].y -
                                      (r[1][0] * p.x + r[1][1] * p.y + r[1][2] * p.z + r[1][3])));
  }
  EXPECT_LT(worst, 1e-3);
}

TEST(LoosePieces, FollowTheBoneTheirSkinWeightsName) {
  for (const std::int32_t bone : {0, 1}) {
    CharacterDesc desc = twoBalls();
    addWeights(bone, desc);
    expectFollows(desc, bone, ballCharacter().points.size(), "their skin weights name");
  }
}

TEST(LoosePieces, WithoutWeightsFollowTheNearestBone) {
  for (const std::int32_t bone : {0, 1}) {
    SCOPED_TRACE(bone);
    const Vec3<double> beside{0, bone == 0 ? -5.0 : 5.0, 0};
    expectFollows(twoBalls(beside), bone, ballCharacter().points.size(), "nearest");
    CharacterDesc desc = twoBalls(beside);  // weights, but none where they are needed
    addWeights(1 - bone, desc);
    for (BoneInfluence& influence : desc.skinWeights.influences) influence.weight = 0;
    expectFollows(desc, bone, ballCharacter().points.size(), "nearest");
  }
}

TEST(SkinWeights, ThatDoNotFitAreRefused) {
  const auto expectRefused = [](const std::function<void(SkinWeights&)>& change) {
    CharacterDesc desc = twoBalls();
    addWeights(1, desc);
    change(desc.skinWeights);
    const auto bound = bind(desc, aboutCells(1000));
    ASSERT_FALSE(bound.ok());
    EXPECT_TRUE(isSentence(bound.error().message)) << bound.error().message;
    EXPECT_NE(bound.error().message.find("weights"), std::string::npos);
  };
  expectRefused([](SkinWeights& w) { w.begin.pop_back(); });
  expectRefused([](SkinWeights& w) { w.influences.pop_back(); });
  expectRefused([](SkinWeights& w) { w.begin[5] = 1000000; });
  expectRefused([](SkinWeights& w) { w.begin[5] = -3; });
  expectRefused([](SkinWeights& w) { w.influences[7].bone = 2; });
  expectRefused([](SkinWeights& w) { w.influences[7].bone = -1; });
  expectRefused([](SkinWeights& w) { w.influences[7].weight = -1; });
  expectRefused(
      [](SkinWeights& w) { w.influences[7].weight = std::numeric_limits<float>::quiet_NaN(); });
}

/// A palm from x = 0 to 4 and two fingers beyond, `gap` apart in the middle of a cell.
TriangleMesh fingers(double gap) {
  const double y = 4.5;
  return joined(
      joined(boxMesh({0, 0.5, 0}, {4.01, 8.5, 4}), boxMesh({4, 0.5, 0}, {24, y - gap / 2, 4})),
      boxMesh({4, y + gap / 2, 0}, {24, 8.5, 4}));
}

/// Greatest weight that nodes in the outer half of the lower finger give to the upper one's bone.
float weightOfTheOther(bool keepSeparate) {
  const Lattice lattice = buildLattice(fillSurface(fingers(0.3), keepSeparate).complex);
  std::vector<std::vector<CellSlot>> cellsOfBone(3);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const Int3 c = lattice.cellCoord(slot);
    if (c.x < 3) cellsOfBone[0].push_back(slot);
    if (c.x >= 6 && c.z == 2 && c.y == 2) cellsOfBone[1].push_back(slot);
    if (c.x >= 6 && c.z == 2 && c.y == 6) cellsOfBone[2].push_back(slot);
  }
  const std::vector<BoneWeights> weights = nodeBoneWeights(lattice, cellsOfBone);
  float most = 0;
  for (std::size_t n = 0; n < weights.size(); ++n) {
    if (lattice.nodeCoord[n].x < 14 || lattice.nodeCoord[n].y > 3) continue;
    for (std::size_t k = 0; k < 4; ++k)
      if (weights[n].bone[k] == 2) most = std::max(most, weights[n].weight[k]);
  }
  return most;
}

TEST(StartWeights, AFingerDoesNotFollowItsNeighbour) {
  EXPECT_LT(weightOfTheOther(true), 0.04f);
  EXPECT_GT(weightOfTheOther(false), 0.1f);  // the test can tell
}

TEST(StartWeights, AreSmoothAndAddUp) {
  const Lattice lattice = buildLattice(fillSurface(boxMesh({0, 0, 0}, {30, 5, 5})).complex);
  std::vector<std::vector<CellSlot>> cellsOfBone(2);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const Int3 c = lattice.cellCoord(slot);
    if (c.y == 2 && c.z == 2 && c.x < 10) cellsOfBone[0].push_back(slot);
    if (c.y == 2 && c.z == 2 && c.x >= 20) cellsOfBone[1].push_back(slot);
  }
  const std::vector<BoneWeights> weights = nodeBoneWeights(lattice, cellsOfBone);
  std::vector<double> first(weights.size());
  for (std::size_t n = 0; n < weights.size(); ++n) {
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      sum += weights[n].weight[k];
      if (weights[n].bone[k] == 0) first[n] += static_cast<double>(weights[n].weight[k]);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
  double steepest = 0;  // along cell edges
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    for (const int a : {1, 2, 4})
      steepest =
          std::max(steepest, std::fabs(first[static_cast<std::size_t>(lattice.cellNode(slot, 0))] -
                                       first[static_cast<std::size_t>(lattice.cellNode(slot, a))]));
  }
  EXPECT_LT(steepest, 0.35);  // over the ten cells between the bones: 0.1 if it were linear
}

TEST(AutoAttachment, IsHardWhereTheBoneIsTwoCellsThick) {
  const auto springsOf = [](double radius) {
    CharacterDesc desc = ballCharacter();
    desc.bones[0].shape = CapsuleShape{{-0.3, 0, 0}, {0.3, 0, 0}, radius};
    desc.bones[0].attachment = Attachment::Auto;
    const auto bound = bind(desc, cellsOfEdge(0.1));
    EXPECT_TRUE(bound.value()->summary().warnings.empty());
    return bound.value()->summary().springs;
  };
  EXPECT_EQ(springsOf(0.11), 0);
  EXPECT_GT(springsOf(0.09), 0);
  EXPECT_GT(springsOf(0.001), 0);
}

TEST(AutoAttachment, LeavesRoomBetweenBonesButNeverLetsGoOfAll) {
  CharacterDesc desc = barCharacter();  // cells of 1/8; the bones meet in the middle
  desc.bones[0].shape = CapsuleShape{{0.3, 0.5, 0.5}, {2, 0.5, 0.5}, 0.25};
  desc.bones[1].shape = CapsuleShape{{2, 0.5, 0.5}, {3.7, 0.5, 0.5}, 0.25};
  const auto stretch = [&](Attachment attachment) {  // of the worst cell, pulled apart by 4 cells
    for (Bone& bone : desc.bones) bone.attachment = attachment;
    Player player(bind(desc, cellsOfEdge(0.125)).value());
    Pose pose = restPose(player.simulation.character());
    pose.bones[1].rows[0][3] = 0.5;
    const FrameReport report = player.solve(pose);
    EXPECT_EQ(report.status, SolveStatus::Converged);
    return report.maxJ;
  };
  EXPECT_GT(stretch(Attachment::Hard), 2.5);
  EXPECT_LT(stretch(Attachment::Auto), 1.8);

  // Two bones in the same place: one of them holds the other's flesh too, but neither is lost.
  desc.bones[1].shape = desc.bones[0].shape;
  desc.bones[1].attachment = Attachment::Spring;
  EXPECT_TRUE(bind(desc, cellsOfEdge(0.125)).ok());
}

TEST(BoneShape, EllipsoidsAndSetsContainWhatTheyShould) {
  Lattice lattice;
  lattice.cellSize = 0.5;
  lattice.origin = {1, 0, 0};
  std::vector<Crossing> scratch;
  const double s = std::sqrt(0.5);
  const EllipsoidShape shape{{2, 1, 0}, {{2 * s, 2 * s, 0}, {-s, s, 0}, {0, 0, 0.5}}};
  const BoneShape ellipsoid(lattice, {"e", shape});
  const auto contains = [&](const BoneShape& bone, double x, double y, double z) {
    return bone.contains({(x - 1) / 0.5, y / 0.5, z / 0.5}, scratch);
  };
  EXPECT_TRUE(contains(ellipsoid, 2 + 1.98 * s, 1 + 1.98 * s, 0));
  EXPECT_FALSE(contains(ellipsoid, 2 + 2.02 * s, 1 + 2.02 * s, 0));
  EXPECT_TRUE(contains(ellipsoid, 2 - 0.98 * s, 1 + 0.98 * s, 0));
  EXPECT_FALSE(contains(ellipsoid, 2 - 1.02 * s, 1 + 1.02 * s, 0));
  EXPECT_TRUE(contains(ellipsoid, 2, 1, 0.49));
  EXPECT_FALSE(contains(ellipsoid, 2, 1, 0.51));
  EXPECT_DOUBLE_EQ(ellipsoid.thickness(), 2);

  Bone set{"s", CapsuleSetShape{{{{0, 0, 0}, {1, 0, 0}, 0.1}, {{0, 0, 0}, {0, 1, 0}, 0.2}}}};
  set.freeZones.push_back({{0, 1, 0}, 0.3});
  const BoneShape capsules(lattice, set);
  EXPECT_TRUE(contains(capsules, 0.9, 0.05, 0));
  EXPECT_TRUE(contains(capsules, 0.15, 0.5, 0));
  EXPECT_FALSE(contains(capsules, 0.9, 0.15, 0));
  EXPECT_FALSE(contains(capsules, 0, 0.8, 0)) << "in the free zone";
  EXPECT_DOUBLE_EQ(capsules.thickness(), 0.8);
}

}  // namespace
}  // namespace sinew::testing
