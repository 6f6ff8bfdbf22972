// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The attributes of sinewDeformer besides its settings.
#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>

namespace sinew::maya {

/// A map painted on the skin: one number per vertex, 1 where nothing was painted.
struct PaintedMap {
  const char* name;  ///< of the child array; its parent is <name>List, one element per mesh
  const char* help;
  MObject list, values;
};

struct DeformerAttributes {
  MObject enable, quality, time, startFrame;

  /// As of a skinCluster: world matrices of the joints, and their inverses when bound.
  MObject matrix, bindPreMatrix;

  /// Per mesh: worldMatrix of its transform. Points leave the node in the mesh's own space.
  MObject geomMatrix;

  /// Per joint, at the index of its matrix. Read when binding. Shapes are in world space as bound.
  MObject bone, boneEnabled, boneShape, boneMesh, boneHead, boneTail, boneRadius, boneAttachment,
      boneStiffness, boneFriction;

  /// What the flesh touches, read in every frame: a shape in coordinates of its own, and where it
  /// is.
  MObject collider, colliderEnabled, colliderShape, colliderMatrix, colliderMesh, colliderRadius,
      colliderLength, colliderAxes, colliderFriction;
  MObject colliderAxis[3];  ///< children of colliderAxes

  /// Per mesh, at the index of its output. Written by the command.
  MObject bind, bindData, bindFile, bindHash, bindJoints, bindTopology;

  /// Per mesh: how the last frame went. Written by every evaluation, affected by nothing. Contacts
  /// are lines in the world [cm]: two points each, where the skin touches and the way it is pushed.
  MObject report, status, frameReport, contactLines;

  MObject state;  ///< per mesh: StateData, hidden, not saved

  PaintedMap maps[4] = {{"stiffnessMap", "multiplies Young's modulus", {}, {}},
                        {"volumeMap", "multiplies the resistance to a change of volume", {}, {}},
                        {"densityMap", "multiplies the density", {}, {}},
                        {"attachmentMap", "multiplies how firmly bones hold; 0: not", {}, {}}};
};

enum class Quality : short { Preview, Final };
enum class BoneShape : short { Fitted, Capsule, Mesh };
enum class ColliderShape : short { None, Mesh, Ball, Capsule, Ellipsoid, Plane };
inline constexpr const char* kColliderShapeNames[] = {"none",    "mesh",      "ball",
                                                      "capsule", "ellipsoid", "plane"};

const DeformerAttributes& attributes();

/// Called while the node type is registered.
MStatus createDeformerAttributes(const MObject& output);

}  // namespace sinew::maya
