// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "report.h"

#include <maya/MArrayDataBuilder.h>
#include <maya/MArrayDataHandle.h>
#include <maya/MDGContext.h>
#include <maya/MFnPointArrayData.h>
#include <maya/MPointArray.h>
#include <maya/MTime.h>

#include <cmath>

#include "convert.h"
#include "deformer_attributes.h"
#include "sinew/clip_run.h"

namespace sinew::maya {
namespace {

void write(MDataBlock& block, unsigned int geometry, const std::string& status,
           const std::string& frameReport, const MPointArray& contactLines) {
  MArrayDataHandle reports = block.outputArrayValue(attributes().report);
  MArrayDataBuilder builder = reports.builder();
  MDataHandle element = builder.addElement(geometry);
  element.child(attributes().status).setString(toMString(status));
  element.child(attributes().frameReport).setString(toMString(frameReport));
  MFnPointArrayData lines;
  element.child(attributes().contactLines).setMObject(lines.create(contactLines));
  reports.set(builder);
  reports.setAllClean();
}

// From each contact a line of one cell.
MPointArray linesOf(const Simulation& simulation) {
  const auto length = static_cast<float>(simulation.character().summary().cellSize);
  MPointArray lines;
  for (const ContactPoint& c : simulation.contacts()) {
    const Vec3f& p = c.point;
    const Vec3f& n = c.normal;
    lines.append(toCentimetres(p));
    lines.append(toCentimetres({p.x + length * n.x, p.y + length * n.y, p.z + length * n.z}));
  }
  return lines;
}

}  // namespace

void writeReport(MDataBlock& block, unsigned int geometry, const FrameReport& report,
                 const Simulation& simulation, const Remarks& remarks) {
  std::string status = name(report.status);
  for (const std::string& remark : remarks) status += "; " + remark;
  MTime now;
  block.context().getTime(now);
  const int frame = static_cast<int>(std::lround(now.as(MTime::uiUnit())));
  write(block, geometry, status, frameJson(frame, report), linesOf(simulation));
}

void writeProblem(MDataBlock& block, unsigned int geometry, const std::string& sentence) {
  write(block, geometry, "passed through: " + sentence, "", MPointArray());
}

}  // namespace sinew::maya
