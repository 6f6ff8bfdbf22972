// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What Newton's method asks of a state: tangents, force and energy.
#pragma once

#include "elasticity/volume_kernels.h"
#include "solver/workspace.h"

namespace sinew {

/// Tangents, energies and force at positions (double[4]), with the contacts found last.
void linearise(const FleshModel& model, const AlignedVector<double>& positions, Workspace& w);

/// Finds the contacts of w.x, the state last linearised, anew and corrects w.f for them.
void findContacts(const FleshModel& model, Workspace& w);

/// Keeps the energies of the state last linearised for energyChange.
void keepEnergies(Workspace& w);

/// Energy of w.x, the state last linearised, minus that of the state scale dx before, whose
/// energies were kept; summed difference by difference.
double energyChange(const FleshModel& model, double scale, ConstNodeSpan dx, const Workspace& w);

/// Energy of cells, springs and contacts in the state last linearised.
double elasticEnergy(const FleshModel& model, const Workspace& w);

/// The same with loads, for w.x being that state. Without loads that is all there is.
double totalEnergy(const FleshModel& model, const Workspace& w);

/// Of the state last linearised, over active cells.
VolumeFacts volumeFacts(const FleshModel& model, const Workspace& w);

}  // namespace sinew
