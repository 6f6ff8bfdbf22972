// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Numbers painted on the skin, against beam theory. A bar with Poisson's ratio 0 that is turned at
// one end about its elastic centre is in pure bending, and its section at x has turned by the share
// of compliance up to x, whatever the stiffness does along the bar.
#include <gtest/gtest.h>

#include <functional>

#include "api/character_parts.h"
#include "scenes/vec.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

constexpr double kFrom = 1, kTo = 5;  // of the part of the bar that bends

/// A bar from 0 to 6 held by boxes up to kFrom and from kTo, painted by `stiffness` of x.
CharacterDesc paintedBar(const std::function<double(double)>& stiffness) {
  CharacterDesc desc;
  MeshShape skin = toShape(refined(boxMesh({0, 0, 0}, {6, 1, 1}), 5));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.material.poissonsRatio = 0;
  desc.bones.push_back({"left", toShape(boxMesh({-1, -1, -1}, {kFrom + 1e-4, 2, 2}))});
  desc.bones.push_back({"right", toShape(boxMesh({kTo - 1e-4, -1, -1}, {7, 2, 2}))});
  for (const Vec3f& p : desc.points)
    desc.maps.stiffness.push_back(static_cast<float>(stiffness(static_cast<double>(p.x))));
  return desc;
}

/// Integrals of 1 / stiffness and x / stiffness from kFrom to `end`.
std::pair<double, double> compliance(const std::function<double(double)>& stiffness, double end) {
  std::pair<double, double> sum{0, 0};
  constexpr int kSteps = 4000;
  for (int i = 0; i < kSteps; ++i) {
    const double x = kFrom + (end - kFrom) * (i + 0.5) / kSteps;
    const double c = (end - kFrom) / kSteps / stiffness(x);
    sum.first += c, sum.second += x * c;
  }
  return sum;
}

/// How far the section at x has turned about z, from its top and bottom edges.
double turnAt(const CharacterDesc& desc, const std::vector<Vec3f>& surface, double x) {
  Vec3d top, bottom;
  int tops = 0, bottoms = 0;
  for (std::size_t v = 0; v < surface.size(); ++v) {
    const Vec3f &rest = desc.points[v], &p = surface[v];
    if (std::fabs(static_cast<double>(rest.x) - x) > 1e-5) continue;
    if (rest.y > 0.999f) top = {top.x + p.x, top.y + p.y, 0}, ++tops;
    if (rest.y < 0.001f) bottom = {bottom.x + p.x, bottom.y + p.y, 0}, ++bottoms;
  }
  return std::atan2(bottom.x / bottoms - top.x / tops, top.y / tops - bottom.y / bottoms);
}

void expectBeam(const std::function<double(double)>& stiffness, double tolerance) {
  const CharacterDesc desc = paintedBar(stiffness);
  const auto bound = bind(desc, cellsOfEdge(0.125));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  Player player(bound.value());
  Pose pose = restPose(*bound.value());
  const auto [whole, moment] = compliance(stiffness, kTo);
  constexpr double kTurn = 0.02;
  pose.bones[1] = scenes::rotationAbout({moment / whole, 0.5, 0.5}, {0, 0, 1}, kTurn);
  SolveSettings settings;
  settings.stepTolerance = 1e-4;
  const FrameReport report = player.solve(pose, settings);
  ASSERT_EQ(report.status, SolveStatus::Converged);
  EXPECT_LT(report.newton, 30);
  for (const double x : {1.5, 2.25, 3.0, 3.75, 4.5})
    EXPECT_NEAR(turnAt(desc, player.surface, x) / kTurn, compliance(stiffness, x).first / whole,
                tolerance)
        << "at " << x;
}

TEST(VertexMaps, APlainBarBendsEvenly) {
  expectBeam([](double) { return 1.0; }, 0.01);
}

TEST(VertexMaps, AStiffHalfBendsLessByItsStiffness) {
  // Logarithmic from one side to the other over three cells, as paint never ends in a line.
  const auto half = [](double factor) {
    return [=](double x) { return std::pow(factor, std::clamp((x - 2.8125) / 0.375, 0.0, 1.0)); };
  };
  for (const double factor : {3.0, 0.1, 100.0, 1000.0, 0.001}) {
    SCOPED_TRACE(factor);
    expectBeam(half(factor), 0.02);
  }
}

TEST(VertexMaps, OneNumberEverywhereChangesNothing) {
  const CharacterDesc plain = barCharacter();
  CharacterDesc painted = plain;
  painted.maps.stiffness.assign(plain.points.size(), 7.f);
  Player a(bind(plain, cellsOfEdge(0.125)).value()), b(bind(painted, cellsOfEdge(0.125)).value());
  Pose pose = restPose(a.simulation.character());
  pose.bones[1] = scenes::rotationAbout({2, 0.5, 0.5}, {0, 0, 1}, 0.8);
  a.solve(pose), b.solve(pose);
  for (std::size_t v = 0; v < a.surface.size(); ++v)
    ASSERT_NEAR(a.surface[v].x, b.surface[v].x, 2e-3);
}

TEST(VertexMaps, VolumeStiffnessKeepsTheVolumeOfAStretchedBar) {
  const auto volumeOf = [](float factor) {
    CharacterDesc desc = barCharacter();
    desc.material.poissonsRatio = 0.3;
    if (factor != 1) desc.maps.volumeStiffness.assign(desc.points.size(), factor);
    Player player(bind(desc, cellsOfEdge(0.125)).value());
    Pose pose = restPose(player.simulation.character());
    pose.bones[1].rows[0][3] = 0.3;
    return player.solve(pose).volumeRatio - 1;
  };
  const double plain = volumeOf(1), firm = volumeOf(20);
  EXPECT_GT(plain, 0.01);
  EXPECT_LT(firm, 0.4 * plain);
}

// Above lambda = 25 mu the cells that need it get pressures, beside cells that do not.
TEST(VertexMaps, ContrastsOfAThousandConvergeInNearlyIncompressibleFlesh) {
  using Paint = std::vector<float> VertexMaps::*;
  const auto solve = [](double nu, Paint map, float factor) {
    CharacterDesc desc = barCharacter();
    desc.material.poissonsRatio = nu;
    for (const Vec3f& p : desc.points) (desc.maps.*map).push_back(p.x < 2 ? 1.f : factor);
    Player player(bind(desc, cellsOfEdge(0.2)).value());
    Pose pose = restPose(player.simulation.character());
    pose.bones[1] = scenes::rotationAbout({2, 0.5, 0.5}, {0, 0, 1}, 0.5);
    return player.solve(pose);
  };
  for (const float factor : {1000.f, 0.001f}) {
    const FrameReport report = solve(0.498, &VertexMaps::stiffness, factor);
    EXPECT_EQ(report.status, SolveStatus::Converged) << factor;
    EXPECT_GT(report.minJ, 0.9) << factor;
    EXPECT_LT(report.maxJ, 1.1) << factor;
    EXPECT_LT(report.vcycles, 250) << factor;
  }
  const FrameReport report = solve(0.45, &VertexMaps::volumeStiffness, 1000);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_LT(report.vcycles, 250);
}

TEST(VertexMaps, AttachmentPaintedLooseLetsGo) {
  for (const Attachment attachment : {Attachment::Hard, Attachment::Spring}) {
    SCOPED_TRACE(static_cast<int>(attachment));
    CharacterDesc desc = barCharacter();
    desc.bones.push_back({"extra", CapsuleShape{{1.7, 0.5, 0.5}, {2.3, 0.5, 0.5}, 0.2}});
    desc.bones.back().attachment = attachment;
    Pose pose;
    pose.bones.resize(3);
    pose.bones[2].rows[1][3] = 0.2;
    const auto lift = [&] {
      Player player(bind(desc, cellsOfEdge(0.125)).value());
      EXPECT_EQ(player.solve(pose).status, SolveStatus::Converged);
      float most = 0;
      for (std::size_t v = 0; v < desc.points.size(); ++v)
        most = std::max(most, player.surface[v].y - desc.points[v].y);
      return most;
    };
    EXPECT_GT(lift(), 0.15f);
    for (const Vec3f& p : desc.points)
      desc.maps.attachment.push_back(p.x > 1.2f && p.x < 2.8f ? 0.f : 1.f);
    EXPECT_LT(lift(), 0.03f);
  }
}

TEST(VertexMaps, DensityIsKeptPerCell) {
  CharacterDesc desc = barCharacter();
  const auto material = [&]() -> CellMaterial {
    return bind(desc, cellsOfEdge(0.125)).value()->parts().model.material;
  };
  EXPECT_TRUE(material().density.empty());
  for (const Vec3f& p : desc.points) desc.maps.density.push_back(p.x < 2 ? 0.5f : 4.f);
  const auto bound = bind(desc, cellsOfEdge(0.125)).value();
  const FleshModel& model = bound->parts().model;
  ASSERT_EQ(model.material.density.size(), model.lattice.activeCells.size() * kBlockCells);
  for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot) {
    if (!model.lattice.isActive(slot)) continue;
    EXPECT_EQ(model.material.mu(slot), 1.f);  // density is not stiffness
    const int x = model.lattice.cellCoord(slot).x;
    const float density = model.material.density[static_cast<std::size_t>(slot)];
    if (x < 12) {
      EXPECT_NEAR(density, 0.5, 0.01);
    } else if (x >= 20) {
      EXPECT_NEAR(density, 4, 0.05);
    }
    EXPECT_TRUE(density > 0.49f && density < 4.01f);
  }
}

TEST(VertexMaps, ThatDoNotFitOrAreOutOfRangeAreRefused) {
  const auto expectRefused = [](std::vector<float> VertexMaps::*map, std::vector<float> values,
                                const std::string& said) {
    CharacterDesc desc = ballCharacter();
    if (values.size() == 1) values.resize(desc.points.size(), values[0]);
    desc.maps.*map = values;
    const auto bound = bind(desc, aboutCells(1000));
    ASSERT_FALSE(bound.ok());
    EXPECT_EQ(bound.error().code, ErrorCode::BadSetting);
    EXPECT_TRUE(isSentence(bound.error().message));
    EXPECT_NE(bound.error().message.find(said), std::string::npos) << bound.error().message;
  };
  expectRefused(&VertexMaps::stiffness, {1, 1}, "stiffness has 2 numbers");
  expectRefused(&VertexMaps::volumeStiffness, {0}, "volumeStiffness");
  expectRefused(&VertexMaps::density, {-1}, "density");
  expectRefused(&VertexMaps::attachment, {2000}, "attachment");
  expectRefused(&VertexMaps::attachment, {-0.01f}, "from 0 to 1000");
  expectRefused(&VertexMaps::stiffness, {std::numeric_limits<float>::quiet_NaN()}, "stiffness");
}

}  // namespace
}  // namespace sinew::testing
