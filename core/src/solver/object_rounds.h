// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Sliding bones and colliders in a frame: where they are, friction from step to step, and when
// their contacts are settled (docs/theory/objects.md, sections 4 and 5). Nothing happens where
// there are none.
#pragma once

#include "solver/linearise.h"

namespace sinew {

/// The start of a frame, which begins where the bones are at `bones`: friction is that of the frame
/// before. Colliders come from w.collidersFrom, or wait at w.collidersTo until letCollidersAct.
void startObjects(std::span<const Affine> bones, bool collidersMove, Workspace& w);

/// Parts in which sliding bones go to `bones`, from where they are identity: in none does one go
/// further against the bone it hangs on than flesh can follow.
double partsOfSliding(std::span<const Affine> bones, const Workspace& w);

/// The start of a step that moves the bones to `bones` and colliders `t` of their way; the flesh
/// was at `positions` (double[4]) until then.
void beginObjectStep(const AlignedVector<double>& positions, std::span<const Affine> bones,
                     double t, Workspace& w);

/// After a Newton step to w.x, which is linearised: friction for the next one.
void refreshObjects(const FleshModel& model, Workspace& w);

/// Whether w.x, an equilibrium with the friction and stiffness of objects as they are, is the end;
/// if some are to be made stiffer, w.x is linearised with that.
bool areObjectsSettled(const FleshModel& model, Workspace& w);

/// The end of a step: w.x, linearised, is where flesh sticks.
void endObjectStep(Workspace& w);

/// Whether there are colliders that do not act yet.
bool collidersWait(const Workspace& w);

/// The start of a step in which nothing moves but w.x, pushed by the colliders.
void letCollidersAct(Workspace& w);

}  // namespace sinew
