// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The contacts of a frame: found for a state, then springs until they are found again
// (docs/theory/contact.md, sections 4 and 6).
//
//   delta = n . (q - p) - d_0,   E = k/2 max(0, delta)^2 + a k/2 |T (q - p - t_0)|^2 where delta >
//   0
//
// p is the proxy, q the point of the surface it is held at (in flesh) or a place in space, n the
// normal there, T = 1 - n n^T, t_0 the offset along the surface when the contact was found.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "constraints/pair_springs.h"
#include "contact/self_contact.h"
#include "elasticity/cell_kernels.h"

namespace sinew {

struct ContactSettings {
  bool isOn = false;
  double stiffness = 1;    // over the default
  double tolerance = 0.1;  // penetration beyond which springs are made stiffer [cells]
  double grip = 0.1;       // a: stiffness along the surface over that across it
};

/// Pressure of a default spring per depth [shear modulus / cell]; deeper than the tolerance,
/// springs are doubled up to kMostRaise times.
inline constexpr double kContactStiffness = 8;
inline constexpr float kMostRaise = 32;

struct Contact {
  std::int32_t proxy, target;
  std::array<float, 3> place;  // of q in the target's cell
  Vec3<double> normal;
  Vec3<double> along;  // T (q - p) when found
  double stiffness;
  double restDepth = 0;  // d_0
  double raise = 1;      // of the stiffness
};

struct ContactFacts {
  std::int64_t touching = 0;  // contacts under pressure
  std::int64_t changed = 0;   // of the last detection: contacts that are new, or gone
  double worst = 0,
         mean = 0;  // depth of those under pressure, beyond that of the rest pose [cells]
};

struct ContactSet {
  ContactSet(const Lattice& lattice, const Hierarchy& hierarchy, const ContactSurface& surface);
  std::size_t memoryBytes() const;

  ContactSettings settings;
  CellTree tree;
  std::vector<SelfHit> hits;    // per proxy
  std::vector<float> raise;     // per proxy: its spring over the default one
  std::vector<Contact> list;    // by proxy
  std::vector<Contact> before;  // the list before the last detection
  PairSprings pairs;
  AlignedVector<float> forces;  // float[4] per end
  std::vector<double> energy, energyBefore;
  std::vector<double> depth;
  ContactFacts facts;
};

/// What contacts are made of besides the state.
struct ContactModel {
  const Lattice& lattice;
  const CellMaterial& material;
  const Hierarchy& hierarchy;
  const ContactSurface& surface;
};

/// Forgets everything: the start of a frame.
void startContacts(const ContactModel& model, const ContactSettings& settings, ContactSet& set);

/// Finds the contacts at `positions` (double[4]) anew. A contact that is no longer found stays
/// while its gap is small, so that it does not come and go. Forces are those at `positions`.
void detectContacts(const ContactModel& model, const double* positions, ContactSet& set);

/// Forces, energies, depths and stiffness of the contacts found, at other positions.
void contactForces(const double* positions, ContactSet& set);

/// Makes the springs of contacts deeper than the tolerance stiffer from the next detection on;
/// false if there are none, or none that may be.
bool raiseStiffness(ContactSet& set);

/// Sum of E now minus E before.
double contactEnergyChange(const ContactSet& set);
double contactEnergy(const ContactSet& set);

}  // namespace sinew
