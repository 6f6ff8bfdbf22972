// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Everything a frame reads and never writes. Lattice coordinates and solver units throughout.
#pragma once

#include <cstdint>
#include <vector>

#include "constraints/spring_set.h"
#include "contact/contact_set.h"
#include "contact/object_contact.h"
#include "elasticity/cell_kernels.h"
#include "elasticity/coarse_shapes.h"
#include "lattice/hierarchy.h"
#include "lattice/lattice.h"
#include "multigrid/multigrid.h"
#include "solver/start_value.h"

namespace sinew {

struct FleshModel {
  double shearModulus = 1;  // unit of stiffness [Pa]
  double density = 1;       // of a cell of relative density 1 [kg/m^3]

  Lattice lattice;
  CellMaterial material;
  Hierarchy hierarchy;
  SpringSet springs;
  CoarseShapes shapes;
  std::vector<float> eigenvalues;  // of D^-1 K per level, at rest

  std::int32_t boneCount = 0;
  std::vector<std::int32_t> nodeBone;    // bone a fixed node follows, -1 for free nodes
  std::vector<std::int32_t> springBone;  // bone a spring's target follows
  std::vector<Vec3<double>> springRest;  // rest position of the target
  std::vector<BoneWeights> nodeWeights;  // for the start value
  ContactSurface contactSurface;         // empty: this flesh touches nothing
  std::vector<SlidingBone> slidingBones;

  ContactModel contactModel() const { return {lattice, material, hierarchy, contactSurface}; }
  SystemParts parts() const { return {&lattice, &material, &hierarchy, &springs, &shapes}; }
  Vec3<double> restPosition(std::size_t node) const {
    const Int3 c = lattice.nodeCoord[node];
    return {static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)};
  }
};

inline bool mayTouchItself(const FleshModel& model, const ContactSettings& settings) {
  return settings.isOn && !model.contactSurface.isEmpty();
}

/// Fills `eigenvalues` from the rest state; the last step of building a model.
void estimateRestEigenvalues(FleshModel& model, const PressureRule& rule = {});

/// Target of every spring at rest, double[4] per spring plus one.
AlignedVector<double> restTargets(const FleshModel& model);

}  // namespace sinew
