// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <maya/MDataBlock.h>

#include <string>
#include <vector>

#include "sinew/simulation.h"

namespace sinew::maya {

/// What the status of a frame says besides how it went, as parts of a sentence.
using Remarks = std::vector<std::string>;

/// Into report[geometry] of the node, with the contacts of the frame that `simulation` solved.
void writeReport(MDataBlock& block, unsigned int geometry, const FrameReport& report,
                 const Simulation& simulation, const Remarks& remarks);

/// The same for a mesh that was passed through.
void writeProblem(MDataBlock& block, unsigned int geometry, const std::string& sentence);

}  // namespace sinew::maya
