// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Skins as they come out of production: each binds to a body of the right volume that follows its
// bone, with warnings that carry numbers, or is refused with a sentence.
#include <gtest/gtest.h>

#include <cctype>

#include "geometry/triangle_mesh.h"
#include "scenes/vec.h"
#include "support/characters.h"
#include "support/shared_data.h"

namespace sinew::testing {
namespace {

CharacterDesc withSkin(const TriangleMesh& mesh) {
  CharacterDesc desc = ballCharacter();
  MeshShape skin = toShape(mesh);
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  return desc;
}

struct Wanted {
  double volume = 4.0 / 3 * M_PI;  // of the flesh
  std::string warning;             // one that must be there
};

void expectBody(const TriangleMesh& mesh, const Wanted& wanted) {
  const CharacterDesc desc = withSkin(mesh);
  const auto bound = bind(desc, aboutCells(4000));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  const CharacterSummary& summary = bound.value()->summary();
  std::string all;
  for (const std::string& warning : summary.warnings) {
    EXPECT_TRUE(isSentence(warning)) << warning;
    EXPECT_TRUE(std::any_of(warning.begin(), warning.end(), [](unsigned char c) {
      return std::isdigit(c);
    })) << warning;
    all += warning + "\n";
  }
  EXPECT_NE(all.find(wanted.warning), std::string::npos) << all;
  EXPECT_EQ(summary.vertices, static_cast<std::int64_t>(mesh.points.size()));
  // Cells cover the body with about half a layer on top.
  const double h = summary.cellSize;
  const double filled = static_cast<double>(summary.cells) * h * h * h;
  EXPECT_NEAR(filled / wanted.volume, 1.15, 0.15);

  Player player(bound.value());
  Pose pose = restPose(*bound.value());
  pose.bones[0] = scenes::rotationAbout({0, 0, 0}, {1, 2, 3}, 0.8);
  const FrameReport report = player.solve(pose);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_NEAR(report.volumeRatio, 1, 1e-3);
  double worst = 0;  // every vertex is where it was given, in the order it was given
  for (std::size_t v = 0; v < desc.points.size(); ++v) {
    const Vec3f& p = desc.points[v];
    const auto& rows = pose.bones[0].rows;
    const double x = rows[0][0] * p.x + rows[0][1] * p.y + rows[0][2] * p.z + rows[0][3];
    worst = std::max(worst, std::fabs(player.surface[v].x - x));
  }
  EXPECT_LT(worst, 1e-4);
}

void expectRefusal(const TriangleMesh& mesh, const std::string& said) {
  const auto bound = bind(withSkin(mesh), aboutCells(4000));
  ASSERT_FALSE(bound.ok());
  EXPECT_EQ(bound.error().code, ErrorCode::BadMesh);
  EXPECT_TRUE(isSentence(bound.error().message)) << bound.error().message;
  EXPECT_NE(bound.error().message.find(said), std::string::npos) << bound.error().message;
}

TriangleMesh ball() { return ballMesh({0, 0, 0}, 1, 4); }

TEST(DirtySkin, WithHoles) {
  TriangleMesh mesh = ball();
  std::erase_if(mesh.triangles, [&](const auto& t) {
    const Vec3<double>& p = mesh.points[static_cast<std::size_t>(t[0])];
    return p.z > 0.97 || p.x < -0.98;
  });
  expectBody(mesh, {.warning = "in 2 loops"});
}

TEST(DirtySkin, NotWelded) {
  const TriangleMesh welded = ball();
  TriangleMesh mesh;
  for (const auto& t : welded.triangles) {
    const auto at = static_cast<std::int32_t>(mesh.points.size());
    for (const std::int32_t i : t)
      mesh.points.push_back(welded.points[static_cast<std::size_t>(i)]);
    mesh.triangles.push_back({at, at + 1, at + 2});
  }
  expectBody(mesh, {.warning = "were merged"});
}

TEST(DirtySkin, PartlyInsideOut) {
  TriangleMesh mesh = ball();
  for (auto& t : mesh.triangles)
    if (mesh.points[static_cast<std::size_t>(t[0])].y > 0.5) std::swap(t[1], t[2]);
  expectBody(mesh, {.warning = "were turned"});
}

TEST(DirtySkin, WithDuplicateFacesAndFins) {
  TriangleMesh mesh = ball();
  for (std::size_t t = 0; t < 40; ++t) mesh.triangles.push_back(mesh.triangles[7 * t]);
  const auto fin = static_cast<std::int32_t>(mesh.points.size());
  mesh.points.push_back({0.2, 0.2, 1.02});
  mesh.triangles.push_back({mesh.triangles[0][0], mesh.triangles[0][1], fin});
  expectBody(mesh, {.warning = "40 duplicate triangles were dropped"});
}

TEST(DirtySkin, OfOverlappingAndNestedShells) {
  expectBody(joined(ball(), ballMesh({0.3, 0.1, 0}, 0.8, 3)), {.warning = "pass through"});
  expectBody(joined(ball(), ballMesh({0.1, 0.1, 0}, 0.4, 3)), {.warning = "inside another"});
}

TEST(DirtySkin, WithAShellInsideOutBesideAGoodOne) {
  TriangleMesh second = ballMesh({0.9, 0, 0}, 1, 4);
  insideOut(second);
  // United: two balls of radius 1 whose centres are 0.9 apart.
  const double lens = M_PI * (4 + 0.9) * (2 - 0.9) * (2 - 0.9) / 12;
  expectBody(joined(ball(), second),
             {.volume = 8.0 / 3 * M_PI - lens, .warning = "1 patch that was inside out"});
}

TEST(DirtySkin, ThatIsASheetOrASoupIsRefused) {
  TriangleMesh sheet;
  for (int y = 0; y <= 10; ++y)
    for (int x = 0; x <= 10; ++x) sheet.points.push_back({0.1 * x, 0.1 * y, 0.02 * (x % 3)});
  for (int y = 0; y < 10; ++y)
    for (int x = 0; x < 10; ++x) {
      const std::int32_t p = y * 11 + x;
      sheet.triangles.push_back({p, p + 1, p + 12});
      sheet.triangles.push_back({p, p + 12, p + 11});
    }
  expectRefusal(sheet, "no clear inside");

  TriangleMesh soup;
  std::uint32_t state = 1;
  const auto number = [&] {
    return static_cast<double>((state = state * 1664525 + 1013904223) >> 8) / (1 << 24);
  };
  for (std::int32_t t = 0; t < 100; ++t) {
    for (int k = 0; k < 3; ++k) soup.points.push_back({number(), number(), number()});
    soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  expectRefusal(soup, "no clear inside");
}

TEST(DirtySkin, OfSharedDataBindsOrIsRefused) {
  const struct {
    const char* name;
    bool binds;
  } files[] = {{"dirty/bird_nonmanifold.obj", true},
               {"dirty/spot_damaged.obj", true},
               {"dirty/soup.stl", false},
               {"dirty/motor_multishell.ply", true},
               {"dirty/plane_holes.obj", true},
               {"dirty/tube_selfintersect.obj", true}};
  for (const auto& file : files) {
    SCOPED_TRACE(file.name);
    const auto mesh = sharedMesh(file.name);
    SINEW_SKIP_WITHOUT(mesh, file.name);
    CharacterDesc desc = withSkin(*mesh);
    const Box box = boxOfTriangles(*mesh);
    const Vec3<double> c = 0.5 * (box.least + box.greatest);
    const double r = 0.4 * length(box.greatest - box.least);
    desc.bones[0].shape = CapsuleShape{{c.x, c.y, c.z}, {c.x, c.y, c.z}, r};
    const auto bound = bind(desc, aboutCells(3000));
    ASSERT_EQ(bound.ok(), file.binds) << (bound.ok() ? "" : bound.error().message);
    if (!bound.ok()) {
      EXPECT_TRUE(isSentence(bound.error().message));
      continue;
    }
    EXPECT_FALSE(bound.value()->summary().warnings.empty());
    Player player(bound.value());
    EXPECT_EQ(player.solve(restPose(*bound.value())).status, SolveStatus::Converged);
    EXPECT_TRUE(isFinite(player.surface));
  }
}

}  // namespace
}  // namespace sinew::testing
