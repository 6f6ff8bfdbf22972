// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bones that flesh slides over, through the public API: a collarbone under the skin of a slab.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "support/characters.h"

namespace sinew::testing {
namespace {

constexpr double kCell = 0.06, kLift = 0.1, kAside = 0.25;

/// Flesh 2 x 0.6 x 1.4 on a base, with a bar across close to its upper side.
CharacterDesc slab(Attachment attachment, double friction = 0) {
  CharacterDesc desc;
  MeshShape skin = toShape(refined(boxMesh({-1, 0, -0.7}, {1, 0.6, 0.7}), 5));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.bones.push_back({"base", toShape(boxMesh({-1.05, -0.05, -0.75}, {1.05, 0.125, 0.75}))});
  desc.bones.push_back({"collar", CapsuleShape{{-0.6, 0.4, 0}, {0.6, 0.4, 0}, 0.12}, attachment});
  desc.bones.back().friction = friction;
  return desc;
}

struct Moved {
  FrameReport report;
  CharacterDesc desc;
  std::vector<Vec3f> surface;

  /// How far the skin that lay above the bone went aside.
  double carried() const {
    double sum = 0, count = 0;
    for (std::size_t v = 0; v < surface.size(); ++v) {
      const Vec3f& p = desc.points[v];
      if (p.y < 0.59f || std::fabs(p.x) > 0.3f || std::fabs(p.z) > 0.05f) continue;
      sum += static_cast<double>(surface[v].z - p.z), ++count;
    }
    return sum / count;
  }
  /// Where the skin is highest.
  double crest() const {
    const auto top = std::max_element(surface.begin(), surface.end(),
                                      [](const Vec3f& a, const Vec3f& b) { return a.y < b.y; });
    return static_cast<double>(top->z);
  }
};

Moved moveCollar(Attachment attachment, double friction = 0) {
  Moved moved;
  moved.desc = slab(attachment, friction);
  const auto character = bind(moved.desc, cellsOfEdge(kCell)).value();
  Player player(character);
  Pose pose = restPose(*character);
  pose.bones[1] = Affine3d{{{1, 0, 0, 0}, {0, 1, 0, kLift}, {0, 0, 1, kAside}}};
  moved.report = player.solve(pose);
  moved.surface = player.surface;
  return moved;
}

TEST(Trace2, All) {
  for (Attachment a : {Attachment::Hard, Attachment::Sliding, Attachment::SlidingEnds})
    for (double mu : {0., 0.3, 3.}) {
      const Moved m = moveCollar(a, mu);
      const auto& r = m.report;
      std::printf("%s mu %.1f: %s newton %d vc %d contacts %d max %.3f mean %.3f minJ %.2f inverted %d carried %.3f crest %.3f time %.2f\n", kAttachmentNames[int(a)], mu, name(r.status), r.newton, r.vcycles, int(r.contacts), r.maxPenetration, r.meanPenetration, r.minJ, int(r.invertedCells), m.carried(), m.crest(), r.seconds.total);
    }
}

}  // namespace
}  // namespace sinew::testing
