// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The page itself is tested in a browser: tests/review.
#include "sinew/review.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>

#include "run/review_pack.h"
#include "sinew/clip_run.h"
#include "sinew/result_file.h"
#include "support/bound_model.h"

namespace sinew::testing {
namespace {

namespace fs = std::filesystem;

struct ReviewTest : ::testing::Test {
  fs::path folder =
      fs::path(::testing::TempDir()) /
      ("review_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
  fs::path result = folder / "walk", page = folder / "page.html";

  ReviewTest() {
    fs::remove_all(folder);
    fs::create_directories(folder);
    std::ofstream(folder / "template.html") << "before<!-- sinew:data -->after";
    solve(result, "0:8:4");
  }
  ~ReviewTest() override { fs::remove_all(folder); }

  void solve(const fs::path& into, const std::string& frames, double fps = 24) {
    static const CharacterFile bar = boundBarModel(0.1);
    ClipRun run;
    run.folder = into.string();
    run.frames = frames;
    run.framesPerSecond = fps;
    run.settings.selfContact = SelfContact::On;
    const auto outcome = solveClip(bar, run);
    ASSERT_TRUE(outcome) << outcome.error().message;
  }

  Result<std::int64_t> write(const std::string& against = "") const {
    return writeReview({result.string(), against, "", (folder / "template.html").string()},
                       page.string());
  }

  std::string pageText() const {
    std::ostringstream text;
    text << std::ifstream(page).rdbuf();
    return text.str();
  }

  /// It is refused with one sentence that names `word`, and no page is left.
  void expectRefused(const std::string& word, const std::string& against = "") const {
    const auto written = write(against);
    ASSERT_FALSE(written) << word;
    const std::string& message = written.error().message;
    EXPECT_NE(message.find(word), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_EQ(message.back(), '.') << message;
    EXPECT_FALSE(fs::exists(page));
  }

  /// The same with something done to the folder, and undone.
  void expectRefusedAfter(const std::function<void()>& harm, const std::string& word) {
    fs::copy(result, folder / "whole", fs::copy_options::recursive);
    harm();
    expectRefused(word);
    fs::remove_all(result);
    fs::rename(folder / "whole", result);
  }
};

TEST_F(ReviewTest, FillsTheTemplate) {
  const auto size = write();
  ASSERT_TRUE(size) << size.error().message;
  const std::string text = pageText();
  EXPECT_EQ(size.value(), static_cast<std::int64_t>(text.size()));
  EXPECT_EQ(text.rfind("before<script", 0), 0u);
  EXPECT_EQ(text.substr(text.size() - 5), "after");
  for (const char* part : {R"("title":"walk")", R"("skinned":)", R"("strain":)", R"("bones":)",
                           R"("lattice":)", R"("frame":8)", R"("youngsModulus":)"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST_F(ReviewTest, NoTextCanEndTheScriptItIsIn) {
  const auto written = writeReview(
      {result.string(), "", "</script><b>", (folder / "template.html").string()}, page.string());
  ASSERT_TRUE(written);
  EXPECT_EQ(pageText().find("<b>"), std::string::npos);
}

TEST_F(ReviewTest, DoesWithoutWhatIsNotNeeded) {
  for (const char* name :
       {"skinned.pc2", "strain.pc2", "quality.pc2", "contacts.bin", "bones.pc2", "lattice.pc2"})
    fs::remove(result / name);
  EXPECT_TRUE(write());
}

TEST_F(ReviewTest, DamagedFoldersAreRefused) {
  const auto replace = [&](const char* name, const std::string& text) {
    std::ofstream(result / name, std::ios::binary) << text;
  };
  for (const char* name : {"report.json", "surface.pc2", "mesh.obj", "lattice.obj"})
    expectRefusedAfter([&] { fs::remove(result / name); }, name);
  for (const char* name : {"surface.pc2", "skinned.pc2", "strain.pc2", "quality.pc2", "bones.pc2",
                           "lattice.pc2", "contacts.bin"}) {
    expectRefusedAfter([&] { fs::resize_file(result / name, fs::file_size(result / name) - 1); },
                       name);
    expectRefusedAfter([&] { replace(name, "x"); }, name);
  }
  expectRefusedAfter([&] { ASSERT_TRUE(keepFrames((result / "surface.pc2").string(), 2)); },
                     "2 frames");
  for (const char* report : {"", "{", "[]", R"({"frames": []})", R"({"frames": [1, 2, 3]})"})
    expectRefusedAfter([&] { replace("report.json", report); }, "report.json");
  expectRefusedAfter([&] { replace("report.part", "{}\n"); }, "--resume");
  expectRefusedAfter([&] { replace("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"); },
                     "mesh.obj has 3 vertices");
  expectRefusedAfter([&] { replace("lattice.obj", "v 0 0 0\nl 1 2\n"); }, "no such point");
  std::string manyPoints;
  for (int i = 0; i < 20000; ++i) manyPoints += "v 0 0 0\n";
  expectRefusedAfter([&] { replace("lattice.obj", manyPoints + "l 1 20000\n"); }, "more points");
}

TEST_F(ReviewTest, PointsThatAreNoNumbersAreRefused) {
  const std::string path = (result / "surface.pc2").string();
  std::vector<Vec3f> points = readFrame(path, 2).value();
  ASSERT_TRUE(keepFrames(path, 2));
  points[3].y = std::numeric_limits<float>::quiet_NaN();
  ASSERT_TRUE(appendFrame(path, points));
  expectRefused("surface.pc2: sample 2");
}

TEST_F(ReviewTest, ContactsOfOtherFramesAreRefused) {
  const std::string path = (result / "contacts.bin").string();
  ASSERT_EQ(readContacts(path).value().size(), 3u) << "one list per frame, though nothing touches";
  ASSERT_TRUE(write());
  EXPECT_EQ(pageText().find(R"("contacts":{)"), std::string::npos);
  ASSERT_TRUE(keepContactFrames(path, 2));
  ContactPoint contact{{0.5f, 0.5f, 0.5f}, {0, 1, 0}, 0.1f, 100};
  ASSERT_TRUE(appendContacts(path, {&contact, 1}));
  ASSERT_TRUE(write());
  EXPECT_NE(pageText().find(R"("count":2,"counts":[0,0,2])"), std::string::npos);
  fs::remove(page);
  ASSERT_TRUE(appendContacts(path, {&contact, 1}));
  expectRefused("4 frames");
  contact.normal.x = std::numeric_limits<float>::infinity();
  ASSERT_TRUE(keepContactFrames(path, 2));
  ASSERT_TRUE(appendContacts(path, {&contact, 1}));
  expectRefused("no number");
}

TEST_F(ReviewTest, SecondRunMustMatch) {
  solve(folder / "more", "0:8");
  EXPECT_TRUE(write((folder / "more").string()));
  EXPECT_NE(pageText().find(R"("name":"more")"), std::string::npos);
  fs::remove(page);
  solve(folder / "fewer", "0:4:4");
  expectRefused("no frame 8", (folder / "fewer").string());
  solve(folder / "faster", "0:8:4", 48);
  expectRefused("frames per second", (folder / "faster").string());
  expectRefused("no such folder", (folder / "none").string());
}

TEST_F(ReviewTest, SaysHowToGetThePage) {
  const auto written = writeReview({result.string(), "", "", "no/review.html"}, page.string());
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("npm"), std::string::npos) << written.error().message;
}

TEST(ReviewPack, StrainIsFinestAtRestAndEndsAtItsLimits) {
  const std::vector<Vec3f> strain{{1, 1, 1}, {0.25f, 4, 2.28f}, {0, 100, -9}, {0.5f, 2, 1.01f}};
  const std::vector<std::uint32_t> q = quantiseStrain(strain);
  EXPECT_EQ(q[0], 128u);
  EXPECT_EQ(q[4], 128u);
  EXPECT_EQ(q[8], 128u);
  EXPECT_EQ(q[1], 1u);
  EXPECT_EQ(q[5], 255u);
  EXPECT_EQ(q[9], 255u);
  EXPECT_EQ(q[2], 1u);
  EXPECT_EQ(q[6], 255u);
  EXPECT_EQ(q[10], 1u);
  const double part = (q[11] - 128.0) / 127;  // as the page reads it
  EXPECT_NEAR(1.28 * part * part, 0.01, 0.001);
}

TEST(ReviewPack, QualityKeepsDigitsOfStepsAndDepths) {
  const std::vector<Vec3f> quality{{0, 0, 0}, {0.02f, 0.1f, 500}, {99, 0.4f, 2000}, {1e-9f, 0, 1}};
  QualityRange range;
  range.grow(quality);
  const std::vector<std::uint32_t> q = quantiseQuality(quality, range);
  const auto step = [](std::uint32_t n) { return 10 * std::pow(10, (n - 255.0) / 32); };
  EXPECT_EQ(q[0], 0u);
  EXPECT_NEAR(step(q[1]), 0.02, 0.02 * 0.04);
  EXPECT_EQ(q[2], 255u);
  EXPECT_EQ(q[3], 0u);
  EXPECT_NEAR(0.4 * std::pow(q[5] / 255.0, 2), 0.1, 0.002);
  EXPECT_EQ(q[6], 255u);
  EXPECT_NEAR(2000 * std::pow(q[9] / 255.0, 2), 500, 8);
}

TEST(ReviewPack, PointsAreWithinHalfAStep) {
  std::vector<Vec3f> points;
  for (int i = 0; i < 100; ++i)
    points.push_back({std::sin(7.0f * i), 5 + std::cos(3.0f * i), -2.0f});
  PackBox box;
  box.grow(points);
  const std::vector<std::uint32_t> q = quantisePoints(points, box);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double step = (box.most[0] - box.least[0]) / 65535.0;
    EXPECT_NEAR(box.least[0] + step * q[i], points[i].x, 0.52 * step);
    EXPECT_EQ(q[200 + i], 0u);  // a flat box has one place
  }
}

}  // namespace
}  // namespace sinew::testing
