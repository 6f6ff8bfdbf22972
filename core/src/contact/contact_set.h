// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The contacts of a frame: found for a state, then springs until they are found again
// (docs/theory/contact.md, sections 4 and 5).
//
//   delta = n . (q - p) - d_0,   E = k psi(delta),   C = k psi'' (n n^T + a (1 - n n^T))
//
// p is the proxy, q the point of the surface of other flesh where it has to go, n the normal there,
// d_0 the depth in the rest pose. q and n stay as they were found while a step is taken, so E is a
// smooth function then. C is the tangent the solver sees where delta > 0: its part along the
// surface shortens steps that slide, on which q and n would change; there is no force with it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "constraints/pair_springs.h"
#include "contact/contact_spring.h"
#include "contact/self_contact.h"
#include "elasticity/cell_kernels.h"

namespace sinew {

struct ContactSettings {
  bool isOn = false;
  double stiffness = 1;    // over the default
  double tolerance = 0.1;  // penetration towards which springs stiffen [cells]
  double grip = 0.3;       // a: stiffness along the surface over that across it
};

/// Depth beyond which an equilibrium is none [cells].
inline double deepestOf(const ContactSettings& settings) { return 2.5 * settings.tolerance; }

inline constexpr double kLinearDepth = 0.4;  // [cells]
/// Firm springs stiffen up to this depth.
inline constexpr double kFirmDepth = 0.2;  // [cells]
/// Firm springs have four times the force of soft ones at the tolerance. Where it is smaller than
/// usual they are stiffer at all depths.
inline constexpr double kStiffening = 9, kUsualTolerance = 0.1;  // the latter in [cells]
/// Springs get their stiffness over this depth: a point that comes and goes does not make the
/// tangent jump, on which Newton's method went back and forth for ever.
inline constexpr double kOnset = 0.05;  // [cells]

struct Contact {
  std::int32_t proxy = -1;
  SelfHit hit;
  double stiffness = 0;
  double restDepth = 0;  // d_0
};

struct ContactSet {
  ContactSet(const Lattice& lattice, const Hierarchy& hierarchy, const ContactSurface& surface);
  std::size_t memoryBytes() const;

  ContactSettings settings;
  bool isFirm = false;         // springs stiffen with depth; otherwise they are as soft as at first
  double seconds = 0;          // spent on finding contacts in this frame,
  double secondsOfForces = 0;  // and on their forces, as a part of linearising
  DeformedSkin skin;
  std::vector<SelfHit> hits;                          // per proxy
  std::vector<std::uint8_t> hasHit;                   // per proxy: hits[p].target >= 0
  std::vector<std::uint8_t> changes;                  // per proxy: how often its hit has changed
  std::vector<std::uint8_t> isTouching, wasTouching;  // per proxy, now and at the last detection
  std::vector<Contact> list;                          // by proxy
  PairSprings pairs;
  AlignedVector<float> forces;  // float[4] per end
  std::vector<double> energy;
  double energyBefore = 0;
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

/// Finds the contacts at `positions` (double[4]), with the forces there. Those found before are
/// kept while they are near.
void detectContacts(const ContactModel& model, const double* positions, ContactSet& set);

/// The contacts at `positions` as one who knows nothing of the solve sees them: none is held, kept
/// or turned. facts.changed stays that of the solve.
void measureContacts(const ContactModel& model, const double* positions, ContactSet& set);

/// From the next detection on springs stiffen with depth, and contacts are of the state alone:
/// where they were before is forgotten.
void makeFirm(ContactSet& set);

/// Forces, energies, depths and stiffness of the contacts found, at other positions.
void contactForces(const double* positions, ContactSet& set);

/// Whether a contact counts: it is under pressure, and no guess.
inline bool isPressed(const ContactSet& set, std::size_t contact) {
  return set.depth[contact] > 0 && counts(set.list[contact].hit);
}

/// Looks at `positions` as measureContacts does, and where a point is deeper than the tolerance and
/// deeper than its contact knows, the contact is what was found now; false if there are none.
bool correctContacts(const ContactModel& model, const double* positions, ContactSet& set);

/// Sum of E.
double contactEnergy(const ContactSet& set);

}  // namespace sinew
