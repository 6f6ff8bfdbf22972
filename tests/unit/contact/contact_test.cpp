// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh pressed into flesh: balls and fingers, and the contacts of a solve.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "api/character_parts.h"
#include "contact/contact_set.h"
#include "solver/frame.h"
#include "support/characters.h"
#include "support/inside_count.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

// Two balls, one above the other; the upper one is pressed into the lower one by 0.2 (1 cell).
struct PressedBalls : ::testing::Test {
  std::shared_ptr<const Character> character = bind(twoBallsCharacter(), cellsOfEdge(0.2)).value();

  static SolveSettings with(SelfContact contact, int threads = 0) {
    SolveSettings settings;
    settings.selfContact = contact;
    settings.threads = threads;
    return settings;
  }

  FrameReport solve(const SolveSettings& settings, std::vector<Vec3f>& surface, double down = 0.5) {
    Simulation simulation(character);
    Pose pose = restPose(*character);
    pose.bones[1] = Affine3d{{{1, 0, 0, 0}, {0, 1, 0, -down}, {0, 0, 1, 0}}};
    surface.resize(static_cast<std::size_t>(character->summary().vertices));
    return simulation.solve(pose, settings, surface);
  }

  /// How far the balls overlap [cells].
  static double overlap(const std::vector<Vec3f>& surface) {
    double lower = -1e9, upper = 1e9;
    for (std::size_t v = 0; v < surface.size(); ++v) {
      const auto y = static_cast<double>(surface[v].y);
      if (v < surface.size() / 2) lower = std::max(lower, y);
      if (v >= surface.size() / 2) upper = std::min(upper, y);
    }
    return (lower - upper) / 0.2;
  }
};

TEST_F(PressedBalls, MeetAndStop) {
  std::vector<Vec3f> free, stopped;
  const FrameReport off = solve(with(SelfContact::Off), free);
  const FrameReport on = solve(with(SelfContact::On), stopped);
  EXPECT_EQ(off.contacts, 0);
  EXPECT_NEAR(overlap(free), 1, 0.05);
  EXPECT_EQ(on.status, SolveStatus::Converged);
  EXPECT_GT(on.contacts, 5);
  EXPECT_GT(on.maxPenetration, 0);
  EXPECT_LE(on.maxPenetration, 0.25);
  EXPECT_LE(on.meanPenetration, on.maxPenetration);
  EXPECT_LT(overlap(stopped), 0.25);
  const FrameReport::Seconds& t = on.seconds;  // finding contacts is no part of linearising
  EXPECT_GT(t.linearise, 0);
  EXPECT_LE(t.start + t.contact + t.linearise + t.setup + t.linear + t.embed, t.total);
}

// Room for contacts is made by the first frame that asks for them, and is no part of a frame that
// does not.
TEST_F(PressedBalls, TakeMemoryOnlyOnceAFrameAsksForContacts) {
  const FleshModel& model = character->parts().model;
  std::vector<Affine> bones(2);
  bones[1].t = {0, -2.5, 0};  // [cells]
  FrameStop on;
  on.newton.contact.isOn = true;
  Workspace w(model), fresh(model);
  const std::size_t without = w.memoryBytes();
  solveFrame(model, bones, {}, w);
  solveFrame(model, bones, {}, fresh);
  EXPECT_FALSE(w.contacts);
  EXPECT_EQ(w.x, fresh.x);
  solveFrame(model, bones, on, w);
  ASSERT_TRUE(w.contacts);
  EXPECT_GT(w.contacts->facts.touching, 5);
  EXPECT_GE(w.memoryBytes(), without + w.contacts->memoryBytes());
  EXPECT_NE(w.x, fresh.x);
  const AlignedVector<double> touching = w.x;
  solveFrame(model, bones, {}, w);
  EXPECT_EQ(w.x, fresh.x) << "a frame without contacts after one with them";
  solveFrame(model, bones, on, fresh);
  EXPECT_EQ(touching, fresh.x) << "a frame with contacts after one without";
}

// The solve starts where the bones carry the flesh: three cells of one ball in the other.
TEST_F(PressedBalls, ThatStartDeepInEachOtherEndApart) {
  std::vector<Vec3f> surface;
  const FrameReport report = solve(with(SelfContact::On), surface, 0.9);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_LE(report.maxPenetration, 0.25);
  EXPECT_LT(overlap(surface), 0.25);
  EXPECT_EQ(report.invertedCells, 0);
}

TEST_F(PressedBalls, AreMadeStifferWhereTheyAreDeeperThanTheTolerance) {
  std::vector<Vec3f> surface;
  SolveSettings settings = with(SelfContact::On);
  settings.contactTolerance = 1;
  const double soft = solve(settings, surface).maxPenetration;
  settings.contactTolerance = 0.25 * soft;
  const FrameReport report = solve(settings, surface);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_LT(report.maxPenetration, 0.5 * soft);
}

TEST_F(PressedBalls, HasTheSameBitsForAnyThreadCount) {
  std::vector<Vec3f> one, two;
  solve(with(SelfContact::On, 1), one);
  solve(with(SelfContact::On, 2), two);
  EXPECT_TRUE(std::equal(one.begin(), one.end(), two.begin(), [](const Vec3f& p, const Vec3f& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
  }));
}

TEST_F(PressedBalls, DependsOnThePoseAlone) {
  std::vector<Vec3f> alone, after;
  solve(with(SelfContact::On), alone);
  Player player(character);
  SolveSettings settings;
  settings.selfContact = SelfContact::On;
  for (const double down : {-0.6, 0.0, -0.45, -0.5}) {  // the last is the pose of `alone`
    Pose pose = restPose(*character);
    pose.bones[1] = Affine3d{{{1, 0, 0, 0}, {0, 1, 0, down}, {0, 0, 1, 0}}};
    player.solve(pose, settings);
  }
  after.assign(player.surface.begin(), player.surface.end());
  EXPECT_TRUE(std::equal(
      alone.begin(), alone.end(), after.begin(),
      [](const Vec3f& p, const Vec3f& q) { return p.x == q.x && p.y == q.y && p.z == q.z; }));
}

// Fingers that share cells at rest, pressed together and crossed, at both qualities.
TEST(PressedFingers, StayOutOfEachOther) {
  const CharacterDesc desc = twoFingersCharacter();
  const auto character = bind(desc, cellsOfEdge(0.1)).value();
  Pose pose = restPose(*character);
  const double c = std::cos(0.5), s = std::sin(0.5);
  pose.bones[1] = Affine3d{{{c, 0, s, 0}, {0, 1, 0, -0.36}, {-s, 0, c, 0}}};  // 3 cells deep
  Player player(character);
  SolveSettings settings;
  settings.selfContact = SelfContact::Off;
  EXPECT_EQ(player.solve(pose, settings).subPoses, 1);
  EXPECT_GT(countInside(desc, player.surface, 0.05), 20);
  settings.selfContact = SelfContact::On;
  const FrameReport final = player.solve(pose, settings);
  EXPECT_EQ(final.status, SolveStatus::Converged);
  EXPECT_LT(final.maxPenetration, 0.25);
  EXPECT_EQ(final.subPoses, 1);  // 29 degrees: the way is the same with contact and without
  EXPECT_EQ(countInside(desc, player.surface, 0.025), 0);
  settings = previewSettings();
  settings.selfContact = SelfContact::On;
  const FrameReport preview = player.solve(pose, settings);
  EXPECT_LT(preview.maxPenetration, 1);
  EXPECT_EQ(preview.subPoses, 1);
  EXPECT_EQ(countInside(desc, player.surface, 0.1), 0);
}

/// The same balls as the solver sees them, moved as a whole.
struct HeldBalls : PressedBalls {
  const FleshModel& model = character->parts().model;
  ContactSet set{model.lattice, model.hierarchy, model.contactSurface};
  AlignedVector<double> x = restPositions(model.lattice);

  HeldBalls() {
    startContacts(model.contactModel(), {.isOn = true}, set);
    double highest = 0;
    for (const Int3& c : model.lattice.nodeCoord) highest = std::max(highest, 1.0 * c.y);
    middle_ = highest / 2;
  }

  /// Moves the upper ball [cells].
  void moveUpper(double along, double up) {
    for (std::size_t n = 0; n < static_cast<std::size_t>(model.lattice.nodeCount); ++n)
      if (model.lattice.nodeCoord[n].y > middle_) x[4 * n] += along, x[4 * n + 1] += up;
  }
  void detect() { detectContacts(model.contactModel(), x.data(), set); }
  void changedTooOften() { std::fill(set.changes.begin(), set.changes.end(), std::uint8_t{100}); }

  /// How far the feet have moved at most, of proxies that touch in both.
  static double moved(const std::vector<SelfHit>& before, const std::vector<SelfHit>& now) {
    double most = 0;
    for (std::size_t p = 0; p < now.size(); ++p)
      if (before[p].target >= 0 && now[p].target >= 0) {
        const Vec3<double> d = now[p].foot - before[p].foot;
        most = std::max(most, std::sqrt(dot(d, d)));
      }
    return most;
  }

 private:
  double middle_ = 0;
};

TEST_F(HeldBalls, GoHalfOfTheWayAndEndWhereOneWhoKnowsNothingOfBeforeFindsThem) {
  moveUpper(0, -2.5);
  detect();
  ASSERT_GT(set.facts.touching, 5);
  moveUpper(0.4, 0);
  ContactSet afresh(model.lattice, model.hierarchy, model.contactSurface);
  startContacts(model.contactModel(), {.isOn = true}, afresh);
  detectContacts(model.contactModel(), x.data(), afresh);
  const double whole = moved(set.hits, afresh.hits);
  ASSERT_GT(whole, 0.25);
  detect();
  const double half = moved(set.hits, afresh.hits);
  EXPECT_GT(half, 0.3 * whole);
  EXPECT_LT(half, 0.7 * whole);
  for (int i = 0; i < 8; ++i) detect();
  EXPECT_LT(moved(set.hits, afresh.hits), 0.02);
}

TEST_F(HeldBalls, KeepTheirFeetOnceTheyHaveChangedTooOften) {
  moveUpper(0, -2.5);
  detect();
  const std::vector<SelfHit> first = set.hits;
  moveUpper(0.8, 0);
  changedTooOften();
  detect();
  EXPECT_LT(moved(first, set.hits), 0.1);  // the foot is put onto the blended surface again
}

// At the flanks the ways out are guesses. Those that have come and gone too often stay away.
TEST_F(HeldBalls, GiveUpGuessesThatComeAndGo) {
  moveUpper(0, -6);
  detect();
  const std::vector<SelfHit> found = set.hits;
  std::fill(set.hits.begin(), set.hits.end(), SelfHit{});
  changedTooOften();
  detect();
  int guesses = 0, others = 0;
  for (std::size_t p = 0; p < found.size(); ++p) {
    if (found[p].target < 0) continue;
    ++(isSquare(found[p]) ? others : guesses);
    EXPECT_EQ(set.hits[p].target >= 0, isSquare(found[p]));
  }
  EXPECT_GT(guesses, 3);
  EXPECT_GT(others, 5);
}

TEST_F(HeldBalls, AreMeasuredWithoutWhatTheSolveHolds) {
  moveUpper(0, -2.5);
  detect();
  const std::vector<SelfHit> held = set.hits;
  moveUpper(0.7, -0.3);
  changedTooOften();
  detect();
  const ContactFacts known = set.facts;
  measureContacts(model.contactModel(), x.data(), set);
  const ContactFacts measured = set.facts;
  const std::vector<SelfHit> afresh = set.hits;
  EXPECT_EQ(measured.changed, known.changed);
  EXPECT_GT(moved(held, afresh), 0.4);
  ContactSet fresh(model.lattice, model.hierarchy, model.contactSurface);
  startContacts(model.contactModel(), {.isOn = true}, fresh);
  detectContacts(model.contactModel(), x.data(), fresh);
  EXPECT_EQ(measured.worst, fresh.facts.worst);
  EXPECT_EQ(measured.touching, fresh.facts.touching);
}

TEST_F(HeldBalls, AreCorrectedWhereAHeldFootHidesHowDeepTheyAre) {
  moveUpper(0, -2.5);
  detect();
  moveUpper(0.9, -0.5);
  changedTooOften();
  detect();
  const auto hidden = [&] {  // deepest that no contact knows of
    double most = 0;
    const FleshAt flesh{model.lattice, model.contactSurface, set.skin, x.data()};
    for (std::size_t p = 0; p < set.hits.size(); ++p) {
      const SelfHit found = findSelfContact(flesh, p);
      if (found.target >= 0 && isSquare(found))
        most = std::max(most, found.depth - std::max(0.0, set.hits[p].depth));
    }
    return most;
  };
  ASSERT_GT(hidden(), 0.1);
  EXPECT_TRUE(correctContacts(model.contactModel(), x.data(), set));
  EXPECT_LE(hidden(), 0.1);
  EXPECT_FALSE(correctContacts(model.contactModel(), x.data(), set));
}

}  // namespace
}  // namespace sinew::testing
