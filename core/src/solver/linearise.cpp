// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/linearise.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "base/stage_timer.h"

namespace sinew {
namespace {

constexpr std::int64_t kBlockGrain = 16;
constexpr std::int64_t kSpringGrain = 4096;

template <class OfCell, class OfSpring>
double sumOverFlesh(const FleshModel& model, OfCell&& ofCell, OfSpring&& ofSpring) {
  const double cells =
      parallelSum(model.lattice.blockCount, kBlockGrain, [&](std::int64_t begin, std::int64_t end) {
        double sums[kLayerCells] = {};  // apart, so that they do not wait for each other
        for (auto c = static_cast<std::size_t>(begin) * kBlockCells;
             c < static_cast<std::size_t>(end) * kBlockCells; c += kLayerCells)
          for (std::size_t i = 0; i < kLayerCells; ++i) sums[i] += ofCell(c + i);
        return std::accumulate(sums, sums + kLayerCells, 0.0);
      });
  return cells +
         parallelSum(model.springs.count, kSpringGrain, [&](std::int64_t begin, std::int64_t end) {
           double sum = 0;
           for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s)
             sum += ofSpring(s);
           return sum;
         });
}

// Adds the forces of contacts, or takes them away, in w.f.
void addContacts(const FleshModel& model, float sign, Workspace& w) {
  addPairForces(w.contacts->pairs, w.contacts->forces, sign, model.hierarchy.fixed.data(),
                w.f.data());
}

// Springs of a list have changed. The first ones need larger bounds of the smoother, unless these
// are being estimated, and the model has none yet.
void usePairs(const FleshModel& model, const PairSprings& pairs, std::size_t list, Workspace& w) {
  const bool hadPairs = w.multigrid.hasPairs();
  w.multigrid.setPairs(&pairs, list);
  if (w.multigrid.hasPairs() && !hadPairs && !model.eigenvalues.empty())
    w.multigrid.setEigenvalues(model.eigenvalues);
}

void updateObjects(const FleshModel& model, const AlignedVector<double>& positions, Workspace& w) {
  StageTimer timer(w.objects->seconds);
  updateObjects(model.lattice, model.hierarchy, positions.data(), *w.objects);
  usePairs(model, w.objects->pairs, 1, w);
}

}  // namespace

void linearise(const FleshModel& model, const AlignedVector<double>& positions, Workspace& w) {
  const Lattice& lattice = model.lattice;
  springForces(model.springs, positions.data(), w.targets.data(), w.springForces.data(),
               w.springEnergy.data());
  w.multigrid.sumCells(
      w.springForces.data(),
      [&](const TileSums& sums, std::int32_t begin, std::int32_t end) {
        lineariseBlocks(lattice, model.material, positions.data(), w.cells, sums, begin, end);
      },
      w.f);
  if (w.loads.isActive) addLoadForces(w.loads, positions.data(), w.f.data());
  if (w.hasObjects()) {
    updateObjects(model, positions, w);
    addPairForces(w.objects->pairs, w.objects->forces, 1, model.hierarchy.fixed.data(), w.f.data());
  }
  if (!w.hasContacts()) return;
  StageTimer timer(w.contacts->secondsOfForces);
  contactForces(positions.data(), *w.contacts);
  addContacts(model, 1, w);
}

void findContacts(const FleshModel& model, Workspace& w) {
  ContactSet& contacts = *w.contacts;
  StageTimer timer(contacts.seconds);
  addContacts(model, -1, w);
  detectContacts(model.contactModel(), w.x.data(), contacts);
  addContacts(model, 1, w);
  usePairs(model, contacts.pairs, 0, w);
}

void keepEnergies(Workspace& w) {
  std::copy(w.cells.energy.begin(), w.cells.energy.end(), w.energyBefore.begin());
  std::copy(w.springEnergy.begin(), w.springEnergy.end(), w.springEnergyBefore.begin());
  if (w.contacts) w.contacts->energyBefore = contactEnergy(*w.contacts);
  if (w.hasObjects()) w.objects->energyBefore = objectEnergy(*w.objects);
}

double energyChange(const FleshModel& model, double scale, ConstNodeSpan dx, const Workspace& w) {
  double elastic = sumOverFlesh(
      model,
      [&](std::size_t cell) {
        return static_cast<double>(w.cells.energy[cell]) -
               static_cast<double>(w.energyBefore[cell]);
      },
      [&](std::size_t spring) { return w.springEnergy[spring] - w.springEnergyBefore[spring]; });
  if (w.contacts) elastic += contactEnergy(*w.contacts) - w.contacts->energyBefore;
  if (w.hasObjects()) elastic += objectEnergy(*w.objects) - w.objects->energyBefore;
  if (!w.loads.isActive) return elastic;
  return elastic + loadEnergyChange(w.loads, w.x.data(), scale, dx.data());
}

double elasticEnergy(const FleshModel& model, const Workspace& w) {
  double elastic = sumOverFlesh(
      model, [&](std::size_t cell) { return static_cast<double>(w.cells.energy[cell]); },
      [&](std::size_t spring) { return w.springEnergy[spring]; });
  if (w.hasContacts()) elastic += contactEnergy(*w.contacts);
  if (w.hasObjects()) elastic += objectEnergy(*w.objects);
  return elastic;
}

double totalEnergy(const FleshModel& model, const Workspace& w) {
  const double elastic = elasticEnergy(model, w);
  return w.loads.isActive ? elastic + loadEnergy(w.loads, w.x.data()) : elastic;
}

VolumeFacts volumeFacts(const FleshModel& model, const Workspace& w) {
  return parallelReduce(
      model.lattice.blockCount, kBlockGrain, VolumeFacts(),
      [&](std::int64_t begin, std::int64_t end) {
        return volumesOfBlocks(model.lattice, w.cells, static_cast<std::int32_t>(begin),
                               static_cast<std::int32_t>(end));
      },
      [](VolumeFacts& total, const VolumeFacts& part) {
        total.minJ = std::min(total.minJ, part.minJ);
        total.maxJ = std::max(total.maxJ, part.maxJ);
        total.inverted += part.inverted;
      });
}

}  // namespace sinew
