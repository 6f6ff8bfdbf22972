// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Whole runs, killed ones and resumed ones, are tested through the tool: integration/tool_test.cpp.
#include "sinew/clip_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include "sinew/result_file.h"
#include "support/bound_model.h"

namespace sinew::testing {
namespace {

namespace fs = std::filesystem;

std::string nameOfTest() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return std::string(test->test_suite_name()) + test->name();
}

struct ClipRunTest : ::testing::Test {
  fs::path folder = fs::path(::testing::TempDir()) /
                    ("clip_run_" + std::to_string(std::hash<std::string>()(nameOfTest())));
  CharacterFile bar = boundBarModel(0.1);
  ClipRun run;

  ClipRunTest() {
    fs::remove_all(folder);
    run.folder = folder.string();
    run.frames = "0:8:4";
  }
  ~ClipRunTest() override { fs::remove_all(folder); }
};

TEST(ParseFrames, TakesRangesAndNothingElse) {
  EXPECT_EQ(parseFrames("7")->count(), 1);
  EXPECT_EQ(parseFrames("-3:9:4")->count(), 4);
  EXPECT_EQ(parseFrames("-3:9:4")->frame(3), 9);
  for (const char* bad : {"", ":", "1:", "2:1", "1:2:0", "1:2:3:4", "1.5", "a", "1 :2", "99999999"})
    EXPECT_FALSE(parseFrames(bad)) << bad;
}

TEST_F(ClipRunTest, WatcherHearsOfEveryFrameInOrder) {
  std::vector<int> frames;
  ClipRunWatcher watcher;
  watcher.started = [&](int done, int all) { frames.insert(frames.end(), {-done, -all}); };
  watcher.frameDone = [&](int frame, const FrameRange& range, const FrameReport& report) {
    EXPECT_EQ(range.last, 8);
    EXPECT_EQ(report.status, SolveStatus::Converged);
    frames.push_back(frame);
  };
  const auto outcome = solveClip(bar, run, watcher);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(frames, (std::vector<int>{0, -3, 0, 4, 8}));
  EXPECT_EQ(outcome.value().clip, "bend");
  EXPECT_EQ(outcome.value().frames, 3);
  EXPECT_FALSE(outcome.value().wasCancelled);
  EXPECT_EQ(pointCache((folder / "surface.pc2").string()).value().frames, 3);
}

TEST_F(ClipRunTest, CancelledRunKeepsItsFramesAndGoesOn) {
  std::atomic<bool> cancel{false};
  ClipRunWatcher watcher;
  watcher.frameDone = [&](int, const FrameRange&, const FrameReport&) { cancel = true; };
  const auto stopped = solveClip(bar, run, watcher, &cancel);
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped.value().wasCancelled);
  EXPECT_EQ(stopped.value().frames, 1);
  EXPECT_FALSE(fs::exists(folder / "report.json"));
  run.resume = true;
  const auto whole = solveClip(bar, run);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole.value().frames, 3);
  EXPECT_TRUE(solveClip(bar, run).value().wasComplete);
  run.framesPerSecond = 30;
  const auto other = solveClip(bar, run);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("fps"), std::string::npos) << other.error().message;
}

// Stopped after every frame in turn, and once more with what a kill between the last two writes of
// a frame leaves: the state of the frame before.
struct RunFromFrameToFrame : ClipRunTest, ::testing::WithParamInterface<SolveMode> {};
INSTANTIATE_TEST_SUITE_P(Modes, RunFromFrameToFrame,
                         ::testing::Values(SolveMode::Sequential, SolveMode::Dynamic),
                         [](const auto& tested) {
                           return std::string(kSolveModeNames[static_cast<int>(tested.param)]);
                         });

TEST_P(RunFromFrameToFrame, GoesOnWithTheSameBits) {
  run.settings.mode = GetParam();
  run.settings.gravityX = 3;
  run.settings.selfContact = SelfContact::On;
  run.frames = "0:12:3";
  ClipRun whole = run;
  whole.folder += "_whole";
  ASSERT_TRUE(solveClip(bar, whole));
  const auto bytesOf = [](const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const char* kFiles[] = {"surface.pc2", "quality.pc2", "contacts.bin"};
  std::vector<std::string> expected;
  for (const char* name : kFiles) expected.push_back(bytesOf(fs::path(whole.folder) / name));
  EXPECT_FALSE(fs::exists(fs::path(whole.folder) / "state.part"));
  fs::remove_all(whole.folder);

  for (const bool stateIsOld : {false, true}) {
    run.resume = false;
    std::string oldState;
    for (int stop = 1; stop <= 5; ++stop) {
      std::atomic<bool> cancel{false};
      ClipRunWatcher watcher;
      watcher.frameDone = [&](int, const FrameRange&, const FrameReport&) { cancel = true; };
      ASSERT_TRUE(solveClip(bar, run, watcher, &cancel));
      run.resume = true;
      const std::string state = bytesOf(folder / "state.part");
      if (stateIsOld && (stop == 3 || stop == 5))
        std::ofstream(folder / "state.part", std::ios::binary) << oldState;
      oldState = state;
    }
    ASSERT_TRUE(solveClip(bar, run));
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_TRUE(bytesOf(folder / kFiles[i]) == expected[i]) << kFiles[i];
  }
  run.settings.mode = SolveMode::Static;
  const auto other = solveClip(bar, run);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("mode"), std::string::npos) << other.error().message;
}

// The same poses over more time are another motion: the time of a step is that of the frames.
TEST_F(ClipRunTest, ADynamicRunTakesItsTimeFromTheFrames) {
  const auto kineticEnergy = [&](double framesPerSecond) {
    run.settings.mode = SolveMode::Dynamic;
    run.framesPerSecond = framesPerSecond;
    run.frames = "0:1";
    double energy = 0;
    ClipRunWatcher watcher;
    watcher.frameDone = [&](int, const FrameRange&, const FrameReport& report) {
      energy = report.energy.kinetic;
    };
    EXPECT_TRUE(solveClip(bar, run, watcher));
    return energy;
  };
  // A frame at 24 and at 12 per second: half the steps, as fast a motion at first.
  const double fast = kineticEnergy(24), slow = kineticEnergy(12);
  EXPECT_GT(slow, 0.3 * fast);
  EXPECT_LT(slow, 3 * fast);
}

TEST_F(ClipRunTest, BadRunsGetASentence) {
  const auto messageOf = [&](auto&& spoil) {
    ClipRun bad = run;
    spoil(bad);
    const auto outcome = solveClip(bar, bad);
    return outcome ? std::string("accepted") : outcome.error().message;
  };
  EXPECT_EQ(messageOf([](ClipRun& r) { r.clip = "run"; }),
            "there is no clip 'run'; there is bend.");
  EXPECT_NE(messageOf([](ClipRun& r) { r.frames = "5:1"; }).find("'5:1'"), std::string::npos);
  EXPECT_NE(messageOf([](ClipRun& r) { r.framesPerSecond = std::nan(""); }).find("0.001"),
            std::string::npos);
  EXPECT_NE(messageOf([](ClipRun& r) { r.settings.stepTolerance = 7; }).find("stepTolerance"),
            std::string::npos);
  EXPECT_NE(messageOf([](ClipRun& r) { r.pc2 = false; }).find("pc2"), std::string::npos);
  EXPECT_NE(messageOf([](ClipRun& r) { r.folder = "/dev/null/x"; }).find("/dev/null/x"),
            std::string::npos);
  bar.source.reset();
  EXPECT_NE(messageOf([](ClipRun&) {}).find("no skeleton"), std::string::npos);
}

TEST_F(ClipRunTest, ClipOfAnotherFileIsFoundByJointNames) {
  const CharacterSource& source = *bar.source;
  const Pose own = bonePose(source, 0, 0.4);
  RiggedModel animation = readModel(barFile().glb(), "other.glb").value();
  std::swap(animation.joints[0], animation.joints[1]);
  const Pose theirs = bonePose(source, animation, 0, 0.4).value();
  ASSERT_EQ(theirs.bones.size(), own.bones.size());
  for (std::size_t b = 0; b < own.bones.size(); ++b)
    for (int i = 0; i < 12; ++i)
      EXPECT_NEAR(theirs.bones[b].rows[i / 4][i % 4], own.bones[b].rows[i / 4][i % 4], 1e-12);

  animation.joints[0].name = "hat";
  const auto missing = bonePose(source, animation, 0, 0.4);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("'tip'"), std::string::npos) << missing.error().message;
}

}  // namespace
}  // namespace sinew::testing
