// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "frame_input.h"

#include <maya/MArrayDataHandle.h>
#include <maya/MFnIntArrayData.h>
#include <maya/MFnPluginData.h>
#include <maya/MIntArray.h>
#include <maya/MPxGeometryFilter.h>
#include <maya/MThreadUtils.h>
#include <maya/MTime.h>

#include "convert.h"
#include "deformer_attributes.h"
#include "setting_attributes.h"

namespace sinew::maya {
namespace {

const char kRebind[] = " Bind it with: sinew -edit -rebind.";

Error problem(std::string sentence) { return {ErrorCode::BadPose, std::move(sentence)}; }

std::shared_ptr<const BoundCharacter> readBound(MDataHandle bind, LinkedFiles& files) {
  const DeformerAttributes& a = attributes();
  const std::string path = toText(bind.child(a.bindFile).asString());
  if (!path.empty()) return files.get(path, toText(bind.child(a.bindHash).asString()));
  const auto* data = dynamic_cast<BindData*>(bind.child(a.bindData).asPluginData());
  return data ? data->bound() : nullptr;
}

// The mesh must be the one that was bound: points are written by their number.
bool isBoundMesh(MDataBlock& block, unsigned int geometry, MDataHandle bind) {
  // Not as inputs, which would evaluate it again and the other meshes too: it was, just before.
  MArrayDataHandle inputs = block.outputArrayValue(MPxGeometryFilter::input);
  if (!inputs.jumpToElement(geometry)) return false;
  const MObject mesh = inputs.outputValue().child(MPxGeometryFilter::inputGeom).asMesh();
  return !mesh.isNull() &&
         hashText(topologyOf(mesh)) == toText(bind.child(attributes().bindTopology).asString());
}

// The index of matrix[] that each joint of the character was bound to.
std::vector<unsigned int> jointIndices(MDataHandle bind) {
  std::vector<unsigned int> result;
  MStatus status;
  const MFnIntArrayData fn(bind.child(attributes().bindJoints).data(), &status);
  if (!status) return result;
  for (unsigned int i = 0; i < fn.length(); ++i) result.push_back(static_cast<unsigned int>(fn[i]));
  return result;
}

// An element that was never set, or was the identity when the scene was saved, is not there.
MMatrix bindPreMatrixAt(MArrayDataHandle& matrices, unsigned int index) {
  return matrices.jumpToElement(index) ? matrices.inputValue().asMatrix() : MMatrix();
}

Result<Pose> readPose(MDataBlock& block, const CharacterFile& file,
                      const std::vector<unsigned int>& indices) {
  MArrayDataHandle matrix = block.inputArrayValue(attributes().matrix);
  MArrayDataHandle bindPreMatrix = block.inputArrayValue(attributes().bindPreMatrix);
  Pose pose;
  const auto bones = static_cast<std::size_t>(file.character->summary().bones);
  for (std::size_t bone = 0; bone < bones; ++bone) {
    const std::size_t joint =
        file.source ? static_cast<std::size_t>(file.source->jointOfBone[bone]) : bone;
    if (joint >= indices.size())
      return problem("The bind data knows fewer joints than the character." + std::string(kRebind));
    if (!matrix.jumpToElement(indices[joint]))
      return problem("No joint is connected to matrix[" + std::to_string(indices[joint]) +
                     "]; connect its worldMatrix, or bind without it.");
    const MMatrix posed = matrix.inputValue().asMatrix();
    pose.bones.push_back(toAffine(bindPreMatrixAt(bindPreMatrix, indices[joint]) * posed));
  }
  return pose;
}

SolveSettings readSettings(MDataBlock& block) {
  SolveSettings settings = readSolveSettings(block);
  const auto quality = static_cast<Quality>(block.inputValue(attributes().quality).asShort());
  if (quality == Quality::Preview) {
    const SolveSettings preview = previewSettings();
    settings.stepTolerance = preview.stepTolerance;
    settings.newtonIterations = preview.newtonIterations;
    settings.linearTolerance = preview.linearTolerance;
    settings.linearIterations = preview.linearIterations;
  }
  if (settings.threads == 0) settings.threads = MThreadUtils::getNumThreads();
  return settings;
}

void readTime(MDataBlock& block, FrameInput& frame) {
  const double fps = MTime(1.0, MTime::kSeconds).as(MTime::uiUnit());
  frame.seconds = block.inputValue(attributes().time).asTime().as(MTime::kSeconds);
  frame.startSeconds = block.inputValue(attributes().startFrame).asDouble() / fps;
  frame.frameSeconds = 1 / fps;
}

}  // namespace

Result<FrameInput> readFrame(MDataBlock& block, unsigned int geometry, const MMatrix& localToWorld,
                             LinkedFiles& files) {
  MArrayDataHandle binds = block.inputArrayValue(attributes().bind);
  if (!binds.jumpToElement(geometry))
    return problem("This mesh is not bound." + std::string(kRebind));
  const MDataHandle bind = binds.inputValue();
  FrameInput frame;
  frame.bound = readBound(bind, files);
  if (!frame.bound) return problem("This mesh is not bound." + std::string(kRebind));
  if (!frame.bound->problem.empty()) return problem(frame.bound->problem);
  if (!isBoundMesh(block, geometry, bind))
    return problem("The mesh has other vertices or faces than when it was bound." +
                   std::string(kRebind));
  MArrayDataHandle places = block.inputArrayValue(attributes().geomMatrix);
  frame.localToWorld =
      places.jumpToElement(geometry) ? places.inputValue().asMatrix() : localToWorld;
  if (frame.localToWorld.isSingular()) return problem("The mesh's transform has a scale of 0.");
  auto pose = readPose(block, frame.bound->file, jointIndices(bind));
  if (!pose) return pose.error();
  frame.pose = std::move(pose.value());
  frame.touched = readColliders(block);
  frame.pose.colliders = frame.touched.places;
  frame.settings = readSettings(block);
  frame.isStale = differsFromBound(block, frame.bound->file.material, frame.bound->file.settings);
  if (frame.settings.mode != SolveMode::Static) readTime(block, frame);
  return frame;
}

}  // namespace sinew::maya
