// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Every array a frame writes, allocated once.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "base/stage_timer.h"
#include "constraints/node_loads.h"
#include "multigrid/conjugate_gradient.h"
#include "multigrid/saddle_solver.h"
#include "solver/bone_tree.h"
#include "solver/model.h"
#include "solver/stale_blocks.h"

namespace sinew {

/// What solving with pressures needs besides.
struct MixedWorkspace {
  MixedWorkspace(Multigrid& multigrid, const CellState& cells)
      : system(multigrid, cells),
        linear(multigrid.nodeCount(), system.blockCount()),
        divergence(cells.pressures.carried.size()) {}
  std::size_t memoryBytes() const {
    return system.memoryBytes() + linear.memoryBytes() + byteCount(divergence);
  }
  SaddleSystem system;
  SaddleWorkspace linear;
  AlignedVector<float> divergence;  // B dx
};

struct Workspace {
  explicit Workspace(const FleshModel& model, const PressureRule& rule = {})
      : x(restPositions(model.lattice)),
        targets(restTargets(model)),
        cells(model.lattice.blockCount, formOf(model.material.law),
              makePressures(model.lattice, model.material, rule)),
        springForces(targets.size()),
        springEnergy(static_cast<std::size_t>(model.springs.count)),
        springEnergyBefore(springEnergy),
        multigrid(model.parts(), cells),
        stale(model.lattice),
        linear(multigrid),
        f(nodesIn(linear.z, model.lattice.nodeCount)),
        dx(nodesIn(linear.r, model.lattice.nodeCount)),
        energyBefore(linear.p.data(), cells.energy.size()),
        from(static_cast<std::size_t>(model.boneCount)),
        to(from),
        placed(from),
        way(from),
        motions(from.size()),
        tree(boneTree(model.nodeWeights, model.boneCount)),
        greatestModulus(static_cast<double>(
            std::reduce(model.material.values.begin(), model.material.values.end(), 0.f,
                        [](float a, float b) { return std::max(a, b); }))) {
    if (!cells.pressures.empty()) mixed.emplace(multigrid, cells);
    if (!model.slidingBones.empty()) makeObjects(model);
  }
  Workspace(const Workspace&) = delete;

  /// Room for objects; sliding bones are there already.
  void makeObjects(const FleshModel& model) {
    objects.emplace(model.lattice, model.material, model.hierarchy, model.contactSurface,
                    model.slidingBones);
  }
  /// Forgets the contacts of the flesh with itself: the start of a frame. Room for them is made by
  /// the first frame that asks for them.
  void restartContacts(const FleshModel& model, const ContactSettings& settings) {
    double seconds = 0;
    if (mayTouchItself(model, settings) && !contacts) {
      StageTimer timer(seconds);
      contacts.emplace(model.lattice, model.hierarchy, model.contactSurface);
    }
    if (!contacts) return;
    startContacts(model.contactModel(), settings, *contacts);
    contacts->seconds += seconds;
  }
  bool hasObjects() const { return objects && objects->isOn(); }
  bool hasContacts() const { return contacts && !contacts->list.empty(); }

  std::size_t memoryBytes() const {
    return byteCount(x) + byteCount(targets) + cells.memoryBytes() + byteCount(springForces) +
           2 * byteCount(springEnergy) + linear.memoryBytes() + multigrid.memoryBytes() +
           stale.memoryBytes() + (mixed ? mixed->memoryBytes() : 0) +
           (contacts ? contacts->memoryBytes() : 0) + (objects ? objects->memoryBytes() : 0);
  }

  AlignedVector<double> x;        // state of the frame, double[4] per node
  AlignedVector<double> targets;  // of springs, double[4]

  // Linearisation at the last state given to linearise().
  CellState cells;
  AlignedVector<float> springForces;
  std::vector<double> springEnergy, springEnergyBefore;
  NodeLoads loads;  // inertia and gravity; empty until they are first wanted

  Multigrid multigrid;
  StaleBlocks stale;  // where the levels of `multigrid` are old
  LinearWorkspace linear;
  // In vectors of `linear`, which rest unless a system is solved: a solve takes f, leaves dx in its
  // place and overwrites all three.
  NodeSpan f;                           // force on the nodes, 0 on fixed ones; in linear.z
  NodeSpan dx;                          // Newton step; in linear.r
  std::span<float> energyBefore;        // of the cells in the state before; in linear.p
  std::optional<MixedWorkspace> mixed;  // for nearly incompressible flesh
  std::optional<ContactSet> contacts;   // of the flesh with itself, once a frame asked for them

  std::optional<ObjectContacts> objects;  // sliding bones and colliders, once there are any
  std::vector<Affine> collidersFrom, collidersTo;  // in the frame before and in this one

  // Bone motions of the sub-pose.
  std::vector<Affine> from, to;
  std::vector<Affine> placed;  // of a start that is not the rest pose: where the bones are
  std::vector<Affine> way;     // from the start to the pose, where the start is not the rest pose
  std::vector<BoneMotion> motions;
  BoneTree tree;

  double greatestModulus;  // mu or lambda of any cell
};

}  // namespace sinew
