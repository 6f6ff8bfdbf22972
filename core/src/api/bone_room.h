// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh between two bones that move against each other needs room: held by both sides of one cell
// it would be torn or turned inside out.
#pragma once

#include <vector>

#include "api/attach_bones.h"

namespace sinew {

/// Room wanted between the attachments of two bones [cells].
inline constexpr double kRoom = 4;

/// Lets bones with Attachment::Auto go of nodes and springs nearer than kRoom to those of another
/// bone. A bone that is near others everywhere keeps what is farther away than half of its farthest
/// one.
void giveRoom(const Lattice& lattice, const std::vector<Bone>& bones, BonePlan& plan);

}  // namespace sinew
