// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Meshes and rigged characters from files. Every file is taken to be hostile: whatever is in it,
// the answer is a model or an Error with one sentence, in bounded memory.
//
// Rest space, in which points, bone meshes and joint binds of a RiggedModel are given:
//
//   glTF draws a skinned vertex p at  sum_j w_j World_j(t) IBM_j p,  in scene units, which glTF
//   defines as metres. In the bind pose World_j IBM_j is one matrix B for all joints: the place,
//   turn and scale of the whole mesh (an armature scaled by 0.01, a turn from Z up to Y up). Rest
//   space is that picture:
//
//     points = B p,   inverseBind_j = IBM_j B^-1,   pose_j(t) = World_j(t) inverseBind_j
//
//   so pose_j is the identity for every joint in the bind pose, lengths are metres, and whatever
//   moves or scales above the skeleton is inside World_j(t).
//
//   - B is sought among the identity, the transform of the mesh's node, and World_j IBM_j of each
//     joint as the nodes rest. Taken is the first that puts the points where the resting nodes put
//     them, within 1e-5 of their extent.
//   - Nodes that do not rest in the bind pose (a file saved in mid-stride) admit no such B; the
//     nearest is taken, and a warning says how far off it is. Poses are right all the same: only
//     the place and turn of rest space as a whole is a choice then.
//   - The transform of a skinned mesh's own node is otherwise ignored, as glTF demands.
//   - Several skins: the one with most vertices chooses B. The others are aligned to it by the
//     joint they share with it that carries most of their weight.
//   - In a file without skins, meshes are put where their nodes put them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sinew/export.h"
#include "sinew/result.h"
#include "sinew/simulation.h"
#include "sinew/types.h"

namespace sinew {

/// A run of triangles that has a name in the file: an OBJ object or group, the mesh of a glTF node.
struct SurfacePart {
  std::string name;
  std::int32_t firstTriangle = 0, triangleCount = 0;
};

struct SurfaceMesh {
  std::string name;
  std::vector<Vec3f> points;        ///< in the file's unit; [m] in a RiggedModel
  std::vector<Triangle> triangles;  ///< in the file's order; none dropped, however degenerate
  std::vector<SurfacePart> parts;   ///< in order, without gaps; empty if the file names none
  std::vector<std::string> warnings;
};

/// One number or a few for each vertex, such as COLOR_0 or _STIFFNESS, as the file has them
/// (integers that stand for 0 to 1 are 0 to 1). Where vertices were welded: their mean.
struct VertexMap {
  std::string name;
  std::int32_t components = 1;
  std::vector<float> values;  ///< components per vertex
};

/// How much a vertex follows a joint.
struct Influence {
  std::int32_t joint = 0;
  float weight = 0;
};

/// Scale, then rotation (unit quaternion x y z w), then translation.
struct LocalTransform {
  double translation[3] = {0, 0, 0};
  double rotation[4] = {0, 0, 0, 1};
  double scale[3] = {1, 1, 1};
};

/// A node of the scene. Parents stand before their children.
struct ModelNode {
  std::string name;
  std::int32_t parent = -1;  ///< -1: none
  LocalTransform rest;       ///< relative to the parent; not used if usesMatrix
  bool usesMatrix = false;   ///< the file gives a matrix, and no clip moves the node
  Affine3d matrix;           ///< relative to the parent; used if usesMatrix
};

struct ModelJoint {
  std::string name;
  std::int32_t parent = -1;  ///< nearest joint above, or -1; may stand after this one
  std::int32_t node = 0;
  Affine3d bind;         ///< joint to rest space: where it was when the skin was bound [m]
  Affine3d inverseBind;  ///< rest space to joint
};

/// A mesh that hangs rigidly on a joint; points in rest space [m].
struct BoneMesh {
  std::int32_t joint = 0;
  SurfaceMesh mesh;
};

enum class ChannelPath { Translation, Rotation, Scale };
enum class Interpolation { Step, Linear, CubicSpline };

/// What one clip does to one property of one node.
struct ClipChannel {
  std::int32_t node = 0;
  ChannelPath path = ChannelPath::Translation;
  Interpolation interpolation = Interpolation::Linear;
  std::vector<float> times;  ///< [s], never decreasing, at least one

  /// 3 numbers (rotation: 4) per key; CubicSpline: those of the in-tangent, value and out-tangent.
  std::vector<float> values;
};

struct Clip {
  std::string name;     ///< "clip0" and so on if the file names none
  double duration = 0;  ///< last key of all channels [s]; the first need not be at 0
  std::vector<ClipChannel> channels;
};

/// What a glTF file says about a character.
struct RiggedModel {
  std::string name;

  /// All skinned meshes as one, welded: vertices in the same place with the same weights are one.
  /// Without skins: all meshes. One part per mesh node.
  SurfaceMesh skin;
  std::vector<std::int32_t> vertexOfFile;  ///< per file vertex, part by part: its vertex here

  /// Vertex v follows influences[influenceBegin[v]] to influences[influenceBegin[v + 1] - 1],
  /// ordered by joint; their weights add up to 1. A vertex may have none. Both are empty without
  /// skins.
  std::vector<std::int32_t> influenceBegin;
  std::vector<Influence> influences;

  std::vector<VertexMap> maps;
  std::vector<ModelNode> nodes;
  std::vector<ModelJoint> joints;
  std::vector<BoneMesh> bones;
  std::vector<Clip> clips;
  std::vector<std::string> warnings;
};

/// Reads .obj, .stl (text or binary) or .ply (text or binary). Polygons are cut into triangles; STL
/// corners in the same place become one vertex; OBJ and PLY vertices stay as they are.
SINEW_API Result<SurfaceMesh> readSurface(const std::string& path);

/// The same from memory. The ending of `name` tells the format; errors quote it.
SINEW_API Result<SurfaceMesh> readSurface(Span<const unsigned char> bytes, const std::string& name);

/// Reads .glb or .gltf (told apart by content). Buffers may lie beside the file or below its
/// folder.
SINEW_API Result<RiggedModel> readModel(const std::string& path);

/// The same from memory; buffers in files of their own are refused. Errors quote `name`.
SINEW_API Result<RiggedModel> readModel(Span<const unsigned char> bytes, const std::string& name);

/// For poses without a clip: the nodes as they rest.
constexpr int kRestPose = -1;

/// Joint to posed space [m], one per joint: the scene at `seconds` of a clip, held before its first
/// key and after its last. A clip that does not exist gives the nodes as they rest.
SINEW_API std::vector<Affine3d> jointTransforms(const RiggedModel& model, int clip, double seconds);

/// Rest space to posed space, one per joint (World_j(t) inverseBind_j, see above).
SINEW_API Pose poseAt(const RiggedModel& model, int clip, double seconds);

/// Linear blend skinning. `pose` has one transform per joint and `out` one point per vertex of
/// model.skin [m]; a vertex without influences stays in its rest place. False, and `out` untouched,
/// if a count is wrong.
SINEW_API bool skinLinear(const RiggedModel& model, const Pose& pose, Span<Vec3f> out);

}  // namespace sinew
