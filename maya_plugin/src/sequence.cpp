// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sequence.h"

#include <maya/MArrayDataBuilder.h>
#include <maya/MArrayDataHandle.h>
#include <maya/MFnPluginData.h>

#include <cmath>

#include "deformer_attributes.h"

namespace sinew::maya {
namespace {

std::shared_ptr<const SequenceState> readState(MDataBlock& block, unsigned int geometry) {
  MArrayDataHandle states = block.outputArrayValue(attributes().state);
  if (!states.jumpToElement(geometry)) return nullptr;
  const auto* data = dynamic_cast<StateData*>(states.outputValue().asPluginData());
  return data ? data->state : nullptr;
}

void writeState(MDataBlock& block, unsigned int geometry,
                std::shared_ptr<const SequenceState> state) {
  MFnPluginData fn;
  const MObject object = fn.create(MTypeId(kStateDataId));
  static_cast<StateData*>(fn.data())->state = std::move(state);
  MArrayDataHandle states = block.outputArrayValue(attributes().state);
  MArrayDataBuilder builder = states.builder();
  builder.addElement(geometry).setMObject(object);
  states.set(builder);
}

// What the frame starts from, and how long after; empty: from rest.
SequenceState startOf(const FrameInput& frame, const SequenceState* last, Remarks& remarks) {
  const double tolerance = 1e-3 * frame.frameSeconds;
  if (frame.seconds <= frame.startSeconds + tolerance) return {frame.seconds, 0, {}, {}};
  const double passed = last ? frame.seconds - last->seconds : 0;
  if (last && std::abs(passed) <= tolerance) return {frame.seconds, last->passed, last->before, {}};
  if (last && passed > 0 && passed <= frame.frameSeconds + tolerance)
    return {frame.seconds, passed, last->after, {}};
  remarks.push_back(
      "started afresh: the frame before was not solved; play every frame from startFrame");
  return {frame.seconds, 0, {}, {}};
}

}  // namespace

FrameReport solveInSequence(MDataBlock& block, unsigned int geometry, const FrameInput& frame,
                            Simulation& simulation, Span<Vec3f> surface, Remarks& remarks) {
  const auto last = readState(block, geometry);
  auto state = std::make_shared<SequenceState>(startOf(frame, last.get(), remarks));
  simulation.reset();
  if (!state->before.empty() && !simulation.restore(state->before)) {
    state->before.clear();
    remarks.push_back("started afresh: the character was bound again");
  }

  FrameReport report = frame.settings.mode == SolveMode::Dynamic
                           ? simulation.step(frame.pose, state->passed, frame.settings, surface)
                           : simulation.solve(frame.pose, frame.settings, surface);

  if (report.status == SolveStatus::BadInput) return report;
  state->after = simulation.state();
  writeState(block, geometry, std::move(state));
  return report;
}

}  // namespace sinew::maya
