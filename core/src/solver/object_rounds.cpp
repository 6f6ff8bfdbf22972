// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/object_rounds.h"

#include <algorithm>
#include <cmath>

#include "base/stage_timer.h"

namespace sinew {
namespace {

// Friction that still changes by more than this part of what it could be is not settled.
constexpr double kFrictionNoise = 0.01;

// A sliding bone that goes further at once leaves the points of flesh behind that keep it in.
constexpr double kPartOfSliding = 3;  // [cells]

void moveTo(const Affine& place, ContactObject& object) {
  object.before = object.placed;
  object.placed = place;
}

void moveBones(std::span<const Affine> bones, ObjectContacts& set) {
  for (std::size_t i = 0; i < set.boneCount; ++i)
    moveTo(bones[static_cast<std::size_t>(set.bones[i])], set.objects[i]);
}

void rest(ObjectContacts& set) {
  for (ContactObject& object : set.objects) object.before = object.placed;
}

}  // namespace

void startObjects(std::span<const Affine> bones, bool collidersMove, Workspace& w) {
  w.multigrid.setPairs(nullptr, 1);
  if (!w.hasObjects()) return;
  ObjectContacts& set = *w.objects;
  set.grips.assign(set.gripsBefore.begin(), set.gripsBefore.end());
  std::fill(set.raise.begin(), set.raise.end(), 1.f);
  set.touched.clear();
  moveBones(bones, set);
  const std::vector<Affine>& places = collidersMove ? w.collidersFrom : w.collidersTo;
  for (std::size_t i = 0; i < places.size(); ++i) {
    set.colliders()[i].placed = places[i];
    set.colliders()[i].acts = collidersMove;
  }
  rest(set);
}

double partsOfSliding(std::span<const Affine> bones, const Workspace& w) {
  double farthest = 0;
  for (std::size_t i = 0; w.objects && i < w.objects->boneCount; ++i) {
    const auto bone = static_cast<std::size_t>(w.objects->bones[i]);
    const std::int32_t parent = w.tree.parent[bone];
    if (parent < 0) continue;
    const Affine against = inverse(bones[static_cast<std::size_t>(parent)]) * bones[bone];
    const Box& box = w.objects->objects[i].field->box;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3<double> p{corner & 1 ? box.greatest.x : box.least.x,
                           corner & 2 ? box.greatest.y : box.least.y,
                           corner & 4 ? box.greatest.z : box.least.z};
      const Vec3<double> d = against(p) - p;
      farthest = std::max(farthest, std::sqrt(dot(d, d)));
    }
  }
  return farthest / kPartOfSliding;
}

void beginObjectStep(const AlignedVector<double>& positions, std::span<const Affine> bones,
                     double t, Workspace& w) {
  if (!w.hasObjects()) return;
  std::copy(positions.begin(), positions.end(), w.objects->positionsBefore.begin());
  w.objects->refreshes = 0;
  moveBones(bones, *w.objects);
  if (collidersWait(w)) return;
  for (std::size_t i = 0; i < w.collidersTo.size(); ++i) {
    const Affine &from = w.collidersFrom[i], &to = w.collidersTo[i];
    moveTo(t >= 1 ? to : partOfTheWay(to * inverse(from), t) * from, w.objects->colliders()[i]);
  }
}

void refreshObjects(const FleshModel& model, Workspace& w) {
  if (!w.hasObjects()) return;
  StageTimer timer(w.objects->seconds);
  w.objects->frictionChange = refreshFriction(model.hierarchy.fixed, *w.objects, w.f.data());
}

bool areObjectsSettled(const FleshModel& model, Workspace& w) {
  if (!w.hasObjects()) return true;
  if (raiseObjectStiffness(*w.objects)) {
    linearise(model, w.x, w);
    return false;
  }
  return w.objects->frictionChange <= kFrictionNoise;
}

void endObjectStep(Workspace& w) {
  if (w.hasObjects()) endObjectStep(*w.objects);
}

bool collidersWait(const Workspace& w) {
  return w.hasObjects() && !w.collidersTo.empty() && !w.objects->objects.back().acts;
}

void letCollidersAct(Workspace& w) {
  std::copy(w.x.begin(), w.x.end(), w.objects->positionsBefore.begin());
  rest(*w.objects);
  w.objects->refreshes = 0;
  for (ContactObject& collider : w.objects->colliders()) collider.acts = true;
}

}  // namespace sinew
