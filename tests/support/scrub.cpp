// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "support/scrub.h"

#include <algorithm>
#include <cmath>

namespace sinew::testing {

Scrub::Scrub(const FleshModel& model)
    : model_(model), w_(model), bones_(static_cast<std::size_t>(model.boneCount)) {
  w_.x = restPositions(model.lattice);
}

NewtonReport Scrub::moveTo(const std::vector<Affine>& bones, const NewtonStop& stop) {
  for (std::size_t b = 0; b < bones.size(); ++b)
    w_.motions[b] = takeApart(bones[b] * inverse(bones_[b]));
  moveWithBones(model_, w_.x, bones, w_, w_.x);
  bones_ = bones;
  NewtonSeconds seconds;
  return solveEquilibrium(model_, stop, w_, seconds);
}

double largestDistance(const AlignedVector<double>& a, const AlignedVector<double>& b) {
  double greatest = 0;
  for (std::size_t i = 0; i + 4 < a.size(); i += 4)  // the last entry is the absent node
    greatest =
        std::max(greatest, std::hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
  return greatest;
}

}  // namespace sinew::testing
