// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "deformer_node.h"

#include <maya/MDataBlock.h>
#include <maya/MEvaluationNode.h>
#include <maya/MItGeometry.h>
#include <maya/MMatrix.h>
#include <maya/MNodeCacheSetupInfo.h>
#include <maya/MObjectArray.h>
#include <maya/MPointArray.h>
#include <maya/MTime.h>
#include <maya/MTimeRange.h>

#include <exception>
#include <limits>

#include "convert.h"
#include "deformer_attributes.h"
#include "frame_input.h"
#include "messages.h"
#include "report.h"
#include "sequence.h"
#include "setting_attributes.h"
#include "weights.h"

namespace sinew::maya {

MStatus DeformerNode::initialize() {
  if (MStatus s = createDeformerAttributes(outputGeom); !s) return s;
  return createSettingAttributes(outputGeom);
}

MStatus DeformerNode::deform(MDataBlock& block, MItGeometry& points, const MMatrix& localToWorld,
                             unsigned int geometry) {
  try {
    const float strength = block.inputValue(envelope).asFloat();
    if (strength == 0 || !block.inputValue(attributes().enable).asBool()) return MS::kSuccess;
    return deformBound(block, points, localToWorld, geometry, strength);
  } catch (const std::exception& e) {
    return passThrough(block, geometry, std::string("The frame could not be solved: ") + e.what());
  }
}

MStatus DeformerNode::deformBound(MDataBlock& block, MItGeometry& points,
                                  const MMatrix& localToWorld, unsigned int geometry,
                                  float strength) {
  auto read = readFrame(block, geometry, localToWorld, files_);
  if (!read) return passThrough(block, geometry, read.error().message);
  const FrameInput& frame = read.value();
  const auto& character = frame.bound->file.character;
  std::vector<Vec3f> surface(static_cast<std::size_t>(character->summary().vertices));

  auto pooled = simulations_.take(character, frame.touched.hash);
  Simulation& simulation = pooled->simulation();
  const auto warning = pooled->use(frame.touched);
  if (!warning) return passThrough(block, geometry, warning.error().message);
  Remarks remarks;
  if (frame.isStale) remarks.push_back("settings changed since the bind: bind again");
  for (const std::string& remark : {frame.touched.remark, warning.value()})
    if (!remark.empty()) remarks.push_back(remark);
  const FrameReport report =
      frame.settings.mode == SolveMode::Static
          ? simulation.solve(frame.pose, frame.settings, surface)
          : solveInSequence(block, geometry, frame, simulation, surface, remarks);
  if (report.status != SolveStatus::BadInput)
    writeReport(block, geometry, report, simulation, remarks);
  simulations_.giveBack(std::move(pooled));
  if (report.status == SolveStatus::BadInput) return passThrough(block, geometry, report.message);
  writePoints(block, points, frame.localToWorld.inverse(), geometry, strength, surface);
  return MS::kSuccess;
}

void DeformerNode::writePoints(MDataBlock& block, MItGeometry& points, const MMatrix& worldToLocal,
                               unsigned int geometry, float strength, Span<const Vec3f> surface) {
  MPointArray positions;
  points.allPositions(positions);
  const std::vector<unsigned int> vertices = affectedVertices(points);
  const std::vector<float> painted = envelopeWeightsOf(*this, block, geometry, vertices);
  for (unsigned int k = 0; k < positions.length() && k < vertices.size(); ++k) {
    if (vertices[k] >= surface.size()) continue;  // the topology was checked: cannot happen
    const MPoint solved = toCentimetres(surface[vertices[k]]) * worldToLocal;
    const double w = static_cast<double>(strength * painted[k]);
    MPoint& p = positions[k];
    p = w == 1 ? solved
               : MPoint(p.x + w * (solved.x - p.x), p.y + w * (solved.y - p.y),
                        p.z + w * (solved.z - p.z));
  }
  points.setAllPositions(positions);
}

// The mesh stays as it came in. Success, because a failed evaluation would blank the mesh.
MStatus DeformerNode::passThrough(MDataBlock& block, unsigned int geometry,
                                  const std::string& sentence) {
  writeProblem(block, geometry, sentence);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!warned_.insert(sentence).second) return MS::kSuccess;
  }
  postWarning(toText(name()) + ": " + sentence);
  return MS::kSuccess;
}

bool DeformerNode::isSimulated() const {
  const MPlug mode(thisMObject(), settingAttribute("mode"));
  return static_cast<SolveMode>(mode.asShort()) != SolveMode::Static;
}

void DeformerNode::getCacheSetup(const MEvaluationNode&, MNodeCacheDisablingInfo&,
                                 MNodeCacheSetupInfo& setup, MObjectArray& monitored) const {
  monitored.append(settingAttribute("mode"));
  setup.setPreference(MNodeCacheSetupInfo::kWantToCacheByDefault, true);
  if (isSimulated()) setup.setRequirement(MNodeCacheSetupInfo::kSimulationSupport, true);
}

// A change of a simulated frame changes all that follow. The base class must not be called.
MTimeRange DeformerNode::transformInvalidationRange(const MPlug&, const MTimeRange& changed) const {
  if (!isSimulated()) return changed;
  // Half of what a time can hold: Maya adds to it.
  const MTime forever(static_cast<double>(std::numeric_limits<MTime::MTick>::max() / 2) /
                          static_cast<double>(MTime::ticksPerSecond()),
                      MTime::kSeconds);
  const MTime start(MPlug(thisMObject(), attributes().startFrame).asDouble(), MTime::uiUnit());
  return changed.intersects(start, forever) ? changed | MTimeRange(start, forever) : MTimeRange();
}

}  // namespace sinew::maya
