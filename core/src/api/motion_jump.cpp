// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/motion_jump.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"

namespace sinew {
namespace {

// How near two solves of one shape end [cells].
constexpr double kSameShape = 0.25;
// A step is halved so often to find where in it the flesh snaps. What is smooth moves 32 times less
// in what is left.
constexpr int kHalvings = 5;

constexpr std::size_t kBatch = 64;  // vertices

// Largest distance of the skin from other points: place(vertex, count, points) says where a batch
// of them is, double[4] each.
template <class Place>
double farthestFrom(std::span<const Vec3<double>> surface, Place&& place) {
  const double greatest = parallelReduce(
      static_cast<std::int64_t>(surface.size()), 1024, 0.0,
      [&](std::int64_t begin, std::int64_t end) {
        double square = 0, points[4 * kBatch];
        const auto last = static_cast<std::size_t>(end);
        for (auto first = static_cast<std::size_t>(begin); first < last; first += kBatch) {
          const std::size_t count = std::min(kBatch, last - first);
          place(first, count, points);
          for (std::size_t k = 0; k < count; ++k) {
            const double* p = points + 4 * k;
            const Vec3<double> d = surface[first + k] - Vec3<double>{p[0], p[1], p[2]};
            square = std::max(square, dot(d, d));
          }
        }
        return square;
      },
      [](double& total, double part) { total = std::max(total, part); });
  return std::sqrt(greatest);
}

void putPoint(const Vec3<double>& p, double* to) { to[0] = p.x, to[1] = p.y, to[2] = p.z; }

// Solves the pose of `bones` from the flesh of another one; false if that leads to no equilibrium.
bool solveFrom(const CharacterParts& parts, const FleshFrame& other, std::span<const Affine> bones,
               const FrameStop& stop, Workspace& w) {
  const FleshModel& model = parts.model;
  const FrameStart start{other.positions, other.skin.bones};
  if (solveFrame(model, bones, stop, w, &start).newton.status != NewtonStatus::Converged)
    return false;
  if (!w.contacts || !stop.newton.contact.isOn) return true;
  measureContacts(model.contactModel(), w.x.data(), *w.contacts);
  return w.contacts->facts.worst <= deepestOf(stop.newton.contact);
}

// How far the shape of a pose to which the flesh of another one leads is from `skin`, its own.
double otherShapeFrom(const CharacterParts& parts, const FleshFrame& other, const SkinFrame& skin,
                      const FrameStop& stop, Workspace& w) {
  if (!solveFrom(parts, other, skin.bones, stop, w)) return 0;
  const double distance =
      farthestFrom(skin.surface, [&](std::size_t first, std::size_t count, double* points) {
        for (std::size_t k = 0; k < count; ++k)
          putPoint(interpolate(parts.embedding, first + k, w.x.data()), points + 4 * k);
      });
  return distance > kSameShape ? distance : 0;
}

// How far the flesh snaps at a pose between two, each of which leads to the shape of the other: the
// half of the step in which it moves more is halved again.
double snapBetween(const CharacterParts& parts, FleshFrame from, FleshFrame to,
                   const FrameStop& stop, ShapeSearch& search) {
  Workspace& w = search.w;
  auto& [left, right, middle] = search.between;
  double jump = 0;
  for (int halving = 0; halving < kHalvings; ++halving) {
    poseBetween(w.tree, from.skin.bones, to.skin.bones, 0.5, middle.bones);
    if (!solveFrom(parts, from, middle.bones, stop, w)) return 0;
    middle.positions = w.x;
    interpolateAll(parts.embedding, w.x.data(), middle.surface);
    const double first = findMotionJump(parts, from.skin, middle.frame().skin, w.motions);
    const double second = findMotionJump(parts, middle.frame().skin, to.skin, w.motions);
    jump = std::max(first, second);
    if (jump < kSameShape) return 0;
    if (first > second) {
      std::swap(middle, right);
      to = right.frame();
    } else {
      std::swap(middle, left);
      from = left.frame();
    }
  }
  return jump;
}

}  // namespace

double findMotionJump(const CharacterParts& parts, const SkinFrame& before, const SkinFrame& now,
                      std::vector<BoneMotion>& motions) {
  for (std::size_t b = 0; b < now.bones.size(); ++b)
    motions[b] = takeApart(now.bones[b] * inverse(before.bones[b]));
  const std::span<const BoneWeights> weights(parts.surfaceWeights);
  return farthestFrom(now.surface, [&](std::size_t first, std::size_t count, double* points) {
    for (std::size_t k = 0; k < count; ++k) putPoint(before.surface[first + k], points + 4 * k);
    blend(weights.subspan(first, count), motions, points, points);
  });
}

ShapeSearch::ShapeSearch(const CharacterParts& parts) : w(parts.model) {
  for (Between& b : between) {
    b.bones.resize(w.to.size());
    b.positions.resize(w.x.size());
    b.surface.resize(parts.embedding.points.size());
  }
}

double findOtherShape(const CharacterParts& parts, const FleshFrame& before, const FleshFrame& now,
                      const FrameStop& stop, ShapeSearch& search) {
  if (const double d = otherShapeFrom(parts, before, now.skin, stop, search.w); d > 0) return d;
  if (const double d = otherShapeFrom(parts, now, before.skin, stop, search.w); d > 0) return d;
  return snapBetween(parts, before, now, stop, search);
}

}  // namespace sinew
