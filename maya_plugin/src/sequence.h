// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Frames that depend on the one before. What they start from lies in the data block, so that every
// evaluation context (playback, background caching) has its own.
#pragma once

#include <maya/MDataBlock.h>

#include "frame_input.h"
#include "report.h"

namespace sinew::maya {

/// Solves a frame of a sequential or dynamic run. `remarks` say if it had to start afresh.
FrameReport solveInSequence(MDataBlock& block, unsigned int geometry, const FrameInput& frame,
                            Simulation& simulation, Span<Vec3f> surface, Remarks& remarks);

}  // namespace sinew::maya
