// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/scenes.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "scenes/linear_blend.h"
#include "scenes/mesh.h"
#include "scenes/png.h"
#include "scenes/render.h"
#include "unit/examples/mesh_checks.h"

namespace sinew::scenes {
namespace {

constexpr double kCoarse = 0.6;  // of the default detail: enough to test, quick under sanitizers

double volumeOf(const Scene& scene) {
  return signedVolume(scene.character.points, scene.character.triangles);
}

void addCapsuleSamples(const CapsuleShape& shape, std::vector<Vec3d>& samples) {
  const Vec3d along = shape.tail - shape.head;
  const Vec3d axis = length(along) > 0 ? normalized(along) : Vec3d{1, 0, 0};
  for (int i = 0; i < 200; ++i) {
    const double z = 1 - (i + 0.5) / 100, r = std::sqrt(1 - z * z), angle = 2.4 * i;
    const Vec3d n{r * std::cos(angle), r * std::sin(angle), z};
    const double part = dot(n, axis);
    samples.push_back((part > 0 ? shape.tail : shape.head) + shape.radius * n);
    samples.push_back(shape.head + 0.005 * i * along + shape.radius * normalized(n - part * axis));
  }
}

/// Points on the surface of a bone.
std::vector<Vec3d> boneSamples(const Bone& bone) {
  std::vector<Vec3d> samples;
  if (const auto* mesh = std::get_if<MeshShape>(&bone.shape)) {
    for (const Vec3f& p : mesh->points) samples.push_back(toDouble(p));
    return samples;
  }
  const auto* set = std::get_if<CapsuleSetShape>(&bone.shape);
  if (!set) {
    addCapsuleSamples(std::get<CapsuleShape>(bone.shape), samples);
    return samples;
  }
  for (const CapsuleShape& shape : set->capsules) addCapsuleSamples(shape, samples);
  for (const CapsuleShape& shape : set->capsules)  // not what is inside another
    std::erase_if(samples, [inside = capsule(shape.head, shape.tail, shape.radius)](
                               const Vec3d& p) { return inside(p) < -1e-9; });
  return samples;
}

/// Making a scene takes longer than testing it.
const Scene& sceneNamed(const std::string& name) {
  static std::map<std::string, Scene> made;
  const auto found = made.find(name);
  return found != made.end() ? found->second
                             : made.emplace(name, *makeScene(name, kCoarse)).first->second;
}

class EveryScene : public testing::TestWithParam<std::string> {
 protected:
  const Scene& scene_ = sceneNamed(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(sceneNames()),
                         [](const auto& instance) { return instance.param; });

TEST_P(EveryScene, SkinIsOneClosedOutwardManifoldWithoutHandles) {
  const CharacterDesc& c = scene_.character;
  EXPECT_EQ(problemOf({c.points, c.triangles}), "");
  EXPECT_GT(volumeOf(scene_), 0);
  EXPECT_EQ(c.triangles.size(), 2 * c.points.size() - 4);  // Euler: a sphere
}

TEST_P(EveryScene, SkinLiesOnTheImplicitSurface) {
  for (const Vec3f& p : scene_.character.points) {
    ASSERT_NEAR(scene_.skin(toDouble(p)), 0, 1e-6);  // float coordinates, Newton steps
  }
}

TEST_P(EveryScene, ImplicitShapesAreLipschitz) {
  const Vec3d size = scene_.bounds.size();
  for (int i = 0; i < 2000; ++i) {
    const auto fraction = [i](double step) { return i * step - std::floor(i * step); };
    const Vec3d p =
        scene_.bounds.lo +
        Vec3d{size.x * fraction(0.754877), size.y * fraction(0.56984), size.z * fraction(0.41430)};
    const Vec3d q = p + 0.01 * Vec3d{std::sin(1.0 * i), std::sin(2.0 * i), std::sin(3.0 * i)};
    const double bound = length(p - q) * (1 + 1e-9);
    ASSERT_LE(std::abs(scene_.skin(p) - scene_.skin(q)), bound);
    for (const Implicit& bone : scene_.bones) ASSERT_LE(std::abs(bone(p) - bone(q)), bound);
  }
}

TEST_P(EveryScene, BonesLieInsideTheSkinAndApartFromEachOther) {
  ASSERT_EQ(scene_.bones.size(), scene_.character.bones.size());
  ASSERT_EQ(scene_.joints.size(), scene_.character.bones.size());
  for (std::size_t b = 0; b < scene_.bones.size(); ++b) {
    const std::string& name = scene_.character.bones[b].name;
    for (const Vec3d& p : boneSamples(scene_.character.bones[b])) {
      ASSERT_LT(scene_.skin(p), 0) << name;
      ASSERT_NEAR(scene_.bones[b](p), 0, 1e-5) << name << ": the implicit is another shape";
      for (std::size_t other = 0; other < scene_.bones.size(); ++other) {
        if (other == b) continue;
        ASSERT_GT(scene_.bones[other](p), 0) << name << scene_.character.bones[other].name;
      }
    }
  }
}

TEST_P(EveryScene, HardBonesAreTwoCellsThickAtTwentyThousandCells) {
  const double cell = std::cbrt(volumeOf(scene_) / 20000);
  for (std::size_t b = 0; b < scene_.bones.size(); ++b) {
    if (scene_.character.bones[b].attachment != Attachment::Hard) continue;
    const auto samples = boneSamples(scene_.character.bones[b]);
    Vec3d lo = samples.front(), hi = lo;
    for (const Vec3d& p : samples) lo = least(lo, p), hi = greatest(hi, p);
    EXPECT_LE(scene_.bones[b](0.5 * (lo + hi)), -cell) << scene_.character.bones[b].name;
  }
}

TEST_P(EveryScene, StartsInTheRestPose) {
  const Pose pose = scene_.pose(0);
  ASSERT_EQ(pose.bones.size(), scene_.bones.size());
  for (const Affine3d& bone : pose.bones) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 4; ++j) EXPECT_NEAR(bone.rows[i][j], i == j ? 1 : 0, 1e-15);
    }
  }
}

TEST_P(EveryScene, BonesMoveRigidlyAndSmoothly) {
  for (int frame = 1; frame <= 20; ++frame) {
    const Pose before = scene_.pose((frame - 1) / 20.0), pose = scene_.pose(frame / 20.0);
    for (std::size_t b = 0; b < pose.bones.size(); ++b) {
      const Vec3d o = apply(pose.bones[b], {0, 0, 0});
      const Vec3d x = apply(pose.bones[b], {1, 0, 0}) - o, y = apply(pose.bones[b], {0, 1, 0}) - o;
      const Vec3d z = apply(pose.bones[b], {0, 0, 1}) - o;
      EXPECT_NEAR(dot(cross(x, y), z), 1, 1e-12);
      EXPECT_NEAR(dot(x, y), 0, 1e-12);
      EXPECT_NEAR(dot(x, x), 1, 1e-12);
      const Vec3d tail = scene_.joints[b].tail;
      EXPECT_LT(length(apply(pose.bones[b], tail) - apply(before.bones[b], tail)),
                0.1 * length(scene_.bounds.size()));
    }
  }
}

TEST_P(EveryScene, JointsStayTogether) {
  const Pose pose = scene_.pose(1);
  for (std::size_t b = 0; b < scene_.joints.size(); ++b) {
    const Joint& joint = scene_.joints[b];
    if (joint.parent < 0 || scene_.name == "ball") continue;  // the ball's handle is pulled out
    const Vec3d own = apply(pose.bones[b], joint.head);
    EXPECT_LT(length(own - apply(pose.bones[joint.parent], joint.head)), 1e-12);
  }
}

TEST_P(EveryScene, LinearBlendFollowsARigidMotion) {
  const LinearBlend blend(scene_);
  const Affine3d motion =
      compose(translation({0.1, 0.2, 0.3}), rotationAbout({0, 0.1, 0}, {1, 2, 3}, 1));
  const auto moved = blend.skinned({std::vector<Affine3d>(scene_.bones.size(), motion)});
  for (std::size_t v = 0; v < moved.size(); ++v) {
    const Vec3d expected = apply(motion, toDouble(scene_.character.points[v]));
    ASSERT_LT(length(toDouble(moved[v]) - expected), 1e-6);  // float coordinates
  }
}

TEST(Scenes, UnknownNameGivesNothing) { EXPECT_FALSE(makeScene("dragon").has_value()); }

TEST(Scenes, DetailSetsTheNumberOfVertices) {
  const auto count = [](double detail) { return 1.0 * makeBall(detail).character.points.size(); };
  EXPECT_NEAR(count(1) / count(0.5), 4, 0.2);
}

// --- Pictures.

std::uint32_t numberAt(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

/// Reads what encodePng writes, checking every length and CRC; gives up with an empty image.
Image decoded(const std::string& file) {
  if (file.substr(0, 8) != "\x89PNG\r\n\x1a\n") return {};
  std::string packed, types;
  Image image;
  for (std::size_t at = 8; at < file.size();) {
    if (at + 12 > file.size()) return {};
    const std::size_t size = numberAt(file, at);
    if (at + 12 + size > file.size()) return {};
    const std::string chunk = file.substr(at + 4, size + 4);
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(chunk.data()), chunk.size());
    if (crc != numberAt(file, at + 8 + size)) return {};
    const std::string type = chunk.substr(0, 4);
    types += type;
    if (type == "IHDR") {
      image = Image(static_cast<int>(numberAt(chunk, 4)), static_cast<int>(numberAt(chunk, 8)), {});
    }
    if (type == "IDAT") packed += chunk.substr(4);
    at += 12 + size;
  }
  if (types != "IHDRIDATIEND") return {};

  std::string rows((3 * std::size_t(image.width) + 1) * image.height, '\0');
  uLongf size = rows.size();
  if (uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                 reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
      size != rows.size()) {
    return {};
  }
  std::size_t at = 0;
  for (int y = 0; y < image.height; ++y) {
    if (rows[at++] != 1) return {};
    Pixel left;
    for (int x = 0; x < image.width; ++x, at += 3) {
      left = {static_cast<std::uint8_t>(left.r + rows[at]),
              static_cast<std::uint8_t>(left.g + rows[at + 1]),
              static_cast<std::uint8_t>(left.b + rows[at + 2])};
      image.at(x, y) = left;
    }
  }
  return image;
}

TEST(Png, DecodesToTheSamePixels) {
  Image image(37, 23, {});
  for (int i = 0; i < 37 * 23; ++i) {
    image.pixels[i] = {std::uint8_t(7 * i), std::uint8_t(i * i), std::uint8_t(255 - i)};
  }
  const Image back = decoded(encodePng(image));
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.height, 23);
  EXPECT_EQ(back.pixels, image.pixels);
}

TEST(Png, ADamagedFileIsNoticed) {
  std::string file = encodePng(Image(8, 8, {1, 2, 3}));
  file[file.size() / 2] ^= 4;
  EXPECT_EQ(decoded(file).width, 0);
}

TEST(Png, IsWrittenWholeOrNotAtAll) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "sinew_png_test";
  std::filesystem::create_directories(folder);
  const Image image(5, 4, {9, 8, 7});
  ASSERT_TRUE(writePng(image, folder / "a.png"));
  std::ifstream file(folder / "a.png", std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  EXPECT_EQ(bytes.str(), encodePng(image));
  EXPECT_FALSE(writePng(image, folder / "no_such_folder" / "a.png"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}),
            1);  // nothing left over
  std::filesystem::remove_all(folder);
}

TEST(Render, ABallIsADiscInTheMiddleLitFromAbove) {
  const Scene ball = makeBall(kCoarse);
  View view;
  view.fieldOfView = 0;
  const Image image = render({{ball.character.points, ball.character.triangles}}, ball.bounds, view,
                             {.width = 60, .height = 60, .margin = 0.2, .ground = false});
  const auto isSkin = [&](int x, int y) { return image.at(x, y).r > image.at(x, y).b + 15; };
  int area = 0;
  for (int i = 0; i < 3600; ++i) area += isSkin(i % 60, i / 60);
  EXPECT_NEAR(area, 3.1416 * 24 * 24, 75);  // half a pixel along the rim
  EXPECT_TRUE(isSkin(30, 30));
  EXPECT_FALSE(isSkin(2, 2));
  EXPECT_GT(image.at(22, 14).g, image.at(36, 48).g + 40);
}

TEST(Image, SheetHoldsItsPictures) {
  const Image red(40, 30, {200, 0, 0}), blue(40, 30, {0, 0, 200});
  const Image sheet = contactSheet("T", {"a", "b"}, {{"top", {red, blue}}, {"low", {blue, red}}});
  int reds = 0, blues = 0;
  for (const Pixel& p : sheet.pixels) {
    reds += p == Pixel{200, 0, 0};
    blues += p == Pixel{0, 0, 200};
  }
  EXPECT_EQ(reds, 2 * 40 * 30);
  EXPECT_EQ(blues, 2 * 40 * 30);
}

}  // namespace
}  // namespace sinew::scenes
