// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/result_file.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <locale>
#include <random>
#include <sstream>

#include "io/byte_reader.h"
#include "sinew/model_file.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

using Points = std::vector<Vec3f>;

class ResultFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string bytesOf(const std::string& file) const {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
};

/// Numbers of every size, with all their digits.
Points awkwardPoints(unsigned seed, std::size_t count = 50) {
  std::mt19937 random(seed);
  Points points;
  const auto number = [&] {
    return std::ldexp(static_cast<float>(random()) / 4.3e9f - 0.5f,
                      static_cast<int>(random() % 60) - 40);
  };
  for (std::size_t i = 0; i < count; ++i) points.push_back({number(), number(), number()});
  points[0] = {-0.0f, 1.0f / 3, std::numeric_limits<float>::denorm_min()};
  points[1] = {0.1f, 16777216.0f, std::numeric_limits<float>::max()};
  return points;
}

bool sameBits(const Points& a, const Points& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3f)) == 0;
}

// The layout as other programs read it (Blender's modifiers/intern/MOD_meshcache_pc2.cc), byte by
// byte.
TEST_F(ResultFile, PointCacheHasTheLayoutOfPc2) {
  const std::string file = path("a.pc2");
  ASSERT_TRUE(createPointCache(file, 50, 5, 0.5).ok());
  const Points frames[] = {awkwardPoints(1), awkwardPoints(2)};
  for (const Points& points : frames) ASSERT_TRUE(appendFrame(file, points).ok());
  const std::string bytes = bytesOf(file);
  ASSERT_EQ(bytes.size(), 32u + 2 * 50 * 12);
  EXPECT_EQ(bytes.substr(0, 12), std::string("POINTCACHE2\0", 12));
  const auto* raw = reinterpret_cast<const unsigned char*>(bytes.data());
  EXPECT_EQ(io::loadNumber<std::int32_t>(raw + 12), 1);
  EXPECT_EQ(io::loadNumber<std::int32_t>(raw + 16), 50);
  EXPECT_EQ(io::loadNumber<float>(raw + 20), 5.0f);
  EXPECT_EQ(io::loadNumber<float>(raw + 24), 0.5f);
  EXPECT_EQ(io::loadNumber<std::int32_t>(raw + 28), 2);
  EXPECT_EQ(std::memcmp(raw + 32, frames[0].data(), 600), 0);
  EXPECT_EQ(std::memcmp(raw + 632, frames[1].data(), 600), 0);
  EXPECT_TRUE(sameBits(readFrame(file, 1).value(), frames[1]));
  EXPECT_FALSE(readFrame(file, 2).ok());
}

TEST_F(ResultFile, PointCacheGoesOnAfterBeingKilled) {
  const std::string whole = path("whole.pc2"), killed = path("killed.pc2");
  for (const std::string& file : {whole, killed}) {
    ASSERT_TRUE(createPointCache(file, 50, 0, 1).ok());
    ASSERT_TRUE(appendFrame(file, awkwardPoints(1)).ok());
  }
  std::ofstream(killed, std::ios::binary | std::ios::app) << std::string(333, 'x');  // half a frame
  EXPECT_EQ(pointCache(killed).value().frames, 1);
  for (unsigned seed = 2; seed < 5; ++seed) {
    ASSERT_TRUE(appendFrame(whole, awkwardPoints(seed)).ok());
    ASSERT_TRUE(appendFrame(killed, awkwardPoints(seed)).ok());
  }
  EXPECT_EQ(bytesOf(killed), bytesOf(whole));
  ASSERT_TRUE(keepFrames(killed, 2).ok());
  EXPECT_EQ(pointCache(killed).value().frames, 2);
  EXPECT_EQ(bytesOf(killed).size(), 32u + 2 * 600);
  for (unsigned seed = 3; seed < 5; ++seed)
    ASSERT_TRUE(appendFrame(killed, awkwardPoints(seed)).ok());
  EXPECT_EQ(bytesOf(killed), bytesOf(whole));
}

TEST_F(ResultFile, ContactsGoOnAfterBeingKilledAnywhere) {
  const std::string whole = path("whole.bin"), killed = path("killed.bin");
  const std::vector<std::vector<ContactPoint>> frames{
      {{{1, 2, 3}, {0, 1, 0}, 0.5f, 7}, {{4, 5, 6}, {1, 0, 0}, 0.25f, 8}},
      {},
      {{{7, 8, 9}, {0, 0, -1}, 0.125f, 9}}};
  ASSERT_TRUE(createContactFile(whole).ok());
  for (const auto& frame : frames) ASSERT_TRUE(appendContacts(whole, frame).ok());
  const auto read = readContacts(whole).value();
  ASSERT_EQ(read.size(), 3u);
  for (std::size_t f = 0; f < 3; ++f) {
    ASSERT_EQ(read[f].size(), frames[f].size());
    for (std::size_t c = 0; c < read[f].size(); ++c)
      EXPECT_EQ(std::memcmp(&read[f][c], &frames[f][c], 32), 0);
  }
  const std::string bytes = bytesOf(whole);
  ASSERT_EQ(bytes.size(), 8u + 3 * 4 + 3 * 32);
  const std::size_t ends[] = {8, 76, 80, 116};  // of the magic and of each frame
  for (std::size_t cut = 8; cut <= bytes.size(); ++cut) {
    std::ofstream(killed, std::ios::binary) << bytes.substr(0, cut);
    const auto complete = static_cast<std::size_t>(
        std::upper_bound(std::begin(ends), std::end(ends), cut) - std::begin(ends) - 1);
    EXPECT_EQ(readContacts(killed).ok(), ends[complete] == cut) << cut;
    ASSERT_EQ(keepContactFrames(killed, 9).value(), static_cast<std::int64_t>(complete)) << cut;
    for (std::size_t f = complete; f < 3; ++f) ASSERT_TRUE(appendContacts(killed, frames[f]).ok());
    EXPECT_EQ(bytesOf(killed), bytes) << cut;
  }
  EXPECT_EQ(keepContactFrames(killed, 1).value(), 1);
  EXPECT_EQ(bytesOf(killed), bytes.substr(0, 76));
}

TEST_F(ResultFile, ProblemsAreSentences) {
  const auto refused = [](const auto& result) {
    return !result.ok() && isSentence(result.error().message);
  };
  const std::string file = path("a.pc2"), none = path("no/such.pc2");
  EXPECT_TRUE(refused(createPointCache(none, 5, 0, 1)));
  EXPECT_TRUE(refused(createPointCache(file, 0, 0, 1)));
  EXPECT_TRUE(refused(appendFrame(none, awkwardPoints(1))));
  ASSERT_TRUE(createPointCache(file, 7, 0, 1).ok());
  EXPECT_TRUE(refused(appendFrame(file, awkwardPoints(1))));
  EXPECT_TRUE(refused(keepFrames(file, 1)));
  EXPECT_TRUE(refused(writeObj(path("no/a.obj"), awkwardPoints(1), Span<const Triangle>())));
  EXPECT_TRUE(
      refused(writeUsd(path("a.usda"), awkwardPoints(1), Span<const Triangle>(), none, {})));
  std::ofstream(path("text.pc2")) << "POINTCACHE2 but no more";
  EXPECT_TRUE(refused(pointCache(path("text.pc2"))));
  std::filesystem::resize_file(file, 20);
  EXPECT_TRUE(refused(pointCache(file)));
  EXPECT_TRUE(refused(createContactFile(none)));
  EXPECT_TRUE(refused(readContacts(none)));
  EXPECT_TRUE(refused(readContacts(path("text.pc2"))));
  EXPECT_TRUE(refused(keepContactFrames(path("text.pc2"), 1)));
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_TRUE(refused(createPointCache("/dev/full", 5, 0, 1)));
    std::filesystem::create_symlink("/dev/full", path("a.obj.tmp"));
    EXPECT_TRUE(refused(writeObj(path("a.obj"), awkwardPoints(1), Span<const Triangle>())));
    EXPECT_FALSE(std::filesystem::exists(path("a.obj")));
  }
}

TEST_F(ResultFile, ObjReadsBackWithTheSameBits) {
  const Points points = awkwardPoints(3);
  const std::vector<Triangle> triangles = {{0, 1, 2}, {48, 49, 3}};
  ASSERT_TRUE(writeObj(path("a.obj"), points, triangles).ok());
  const SurfaceMesh mesh = readSurface(path("a.obj")).value();
  EXPECT_TRUE(sameBits(mesh.points, points));
  ASSERT_EQ(mesh.triangles.size(), 2u);
  EXPECT_EQ(mesh.triangles[1].b, 49);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

/// The numbers between the brackets after `key`, read by the C library.
std::vector<float> numbersAfter(const std::string& text, const std::string& key) {
  std::vector<float> numbers;
  const std::size_t from = text.find('[', text.find(key) + key.size());
  for (std::size_t at = from; text[at] != ']';) {
    if (std::strchr("[](), ", text[at])) {
      ++at;
      continue;
    }
    char* end = nullptr;
    numbers.push_back(std::strtof(text.c_str() + at, &end));
    at = static_cast<std::size_t>(end - text.c_str());
  }
  return numbers;
}

TEST_F(ResultFile, UsdHoldsEveryFrameWithTheSameBits) {
  ASSERT_TRUE(createPointCache(path("a.pc2"), 50, 10, 2).ok());
  for (unsigned seed = 1; seed < 4; ++seed) {
    ASSERT_TRUE(appendFrame(path("a.pc2"), awkwardPoints(seed)).ok());
  }
  UsdStage stage;
  stage.meshName = "7 my-skin";
  stage.framesPerSecond = 30;
  const std::vector<Triangle> triangles = {{0, 1, 2}, {48, 49, 3}};
  ASSERT_TRUE(writeUsd(path("a.usda"), awkwardPoints(9), triangles, path("a.pc2"), stage).ok());
  const std::string text = bytesOf(path("a.usda"));
  for (const char* line :
       {"#usda 1.0\n", "defaultPrim = \"_7_my_skin\"", "upAxis = \"Y\"", "metersPerUnit = 1\n",
        "startTimeCode = 10\n", "endTimeCode = 14\n", "timeCodesPerSecond = 30\n",
        "subdivisionScheme = \"none\"", "faceVertexCounts = [3, 3]",
        "faceVertexIndices = [0, 1, 2, 48, 49, 3]", "point3f[] points.timeSamples = {"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
  const std::string samples = text.substr(text.find("points.timeSamples"));
  for (unsigned seed = 1; seed < 4; ++seed) {
    const Points points = awkwardPoints(seed);
    const auto numbers = numbersAfter(samples, " " + std::to_string(8 + 2 * seed) + ": ");
    ASSERT_EQ(numbers.size(), 150u);
    EXPECT_EQ(std::memcmp(numbers.data(), points.data(), 600), 0);
  }
  EXPECT_EQ(numbersAfter(text, "float3[] extent.timeSamples = {\n        10: ").size(), 6u);
}

struct CommaForPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST_F(ResultFile, TextDoesNotDependOnTheLocale) {
  ASSERT_TRUE(writeObj(path("c.obj"), awkwardPoints(1), Span<const Triangle>()).ok());
  const std::locale before =
      std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // if it is installed
  ASSERT_TRUE(writeObj(path("de.obj"), awkwardPoints(1), Span<const Triangle>()).ok());
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
  EXPECT_EQ(bytesOf(path("de.obj")), bytesOf(path("c.obj")));
  EXPECT_EQ(bytesOf(path("c.obj")).find(','), std::string::npos);
}

}  // namespace
}  // namespace sinew::testing
