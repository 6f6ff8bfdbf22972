// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <maya/MPxDeformerNode.h>

#include <mutex>
#include <set>
#include <string>

#include "linked_files.h"
#include "simulation_pool.h"

namespace sinew::maya {

/// sinewDeformer: reads joints and bind data, solves, writes points. In static mode the points are
/// a function of its inputs; nothing in here remembers a frame.
class DeformerNode : public MPxDeformerNode {
 public:
  static void* create() { return new DeformerNode; }
  static MStatus initialize();

  MStatus deform(MDataBlock& block, MItGeometry& points, const MMatrix& localToWorld,
                 unsigned int geometry) override;

  SchedulingType schedulingType() const override { return kParallel; }
  void getCacheSetup(const MEvaluationNode& node, MNodeCacheDisablingInfo& disabling,
                     MNodeCacheSetupInfo& setup, MObjectArray& monitored) const override;
  MTimeRange transformInvalidationRange(const MPlug& source,
                                        const MTimeRange& changed) const override;

 private:
  MStatus deformBound(MDataBlock& block, MItGeometry& points, const MMatrix& localToWorld,
                      unsigned int geometry, float strength);
  MStatus passThrough(MDataBlock& block, unsigned int geometry, const std::string& sentence);
  void writePoints(MDataBlock& block, MItGeometry& points, const MMatrix& worldToLocal,
                   unsigned int geometry, float strength, Span<const Vec3f> surface);
  bool isSimulated() const;

  SimulationPool simulations_;
  LinkedFiles files_;
  std::mutex mutex_;
  std::set<std::string> warned_;  ///< sentences that were shown already
};

}  // namespace sinew::maya
