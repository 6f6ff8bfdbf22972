// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "weights.h"

#include "maya_compat.h"

namespace sinew::maya {

std::vector<unsigned int> affectedVertices(MItGeometry& points) {
  std::vector<unsigned int> vertices;
  vertices.reserve(static_cast<std::size_t>(points.exactCount()));
  for (points.reset(); !points.isDone(); points.next())
    vertices.push_back(static_cast<unsigned int>(points.index()));
  points.reset();
  return vertices;
}

std::vector<float> envelopeWeightsOf(MPxDeformerNode& node, MDataBlock& block,
                                     unsigned int geometry,
                                     const std::vector<unsigned int>& vertices) {
  std::vector<float> weights(vertices.size(), 1.0f);
#if SINEW_MAYA_HAS_ENVELOPE_WEIGHTS
  unsigned int count = 0;
  const float* all = node.envelopeWeights(block, geometry, &count);  // null: all 1
  for (std::size_t k = 0; all && k < weights.size() && k < count; ++k) weights[k] = all[k];
#else
  for (std::size_t k = 0; k < weights.size(); ++k)
    weights[k] = node.weightValue(block, geometry, vertices[k]);
#endif
  return weights;
}

}  // namespace sinew::maya
