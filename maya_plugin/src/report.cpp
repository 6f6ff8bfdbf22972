// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "report.h"

#include <maya/MArrayDataBuilder.h>
#include <maya/MArrayDataHandle.h>
#include <maya/MDGContext.h>
#include <maya/MTime.h>

#include <cmath>

#include "convert.h"
#include "deformer_attributes.h"
#include "sinew/clip_run.h"

namespace sinew::maya {
namespace {

void write(MDataBlock& block, unsigned int geometry, const std::string& status,
           const std::string& frameReport) {
  MArrayDataHandle reports = block.outputArrayValue(attributes().report);
  MArrayDataBuilder builder = reports.builder();
  MDataHandle element = builder.addElement(geometry);
  element.child(attributes().status).setString(toMString(status));
  element.child(attributes().frameReport).setString(toMString(frameReport));
  reports.set(builder);
  reports.setAllClean();
}

}  // namespace

void writeReport(MDataBlock& block, unsigned int geometry, const FrameReport& report,
                 const std::string& remark) {
  std::string status = name(report.status);
  if (!remark.empty()) status += "; " + remark;
  MTime now;
  block.context().getTime(now);
  const int frame = static_cast<int>(std::lround(now.as(MTime::uiUnit())));
  write(block, geometry, status, frameJson(frame, report));
}

void writeProblem(MDataBlock& block, unsigned int geometry, const std::string& sentence) {
  write(block, geometry, "passed through: " + sentence, "");
}

}  // namespace sinew::maya
