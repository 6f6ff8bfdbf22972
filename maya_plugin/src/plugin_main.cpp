// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <maya/MDrawRegistry.h>
#include <maya/MFnPlugin.h>
#include <maya/MGlobal.h>

#include <vector>

#include "bind_data.h"
#include "command.h"
#include "deformer_node.h"
#include "display_node.h"
#include "messages.h"
#include "sinew/version.h"

using namespace sinew::maya;

namespace {

// The renderer must not be touched without a screen.
bool hasScreen() { return MGlobal::mayaState() == MGlobal::kInteractive; }

MStatus addDisplay(MFnPlugin& plugin) {
  const MString classification = kDisplayClass;
  if (MStatus s =
          plugin.registerNode(kDisplayName, MTypeId(kDisplayId), DisplayNode::create,
                              DisplayNode::initialize, MPxNode::kLocatorNode, &classification);
      !s)
    return s;
  if (!hasScreen()) return MS::kSuccess;
  return MHWRender::MDrawRegistry::registerDrawOverrideCreator(kDisplayClass, kDisplayRegistrant,
                                                               DisplayDraw::create);
}

MStatus removeDisplay(MFnPlugin& plugin) {
  if (hasScreen())
    MHWRender::MDrawRegistry::deregisterDrawOverrideCreator(kDisplayClass, kDisplayRegistrant);
  return plugin.deregisterNode(MTypeId(kDisplayId));
}

// What the plug-in adds to Maya. It is removed in reverse order, also if a later part fails.
struct Part {
  const char* name;
  MStatus (*add)(MFnPlugin&);
  MStatus (*remove)(MFnPlugin&);
};

const Part kParts[] = {
    {"bind data",
     [](MFnPlugin& p) {
       return p.registerData(kBindDataName, MTypeId(kBindDataId), BindData::create);
     },
     [](MFnPlugin& p) { return p.deregisterData(MTypeId(kBindDataId)); }},
    {"state data",
     [](MFnPlugin& p) {
       return p.registerData(kStateDataName, MTypeId(kStateDataId), StateData::create);
     },
     [](MFnPlugin& p) { return p.deregisterData(MTypeId(kStateDataId)); }},
    {"deformer",
     [](MFnPlugin& p) {
       return p.registerNode(kDeformerName, MTypeId(kDeformerId), DeformerNode::create,
                             DeformerNode::initialize, MPxNode::kDeformerNode);
     },
     [](MFnPlugin& p) { return p.deregisterNode(MTypeId(kDeformerId)); }},
    {"display", addDisplay, removeDisplay},
    {"command",
     [](MFnPlugin& p) {
       return p.registerCommand(kCommandName, SinewCommand::create, SinewCommand::makeSyntax);
     },
     [](MFnPlugin& p) { return p.deregisterCommand(kCommandName); }},
    {"user interface",
     [](MFnPlugin& p) {  // Maya runs these scripts in interactive sessions only
       return p.registerUI("sinewCreateUI", "sinewDeleteUI");
     },
     [](MFnPlugin&) { return MStatus(MS::kSuccess); }},
};

// Stops where it fails: what comes before is still in use (a node type uses the data types).
MStatus removeParts(MFnPlugin& plugin, std::size_t count) {
  while (count-- > 0)
    if (MStatus s = kParts[count].remove(plugin); !s) {
      s.perror(MString("sinew: could not remove its ") + kParts[count].name);
      return s;
    }
  return MS::kSuccess;
}

}  // namespace

PLUGIN_EXPORT MStatus initializePlugin(MObject object) {
  MFnPlugin plugin(object, "Sinew", sinew::version(), "Any");
  std::size_t added = 0;
  for (const Part& part : kParts) {
    if (MStatus s = part.add(plugin); !s) {
      s.perror(MString("sinew: could not add its ") + part.name);
      removeParts(plugin, added);
      return s;
    }
    ++added;
  }
  startMessages();
  return MS::kSuccess;
}

PLUGIN_EXPORT MStatus uninitializePlugin(MObject object) {
  MFnPlugin plugin(object);
  stopMessages();
  return removeParts(plugin, sizeof kParts / sizeof kParts[0]);
}
