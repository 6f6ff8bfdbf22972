// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "sinew/export.h"
#include "sinew/result.h"
#include "sinew/settings.h"
#include "sinew/types.h"

namespace sinew {

/// All points within `radius` of the segment from `head` to `tail`, in the rest pose [m].
struct CapsuleShape {
  Vec3d head, tail;
  double radius = 0;
};

/// All points within `radius` of `center`, in the rest pose [m].
struct BallShape {
  Vec3d center;
  double radius = 0;
};

/// The union of some capsules: a pelvis, a hand, one joint with several children. At least one.
struct CapsuleSetShape {
  std::vector<CapsuleShape> capsules;
};

/// All points `center + x axes[0] + y axes[1] + z axes[2]` with x^2 + y^2 + z^2 <= 1, in the rest
/// pose [m]. The axes are half axes: at right angles to each other, as long as the ellipsoid
/// reaches.
struct EllipsoidShape {
  Vec3d center;
  Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

/// A triangle mesh in the rest pose [m], counter-clockwise from outside. May have small holes.
struct MeshShape {
  std::vector<Vec3f> points;
  std::vector<Triangle> triangles;
};

/// How flesh holds on to a bone.
enum class Attachment {
  Hard,         ///< lattice nodes inside the bone follow it exactly; wants a bone >= 2 cells thick
  Spring,       ///< points inside the bone are pulled by stiff springs; right for thin bones
  Auto,         ///< Hard if the bone is at least 2 cells thick, Spring otherwise; lets go of flesh
                ///< within 4 cells of another bone, where it would be torn between the two
  Sliding,      ///< holds nothing: flesh is pushed out of the bone and slides over it
  SlidingEnds,  ///< holds flesh as Auto does along the middle half of its length; flesh slides over
                ///< the ends, as over an elbow
};
inline constexpr const char* kAttachmentNames[] = {"hard", "spring", "auto", "sliding",
                                                   "slidingEnds"};

struct Bone {
  std::string name;
  std::variant<CapsuleShape, MeshShape, EllipsoidShape, CapsuleSetShape> shape;
  Attachment attachment = Attachment::Hard;

  /// Spring stiffness as a multiple of the flesh's own nodal stiffness. Range 0.1 to 100 (higher is
  /// no more rigid to the eye and slows the solver). Used by Attachment::Spring, and by Hard bones
  /// too thin to hold lattice nodes.
  double springStiffness = 30;

  /// Where the bone holds no flesh, such as around the joint it turns about: flesh there needs room
  /// to fold. May be empty.
  std::vector<BallShape> freeZones = {};

  /// Of flesh that slides over the bone, over the pressure. Range 0 to 10.
  double friction = 0;
};

/// How much a vertex follows a bone.
struct BoneInfluence {
  std::int32_t bone = 0;
  float weight = 0;
};

/// Vertex v follows influences[begin[v]] to influences[begin[v + 1] - 1]; a vertex may have none.
/// Both arrays are empty if there are no weights.
struct SkinWeights {
  std::vector<std::int32_t> begin;
  std::vector<BoneInfluence> influences;
};

/// Range of the numbers in VertexMaps; attachment may also be less, down to 0.
inline constexpr float kLeastMapValue = 1e-3f, kGreatestMapValue = 1e3f;

/// What vertices multiply the flesh around them by. Each is empty (1 everywhere) or has one number
/// per vertex; they are carried into the body.
struct VertexMaps {
  std::vector<float> stiffness;        ///< of Young's modulus
  std::vector<float> volumeStiffness;  ///< of the resistance to a change of volume, on top
  std::vector<float> density;          ///< not used by static solves
  std::vector<float> attachment;  ///< of the springs of bones, 0: none; hard bones let go below 0.5
};

/// What a rigger gives: the rest pose skin, its bones and its flesh.
struct CharacterDesc {
  std::vector<Vec3f> points;        ///< skin vertices [m]
  std::vector<Triangle> triangles;  ///< counter-clockwise from outside
  std::vector<Bone> bones;
  Material material;
  VertexMaps maps;

  /// Optional. Tells which bone holds a loose shell that no bone touches (an eye, a button).
  SkinWeights skinWeights;
};

/// What bind made of it.
struct CharacterSummary {
  std::int64_t vertices = 0, bones = 0, cells = 0, nodes = 0, blocks = 0;
  std::int64_t fixedNodes = 0, springs = 0;
  std::int64_t dividedCells =
      0;  ///< places where parts that are close but separate have cells of their own
  int levels = 0;
  double cellSize = 0;  ///< [m]
  double bindSeconds = 0;
  std::int64_t memoryBytes = 0;  ///< character plus one simulation, without selfContact
  std::vector<std::string> warnings;
};

struct CharacterParts;

/// A bound character: built once, never changed, shared by any number of simulations and threads.
class SINEW_API Character {
 public:
  explicit Character(std::unique_ptr<const CharacterParts> parts);
  ~Character();

  const CharacterSummary& summary() const;
  const CharacterParts& parts() const { return *parts_; }  ///< for libsinew itself

 private:
  std::unique_ptr<const CharacterParts> parts_;
};

/// Told how far a bind is, and asked whether to go on.
struct BindProgress {
  /// Called a few times, on the thread that called bind: `doing` is about to start, `part` (0 to 1)
  /// of the work is done. Returns false to stop.
  std::function<bool(const char* doing, double part)> update;
};

/// Fills the skin with flesh and ties it to the bones. On error nothing is half-built.
SINEW_API Result<std::shared_ptr<const Character>> bind(const CharacterDesc& desc,
                                                        const BindSettings& settings = {},
                                                        const BindProgress* progress = nullptr);

}  // namespace sinew
