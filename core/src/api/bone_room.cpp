// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/bone_room.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/parallel.h"
#include "lattice/cell_complex.h"

namespace sinew {
namespace {

constexpr int kSight = 8;  // how far neighbours are looked for [cells]

struct Hold {
  Vec3<double> point;
  std::int32_t bone;
  double toOther = kSight;  // distance to the nearest hold of another bone, at most kSight
};

Int3 cellOf(const Vec3<double>& p) {
  return {static_cast<std::int32_t>(std::floor(p.x)), static_cast<std::int32_t>(std::floor(p.y)),
          static_cast<std::int32_t>(std::floor(p.z))};
}

// Nodes first, then springs, in their order.
std::vector<Hold> allHolds(const Lattice& lattice, const BonePlan& plan) {
  std::vector<Hold> holds;
  for (std::size_t n = 0; n < plan.nodeBone.size(); ++n) {
    const Int3 c = lattice.nodeCoord[n];
    if (plan.nodeBone[n] >= 0)
      holds.push_back(
          {{static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)},
           plan.nodeBone[n]});
  }
  for (std::size_t s = 0; s < plan.springs.size(); ++s)
    holds.push_back({plan.springRest[s], plan.springBone[s]});
  return holds;
}

void measure(std::vector<Hold>& holds) {
  std::unordered_map<Int3, std::vector<std::int32_t>, Int3Hash> at;
  for (std::size_t i = 0; i < holds.size(); ++i)
    at[cellOf(holds[i].point)].push_back(static_cast<std::int32_t>(i));
  parallelFor(
      static_cast<std::int64_t>(holds.size()), 256, [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
          Hold& hold = holds[i];
          const Int3 home = cellOf(hold.point);
          for (int z = -kSight; z <= kSight; ++z)
            for (int y = -kSight; y <= kSight; ++y)
              for (int x = -kSight; x <= kSight; ++x) {
                const auto found = at.find(home + Int3{x, y, z});
                if (found == at.end()) continue;
                for (const std::int32_t j : found->second) {
                  const Hold& other = holds[static_cast<std::size_t>(j)];
                  if (other.bone == hold.bone) continue;
                  const Vec3<double> d = other.point - hold.point;
                  hold.toOther = std::min(hold.toOther, std::sqrt(dot(d, d)));
                }
              }
        }
      });
}

}  // namespace

void giveRoom(const Lattice& lattice, const std::vector<Bone>& bones, BonePlan& plan) {
  std::vector<Hold> holds = allHolds(lattice, plan);
  measure(holds);
  std::vector<double> farthest(bones.size(), 0);
  for (const Hold& hold : holds) {
    double& most = farthest[static_cast<std::size_t>(hold.bone)];
    most = std::max(most, hold.toOther);
  }
  const auto letsGo = [&](const Hold& hold) {
    const auto b = static_cast<std::size_t>(hold.bone);
    return bones[b].attachment == Attachment::Auto &&
           hold.toOther < std::min(kRoom, 0.5 * farthest[b]);
  };
  auto hold = holds.begin();
  for (std::int32_t& bone : plan.nodeBone)
    if (bone >= 0 && letsGo(*hold++)) bone = -1;
  std::size_t kept = 0;
  for (std::size_t s = 0; s < plan.springs.size(); ++s) {
    if (letsGo(*hold++)) continue;
    plan.springs[kept] = plan.springs[s];
    plan.springBone[kept] = plan.springBone[s];
    plan.springRest[kept] = plan.springRest[s];
    ++kept;
  }
  plan.springs.resize(kept);
  plan.springBone.resize(kept);
  plan.springRest.resize(kept);
}

}  // namespace sinew
