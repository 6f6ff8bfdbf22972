// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh against rigid shapes that move: colliders, and bones it slides over
// (docs/theory/objects.md).
//
//   delta = d_0 - d(p),   E = k/2 max(0, delta)^2 + mu N r(|u|),   C = k g g^T + friction
//
// p is a point of the flesh, d its signed distance from the shape, g the gradient of d, d_0 that of
// the rest pose where p was inside a bone already. d is looked up anew in every state: E is a
// smooth function of it. u is how far p was dragged along the surface since it stuck there; N and
// the plane of u are those of the last Newton step.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "constraints/pair_springs.h"
#include "contact/contact_spring.h"
#include "contact/contact_surface.h"
#include "elasticity/cell_kernels.h"
#include "geometry/distance_field.h"
#include "math/rigid.h"

namespace sinew {

struct ObjectSettings {
  double stiffness = 1;    // over the default
  double tolerance = 0.1;  // depth beyond which springs are made stiffer [cells]
};

/// A point that was on the surface of a bone at rest. Lattice coordinates.
struct BonePoint {
  CellSlot cell;
  std::array<float, 3> local;  // in the cell, 0..1
  float stiffness;             // area [cells^2] x shear modulus of the flesh around it
};

/// A bone that flesh slides over.
struct SlidingBone {
  std::int32_t bone = 0;
  double friction = 0;
  DistanceField field;  // rest pose
  std::vector<BonePoint> points;
};

/// A shape in a frame, and where it was before.
struct ContactObject {
  const DistanceField* field = nullptr;
  double friction = 0;
  bool acts = true;
  Affine placed, before;                 // from the field's coordinates to the lattice
  std::size_t ownBegin = 0, ownEnd = 0;  // points that only this object touches
  std::vector<float> restDepth;          // of the points of the skin, then its own; empty: 0
};

/// A point of the flesh that objects may push.
struct FleshPoint {
  std::array<std::int32_t, 8> nodes;
  std::array<float, 8> weights;
  float stiffness;
};

/// Where a point stuck to an object, and what presses it there.
struct Grip {
  std::int32_t object, point;
  Vec3<double> anchor;  // in the object's coordinates
  double pressure = 0;  // N
  Vec3<double> normal;  // of the surface, lattice coordinates
};

struct ObjectContact {
  std::int32_t object, point;
  std::int32_t grip = -1;  // among the grips
  double depth = 0;        // delta; not positive: it only grips
  Vec3<double> slope;      // g
  double stiffness = 0;    // k
};

struct ObjectContacts {
  ObjectContacts(const Lattice& lattice, const CellMaterial& material, const Hierarchy& hierarchy,
                 const ContactSurface& surface, std::span<const SlidingBone> bones);
  std::size_t memoryBytes() const;

  bool isOn() const { return !objects.empty(); }
  std::span<ContactObject> colliders() { return std::span(objects).subspan(boneCount); }

  ObjectSettings settings;
  double seconds = 0;  // spent on objects in this frame

  std::vector<FleshPoint> points;  // of the skin, then those of the sliding bones
  std::size_t skinCount = 0;
  std::vector<ContactObject> objects;  // sliding bones, then colliders
  std::size_t boneCount = 0;
  std::vector<std::int32_t> bones;  // that the first objects follow

  // Of the state last given to updateObjects.
  std::vector<Vec3<double>> at;     // where the points are
  std::vector<ObjectContact> list;  // by object, then by point
  PairSprings pairs;                // one-ended
  AlignedVector<float> forces;      // float[4] per end
  std::vector<double> energy;
  double energyBefore = 0;
  ContactFacts facts;
  double frictionChange = 0;  // by the last refreshFriction
  int refreshes = 0;          // in this step

  std::vector<float> raise;               // per point: its spring over the default
  std::vector<Grip> grips;                // by object, then by point
  std::vector<Grip> gripsBefore;          // when the frame began
  AlignedVector<double> positionsBefore;  // of the nodes, when the step began

  // While contacts are found.
  struct Hit {
    double depth;
    Vec3<double> slope;
  };
  std::vector<Hit> hits;
  std::vector<Grip> nextGrips;
  std::vector<std::array<std::int32_t, 2>> touched, touchedBefore;  // object, point
};

/// Finds the contacts at `positions` (double[4]), with energies, forces and stiffness.
void updateObjects(const Lattice& lattice, const Hierarchy& hierarchy, const double* positions,
                   ObjectContacts& set);

/// Takes pressures and planes for friction from the state last updated, and adds the change of its
/// forces to f (float[4] per node, 0 at fixed ones). Returns that change over what friction could
/// be.
double refreshFriction(std::span<const std::uint8_t> fixed, ObjectContacts& set, float* f);

/// Makes the springs of contacts deeper than the tolerance stiffer from the next update on; false
/// if there are none, or none that may be.
bool raiseObjectStiffness(ObjectContacts& set);

/// The end of a step: points that slid stick where they are now, those that left are forgotten.
void endObjectStep(ObjectContacts& set);

/// Sum of E.
double objectEnergy(const ObjectContacts& set);

/// What the flesh does to an object, in the state last updated.
Vec3<double> forceOnObject(const ObjectContacts& set, std::size_t object);

}  // namespace sinew
