// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/motion_jump.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace sinew {
namespace {

// How near two solves of one shape end [cells].
constexpr double kSameShape = 0.25;

// Largest distance of the skin from `other(vertex)`.
template <class Other>
double farthestFrom(std::span<const Vec3<double>> surface, Other&& other) {
  const double greatest = parallelReduce(
      static_cast<std::int64_t>(surface.size()), 1024, 0.0,
      [&](std::int64_t begin, std::int64_t end) {
        double square = 0;
        for (auto v = static_cast<std::size_t>(begin); v < static_cast<std::size_t>(end); ++v) {
          const Vec3<double> d = surface[v] - other(v);
          square = std::max(square, dot(d, d));
        }
        return square;
      },
      [](double& total, double part) { total = std::max(total, part); });
  return std::sqrt(greatest);
}

// How far the shape of a pose to which the flesh of another one leads is from `skin`, its own.
double otherShapeFrom(const CharacterParts& parts, const FleshFrame& other, const SkinFrame& skin,
                      const FrameStop& stop, Workspace& w) {
  const FleshModel& model = parts.model;
  const FrameStart start{other.positions, other.skin.bones};
  if (solveFrame(model, skin.bones, stop, w, &start).newton.status != NewtonStatus::Converged)
    return 0;
  if (w.contacts && stop.newton.contact.isOn) {
    measureContacts(model.contactModel(), w.x.data(), *w.contacts);
    if (w.contacts->facts.worst > deepestOf(stop.newton.contact)) return 0;
  }
  const double distance = farthestFrom(
      skin.surface, [&](std::size_t v) { return interpolate(parts.embedding, v, w.x.data()); });
  return distance > kSameShape ? distance : 0;
}

}  // namespace

double findMotionJump(const CharacterParts& parts, const SkinFrame& before, const SkinFrame& now,
                      std::vector<BoneMotion>& motions) {
  for (std::size_t b = 0; b < now.bones.size(); ++b)
    motions[b] = takeApart(now.bones[b] * inverse(before.bones[b]));
  return farthestFrom(now.surface, [&](std::size_t v) {
    return blend(parts.surfaceWeights[v], motions, before.surface[v]);
  });
}

double findOtherShape(const CharacterParts& parts, const FleshFrame& before, const FleshFrame& now,
                      const FrameStop& stop, Workspace& w) {
  const double ofNow = otherShapeFrom(parts, before, now.skin, stop, w);
  return ofNow > 0 ? ofNow : otherShapeFrom(parts, now, before.skin, stop, w);
}

}  // namespace sinew
