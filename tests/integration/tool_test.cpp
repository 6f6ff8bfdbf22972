// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The tool `sinew`: bind and solve, exit codes, and runs that are killed.
#include "support/tool.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "sinew/character_file.h"
#include "sinew/result_file.h"
#include "sinew/settings.h"
#include "support/glb_writer.h"

namespace sinew::testing {
namespace {

using Json = nlohmann::ordered_json;
using std::chrono::milliseconds;
namespace fs = std::filesystem;

bool isMessage(const std::string& text) {
  return text.rfind("sinew: ", 0) == 0 && text.size() > 20 && text.find('\n') == text.size() - 1 &&
         text[text.size() - 2] == '.';
}

/// report.json without what differs from run to run: seconds.
Json withoutSeconds(const std::string& report) {
  Json json = Json::parse(report);
  json["character"].erase("bind_seconds");
  json["sinew"].erase("threads");
  json["settings"].erase("threads");
  for (Json& frame : json["frames"]) frame.erase("seconds");
  return json;
}

class ToolTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("sinew_tool_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const FileBytes glb = barFile().glb();
    std::ofstream(path("bar.glb"), std::ios::binary)
        .write(reinterpret_cast<const char*>(glb.data()), static_cast<std::streamsize>(glb.size()));
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  Outcome run(const Arguments& arguments) const { return runTool(folder_, arguments); }

  void bindBar() const {
    const Outcome bound =
        run({"bind", path("bar.glb"), "-o", path("bar.sinew"), "--cells", "1500"});
    ASSERT_EQ(bound.exitCode, 0) << bound.error;
  }

  Arguments solveBar(const std::string& out, const Arguments& more = {}) const {
    Arguments arguments = {"solve",   path("bar.sinew"), "--out",
                           path(out), "--format",        "pc2,usda,obj"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  /// All files, with report.json but for its seconds.
  void expectSameResults(const std::string& a, const std::string& b) const {
    auto filesA = filesOf(path(a)), filesB = filesOf(path(b));
    EXPECT_EQ(withoutSeconds(filesA["report.json"]), withoutSeconds(filesB["report.json"]));
    filesA.erase("report.json");
    filesB.erase("report.json");
    ASSERT_EQ(filesA.size(), filesB.size());
    for (const auto& [name, bytes] : filesA) EXPECT_TRUE(filesB[name] == bytes) << name;
  }

  fs::path folder_;
};

TEST_F(ToolTest, ModelAndBindFileGiveTheSameFiles) {
  bindBar();
  const Outcome fromFile = run(solveBar("a", {"--threads", "1", "--report", path("copy.json")}));
  EXPECT_EQ(fromFile.exitCode, 0) << fromFile.error;
  const Outcome fromModel = run({"solve", path("bar.glb"), "--cells", "1500", "--clip", "bend",
                                 "--out", path("b"), "--format", "pc2,usda,obj", "--threads", "2"});
  EXPECT_EQ(fromModel.exitCode, 0) << fromModel.error;
  expectSameResults("a", "b");
  EXPECT_EQ(textOf(path("copy.json")), textOf(path("a/report.json")));

  // One second at 24 frames per second, both ends.
  const PointCache cache = pointCache(path("a/surface.pc2")).value();
  EXPECT_EQ(cache.frames, 25);
  EXPECT_EQ(cache.points, 12);
  EXPECT_EQ(pointCache(path("a/skinned.pc2")).value().frames, 25);
  EXPECT_TRUE(fs::exists(path("a/surface.0024.obj")));
  EXPECT_FALSE(fs::exists(path("a/surface.0025.obj")));
}

TEST_F(ToolTest, TheDocsListTheSettingsThereAre) {
  const Outcome listed = run({"settings", "--markdown"});
  EXPECT_EQ(listed.exitCode, 0);
  EXPECT_EQ(listed.output, textOf(std::string(SINEW_EXAMPLES) + "/../docs/settings.md"))
      << "write it with: sinew settings --markdown > docs/settings.md";
}

// What a preset sets is in the report, and flags go on top of it.
TEST_F(ToolTest, PresetsAreMaterials) {
  const Outcome solved = run({"solve", path("bar.glb"), "--cells", "300", "--frames", "0", "--out",
                              path("a"), "--preset", "fat", "--density", "950"});
  EXPECT_EQ(solved.exitCode, 0) << solved.error;
  const Json settings = Json::parse(textOf(path("a/report.json")))["settings"];
  EXPECT_EQ(settings["youngsModulus"], presetMaterial(MaterialPreset::Fat).youngsModulus);
  EXPECT_EQ(settings["density"], 950);
  EXPECT_EQ(run({"solve", path("bar.glb"), "--preset", "cheese"}).exitCode, 2);
}

TEST_F(ToolTest, FramesDoNotDependOnTheRangeTheyAreSolvedIn) {
  bindBar();
  ASSERT_EQ(run(solveBar("whole")).exitCode, 0);
  ASSERT_EQ(run(solveBar("first", {"--frames", "0:11", "--threads", "1"})).exitCode, 0);
  ASSERT_EQ(run(solveBar("second", {"--frames", "12:24:3"})).exitCode, 0);
  for (const int frame : {0, 11, 12, 15, 24}) {
    const std::string name =
        "/surface." + std::string(frame < 10 ? "000" : "00") + std::to_string(frame) + ".obj";
    EXPECT_EQ(textOf(path("whole") + name), textOf(path(frame < 12 ? "first" : "second") + name));
  }
  EXPECT_EQ(pointCache(path("second/surface.pc2")).value().frameStep, 3);
  EXPECT_EQ(pointCache(path("second/surface.pc2")).value().frames, 5);
}

// The points of every frame, from a cache of 32 bytes of header and 12 bytes per point.
std::vector<std::string> framesOf(const std::string& cache) {
  const PointCache numbers = pointCache(cache).value();
  const auto size = static_cast<std::size_t>(numbers.points) * 12;
  const std::string bytes = textOf(cache);
  EXPECT_EQ(bytes.size(), 32 + size * static_cast<std::size_t>(numbers.frames));
  std::vector<std::string> frames;
  for (std::size_t f = 0; f < static_cast<std::size_t>(numbers.frames); ++f) {
    frames.push_back(bytes.substr(32 + size * f, size));
  }
  return frames;
}

// Issue 4: in reverse order, in two processes at a time, by 1 and 2 threads, from model and bind
// file.
TEST_F(ToolTest, SameBitsHoweverTheClipIsSolved) {
  bindBar();
  const Arguments fromModel = {"solve", path("bar.glb"), "--cells", "1500"};
  const Arguments fromFile = {"solve", path("bar.sinew")};
  const auto with = [](Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  ASSERT_EQ(run(with(fromModel, {"--out", path("whole"), "--threads", "2"})).exitCode, 0);
  const std::vector<std::string> whole = framesOf(path("whole/surface.pc2"));
  const std::vector<std::string> skinned = framesOf(path("whole/skinned.pc2"));
  ASSERT_EQ(whole.size(), 25u);
  for (std::size_t f = 1; f < whole.size(); ++f) EXPECT_NE(whole[f], whole[f - 1]);

  for (const Arguments& input : {fromModel, fromFile}) {
    for (const char* threads : {"1", "2"}) {
      SCOPED_TRACE(input[1] + " " + threads + " threads");
      const auto solve = [&](const std::string& out, const std::string& frames) {
        fs::create_directories(path(out + "_text"));
        return Tool(path(out + "_text"),
                    with(input, {"--out", path(out), "--frames", frames, "--threads", threads}));
      };
      Tool first = solve("first", "0:12"), second = solve("second", "13:24");
      ASSERT_EQ(first.wait().exitCode, 0);
      ASSERT_EQ(second.wait().exitCode, 0);
      std::vector<std::string> halves = framesOf(path("first/surface.pc2"));
      for (const std::string& frame : framesOf(path("second/surface.pc2"))) halves.push_back(frame);
      EXPECT_EQ(halves, whole);

      for (int f = 24; f >= 0; f -= 4) {
        ASSERT_EQ(solve("one", std::to_string(f)).wait().exitCode, 0);
        const auto at = static_cast<std::size_t>(f);
        EXPECT_EQ(framesOf(path("one/surface.pc2")), std::vector{whole[at]}) << "frame " << f;
        EXPECT_EQ(framesOf(path("one/skinned.pc2")), std::vector{skinned[at]}) << "frame " << f;
      }
    }
  }
}

TEST_F(ToolTest, TwoRunsDoNotWriteIntoOneFolder) {
  bindBar();
  const Arguments slow = solveBar("a", {"--fps", "400"});
  Tool first(folder_, slow);
  while (!fs::exists(path("a/report.part"))) std::this_thread::sleep_for(milliseconds(5));
  fs::create_directories(path("text"));
  for (const Arguments& more : {Arguments{}, Arguments{"--resume"}}) {
    Arguments again = slow;
    again.insert(again.end(), more.begin(), more.end());
    const Outcome second = runTool(path("text"), again);
    EXPECT_EQ(second.exitCode, 1);
    EXPECT_TRUE(isMessage(second.error)) << second.error;
    EXPECT_NE(second.error.find("another sinew"), std::string::npos) << second.error;
  }
  EXPECT_TRUE(fs::exists(path("a/solve.lock")));
  EXPECT_EQ(runTool(path("text"), solveBar("b", {"--frames", "0:1"})).exitCode, 0);
  first.signalAfter(milliseconds(0), SIGKILL);
  ASSERT_EQ(first.wait().exitCode, -1);
  // The dead run's lock is still there and locks nothing.
  EXPECT_TRUE(fs::exists(path("a/solve.lock")));
  ASSERT_FALSE(fs::exists(path("a/report.json")));
  const Outcome resumed = run(solveBar("a", {"--fps", "400", "--resume"}));
  EXPECT_EQ(resumed.exitCode, 0) << resumed.error;
  EXPECT_FALSE(fs::exists(path("a/solve.lock")));
}

TEST_F(ToolTest, BonesOfAPlainModelAreHeldAsTheFlagsSay) {
  const auto solve = [&](const std::string& out, const Arguments& more) {
    Arguments arguments = {"solve", path("bar.glb"), "--cells", "1500", "--frames",
                           "20",    "--out",         path(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  ASSERT_EQ(solve("held", {}).exitCode, 0);
  const Outcome slid = solve("slid", {"--attachment", "tip=slidingEnds"});
  EXPECT_EQ(slid.exitCode, 0) << slid.error;
  EXPECT_NE(textOf(path("held/surface.pc2")), textOf(path("slid/surface.pc2")));
  ASSERT_EQ(
      solve("both", {"--attachment", "root=auto", "--attachment", "tip=slidingEnds"}).exitCode, 0);
  EXPECT_EQ(textOf(path("both/surface.pc2")), textOf(path("slid/surface.pc2")));

  // A character.json says the same in its own way, and the flag has the last word.
  std::ofstream(path("bar.json")) << R"({"mesh": "bar.glb", "bones": [{"joint": "tip",
    "mode": "slidingEnds", "capsule": {"head": [0, 1.2, 0], "tail": [0, 1.8, 0], "radius": 0.1}}]})";
  const Arguments bind = {"bind", path("bar.json"), "--cells", "1500", "-o"};
  const auto bound = [&](const std::string& out, const Arguments& more) {
    Arguments arguments = bind;
    arguments.push_back(path(out));
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).exitCode, 0);
    return loadCharacter(path(out)).value().inputHash;
  };
  const std::uint64_t plain = bound("a.sinew", {});
  EXPECT_EQ(bound("b.sinew", {"--attachment", "tip=slidingEnds"}), plain);
  EXPECT_NE(bound("c.sinew", {"--attachment", "tip=auto"}), plain);

  for (const auto& [exitCode, flag, sentence] :
       {std::tuple{2, "tip=gliding", "wants BONE=HOW with one of hard, spring, auto, sliding"},
        {2, "tip", "not 'tip'"},
        {1, "toe=hard", "there is no bone 'toe' among root, tip"}}) {
    const Outcome refused = solve("no", {"--attachment", flag});
    EXPECT_EQ(refused.exitCode, exitCode) << flag;
    EXPECT_TRUE(isMessage(refused.error)) << refused.error;
    EXPECT_NE(refused.error.find(sentence), std::string::npos) << refused.error;
  }
  const Outcome late = run(solveBar("no", {"--attachment", "tip=hard"}));
  EXPECT_EQ(late.exitCode, 2);
  EXPECT_NE(late.error.find("no effect on a bound character"), std::string::npos) << late.error;
}

// A wall beside the bar, on the side it bends to: in a character.json, in its .sinew file, and
// following a joint.
TEST_F(ToolTest, CollidersOfACharacterFileHoldTheFlesh) {
  const auto write = [&](const std::string& colliders) {
    std::ofstream(path("bar.json")) << R"({"mesh": "bar.glb", "settings": {"targetCells": 1500},
      "colliders": [)" << colliders << "]}";
  };
  const auto solve = [&](const std::string& file, const std::string& out) {
    const Outcome outcome = run({"solve", path(file), "--frames", "12", "--out", path(out)});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    return readFrame(path(out + "/surface.pc2"), 0).value();
  };
  write("");
  const std::vector<Vec3f> free = solve("bar.json", "free");
  float least = 1e9f, greatest = -1e9f;
  for (const Vec3f& p : free) least = std::min(least, p.x), greatest = std::max(greatest, p.x);
  // The plane holds back what is beyond 0.9 of the way that the bar reaches to one side.
  const bool bendsRight = greatest > -least;
  const float wall = 0.9f * (bendsRight ? greatest : least);
  const std::string plane = R"({"name": "wall", "plane": {"point": [)" + std::to_string(wall) +
                            ", 0, 0], \"normal\": [" + (bendsRight ? "-1" : "1") + ", 0, 0]}}";
  write(plane);
  const std::vector<Vec3f> held = solve("bar.json", "held");
  float beyond = 0;
  for (const Vec3f& p : held) beyond = std::max(beyond, bendsRight ? p.x - wall : wall - p.x);
  EXPECT_LT(beyond, 0.05f);
  EXPECT_GT(Json::parse(textOf(path("held/report.json")))["frames"][0]["contacts"], 0);

  ASSERT_EQ(run({"bind", path("bar.json"), "-o", path("bar.sinew")}).exitCode, 0);
  solve("bar.sinew", "file");
  EXPECT_EQ(textOf(path("file/surface.pc2")), textOf(path("held/surface.pc2")));
  // A ball that follows the tip, far from the skin, touches nothing.
  write(R"({"ball": {"center": [3, 1.5, 0], "radius": 0.2}, "joint": "tip", "friction": 1})");
  solve("bar.json", "far");
  EXPECT_EQ(Json::parse(textOf(path("far/report.json")))["frames"][0]["contacts"], 0);
  write(R"({"ball": {"center": [0, 1.5, 0], "radius": 9}})");
  const Outcome swallowed = run({"solve", path("bar.json"), "--out", path("no")});
  EXPECT_NE(swallowed.exitCode, 0);
}

TEST_F(ToolTest, ChoicesAreShownByName) {
  const Outcome help = run({"solve", "--help"});
  for (const char* list : {"{corotated, corotatedVolume, stableNeoHookean, mooneyRivlin}",
                           "{exactIntegral, twelveEdges, stiffCreases}", "{trilinear, tricubic}"}) {
    EXPECT_NE(help.output.find(list), std::string::npos) << list << help.output;
  }
  EXPECT_EQ(help.output.find("->"), std::string::npos);
  for (const char* law : {"rubber", "0", "2", ""}) {
    const Outcome bad = run({"solve", path("bar.glb"), "--law", law});
    EXPECT_EQ(bad.exitCode, 2);
    EXPECT_NE(bad.error.find("is not one of corotated, corotatedVolume, stableNeoHookean, "
                             "mooneyRivlin"),
              std::string::npos)
        << bad.error;
  }
  ASSERT_EQ(run({"solve", path("bar.glb"), "--frames", "0", "--cells", "500", "--law",
                 "MooneyRivlin", "--out", path("x")})
                .exitCode,
            0);
  EXPECT_EQ(Json::parse(textOf(path("x/report.json")))["settings"]["law"], "mooneyRivlin");
}

TEST_F(ToolTest, ReportHasTheSchema) {
  bindBar();
  ASSERT_EQ(run(solveBar("a", {"--frames", "4:6:2"})).exitCode, 0);
  const Json report = Json::parse(textOf(path("a/report.json")));
  EXPECT_EQ(report["schema"], 1);
  for (const char* key : {"version", "target", "threads"}) {
    EXPECT_TRUE(report["sinew"].contains(key)) << key;
  }
  for (const char* key : {"vertices", "bones", "cells", "nodes", "levels", "cell_size",
                          "bind_seconds", "memory_bytes", "warnings"}) {
    EXPECT_TRUE(report["character"].contains(key)) << key;
  }
  EXPECT_EQ(report["settings"]["targetCells"], 1500);  // of the bind, not of this command
  ASSERT_EQ(report["frames"].size(), 2u);
  EXPECT_EQ(report["frames"][1]["frame"], 6);
  for (const char* key : {"frame", "status", "newton", "vcycles", "step", "residual", "min_j",
                          "max_j", "inverted_cells", "contacts", "max_penetration", "volume_ratio",
                          "motion_jump", "other_shape"}) {
    EXPECT_TRUE(report["frames"][0].contains(key)) << key;
  }
  for (const char* key : {"total", "contact", "linearise", "setup", "linear", "embed"}) {
    EXPECT_TRUE(report["frames"][0]["seconds"].contains(key)) << key;
  }
}

TEST_F(ToolTest, KilledRunsGoOnToTheSameFiles) {
  bindBar();
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(run(solveBar("whole")).exitCode, 0);
  const auto duration =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
  std::mt19937 random(3);
  int killed = 0;
  for (int round = 0; round < 4; ++round) {
    fs::remove_all(path("killed"));
    for (;;) {
      Tool tool(folder_, solveBar("killed", {"--resume"}));
      const auto longest = static_cast<unsigned>(duration.count()) / (round + 1) + 2;
      tool.signalAfter(milliseconds(random() % longest), SIGKILL);
      const Outcome outcome = tool.wait();
      if (outcome.exitCode == 0) break;
      ASSERT_EQ(outcome.exitCode, -1) << outcome.error;
      if (++killed % 50 == 0) {  // make sure that it ends
        ASSERT_EQ(run(solveBar("killed", {"--resume"})).exitCode, 0);
        break;
      }
    }
    expectSameResults("whole", "killed");
  }
  EXPECT_GT(killed, 3);
}

// The last steps take no time, so a kill hardly ever hits them: made by hand.
TEST_F(ToolTest, GoesOnFromEveryStepOfTheEnd) {
  bindBar();
  const Arguments arguments = solveBar("a", {"--frames", "0:3", "--resume"});
  ASSERT_EQ(run(arguments).exitCode, 0);
  fs::copy(path("a"), path("whole"));
  const Json report = Json::parse(textOf(path("a/report.json")));
  std::string journal = report["run"].dump() + "\n";
  for (const Json& frame : report["frames"]) journal += frame.dump() + "\n";

  const auto resumeFrom = [&](auto&& undo, std::size_t missingBytes = 0) {
    std::ofstream(path("a/report.part")) << journal.substr(0, journal.size() - missingBytes);
    undo();
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    expectSameResults("whole", "a");
  };
  const auto toPart = [&](const std::string& name) {
    fs::rename(path("a/" + name), path("a/" + name + ".part"));
  };
  resumeFrom([] {});  // report.json written, the journal not yet removed
  resumeFrom([&] { fs::remove(path("a/report.json")); });
  resumeFrom([&] { fs::remove(path("a/report.json")), toPart("bones.pc2"); });
  resumeFrom([&] {
    fs::remove(path("a/report.json"));
    for (const char* name : {"skinned.pc2", "strain.pc2", "bones.pc2"}) toPart(name);
  });
  resumeFrom([&] {
    fs::remove(path("a/report.json")), toPart("skinned.pc2"), toPart("surface.pc2");
    std::ofstream(path("a/surface.usda.tmp")) << "#usda 1.0 and no mo";
  });
  for (const std::size_t missingBytes : {1, 100}) {  // killed while the last frame was noted down
    resumeFrom(
        [&] { fs::remove(path("a/report.json")), toPart("skinned.pc2"), toPart("surface.pc2"); },
        missingBytes);
  }
}

TEST_F(ToolTest, InterruptLeavesARunThatGoesOn) {
  bindBar();
  const Arguments slow = solveBar("a", {"--fps", "400", "--resume"});
  Tool tool(folder_, slow);
  tool.signalAfter(milliseconds(500), SIGINT);
  const Outcome stopped = tool.wait();
  ASSERT_EQ(stopped.exitCode, 130) << stopped.output;
  EXPECT_TRUE(isMessage(stopped.error)) << stopped.error;
  EXPECT_NE(stopped.error.find("--resume"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("a/report.json")));
  EXPECT_EQ(run(slow).exitCode, 0);
  EXPECT_EQ(pointCache(path("a/surface.pc2")).value().frames, 401);
}

TEST_F(ToolTest, ResumeRefusesAnotherRun) {
  bindBar();
  ASSERT_EQ(run(solveBar("a", {"--frames", "0:2"})).exitCode, 0);
  const auto before = filesOf(path("a"));
  for (const Arguments& other :
       {Arguments{"--frames", "0:3"}, Arguments{"--frames", "0:2", "--stepTolerance", "0.1"},
        Arguments{"--frames", "0:2", "--fps", "25"}}) {
    Arguments arguments = solveBar("a", other);
    arguments.push_back("--resume");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_TRUE(isMessage(outcome.error)) << outcome.error;
  }
  const Outcome finer = run({"solve", path("bar.glb"), "--cells", "800", "--frames", "0:2", "--out",
                             path("a"), "--format", "pc2,usda,obj", "--resume"});
  EXPECT_EQ(finer.exitCode, 1);
  EXPECT_NE(finer.error.find("input"), std::string::npos) << finer.error;
  EXPECT_EQ(filesOf(path("a")), before);
  // The same again: nothing to do. Without --resume: from the start, and nothing of before is left.
  EXPECT_EQ(run(solveBar("a", {"--frames", "0:2", "--threads", "1", "--resume"})).exitCode, 0);
  EXPECT_EQ(filesOf(path("a")), before);
  EXPECT_EQ(run({"solve", path("bar.sinew"), "--frames", "0:1", "--out", path("a")}).exitCode, 0);
  const auto after = filesOf(path("a"));
  EXPECT_EQ(after.size(), 9u);
  EXPECT_EQ(after.count("surface.usda") + after.count("surface.0002.obj"), 0u);
}

TEST_F(ToolTest, BothPathsOfAMildBendEndAtTheSamePlace) {
  bindBar();
  const Outcome both = run(solveBar("a", {"--frames", "0:2", "--compare-paths"}));
  ASSERT_EQ(both.exitCode, 0) << both.error;
  EXPECT_NE(both.output.find("0 of 3 frames differ"), std::string::npos) << both.output;
  const auto paths = nlohmann::json::parse(textOf(path("a") + "/paths.json"));
  ASSERT_EQ(paths["frames"].size(), 3u);
  EXPECT_EQ(paths["frames"][0]["difference"], 0);         // the first frame has none before it
  EXPECT_GT(paths["frames"][2]["difference"], 0);         // another way there
  EXPECT_LT(paths["frames"][2]["difference"], 2 * 0.02);  // within what both stop at
  const Outcome wrong = run(solveBar("b", {"--mode", "sequential", "--compare-paths"}));
  EXPECT_EQ(wrong.exitCode, 2);
  EXPECT_NE(wrong.error.find("leave --mode out"), std::string::npos) << wrong.error;
}

TEST_F(ToolTest, ExitCodesAndSentences) {
  bindBar();
  const auto fails = [&](int exitCode, const Arguments& arguments) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, exitCode) << arguments.back();
    EXPECT_TRUE(isMessage(outcome.error)) << outcome.error;
  };
  fails(1, {"solve", path("none.glb")});
  fails(1, {"solve", path("none.sinew")});
  fails(1, {"bind", path("none.glb"), "-o", path("x.sinew")});
  fails(1, {"bind", path("bar.glb"), "-o", path("no/x.sinew")});
  fails(1, solveBar("a", {"--clip", "no"}));
  std::ofstream(path("file")) << "x";
  fails(1, solveBar("file/a"));
  fails(2, solveBar("a", {"--frames", "3:1"}));
  fails(2, solveBar("a", {"--cells", "99"}));
  fails(2, {"bind", path("bar.sinew"), "-o", path("x.sinew")});
  for (const Arguments& usage : {Arguments{"solve"}, Arguments{"bind", path("bar.glb")},
                                 solveBar("a", {"--stepTolerance", "-1"}), Arguments{"fly"}}) {
    EXPECT_EQ(run(usage).exitCode, 2);
  }
  const Outcome coarse = run(solveBar("b", {"--newtonIterations", "1", "--frames", "20:21",
                                            "--stepTolerance", "1e-6", "--poseSplits", "0"}));
  EXPECT_EQ(coarse.exitCode, 3);
  EXPECT_NE(coarse.output.find("2 of 2 frames did not converge"), std::string::npos);
  if (fs::exists("/dev/full")) {
    fs::create_directories(path("full"));
    fs::create_symlink("/dev/full", path("full/surface.pc2.part"));
    fails(1, solveBar("full"));
  }
}

}  // namespace
}  // namespace sinew::testing
