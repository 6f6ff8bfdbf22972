// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bends an arm on a coarse lattice, once with every kind of embedding, and draws them side by side:
//
//   build/bin/compare_embeddings docs/images/embedding.png [cells]
//
// Prints how far neighbouring faces of the skin are from forming a smooth surface, and what the
// embedding costs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "scenes/image.h"
#include "scenes/png.h"
#include "scenes/render.h"
#include "scenes/scenes.h"
#include "sinew/sinew.h"

namespace sinew::scenes {
namespace {

/// A smooth round limb of two bones; the second bends by 110 degrees.
Scene makeLimb() {
  Scene scene;
  scene.name = "limb";
  const Vec3d left{-0.3, 0, 0}, middle{0, 0, 0}, right{0.3, 0, 0};
  setSkin(scene, capsule(left, right, 0.09), {{-0.4, -0.1, -0.1}, {0.4, 0.1, 0.1}}, 0.004);
  addCapsuleBone(scene, "upper", {left, {-0.05, 0, 0}, 0.03}, {left, middle, -1});
  addCapsuleBone(scene, "lower", {{0.05, 0, 0}, right, 0.03}, {middle, right, 0});
  scene.pose = [=](double t) {
    return poseHierarchy(scene.joints,
                         {Affine3d{}, rotationAbout(middle, {0, 0, 1}, -110 * kDegree * t)});
  };
  scene.viewDirection = {-0.75, -0.35, -0.6};  // on the outside of the elbow
  return scene;
}

/// The greatest bend between two neighbouring faces on the outside of the elbow, where the skin is
/// round and nothing folds, beyond that of the rest pose [rad].
double greatestCrease(const Scene& scene, const std::vector<Vec3f>& surface) {
  const auto normals = [&](const std::vector<Vec3f>& points) {
    std::vector<Vec3d> result;
    for (const Triangle& t : scene.character.triangles) {
      const auto at = [&](std::int32_t i) { return toDouble(points[static_cast<std::size_t>(i)]); };
      result.push_back(normalized(cross(at(t.b) - at(t.a), at(t.c) - at(t.a))));
    }
    return result;
  };
  const std::vector<Vec3d> rest = normals(scene.character.points), now = normals(surface);
  const auto angle = [](const Vec3d& a, const Vec3d& b) {
    return std::atan2(length(cross(a, b)), dot(a, b));
  };
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> faceAt;
  double greatest = 0;
  for (std::size_t f = 0; f < now.size(); ++f) {
    const Triangle& t = scene.character.triangles[f];
    const Vec3f& p = scene.character.points[static_cast<std::size_t>(t.a)];
    if (std::abs(p.x) > 0.12f || p.y < 0.03f) continue;
    for (const auto& [a, b] : {std::pair{t.a, t.b}, {t.b, t.c}, {t.c, t.a}}) {
      const auto [other, isFirst] = faceAt.try_emplace(std::minmax(a, b), f);
      if (isFirst) continue;
      greatest = std::max(greatest,
                          angle(now[f], now[other->second]) - angle(rest[f], rest[other->second]));
    }
  }
  return greatest;
}

/// What the pictures show.
const Bounds kElbow{{-0.1, -0.1, -0.12}, {0.16, 0.13, 0.12}};

int compare(const char* path, std::int64_t cells) {
  const Scene scene = makeLimb();
  const char* titles[] = {"trilinear", "tricubic"};
  std::vector<Image> pictures;
  for (const EmbeddingKind kind : {EmbeddingKind::Trilinear, EmbeddingKind::Tricubic}) {
    BindSettings settings;
    settings.targetCells = cells;
    settings.embedding = kind;
    const auto bound = bind(scene.character, settings);
    if (!bound) return std::fprintf(stderr, "%s\n", bound.error().message.c_str()), 1;
    Simulation simulation(bound.value());
    std::vector<Vec3f> surface(scene.character.points.size());
    double embedSeconds = HUGE_VAL, allSeconds = 0;
    for (int k = 0; k < 10; ++k) {
      const FrameReport report = simulation.solve(scene.pose(1), {}, surface);
      embedSeconds = std::min(embedSeconds, report.seconds.embed);
      allSeconds = report.seconds.total;
    }
    const CharacterSummary& summary = bound.value()->summary();
    std::printf(
        "%-10s %lld cells, %lld vertices: creases up to %.3f rad; embedding %.2f of %.0f "
        "ms per frame; bind %.2f s, %.1f MB\n",
        titles[static_cast<int>(kind)], static_cast<long long>(summary.cells),
        static_cast<long long>(summary.vertices), greatestCrease(scene, surface),
        1e3 * embedSeconds, 1e3 * allSeconds, summary.bindSeconds,
        1e-6 * static_cast<double>(summary.memoryBytes));
    RenderSettings look;
    look.width = look.height = 420;
    pictures.push_back(
        render({{surface, scene.character.triangles}}, kElbow, {scene.viewDirection}, look));
  }
  const Image sheet = contactSheet("skin on a coarse lattice", {titles[0], titles[1]},
                                   {{std::to_string(cells) + " cells", pictures}});
  return writePng(sheet, path) ? 0 : 1;
}

}  // namespace
}  // namespace sinew::scenes

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: compare_embeddings OUT.png [cells]\n");
    return 2;
  }
  return sinew::scenes::compare(argv[1], argc > 2 ? std::atoll(argv[2]) : 600);
}
