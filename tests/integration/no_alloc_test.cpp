// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A warm frame allocates nothing. This program has its own malloc and counts every call, on any
// thread, while a frame is solved. Linux with glibc; not for sanitizers, which have their own
// malloc too.
#include <dlfcn.h>
#include <execinfo.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "support/random_pose.h"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace sinew::testing {
namespace {

// What happened while `counting`. Fixed storage: the counter itself must not allocate.
constexpr int kFrames = 32;  // of a call stack
constexpr int kStacks = 64;  // kept
std::atomic<bool> counting = false;
std::atomic<int> ours = 0, ofTbb = 0, mappings = 0;
std::atomic<int> stackCount = 0;
void* stacks[kStacks][kFrames];
int stackDepth[kStacks];
thread_local bool inside = false;  // the counter looks at the stack, which may call malloc

const char* moduleOf(void* address) {
  Dl_info info{};
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}

// Who asked: the first frame that is neither this file's malloc nor the standard library.
void count() {
  if (!counting.load(std::memory_order_relaxed) || inside) return;
  inside = true;
  void* frames[kFrames];
  const int depth = backtrace(frames, kFrames);
  bool isTbb = false;
  for (int k = 2; k < depth; ++k) {
    const char* module = moduleOf(frames[k]);
    if (std::strstr(module, "libstdc++") || std::strstr(module, "libc.so")) continue;
    isTbb = std::strstr(module, "libtbb") != nullptr;
    break;
  }
  ++(isTbb ? ofTbb : ours);
  const int k = stackCount++;
  if (k < kStacks) {
    std::memcpy(stacks[k], frames, sizeof frames);
    stackDepth[k] = depth;
  }
  inside = false;
}

}  // namespace
}  // namespace sinew::testing

// --- The calls that are counted. operator new ends in malloc or aligned_alloc.
extern "C" {

void* malloc(std::size_t size) {
  sinew::testing::count();
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  sinew::testing::count();
  return __libc_calloc(number, size);
}
void* realloc(void* old, std::size_t size) {
  sinew::testing::count();
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  sinew::testing::count();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  sinew::testing::count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  sinew::testing::count();
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
// TBB's own allocator, where it is installed, takes whole pages past malloc.
void* mmap(void* address, std::size_t length, int protection, int flags, int file, off_t offset) {
  if (sinew::testing::counting.load(std::memory_order_relaxed)) ++sinew::testing::mappings;
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, length, protection, flags, file, offset));
}
}

namespace sinew::testing {
namespace {

// Without this TBB takes memory from its own allocator, where malloc cannot see it.
const int kTbbUsesMalloc = setenv("TBB_ENABLE_SANITIZERS", "1", 1);
const tbb::global_control kManyThreads(tbb::global_control::max_allowed_parallelism, 8);

struct Counts {
  int ours = 0, ofTbb = 0, mappings = 0;
};

template <class Body>
Counts countDuring(Body&& body) {
  ours = ofTbb = mappings = stackCount = 0;
  counting = true;
  body();
  counting = false;
  return {ours, ofTbb, mappings};
}

void printStacks(int limit) {
  for (int k = 0; k < std::min({stackCount.load(), limit, kStacks}); ++k) {
    std::fprintf(stderr, "allocation %d:\n", k);
    backtrace_symbols_fd(stacks[k], stackDepth[k], STDERR_FILENO);
  }
}

TEST(AllocationCounter, SeesEveryKindOfAllocation) {
  void* kept[6];
  const Counts counts = countDuring([&] {
    kept[0] = std::malloc(10);
    kept[1] = std::calloc(3, 4);
    kept[2] = std::realloc(nullptr, 5);
    kept[3] = std::aligned_alloc(64, 64);
    kept[4] = ::operator new(7);
    kept[5] = ::operator new (64, std::align_val_t{64});
  });
  EXPECT_EQ(counts.ours, 6);
  for (int k = 0; k < 4; ++k) std::free(kept[k]);
  ::operator delete(kept[4]);
  ::operator delete (kept[5], std::align_val_t{64});
}

TEST(AllocationCounter, SeesTbb) {
  ASSERT_EQ(kTbbUsesMalloc, 0);
  const Counts counts = countDuring([] {
    tbb::task_arena arena(5);
    arena.execute([] { tbb::parallel_for(0, 100, [](int) {}); });
  });
  EXPECT_GT(counts.ofTbb, 0);
}

class NoAllocation : public ::testing::TestWithParam<const char*> {};

void expectNoneInWarmFrames(const scenes::Scene& scene, const std::string& name, int cells,
                            const std::vector<Collider>& colliders = {},
                            SelfContact selfContact = SelfContact::Off) {
  Player player(bind(scene.character, aboutCells(cells)).value());
  ASSERT_TRUE(player.simulation.setColliders(colliders));
  std::vector<Pose> poses;
  for (const double t : {0.1, 0.3, 0.5, 0.35}) poses.push_back(scene.pose(t));

  for (const int threads : {1, 2, 7}) {
    SolveSettings settings;
    settings.threads = threads;
    settings.selfContact = selfContact;
    settings.newtonIterations = 20;  // a frame need not converge for this
    for (int k = 0; k < 3; ++k)      // warm: the arena and TBB's per-thread stores are made
      for (const Pose& pose : poses) player.solve(pose, settings);
    int newton = 0;
    std::int64_t contacts = 0;
    const Counts counts = countDuring([&] {
      for (int k = 0; k < 3; ++k)
        for (const Pose& pose : poses) {
          const FrameReport report = player.solve(pose, settings);
          newton += report.newton;
          contacts += report.contacts;
        }
    });
    std::printf(
        "%s, %d threads, 12 warm frames, %d Newton steps: %d allocations of ours, %d of TBB, "
        "%d mappings\n",
        name.c_str(), threads, newton, counts.ours, counts.ofTbb, counts.mappings);
    EXPECT_GT(newton, 12);
    EXPECT_EQ(contacts > 0, !colliders.empty() || selfContact == SelfContact::On);
    EXPECT_EQ(counts.ours, 0);
    if (threads == 1) {
      EXPECT_EQ(counts.ofTbb + counts.mappings, 0);
    }
    if (::testing::Test::HasFailure()) printStacks(4);
  }
}

TEST_P(NoAllocation, InAWarmFrame) {
  expectNoneInWarmFrames(*scenes::makeScene(GetParam(), 0.4), GetParam(), 4000);
}

TEST(NoAllocationOf, AWarmFrameOfNearlyIncompressibleFlesh) {
  scenes::Scene scene = *scenes::makeScene("arm", 0.4);
  scene.character.material.poissonsRatio = 0.498;
  expectNoneInWarmFrames(scene, "arm, nu 0.498", 1000);
}

TEST(NoAllocationOf, AWarmFrameWithObjects) {
  scenes::Scene scene = *scenes::makeScene("arm", 0.4);
  scene.character.bones[0].attachment = Attachment::SlidingEnds;
  scene.character.bones[0].friction = 0.2;
  const Vec3f tip = *std::max_element(scene.character.points.begin(), scene.character.points.end(),
                                      [](const Vec3f& a, const Vec3f& b) { return a.y < b.y; });
  const Collider floor{"floor", PlaneShape{{tip.x, tip.y - 0.01, tip.z}, {0, -1, 0}}, 0.5};
  expectNoneInWarmFrames(scene, "arm with objects", 4000, {floor});
}

TEST(NoAllocationOf, AWarmFrameWithContactOfTheFleshWithItself) {
  scenes::Scene scene;
  scene.character = twoBallsCharacter();
  scene.pose = [](double t) {
    Pose pose;
    pose.bones.resize(2);
    pose.bones[1] = Affine3d{{{1, 0, 0, 0}, {0, 1, 0, -0.3 - t}, {0, 0, 1, 0}}};
    return pose;
  };
  expectNoneInWarmFrames(scene, "balls in contact", 4000, {}, SelfContact::On);
}

// The energy of the corotated law has creases without descent (random_poses_test).
TEST(NoAllocationOf, AFrameThatGetsStuckForTheFirstTime) {
  scenes::Scene scene = *scenes::makeScene("hand", 0.3);
  scene.character.material.law = FleshLaw::Corotated;
  const auto character = bind(scene.character, aboutCells(500)).value();
  SolveSettings settings;
  settings.threads = 1;
  Player finder(character), player(character);
  Random random(71);
  Pose stuck = randomPose(scene, random);
  for (int k = 0; k < 60 && finder.solve(stuck, settings).status != SolveStatus::Failed; ++k)
    stuck = randomPose(scene, random);
  for (const double t : {0.1, 0.3})
    EXPECT_EQ(player.solve(scene.pose(t), settings).status, SolveStatus::Converged);
  FrameReport report;
  const Counts counts = countDuring([&] { report = player.solve(stuck, settings); });
  EXPECT_EQ(report.status, SolveStatus::Failed);
  EXPECT_EQ(counts.ours + counts.ofTbb + counts.mappings, 0);
  if (HasFailure()) printStacks(4);
}

// Steps in time start from the better of two states.
TEST(NoAllocationOf, AWarmStepInTime) {
  const scenes::Scene scene = *scenes::makeScene("arm", 0.4);
  Player player(bind(scene.character, aboutCells(1000)).value());
  SolveSettings settings;
  settings.threads = 1;
  std::vector<Pose> poses;
  for (int k = 0; k < 6; ++k) poses.push_back(scene.pose(0.01 * k));
  const auto step = [&](std::size_t k) {
    return player.simulation.step(poses[k], 0.01, settings, player.surface);
  };
  for (std::size_t k = 0; k < 3; ++k) step(k);
  int newton = 0;
  const Counts counts = countDuring([&] {
    for (std::size_t k = 3; k < 6; ++k) newton += step(k).newton;
  });
  EXPECT_GT(newton, 2);
  EXPECT_EQ(counts.ours + counts.ofTbb + counts.mappings, 0);
  if (HasFailure()) printStacks(4);
}

TEST_P(NoAllocation, InAFrameThatIsRefusedOnlyForTheMessage) {
  const scenes::Scene scene = *scenes::makeScene(GetParam(), 0.4);
  const auto character = bind(scene.character, aboutCells(500)).value();
  Player player(character);
  Pose pose = restPose(*character);
  player.solve(pose);
  pose.bones.pop_back();
  const Counts counts = countDuring([&] { player.solve(pose); });
  EXPECT_LT(counts.ours, 10);  // strings
}

INSTANTIATE_TEST_SUITE_P(Scenes, NoAllocation, ::testing::Values("arm", "hand"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace sinew::testing

int main(int argc, char** argv) {
  void* frames[4];
  backtrace(frames, 4);  // its first call loads a library
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
