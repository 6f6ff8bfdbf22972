// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Limits of a Newton step, with and without pressures.
#pragma once

namespace sinew {

inline constexpr double kArmijo = 1e-4;  // part of the predicted decrease a step must reach
inline constexpr int kMaxHalvings = 8;
// Levels are built anew in blocks whose nodes moved against each other: every few steps those that
// did so by little, in the other steps by a lot. 0.1 and 0.5, or 1 and 2, take as many V-cycles; at
// 2 and 4 they grow by up to a third. All levels every third step, or after a move of a cell, as it
// was before, made set-up 27 % of frames with folds; it is 14 to 16 now.
inline constexpr float kBentALittle = 0.3f, kBentALot = 1;  // [cells]
// With pressures all levels are built anew, after as long a move.
inline constexpr double kStaleMove = 1;  // [cells]
// Trust region: how far a node may go in one step [cells]. On a fist of 20K cells a first radius of
// 2 took a quarter more V-cycles, and none up to 1.7 times as many.
inline constexpr double kFirstRadius = 1, kLeastRadius = 0.1, kMostRadius = 8;
// With contacts, which stay as they were found while a step is taken.
inline constexpr double kContactRadius = 1;
// A predicted decrease below this part of the energy, or below this much per cell (a body moved
// rigidly has no other energy than rounding), drowns in rounding and the step is taken on trust.
inline constexpr double kEnergyNoise = 1e-6;
inline constexpr double kEnergyNoisePerCell = 1e-11;

// A step as short as this is the rounding of the force (numerics, section 6: up to 6e-6 cells; of a
// roller that nothing but inertia and friction holds, 4.3e-5; of a stiff bar that swings in steps
// of a frame, 5.4e-5, so twice that), and the energy cannot tell whether it leads down. The state
// is as good as it gets.
inline constexpr double kStepNoise = 1e-4;  // [cells]

}  // namespace sinew
