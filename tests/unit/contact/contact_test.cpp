// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Contact from its parts: where a point is in a deformed cell, which cells hold it, springs between
// nodes that are no neighbours on every level, and one ball pressed into another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "api/character_parts.h"
#include "contact/contact_set.h"
#include "lattice/embedding.h"
#include "support/characters.h"
#include "support/inside_count.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

std::array<Vec3<double>, 8> bentCell(Random& random, double amount) {
  std::array<Vec3<double>, 8> corners;
  for (int a = 0; a < 8; ++a) {
    const Int3 o = cornerOffset(a);
    corners[static_cast<std::size_t>(a)] =
        Vec3<double>{1.0 * o.x, 1.0 * o.y, 1.0 * o.z} + randomPoint(random, amount);
  }
  return corners;
}

TEST(PlaceInCell, IsWhereItsWeightsPutIt) {
  Random random(1);
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto corners = bentCell(random, 0.3);
    const Vec3<double> p = Vec3<double>{0.5, 0.5, 0.5} + randomPoint(random, 0.8);
    const auto place = placeInCell(corners, p);
    if (!place) continue;
    ++inside;
    const Vec3<double> d = weightedSum(corners, place->weights()) - p;
    EXPECT_LT(std::sqrt(dot(d, d)), 1e-5);
    const Vec3<double> local = place->local();
    for (const double c : {local.x, local.y, local.z}) {
      EXPECT_GE(c, -1e-6);
      EXPECT_LE(c, 1 + 1e-6);
    }
  }
  EXPECT_GT(inside, 300);
  EXPECT_LT(inside, 1000);  // the cube of points is four times the cell
}

TEST(PlaceInCell, OfAnUndeformedCellIsTheIdentity) {
  Random random(2);
  const auto corners = bentCell(random, 0);
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> p = Vec3<double>{0.5, 0.5, 0.5} + randomPoint(random, 0.5);
    const auto place = placeInCell(corners, p);
    ASSERT_TRUE(place);
    const Vec3<double> d = place->local() - p;
    EXPECT_LT(dot(d, d), 1e-18);
  }
}

// The skin of a ball of radius 5 (cells): proxies on it, in a lattice that holds it.
struct BallOfProxies {
  BallOfProxies() {
    std::vector<Int3> cells;
    for (int x = -6; x < 6; ++x)
      for (int y = -6; y < 6; ++y)
        for (int z = -6; z < 6; ++z)
          if (std::hypot(x + 0.5, y + 0.5, z + 0.5) < 6) cells.push_back({x, y, z});
    lattice = buildLattice(cells);
    const TriangleMesh ball = ballMesh({0, 0, 0}, 5, 5);
    std::vector<SurfaceSample> samples = sampleSurface(ball);
    const CellFinder finder(lattice);
    for (SurfaceSample& s : samples)
      s.cell = finder.find({static_cast<std::int32_t>(std::floor(s.point.x)),
                            static_cast<std::int32_t>(std::floor(s.point.y)),
                            static_cast<std::int32_t>(std::floor(s.point.z))});
    surface = buildContactSurface(lattice, samples);
    rest = restPositions(lattice);
  }
  Lattice lattice;
  ContactSurface surface;
  AlignedVector<double> rest;
};

TEST(FootOf, IsOnTheBallAtTheRightDepth) {
  const BallOfProxies ball;
  DeformedSkin skin(ball.lattice, ball.surface);
  skin.moveTo(ball.lattice, ball.surface, ball.rest.data());
  const FleshAt flesh{ball.lattice, ball.surface, skin, ball.rest.data()};
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> way = randomPoint(random, 1);
    const double length = std::sqrt(dot(way, way));
    if (length < 0.1) continue;
    const Vec3<double> out = (1 / length) * way;
    const double depth = 1.5 * (random.next() + 1) / 2;
    const Vec3<double> X = (5 - depth) * out;
    // From the nearest proxy, found by trying all.
    std::int32_t nearest = 0;
    double least = 1e9;
    for (std::size_t p = 0; p < ball.surface.proxies.size(); ++p) {
      const Vec3<double> d = ball.surface.restPoint(ball.lattice, p) - X;
      if (dot(d, d) < least) least = dot(d, d), nearest = static_cast<std::int32_t>(p);
    }
    const SurfaceFoot foot = footOf(flesh, nearest, X);
    ASSERT_GE(foot.proxy, 0);
    EXPECT_NEAR(foot.depth, depth, 0.08);  // planes of points 0.6 apart on a radius of 5
    EXPECT_GT(dot(foot.normal, out), 0.99);
    const Vec3<double> d = foot.foot - 5 * out;
    EXPECT_LT(std::sqrt(dot(d, d)), 0.15);
  }
}

// A foot that slides along the skin of bent flesh: its place there must not jump from cell to cell.
TEST(HoldSelfContact, CarriesAFootOnWithoutJumps) {
  const BallOfProxies ball;
  AlignedVector<double> bent = ball.rest;
  for (std::size_t n = 0; n < static_cast<std::size_t>(ball.lattice.nodeCount); ++n) {
    double* p = &bent[4 * n];
    p[1] += 0.1 * p[0] * p[0] + 0.1 * p[2] * p[2];
  }
  DeformedSkin skin(ball.lattice, ball.surface);
  skin.moveTo(ball.lattice, ball.surface, bent.data());
  const FleshAt flesh{ball.lattice, ball.surface, skin, bent.data()};
  const auto nearest = [&](const Vec3<double>& X) {
    std::int32_t best = 0;
    for (std::size_t p = 0; p < ball.surface.proxies.size(); ++p) {
      const Vec3<double> d = ball.surface.restPoint(ball.lattice, p) - X,
                         b = ball.surface.restPoint(ball.lattice, static_cast<std::size_t>(best)) -
                             X;
      if (dot(d, d) < dot(b, b)) best = static_cast<std::int32_t>(p);
    }
    return best;
  };
  constexpr int kSteps = 1500;
  Vec3<double> before{0, 0, 0};
  double largest = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double angle = 2.5 * i / kSteps;  // along a circle that meets faces at all angles
    SelfHit hit;
    hit.foot = {4.9 * std::cos(angle), 4 * std::sin(angle) + 0.3, 2.9 * std::sin(angle)};
    hit.target = nearest(hit.foot);
    const SelfHit held = holdSelfContact(flesh, static_cast<std::size_t>(hit.target), hit);
    ASSERT_GE(held.target, 0);
    const Vec3<double> q =
        weightedSum(cornersOf(ball.lattice, held.cell, bent.data()), held.weights);
    if (i > 0) largest = std::max(largest, std::sqrt(dot(q - before, q - before)));
    before = q;
  }
  EXPECT_LT(largest, 0.05);  // a step is 0.008 long at rest
}

TEST(ContactSurface, KnowsTheNearestWayOutToEachSide) {
  const BallOfProxies ball;
  for (CellSlot slot = 0; slot < ball.lattice.blockCount * kBlockCells; slot += 7) {
    if (!ball.lattice.isActive(slot)) continue;
    const Int3 c = ball.lattice.cellCoord(slot);
    const Vec3<double> centre{c.x + 0.5, c.y + 0.5, c.z + 0.5};
    const auto distance = [&](std::int32_t p) {
      const Vec3<double> d =
          ball.surface.restPoint(ball.lattice, static_cast<std::size_t>(p)) - centre;
      return std::sqrt(dot(d, d));
    };
    for (std::size_t side = 0; side < kExitSides; ++side) {
      double least = kDeepestExit;
      for (std::size_t p = 0; p < ball.surface.proxies.size(); ++p) {
        const auto& n = ball.surface.proxies[p].normal;
        const float along = (side % 2 ? -1.f : 1.f) * n[side / 2];
        const float most = std::max({std::fabs(n[0]), std::fabs(n[1]), std::fabs(n[2])});
        if (along == most) least = std::min(least, distance(static_cast<std::int32_t>(p)));
      }
      const std::int32_t exit = ball.surface.exits[static_cast<std::size_t>(slot)][side];
      if (least < kDeepestExit - 0.5) {
        ASSERT_GE(exit, 0);
        EXPECT_LE(distance(exit), least + 0.7);  // handed on from cell to cell, so not always exact
      } else if (exit >= 0) {
        EXPECT_LT(distance(exit), kDeepestExit);
      }
    }
  }
}

TEST(CellTree, FindsEveryCellThatMayHoldAPoint) {
  const auto model = buildModel(raggedPlan(), {});
  const Lattice& lattice = model->lattice;
  AlignedVector<double> x = restPositions(model->lattice);
  Random random(4);
  for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); ++n)
    for (std::size_t i = 0; i < 3; ++i) x[4 * n + i] += 0.4 * random.next();
  CellTree tree(lattice);
  tree.refit(lattice, x.data());
  int held = 0;
  for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); n += 3) {
    const Vec3<double> p =
        Vec3<double>{x[4 * n], x[4 * n + 1], x[4 * n + 2]} + randomPoint(random, 1);
    std::set<CellSlot> visited;
    tree.forCellsAt({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)},
                    [&](CellSlot slot) { visited.insert(slot); });
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
      if (!lattice.isActive(slot) || !placeInCell(cornersOf(lattice, slot, x.data()), p)) continue;
      ++held;
      EXPECT_TRUE(visited.count(slot)) << slot;
    }
    for (const CellSlot slot : visited) EXPECT_TRUE(lattice.isActive(slot));
  }
  EXPECT_GT(held, 20);
}

// P x from a level to the one below it.
std::vector<float> prolong(const CoarseLevel& level, const std::vector<float>& coarse,
                           std::int32_t finerNodes) {
  std::vector<float> fine((static_cast<std::size_t>(finerNodes) + 1) * 4, 0.f);
  for (std::size_t n = 0; n < static_cast<std::size_t>(finerNodes); ++n)
    for (const WeightedNode& parent : level.parents.row(n))
      for (std::size_t i = 0; i < 3; ++i)
        fine[4 * n + i] +=
            parent.weight() * coarse[4 * static_cast<std::size_t>(parent.node()) + i];
  return fine;
}

// x . K x of the springs on a level.
double energyOf(const PairSprings& pairs, std::size_t level, const std::vector<float>& x) {
  AlignedVector<float> products(static_cast<std::size_t>(pairs.count) * 8);
  multiplyPairs(pairs, level, x.data(), products);
  double sum = 0;
  for (std::size_t n = 0; n + 1 < x.size() / 4; ++n)
    for (std::uint32_t k = pairs.levels[level].nodeBegin[n];
         k < pairs.levels[level].nodeBegin[n + 1]; ++k) {
      const NodeSpring& end = pairs.levels[level].nodeEnds[k];
      for (std::size_t i = 0; i < 3; ++i)
        sum += static_cast<double>(end.weight * x[4 * n + i]) *
               static_cast<double>(products[4 * static_cast<std::size_t>(end.spring) + i]);
    }
  return sum;
}

TEST(PairSprings, AreGalerkinOnEveryLevel) {
  const auto model = buildModel(armPlan(5), {});
  const Lattice& lattice = model->lattice;
  const Hierarchy& hierarchy = model->hierarchy;
  ASSERT_GE(hierarchy.levels.size(), 2u);
  PairSprings pairs = makePairSprings(lattice, hierarchy);
  Random random(5);
  std::vector<CellSlot> active;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) active.push_back(slot);
  pairs.count = 40;
  pairs.stiffness.resize(9 * 40 + 4);
  for (std::size_t c = 0; c < 40; ++c) {
    const Vec3<double> g = randomPoint(random, 2);
    const double slope[3] = {g.x, g.y, g.z};
    for (std::size_t i = 0; i < 9; ++i)
      pairs.stiffness[9 * c + i] = static_cast<float>(slope[i / 3] * slope[i % 3]);
    for (int end = 0; end < 2; ++end) {
      const auto pick = static_cast<std::size_t>((random.next() + 1) / 2 *
                                                 static_cast<double>(active.size() - 1));
      PairEnd made;
      made.weights = trilinearWeights({0.3f, 0.6f, 0.9f});
      for (int a = 0; a < 8; ++a)
        made.nodes[static_cast<std::size_t>(a)] = lattice.cellNode(active[pick], a);
      pairs.levels[0].ends.push_back(made);
    }
  }
  spreadPairs(lattice, hierarchy, pairs);

  for (std::size_t l = 1; l <= hierarchy.levels.size(); ++l) {
    std::vector<float> x((static_cast<std::size_t>(hierarchy.levels[l - 1].nodeCount) + 1) * 4, 0);
    for (std::size_t i = 0; i + 4 < x.size(); ++i)
      if (i % 4 != 3) x[i] = static_cast<float>(random.next());
    std::vector<float> fine = x;
    for (std::size_t f = l; f > 0; --f)
      fine = prolong(hierarchy.levels[f - 1], fine,
                     f == 1 ? lattice.nodeCount : hierarchy.levels[f - 2].nodeCount);
    const double expected = energyOf(pairs, 0, fine), found = energyOf(pairs, l, x);
    EXPECT_GT(expected, 0);
    EXPECT_NEAR(found, expected, 1e-4 * expected) << "level " << l;
  }
}

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
  player.solve(pose, settings);
  EXPECT_GT(countInside(desc, player.surface, 0.05), 20);
  settings.selfContact = SelfContact::On;
  const FrameReport final = player.solve(pose, settings);
  EXPECT_EQ(final.status, SolveStatus::Converged);
  EXPECT_LT(final.maxPenetration, 0.25);
  EXPECT_EQ(countInside(desc, player.surface, 0.025), 0);
  settings = previewSettings();
  settings.selfContact = SelfContact::On;
  EXPECT_LT(player.solve(pose, settings).maxPenetration, 1);
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
