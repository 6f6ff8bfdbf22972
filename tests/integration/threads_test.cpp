// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A frame is a function of character, pose and settings alone: the same bits for any number of
// threads, in any order of frames, next to any other simulation. Small bodies, because this runs
// under TSan too.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <thread>

#include "support/characters.h"
#include "support/effort.h"

namespace sinew::testing {
namespace {

// TBB makes no more threads than cores unless it is told to: this machine may have two.
const tbb::global_control kManyThreads(tbb::global_control::max_allowed_parallelism, 8);

// Along the clip. The last is a deep fold, with many Newton steps that all run the same code.
const std::vector<double> kTimes =
    kUnderSanitizer ? std::vector{0.15, 0.4} : std::vector{0.15, 0.4, 0.7};
constexpr int kCells = rounds(1500, 500);

struct Case {
  std::string name;
  scenes::Scene scene;
  std::shared_ptr<const Character> character;
};

// Hard bones in the arm, springs in the hand.
const Case& caseNamed(const std::string& name) {
  static std::map<std::string, Case> made;
  const auto found = made.find(name);
  if (found != made.end()) return found->second;
  Case made_{name, *scenes::makeScene(name, 0.4), nullptr};
  made_.character = bind(made_.scene.character, aboutCells(kCells)).value();
  return made.emplace(name, std::move(made_)).first->second;
}

/// Everything a frame gives that must not depend on threads.
struct Frame {
  std::vector<Vec3f> surface;
  FrameReport report;
};

Frame solved(Simulation& simulation, const Pose& pose, int threads) {
  SolveSettings settings;
  settings.threads = threads;
  Frame frame;
  frame.surface.resize(static_cast<std::size_t>(simulation.character().summary().vertices));
  frame.report = simulation.solve(pose, settings, frame.surface);
  return frame;
}

void expectSameBits(const Frame& a, const Frame& b) {
  ASSERT_EQ(a.surface.size(), b.surface.size());
  EXPECT_EQ(std::memcmp(a.surface.data(), b.surface.data(), a.surface.size() * sizeof(Vec3f)), 0);
  EXPECT_EQ(a.report.status, b.report.status);
  EXPECT_EQ(a.report.newton, b.report.newton);
  EXPECT_EQ(a.report.vcycles, b.report.vcycles);
  EXPECT_EQ(a.report.step, b.report.step);
  EXPECT_EQ(a.report.residual, b.report.residual);
  EXPECT_EQ(a.report.minJ, b.report.minJ);
  EXPECT_EQ(a.report.maxJ, b.report.maxJ);
  EXPECT_EQ(a.report.volumeRatio, b.report.volumeRatio);
}

class Threads : public ::testing::TestWithParam<const char*> {
 protected:
  const Case& case_ = caseNamed(GetParam());
};

// 0: as many as there are cores.
const std::vector<int> kThreadCounts =
    kUnderSanitizer ? std::vector{3, 7} : std::vector{2, 3, 7, 0};

TEST_P(Threads, AnyNumberGivesTheSameBits) {
  Simulation simulation(case_.character);
  for (const double t : kTimes) {
    const Pose pose = case_.scene.pose(t);
    const Frame expected = solved(simulation, pose, 1);
    EXPECT_EQ(expected.report.status, SolveStatus::Converged);
    for (const int threads : kThreadCounts) {
      SCOPED_TRACE(threads);
      Simulation fresh(case_.character);
      expectSameBits(solved(simulation, pose, threads), expected);
      expectSameBits(solved(fresh, pose, threads), expected);
    }
  }
}

TEST_P(Threads, AnyOrderOfFramesGivesTheSameBits) {
  std::vector<Frame> expected;
  for (const double t : kTimes) {
    Simulation fresh(case_.character);
    expected.push_back(solved(fresh, case_.scene.pose(t), 2));
  }
  Simulation simulation(case_.character);
  const std::size_t last = kTimes.size() - 1, middle = kTimes.size() / 2;
  for (const std::size_t k : {last, std::size_t{0}, middle, middle, last, std::size_t{0}})
    expectSameBits(solved(simulation, case_.scene.pose(kTimes[k]), 2), expected[k]);
}

TEST_P(Threads, TwoSimulationsOfOneCharacterDoNotDisturbEachOther) {
  std::vector<Frame> expected;
  for (const double t : kTimes) {
    Simulation fresh(case_.character);
    expected.push_back(solved(fresh, case_.scene.pose(t), 1));
  }
  std::vector<Frame> forwards(kTimes.size()), backwards(kTimes.size());
  std::thread first([&] {
    Simulation simulation(case_.character);
    for (std::size_t k = 0; k < kTimes.size(); ++k)
      forwards[k] = solved(simulation, case_.scene.pose(kTimes[k]), 3);
  });
  std::thread second([&] {
    Simulation simulation(case_.character);
    for (std::size_t k = kTimes.size(); k-- > 0;)
      backwards[k] = solved(simulation, case_.scene.pose(kTimes[k]), 2);
  });
  first.join();
  second.join();
  for (std::size_t k = 0; k < kTimes.size(); ++k) {
    expectSameBits(forwards[k], expected[k]);
    expectSameBits(backwards[k], expected[k]);
  }
}

TEST_P(Threads, BindingGivesTheSameCharacter) {
  const Pose pose = case_.scene.pose(0.5);
  std::vector<Frame> frames;
  for (const int threads : {1, 7}) {
    tbb::task_arena arena(threads);
    std::shared_ptr<const Character> character;
    arena.execute([&] { character = bind(case_.scene.character, aboutCells(kCells)).value(); });
    Simulation simulation(character);
    frames.push_back(solved(simulation, pose, 2));
  }
  expectSameBits(frames[0], frames[1]);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Threads, ::testing::Values("arm", "hand"),
                         [](const auto& tested) { return std::string(tested.param); });

// Pressures are part of a frame's state, and none of the frame before.
TEST(ThreadsTest, NearlyIncompressibleFleshGivesTheSameBitsToo) {
  scenes::Scene scene = *scenes::makeScene("arm", 0.4);
  scene.character.material.poissonsRatio = 0.498;
  const auto character = bind(scene.character, aboutCells(rounds(1000, 500))).value();
  Simulation simulation(character);
  const std::vector<double> times = kUnderSanitizer ? std::vector{0.2} : std::vector{0.3, 0.5, 0.3};
  for (const double t : times) {
    Simulation fresh(character);
    const Frame expected = solved(fresh, scene.pose(t), 1);
    EXPECT_EQ(expected.report.status, SolveStatus::Converged);
    for (const int threads : kUnderSanitizer ? std::vector{7} : std::vector{1, 3, 7})
      expectSameBits(solved(simulation, scene.pose(t), threads), expected);
  }
}

// The tests above mean something only if TBB really runs more threads than this machine has cores.
TEST(ThreadsTest, SevenThreadsReallyRun) {
#if defined(SINEW_THREAD_SANITIZER)
  GTEST_SKIP() << "this test calls TBB itself, which is not compiled for TSan; the others do not";
#endif
  tbb::task_arena arena(7);
  std::atomic<int> inside = 0, most = 0;
  for (int attempt = 0; attempt < 50 && most < 7; ++attempt)
    arena.execute([&] {
      tbb::parallel_for(0, 64, [&](int) {
        const int now = ++inside;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        --inside;
      });
    });
  EXPECT_EQ(most, 7);
}

}  // namespace
}  // namespace sinew::testing
