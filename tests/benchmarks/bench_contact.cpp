// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Contact of the flesh with itself in the last pose of a clip: one detection, and the frame it is
// part of beside the same frame without contact.
#include "api/character_parts.h"
#include "api_scene.h"
#include "solver/frame.h"

namespace sinew::bench {
namespace {

FrameStop stopWith(bool contact) {
  FrameStop stop;
  stop.newton.contact.isOn = contact;
  return stop;
}

std::vector<Affine> bonesOf(const ApiScene& scene) {
  const Pose pose = scene.scene.pose(1);
  std::vector<Affine> bones;
  for (const Affine3d& bone : pose.bones) bones.push_back(scene.character->parts().toLattice(bone));
  return bones;
}

// Of some proxies, the cells that hold them: by the tree, and by trying all.
void verifyTree(const FleshModel& model, const Workspace& w) {
  const Lattice& lattice = model.lattice;
  const std::vector<Vec3<double>>& points = w.contacts->skin.points;
  std::int64_t missed = 0, held = 0;
  for (std::size_t p = 0; p < points.size(); p += points.size() / 20 + 1) {
    const Vec3<double>& at = points[p];
    const auto holds = [&](CellSlot slot) {
      return placeInCell(cornersOf(lattice, slot, w.x.data()), at).has_value();
    };
    std::int64_t byTree = 0, byAll = 0;
    w.contacts->skin.tree.forCellsAt({.count = 1, .points = {at}},
                                     [&](int, CellSlot slot) { byTree += holds(slot); });
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
      byAll += lattice.isActive(slot) && holds(slot);
    missed += byAll - byTree;
    held += byAll;
  }
  require(missed == 0 && held > 0, "the tree misses cells that hold points of the skin");
}

struct Solved {
  FrameResult result;
  double seconds = 0;
};

Solved solveTimed(const ApiScene& scene, bool contact, Workspace& w) {
  const std::vector<Affine> bones = bonesOf(scene);
  Solved solved;
  solved.seconds = secondsOfRuns(1, [&] {
    solved.result = solveFrame(scene.character->parts().model, bones, stopWith(contact), w);
  });
  return solved;
}

void timeContact(Report& report, const ApiScene& scene) {
  const FleshModel& model = scene.character->parts().model;
  const std::int64_t cells = scene.character->summary().cells;
  Workspace w(model);
  const Solved without = solveTimed(scene, false, w), with = solveTimed(scene, true, w);
  const double share = w.contacts->seconds / with.seconds;
  require(with.result.newton.status == NewtonStatus::Converged, "the frame did not converge");

  const ContactModel contactModel = model.contactModel();
  const double seconds = secondsPerCall(
      report.options(), [&] { measureContacts(contactModel, w.x.data(), *w.contacts); });
  verifyTree(model, w);
  require(w.contacts->facts.worst, deepestOf(w.contacts->settings), "penetration [cells]");

  Json& one = report.add({"contact", scene.scene.name + ", one detection", cells, {}}, seconds);
  one["proxies"] = model.contactSurface.proxies.size();
  one["ns_per_proxy"] = 1e9 * seconds / static_cast<double>(model.contactSurface.proxies.size());
  one["contacts"] = w.contacts->facts.touching;
  Json& frame =
      report.add({"contact", scene.scene.name + ", frame with contact", cells, {}}, with.seconds);
  frame["share"] = share;  // of the frame, for detection and forces
  frame["over_without"] = with.seconds / without.seconds;
  frame["newton"] = with.result.newton.newton;
  frame["newton_without"] = without.result.newton.newton;
  frame["penetration"] = w.contacts->facts.worst;
}

}  // namespace

void benchContact(Report& report) {
  const Options& options = report.options();
  for (const std::string& name : scenesOf(options, {"arm", "hand"})) {
    ApiScene scene = makeApiScene(name, options);
    bindScene(scene, cellsOf(options, 100000));
    ThreadArena(options.threads).run([&] { timeContact(report, scene); });
  }
}

}  // namespace sinew::bench
