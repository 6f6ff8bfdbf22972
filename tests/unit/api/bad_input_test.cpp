// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Wrong data never crashes, never hangs and never eats the machine: one sentence says what is
// wrong.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>

#include "scenes/vec.h"
#include "support/characters.h"
#include "support/effort.h"

namespace sinew::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

constexpr double kSlowdown = kUnderSanitizer ? 10 : 1;
constexpr bool kMeasuresMemory = !kUnderSanitizer;

// Of this process: what other programs on the machine do does not count.
double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

using Bound = Result<std::shared_ptr<const Character>>;

/// Binds, and holds bind to a second and 200 MB, whatever it is given.
Bound bindQuickly(const CharacterDesc& desc, const BindSettings& settings = aboutCells(2000)) {
  const double before = peakMegabytes();
  const double start = cpuSeconds();
  Bound bound = bind(desc, settings);
  EXPECT_LT(cpuSeconds() - start, 1.0 * kSlowdown);
  if (kMeasuresMemory) {
    EXPECT_LT(peakMegabytes() - before, 200);
  }
  return bound;
}

void expectRefused(const CharacterDesc& desc, ErrorCode code, const std::string& named,
                   const BindSettings& settings = aboutCells(2000)) {
  const Bound bound = bindQuickly(desc, settings);
  ASSERT_FALSE(bound.ok());
  EXPECT_EQ(bound.error().code, code) << bound.error().message;
  EXPECT_TRUE(isSentence(bound.error().message)) << bound.error().message;
  EXPECT_NE(bound.error().message.find(named), std::string::npos) << bound.error().message;
}

/// Binds to something that solves: the rest pose converges to finite numbers.
void expectUsable(const CharacterDesc& desc, const BindSettings& settings = aboutCells(2000)) {
  const Bound bound = bindQuickly(desc, settings);
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  Player player(bound.value());
  const FrameReport report = player.solve(restPose(*bound.value()));
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_NEAR(report.volumeRatio, 1, 1e-3);
  EXPECT_TRUE(isFinite(player.surface));
}

/// Either is right, but nothing else: a sentence, or a character that works.
void expectRefusedOrUsable(const CharacterDesc& desc) {
  const Bound bound = bindQuickly(desc);
  if (!bound.ok()) {
    EXPECT_TRUE(isSentence(bound.error().message)) << bound.error().message;
    return;
  }
  Player player(bound.value());
  player.solve(restPose(*bound.value()));
  EXPECT_TRUE(isFinite(player.surface));
}

/// Binds, and one of the warnings says `said`.
void expectWarning(const CharacterDesc& desc, const std::string& said) {
  const Bound bound = bindQuickly(desc);
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  std::string all;
  for (const std::string& warning : bound.value()->summary().warnings) {
    EXPECT_TRUE(isSentence(warning)) << warning;
    all += warning + "\n";
  }
  EXPECT_NE(all.find(said), std::string::npos) << all;
}

CharacterDesc changed(const std::function<void(CharacterDesc&)>& change) {
  CharacterDesc desc = ballCharacter();
  change(desc);
  return desc;
}

// --- The skin.

TEST(BadSkin, WithNumbersThatAreNotFinite) {
  for (const float bad : {kNan, kInf, -kInf}) {
    expectRefused(changed([=](auto& d) { d.points[0].x = bad; }), ErrorCode::BadMesh, "skin");
    expectRefused(changed([=](auto& d) { d.points.back().z = bad; }), ErrorCode::BadMesh, "skin");
  }
}

TEST(BadSkin, WithoutPointsOrTriangles) {
  expectRefused(changed([](auto& d) { d.points.clear(), d.triangles.clear(); }), ErrorCode::BadMesh,
                "points");
  expectRefused(changed([](auto& d) { d.triangles.clear(); }), ErrorCode::BadMesh, "triangles");
  expectRefused(changed([](auto& d) { d.points.clear(); }), ErrorCode::BadMesh, "points");
}

TEST(BadSkin, NamingPointsItDoesNotHave) {
  constexpr auto least = std::numeric_limits<std::int32_t>::min();
  constexpr auto greatest = std::numeric_limits<std::int32_t>::max();
  for (const std::int32_t bad : {-1, 1000000, least, greatest})
    expectRefused(changed([=](auto& d) { d.triangles[3].b = bad; }), ErrorCode::BadMesh, "skin");
}

TEST(BadSkin, TurnedInsideOut) {
  expectRefused(changed([](auto& d) {
                  for (Triangle& t : d.triangles) std::swap(t.b, t.c);
                }),
                ErrorCode::BadMesh, "inside out");
}

TEST(BadSkin, WithAHoleBindsWithAWarningThatCountsIt) {
  const CharacterDesc desc = changed([](auto& d) { d.triangles.pop_back(); });
  expectUsable(desc);
  expectWarning(desc, "3 open edges in 1 loop");
}

TEST(BadSkin, WithOneTriangleTheWrongWayRoundBindsWithAWarning) {
  const CharacterDesc desc =
      changed([](auto& d) { std::swap(d.triangles[5].a, d.triangles[5].b); });
  expectUsable(desc);
  expectWarning(desc, "1 triangle was turned");
}

TEST(BadSkin, ThatEnclosesNoVolume) {
  expectRefused(changed([](auto& d) {
                  for (Vec3f& p : d.points) p.z = 0;
                }),
                ErrorCode::BadMesh, "volume");
  expectRefused(changed([](auto& d) {
                  for (Vec3f& p : d.points) p = {1, 2, 3};
                }),
                ErrorCode::BadMesh, "volume");
}

TEST(BadSkin, ThinnerThanTheCells) {
  expectRefused(ballCharacter(), ErrorCode::BadMesh, "thinner", cellsOfEdge(100));
}

TEST(BadSkin, OfHugeOrTinySizeIsRefusedOrWorks) {
  for (const float scale : {3e37f, 1e30f, 1e15f, 1e-15f, 1e-30f, 1e-38f, 1e-44f}) {
    SCOPED_TRACE(scale);
    expectRefusedOrUsable(changed([=](auto& d) {
      for (Vec3f& p : d.points) p = {scale * p.x, scale * p.y, scale * p.z};
      auto& bone = std::get<CapsuleShape>(d.bones[0].shape);
      const auto s = static_cast<double>(scale);
      bone = {{-0.3 * s, 0, 0}, {0.3 * s, 0, 0}, 0.3 * s};
    }));
  }
}

TEST(BadSkin, FarFromTheOriginIsRefusedOrWorks) {
  for (const float offset : {1e3f, 1e5f, 1e7f, 1e20f, 1e38f}) {
    SCOPED_TRACE(offset);
    expectRefusedOrUsable(changed([=](auto& d) {
      for (Vec3f& p : d.points) p.x += offset;
      auto& bone = std::get<CapsuleShape>(d.bones[0].shape);
      bone.head.x += static_cast<double>(offset), bone.tail.x += static_cast<double>(offset);
    }));
  }
}

TEST(BadSkin, WithAPointFarAwayThatNoTriangleUses) {
  // A stray vertex is not part of the body: the body binds as without it.
  for (const float far : {10.f, 30.f, 1e3f, 1e6f, 1e30f}) {
    SCOPED_TRACE(far);
    expectUsable(changed([=](auto& d) { d.points.push_back({far, far, far}); }));
    if (HasFailure()) return;  // farther away would only take longer
  }
}

TEST(BadSkin, OfTwoPartsFarApartIsRefusedOrWorks) {
  for (const double far : {45.0, 100.0, 1e4, 1e8}) {
    SCOPED_TRACE(far);
    CharacterDesc desc;
    MeshShape skin = toShape(joined(ballMesh({0, 0, 0}, 1, 2), ballMesh({far, far, far}, 1, 2)));
    desc.points = skin.points;
    desc.triangles = skin.triangles;
    desc.bones.push_back({"near", CapsuleShape{{0, 0, 0}, {0.1, 0, 0}, 0.4}});
    desc.bones.push_back({"far", CapsuleShape{{far, far, far}, {far, far, far}, 0.4}});
    expectRefusedOrUsable(desc);
    if (HasFailure()) return;
  }
}

// --- Bones.

TEST(BadBone, NoneAtAll) {
  expectRefused(changed([](auto& d) { d.bones.clear(); }), ErrorCode::BadBone, "bone");
}

TEST(BadBone, OutsideTheSkin) {
  expectRefused(changed([](auto& d) {
                  d.bones[0].shape = CapsuleShape{{50, 0, 0}, {51, 0, 0}, 0.3};
                }),
                ErrorCode::NoSupport, "bone");
}

TEST(BadBone, BesideAGoodOneIsAWarningThatNamesIt) {
  const Bound bound = bindQuickly(changed([](auto& d) {
    d.bones.push_back({"lost", CapsuleShape{{50, 0, 0}, {51, 0, 0}, 0.3}});
  }));
  ASSERT_TRUE(bound.ok());
  ASSERT_EQ(bound.value()->summary().warnings.size(), 1u);
  EXPECT_TRUE(isSentence(bound.value()->summary().warnings[0]));
  EXPECT_NE(bound.value()->summary().warnings[0].find("'lost'"), std::string::npos);
  Player player(bound.value());
  EXPECT_EQ(player.solve(restPose(*bound.value())).status, SolveStatus::Converged);
}

TEST(BadBone, WithARadiusThatIsNotPositive) {
  for (const double radius : {0.0, -1.0, -1e300})
    expectRefused(
        changed([=](auto& d) { std::get<CapsuleShape>(d.bones[0].shape).radius = radius; }),
        ErrorCode::BadBone, "'core'");
}

TEST(BadBone, WithNumbersThatAreNotFinite) {
  for (const double bad : {static_cast<double>(kNan), static_cast<double>(kInf)}) {
    expectRefused(changed([=](auto& d) { std::get<CapsuleShape>(d.bones[0].shape).radius = bad; }),
                  ErrorCode::BadBone, "'core'");
    expectRefused(changed([=](auto& d) { std::get<CapsuleShape>(d.bones[0].shape).head.y = bad; }),
                  ErrorCode::BadBone, "'core'");
    expectRefused(changed([=](auto& d) { d.bones[0].springStiffness = bad; }), ErrorCode::BadBone,
                  "'core'");
  }
}

TEST(BadBone, WithAStiffnessOutOfRange) {
  for (const double bad : {0.0, -1.0, 0.09, 101.0, 1e300})
    expectRefused(changed([=](auto& d) { d.bones[0].springStiffness = bad; }), ErrorCode::BadBone,
                  "'core'");
}

TEST(BadBone, WithABadMesh) {
  const auto withBone = [](MeshShape shape) {
    return changed([&](auto& d) { d.bones[0].shape = std::move(shape); });
  };
  const MeshShape good = toShape(ballMesh({0, 0, 0}, 0.4, 1));
  expectRefused(withBone({}), ErrorCode::BadBone, "'core'");
  MeshShape bad = good;
  bad.points[2].y = kNan;
  expectRefused(withBone(bad), ErrorCode::BadBone, "'core'");
  bad = good;
  bad.triangles[0].a = -5;
  expectRefused(withBone(bad), ErrorCode::BadBone, "'core'");
  bad = good;
  for (Triangle& t : bad.triangles) std::swap(t.a, t.b);
  expectRefused(withBone(bad), ErrorCode::BadBone, "'core'");
  expectUsable(withBone(good));
}

TEST(BadBone, WithAMeshThatIsNotClosedIsAWarning) {
  MeshShape open = toShape(ballMesh({0, 0, 0}, 0.4, 2));
  open.triangles.pop_back();
  const CharacterDesc desc = changed([&](auto& d) { d.bones[0].shape = open; });
  expectUsable(desc);
  expectWarning(desc, "'core' has a mesh with 3 edges");
}

TEST(BadBone, WithAnEllipsoidThatIsNone) {
  const auto withAxes = [](const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    return changed([&](auto& d) { d.bones[0].shape = EllipsoidShape{{0, 0, 0}, {a, b, c}}; });
  };
  expectRefused(withAxes({0, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}), ErrorCode::BadBone, "no length");
  expectRefused(withAxes({0.3, 0.3, 0}, {0, 0.3, 0}, {0, 0, 0.3}), ErrorCode::BadBone,
                "right angles");
  expectRefused(withAxes({kNan, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}), ErrorCode::BadBone, "finite");
  expectUsable(withAxes({0.4, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}));
}

TEST(BadBone, WithASetOfNoCapsules) {
  expectRefused(changed([](auto& d) { d.bones[0].shape = CapsuleSetShape{}; }), ErrorCode::BadBone,
                "without any capsule");
}

TEST(BadBone, ThinnerThanACellIsAttachedWithSpringsAndAWarning) {
  const CharacterDesc thin = changed([](auto& d) {
    d.bones[0].shape = CapsuleShape{{-0.31, 0.013, 0.017}, {0.29, 0.013, 0.017}, 1e-9};
  });
  expectUsable(thin);
  EXPECT_EQ(bindQuickly(thin).value()->summary().warnings.size(), 1u);
}

TEST(BadBone, LongerThanTheWorldIsRefusedOrWorks) {
  for (const Attachment attachment : {Attachment::Hard, Attachment::Spring})
    for (const double length : {1e4, 1e6, 1e9, 1e30, 1e300}) {
      SCOPED_TRACE(length);
      expectRefusedOrUsable(changed([=](auto& d) {
        d.bones[0].attachment = attachment;
        d.bones[0].shape = CapsuleShape{{0, 0, 0}, {length, 0, 0}, 0.01};
      }));
      if (HasFailure()) return;
    }
}

TEST(BadBone, MeshesOfHugeSizeAreRefusedOrWork) {
  for (const double size : {1e4, 1e12, 1e35}) {
    SCOPED_TRACE(size);
    expectRefusedOrUsable(changed([=](auto& d) {
      d.bones[0].shape = toShape(boxMesh({-size, -size, -size}, {0.2, size, size}));
    }));
  }
}

// --- Sizes and settings.

TEST(BadBindSettings, OutOfRange) {
  BindSettings settings;
  for (const double bad :
       {-1.0, -1e-300, 1e7, static_cast<double>(kNan), static_cast<double>(kInf)})
    expectRefused(ballCharacter(), ErrorCode::BadSetting, "cellSize", cellsOfEdge(bad));
  for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{7}})
    expectRefused(ballCharacter(), ErrorCode::BadSetting, "targetCells", aboutCells(bad));
  settings.memoryLimit = -1;
  expectRefused(ballCharacter(), ErrorCode::BadSetting, "memoryLimit", settings);
}

TEST(BadBindSettings, AMaterialThatDoesNotExist) {
  const auto withMaterial = [](double E, double nu, double density) {
    return changed([=](auto& d) {
      d.material.youngsModulus = E, d.material.poissonsRatio = nu, d.material.density = density;
    });
  };
  expectRefused(withMaterial(0, 0.4, 1000), ErrorCode::BadSetting, "youngsModulus");
  expectRefused(withMaterial(kNan, 0.4, 1000), ErrorCode::BadSetting, "youngsModulus");
  expectRefused(withMaterial(1e5, 0.5, 1000), ErrorCode::BadSetting, "poissonsRatio");
  expectRefused(withMaterial(1e5, -0.1, 1000), ErrorCode::BadSetting, "poissonsRatio");
  expectRefused(withMaterial(1e5, kNan, 1000), ErrorCode::BadSetting, "poissonsRatio");
  expectRefused(withMaterial(1e5, 0.4, -1), ErrorCode::BadSetting, "density");
}

TEST(BadBindSettings, CellsTooSmallForTheMemoryAreRefusedBeforeItIsUsed) {
  for (const double edge : {1e-3, 1e-5, 1e-9, 1e-30, 1e-300, 5e-324}) {
    SCOPED_TRACE(edge);
    expectRefused(ballCharacter(), ErrorCode::TooLarge, "memoryLimit", cellsOfEdge(edge));
  }
  expectRefused(ballCharacter(), ErrorCode::TooLarge, "memoryLimit", aboutCells(100000000));
  BindSettings little = aboutCells(100000);
  little.memoryLimit = 1000000;
  expectRefused(ballCharacter(), ErrorCode::TooLarge, "memoryLimit", little);
}

TEST(BadBindSettings, AThinBodyStaysBelowTheMemoryLimitToo) {
  // A plate one cell thick fills a quarter of its blocks at most.
  CharacterDesc plate;
  const MeshShape skin = toShape(boxMesh({0, 0, 0}, {4, 4, 0.02}));
  plate.points = skin.points;
  plate.triangles = skin.triangles;
  plate.bones.push_back({"middle", CapsuleShape{{1, 1, 0.01}, {3, 3, 0.01}, 0.1}});
  BindSettings settings = cellsOfEdge(0.05);
  for (const std::int64_t limit : {4000000, 8000000, 16000000, 64000000}) {
    settings.memoryLimit = limit;
    const Bound bound = bindQuickly(plate, settings);
    if (bound.ok()) {
      EXPECT_LE(bound.value()->summary().memoryBytes, limit);
    } else {
      EXPECT_EQ(bound.error().code, ErrorCode::TooLarge) << bound.error().message;
    }
  }
}

TEST(SmallBody, OfOneCellAndOfEightCellsWorks) {
  CharacterDesc desc;
  const MeshShape skin = toShape(boxMesh({0, 0, 0}, {1, 1, 1}));
  desc.points = skin.points;
  desc.triangles = skin.triangles;
  for (const Attachment attachment : {Attachment::Hard, Attachment::Spring}) {
    desc.bones = {{"core", CapsuleShape{{0.4, 0.5, 0.5}, {0.6, 0.5, 0.5}, 0.15}, attachment}};
    for (const double edge : {1.0, 0.5}) {
      expectUsable(desc, cellsOfEdge(edge));
      const auto character = bind(desc, cellsOfEdge(edge)).value();
      EXPECT_EQ(character->summary().cells, edge == 1 ? 1 : 8);
      Player player(character);
      Pose pose = restPose(*character);
      pose.bones[0] = scenes::rotationAbout({0.5, 0.5, 0.5}, {1, 2, 3}, 0.5);
      player.solve(pose);
      EXPECT_TRUE(isFinite(player.surface));
    }
  }
}

TEST(SmallBody, WithEveryNodeInsideABoneJustFollowsIt) {
  CharacterDesc desc = barCharacter();
  desc.bones = {{"all", toShape(boxMesh({-1, -1, -1}, {5, 2, 2}))}};
  const auto character = bindQuickly(desc, cellsOfEdge(0.5));
  ASSERT_TRUE(character.ok()) << character.error().message;
  Player player(character.value());
  Pose pose = restPose(*character.value());
  pose.bones[0] = scenes::translation({1, 2, 3});
  EXPECT_EQ(player.solve(pose).status, SolveStatus::Converged);
  EXPECT_NEAR(player.surface[0].x, desc.points[0].x + 1, 1e-6);
}

TEST(CancelledBind, SaysSoWheneverItIsStopped) {
  int stopped = 0;
  for (;; ++stopped) {
    int left = stopped + 1;
    double last = 0;
    const BindProgress progress{[&](const char* doing, double part) {
      EXPECT_GT(std::strlen(doing), 3u);
      EXPECT_GT(part, last);
      EXPECT_LT(part, 1);
      last = part;
      return --left > 0;
    }};
    const Bound bound = bind(ballCharacter(), aboutCells(2000), &progress);
    if (bound.ok()) break;
    EXPECT_EQ(bound.error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(isSentence(bound.error().message));
  }
  EXPECT_GE(stopped, 4);
}

// --- Frames.

class BadFrame : public ::testing::Test {
 protected:
  void expectRefused(const Pose& pose, const SolveSettings& settings, Span<Vec3f> surface,
                     const std::string& named) {
    const std::vector<Vec3f> before(surface.begin(), surface.end());
    const double start = cpuSeconds();
    const FrameReport report = player_.simulation.solve(pose, settings, surface);
    EXPECT_LT(cpuSeconds() - start, 0.1 * kSlowdown);
    EXPECT_EQ(report.status, SolveStatus::BadInput);
    EXPECT_TRUE(isSentence(report.message)) << report.message;
    EXPECT_NE(report.message.find(named), std::string::npos) << report.message;
    EXPECT_EQ(report.newton, 0);
    if (!before.empty()) {
      EXPECT_EQ(std::memcmp(before.data(), surface.data(), before.size() * sizeof(Vec3f)), 0)
          << "the surface was touched";
    }
    // And nothing is broken afterwards.
    EXPECT_EQ(player_.solve(restPose(player_.simulation.character())).status,
              SolveStatus::Converged);
  }

  void expectPoseRefused(const std::function<void(Affine3d&)>& change, const std::string& named) {
    Pose pose = restPose(player_.simulation.character());
    change(pose.bones[1]);
    std::vector<Vec3f> surface(player_.surface.size(), Vec3f{7, 8, 9});
    expectRefused(pose, SolveSettings{}, surface, named);
  }

  Player player_{bind(barCharacter(), cellsOfEdge(0.25)).value()};
};

TEST_F(BadFrame, WithTheWrongNumberOfBones) {
  for (const std::size_t count : {0u, 1u, 3u, 1000u}) {
    Pose pose;
    pose.bones.resize(count);
    expectRefused(pose, SolveSettings{}, player_.surface, "bones");
  }
}

TEST_F(BadFrame, WithASurfaceOfTheWrongSize) {
  const Pose pose = restPose(player_.simulation.character());
  for (const std::size_t count :
       {std::size_t{0}, player_.surface.size() - 1, player_.surface.size() + 1}) {
    std::vector<Vec3f> surface(count, Vec3f{1, 2, 3});
    expectRefused(pose, SolveSettings{}, surface, "surface");
  }
  expectRefused(pose, SolveSettings{}, Span<Vec3f>(), "surface");
}

TEST_F(BadFrame, WithNumbersThatAreNotFinite) {
  for (const double bad : {static_cast<double>(kNan), static_cast<double>(kInf)})
    for (int row = 0; row < 3; ++row)
      for (const int column : {0, 2, 3})
        expectPoseRefused([=](Affine3d& a) { a.rows[row][column] = bad; }, "bone 1");
}

TEST_F(BadFrame, WithAMirroredOrFlattenedOrInflatedBone) {
  expectPoseRefused([](Affine3d& a) { a.rows[1][1] = -1; }, "bone 1");
  expectPoseRefused([](Affine3d& a) { a.rows[0][0] = a.rows[1][1] = a.rows[2][2] = -1; }, "bone 1");
  expectPoseRefused([](Affine3d& a) { a.rows[2][2] = 0; }, "bone 1");
  expectPoseRefused(
      [](Affine3d& a) {
        a = {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
      },
      "bone 1");
  expectPoseRefused([](Affine3d& a) { a.rows[0][0] = 1e-7; }, "bone 1");
  expectPoseRefused([](Affine3d& a) { a.rows[0][0] = 1e200; }, "bone 1");
  expectPoseRefused([](Affine3d& a) { a.rows[0][1] = a.rows[1][0] = 1e200; }, "bone 1");
}

TEST_F(BadFrame, WithABoneAtTheEndOfTheWorld) {
  expectPoseRefused([](Affine3d& a) { a.rows[0][3] = 1e300; }, "bone 1");
  expectPoseRefused([](Affine3d& a) { a.rows[2][3] = -1e12; }, "bone 1");
}

TEST_F(BadFrame, WithSettingsOutOfRange) {
  const Pose pose = restPose(player_.simulation.character());
  SolveSettings settings;
  settings.stepTolerance = kNan;
  expectRefused(pose, settings, player_.surface, "stepTolerance");
  settings = {};
  settings.newtonIterations = 0;
  expectRefused(pose, settings, player_.surface, "newtonIterations");
  settings = {};
  settings.threads = -1;
  expectRefused(pose, settings, player_.surface, "threads");
}

TEST_F(BadFrame, ButAnExtremePoseIsSolvedOrSaysThatItWasNot) {
  // Allowed by the checks, absurd all the same: the answer may be poor but is finite and honest.
  const auto solveWith = [&](const std::function<void(Affine3d&)>& change) {
    Pose pose = restPose(player_.simulation.character());
    change(pose.bones[1]);
    SolveSettings settings;
    settings.newtonIterations = 40;
    settings.poseSplits = 1;
    const FrameReport report = player_.solve(pose, settings);
    EXPECT_NE(report.status, SolveStatus::BadInput) << report.message;
    EXPECT_TRUE(isFinite(player_.surface));
    EXPECT_TRUE(std::isfinite(report.volumeRatio) && std::isfinite(report.motionJump));
    if (report.status == SolveStatus::Converged) {
      EXPECT_LT(report.step, settings.stepTolerance);
    }
  };
  solveWith([](Affine3d& a) { a.rows[0][0] = a.rows[1][1] = a.rows[2][2] = 0.02; });
  solveWith([](Affine3d& a) { a.rows[0][0] = a.rows[1][1] = a.rows[2][2] = 50; });
  solveWith([](Affine3d& a) { a.rows[0][0] = 1e4; });
  solveWith([](Affine3d& a) { a.rows[0][1] = 1e3; });
  solveWith([](Affine3d& a) { a.rows[0][3] = 1e4; });
  solveWith([](Affine3d& a) { a = scenes::rotationAbout({3, 0.5, 0.5}, {0, 0, 1}, 3.14159265); });
}

}  // namespace
}  // namespace sinew::testing
