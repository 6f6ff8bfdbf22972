// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <maya/MDataBlock.h>
#include <maya/MItGeometry.h>
#include <maya/MPxDeformerNode.h>

#include <vector>

namespace sinew::maya {

/// The vertices a deformer moves, in the order of MItGeometry::allPositions.
std::vector<unsigned int> affectedVertices(MItGeometry& points);

/// The painted envelope weights of these vertices; the envelope itself is not in them.
std::vector<float> envelopeWeightsOf(MPxDeformerNode& node, MDataBlock& block,
                                     unsigned int geometry,
                                     const std::vector<unsigned int>& vertices);

}  // namespace sinew::maya
