// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The shape of a bone as bind asks about it: is this point inside, how thick is it.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/row_caster.h"
#include "geometry/triangle_mesh.h"
#include "geometry/winding_number.h"
#include "lattice/lattice.h"
#include "sinew/character.h"

namespace sinew {

/// Why a bone cannot be used, as a sentence, or nothing.
std::optional<std::string> findBoneProblem(const Bone& bone);

/// A bone's shape in lattice coordinates. The bone must have passed findBoneProblem.
class BoneShape {
 public:
  BoneShape(const Lattice& lattice, const Bone& bone);
  BoneShape(const BoneShape&) = delete;

  /// Whether the bone holds on at p: inside the shape and in no free zone. `scratch` is the
  /// caller's, one per thread.
  bool contains(const Vec3<double>& p, std::vector<Crossing>& scratch) const;

  /// Points for a bone thinner than a cell to hold on by, inside `box`: along the axes of capsules,
  /// half a cell apart; the center of an ellipsoid; the mean of a mesh's vertices in each cell.
  std::vector<Vec3<double>> pegs(const Box& box) const;

  /// Diameter of a capsule, shortest axis of an ellipsoid; for a mesh, of the long cylinder with
  /// its ratio of volume to area [cells].
  double thickness() const { return thickness_; }

  /// Whether flesh at p may slide: everywhere, or in free zones and at the ends.
  bool isLoose(const Vec3<double>& p) const { return slides_ || isFree(p); }

  /// Contains the shape.
  const Box& box() const { return box_; }

  /// What is wrong with a mesh that can be used all the same.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Capsule {
    Vec3<double> head, tail;
    double radius;
  };
  struct Ellipsoid {
    Vec3<double> center;
    Mat3<double> toUnitBall;  // rows: half axes over their squared lengths
  };

  bool isFree(const Vec3<double>& p) const;
  void setMesh(TriangleMesh mesh, const std::string& name);
  void addCapsulePegs(const Capsule& capsule, const Box& box,
                      std::vector<Vec3<double>>& pegs) const;
  void addMeshPegs(const Box& box, std::vector<Vec3<double>>& pegs) const;
  void findEnds();

  std::vector<Capsule> capsules_;
  std::vector<Capsule> freeZones_;     // of no length
  std::vector<Ellipsoid> ellipsoids_;  // none or one
  TriangleMesh mesh_;
  std::unique_ptr<RowCaster> caster_;       // of a closed mesh
  std::unique_ptr<WindingNumber> winding_;  // of any other
  Box box_;
  double thickness_ = 0;
  bool slides_ = false;  // over all of it
  // Flesh slides where axis_ . p is not between these.
  Vec3<double> axis_{0, 0, 0};
  double holdsFrom_ = -HUGE_VAL, holdsTo_ = HUGE_VAL;
  std::vector<std::string> warnings_;
};

}  // namespace sinew
