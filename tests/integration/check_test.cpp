// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// `sinew check`, and character.json in all commands: what is printed, exit codes, what overrides
// what.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/glb_writer.h"
#include "support/tool.h"

namespace sinew::testing {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

class CheckTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("sinew_check_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const FileBytes glb = barFile().glb();
    write("bar.glb", std::string(glb.begin(), glb.end()));
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n");
    write("bar.json", R"({"mesh": "bar.glb",
      "bones": [{"joint": "tip", "capsule": {"head": [0, 1.2, 0], "tail": [0, 1.8, 0],
                                             "radius": 0.04}}],
      "settings": {"targetCells": 1200, "stepTolerance": 0.05},  // small
      "material": {"youngsModulus": 12345}})");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  Outcome run(const Arguments& arguments) const { return runTool(folder_, arguments); }
  Json check(const Arguments& more, int exitCode) const {
    Arguments arguments = {"check", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, exitCode) << outcome.error;
    return Json::parse(outcome.output);
  }

  fs::path folder_;
};

TEST_F(CheckTest, PrintsAReportForPeople) {
  const Outcome outcome = run({"check", path("bar.glb"), "--cells", "2000"});
  EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
  EXPECT_EQ(outcome.output.rfind(path("bar.glb") + ": usable", 0), 0u) << outcome.output;
  for (const char* text : {"12 vertices, 20 triangles, 1 shell (1 closed), 0.2 x 2 x 0.2 m",
                           "0 open edges", "2 joints, 2 bones, 1 clip", "s a frame (a guess"}) {
    EXPECT_NE(outcome.output.find(text), std::string::npos) << outcome.output;
  }
}

TEST_F(CheckTest, PrintsJsonForPrograms) {
  const Json report = check({path("bar.glb"), "--cells", "2000"}, 0);
  EXPECT_EQ(report["schema"], 1);
  EXPECT_EQ(report["usable"], true);
  EXPECT_EQ(report["skin"]["triangles"], 20);
  EXPECT_EQ(report["skeleton"]["joints"], 2);
  EXPECT_NEAR(report["prediction"]["cells"].get<double>(), 2000, 300);
  EXPECT_TRUE(report["prediction"]["memory_is_counted"]);
  EXPECT_TRUE(report["findings"].is_array());
  EXPECT_TRUE(report["flesh"].contains("thin_places"));
}

TEST_F(CheckTest, UnusableFilesExitWithOne) {
  for (const char* name : {"flat.obj", "none.glb", "none.json", "none.sinew", "none.obj"}) {
    const Json report = check({path(name)}, 1);
    EXPECT_EQ(report["usable"], false);
    EXPECT_EQ(report["findings"][0]["severity"], "error") << name;
    EXPECT_FALSE(report["findings"][0]["message"].get<std::string>().empty());
  }
}

TEST_F(CheckTest, WrongUsageExitsWithTwo) {
  EXPECT_EQ(run({"check"}).exitCode, 2);
  EXPECT_EQ(run({"check", path("bar.glb"), "--cells", "3"}).exitCode, 2);
  EXPECT_EQ(run({"check", path("bar.glb"), "--frames", "3"}).exitCode, 2);
}

TEST_F(CheckTest, RecipesBindAndSolveAndFlagsOverrideThem) {
  EXPECT_NEAR(check({path("bar.json")}, 0)["prediction"]["cells"].get<double>(), 1200, 200);
  EXPECT_NEAR(check({path("bar.json"), "--cells", "3000"}, 0)["prediction"]["cells"].get<double>(),
              3000, 500);

  ASSERT_EQ(run({"bind", path("bar.json"), "-o", path("bar.sinew")}).exitCode, 0);
  EXPECT_EQ(check({path("bar.sinew")}, 0)["skeleton"]["bones"], 2);
  EXPECT_EQ(run({"check", path("bar.sinew"), "--cells", "3000"}).exitCode, 2);

  const Outcome solved = run(
      {"solve", path("bar.json"), "--frames", "3", "--out", path("out"), "--youngsModulus", "777"});
  ASSERT_EQ(solved.exitCode, 0) << solved.error;
  const Json report = Json::parse(textOf(path("out/report.json")));
  EXPECT_EQ(report["settings"]["targetCells"], 1200);
  EXPECT_EQ(report["settings"]["stepTolerance"], 0.05);
  EXPECT_EQ(report["settings"]["youngsModulus"], 777);
  EXPECT_EQ(report["character"]["bones"], 2);
}

TEST_F(CheckTest, TheExampleIsClean) {
  EXPECT_EQ(check({SINEW_EXAMPLES "/character/character.json"}, 0)["findings"], Json::array());
}

TEST_F(CheckTest, MistakesInRecipesAreToldByEveryCommand) {
  write("bad.json", R"({"mesh": "bar.glb", "setings": {}})");
  const std::string told = "has the unknown key 'setings'; did you mean 'settings'?";
  for (const Arguments& command :
       {Arguments{"check", path("bad.json")}, Arguments{"bind", path("bad.json"), "-o", path("x")},
        Arguments{"solve", path("bad.json"), "--out", path("x")}}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_NE((outcome.output + outcome.error).find(told), std::string::npos);
  }
}

}  // namespace
}  // namespace sinew::testing
