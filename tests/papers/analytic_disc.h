// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The accuracy test of Zhu 2010, section 9.2: a disc of radius 1/4 around (1/2, 1/2) in linear
// elasticity, with an analytic deformation, two quadrants of its rim fixed and two under traction.
// Here it is a layer of cells in plane strain.
#pragma once

namespace sinew::papers {

enum class DiscCells { Full, ByFraction };

struct DiscError {
  double largest, mean;
};

/// Error of the displacement of the nodes inside the disc, with `across` cells along its diameter
/// and mu = 1. Cells at the rim are full, or as stiff as the material in them.
DiscError discError(int across, double nu, DiscCells kind);

}  // namespace sinew::papers
