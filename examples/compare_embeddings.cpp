// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bends an arm on a coarse lattice, once with every kind of embedding and with a layer of cells
// around, and draws them side by side:
//
//   build/bin/compare_embeddings docs/images/embedding.png [cells]
//
// Prints how far neighbouring faces of the skin are from forming a smooth surface, how far the skin
// is from that of a lattice with 64 times the cells, and what it costs.
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

std::vector<Vec3d> faceNormals(const Scene& scene, const std::vector<Vec3f>& points) {
  std::vector<Vec3d> result;
  for (const Triangle& t : scene.character.triangles) {
    const auto at = [&](std::int32_t i) { return toDouble(points[static_cast<std::size_t>(i)]); };
    result.push_back(normalized(cross(at(t.b) - at(t.a), at(t.c) - at(t.a))));
  }
  return result;
}

double angle(const Vec3d& a, const Vec3d& b) { return std::atan2(length(cross(a, b)), dot(a, b)); }

/// On the outside of the elbow the skin is round and nothing folds.
bool isOutside(const Scene& scene, const Triangle& t) {
  const Vec3f& p = scene.character.points[static_cast<std::size_t>(t.a)];
  return std::abs(p.x) <= 0.12f && p.y >= 0.03f;
}

/// The greatest bend between two neighbouring faces on the outside of the elbow, beyond that of the
/// rest pose [rad].
double greatestCrease(const Scene& scene, const std::vector<Vec3f>& surface) {
  const std::vector<Vec3d> rest = faceNormals(scene, scene.character.points),
                           now = faceNormals(scene, surface);
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> faceAt;
  double greatest = 0;
  for (std::size_t f = 0; f < now.size(); ++f) {
    const Triangle& t = scene.character.triangles[f];
    if (!isOutside(scene, t)) continue;
    for (const auto& [a, b] : {std::pair{t.a, t.b}, {t.b, t.c}, {t.c, t.a}}) {
      const auto [other, isFirst] = faceAt.try_emplace(std::minmax(a, b), f);
      if (isFirst) continue;
      greatest = std::max(greatest,
                          angle(now[f], now[other->second]) - angle(rest[f], rest[other->second]));
    }
  }
  return greatest;
}

/// Mean distance [m] and angle [rad] between two skins on the outside of the elbow.
std::pair<double, double> difference(const Scene& scene, const std::vector<Vec3f>& a,
                                     const std::vector<Vec3f>& b) {
  const std::vector<Vec3d> normalsA = faceNormals(scene, a), normalsB = faceNormals(scene, b);
  double distance = 0, turn = 0, count = 0;
  for (std::size_t f = 0; f < normalsA.size(); ++f) {
    const Triangle& t = scene.character.triangles[f];
    if (!isOutside(scene, t)) continue;
    const auto v = static_cast<std::size_t>(t.a);
    distance += length(toDouble(a[v]) - toDouble(b[v]));
    turn += angle(normalsA[f], normalsB[f]);
    ++count;
  }
  return {distance / count, turn / count};
}

struct Variant {
  const char* title;
  EmbeddingKind embedding;
  int paddingLayers;
};
constexpr Variant kVariants[] = {{"trilinear", EmbeddingKind::Trilinear, 0},
                                 {"tricubic", EmbeddingKind::Tricubic, 0},
                                 {"trilinear, padded", EmbeddingKind::Trilinear, 1},
                                 {"tricubic, padded", EmbeddingKind::Tricubic, 1}};

/// What the pictures show.
const Bounds kElbow{{-0.1, -0.1, -0.12}, {0.16, 0.13, 0.12}};

int compare(const char* path, std::int64_t cells) {
  const Scene scene = makeLimb();
  std::vector<std::string> titles;
  std::vector<Image> pictures;
  std::vector<Vec3f> fine(scene.character.points.size());
  {
    BindSettings settings;
    settings.targetCells = 64 * cells;
    const auto bound = bind(scene.character, settings);
    if (!bound) return std::fprintf(stderr, "%s\n", bound.error().message.c_str()), 1;
    Simulation(bound.value()).solve(scene.pose(1), {}, fine);
  }
  for (const Variant& variant : kVariants) {
    titles.push_back(variant.title);
    BindSettings settings;
    settings.targetCells = cells;
    settings.embedding = variant.embedding;
    settings.paddingLayers = variant.paddingLayers;
    const auto bound = bind(scene.character, settings);
    if (!bound) return std::fprintf(stderr, "%s\n", bound.error().message.c_str()), 1;
    Simulation simulation(bound.value());
    std::vector<Vec3f> surface(scene.character.points.size());
    double embedSeconds = HUGE_VAL, allSeconds = 0;
    FrameReport report;
    for (int k = 0; k < 10; ++k) {
      report = simulation.solve(scene.pose(1), {}, surface);
      embedSeconds = std::min(embedSeconds, report.seconds.embed);
      allSeconds = report.seconds.total;
    }
    const CharacterSummary& summary = bound.value()->summary();
    const auto [distance, turn] = difference(scene, surface, fine);
    std::printf(
        "%-18s %lld cells, %lld vertices: creases up to %.3f rad; from the fine skin %.3f cells, "
        "%.4f rad; %d Newton steps, %d V-cycles, J %.2f to %.2f; embedding %.2f of %.0f ms per "
        "frame; bind %.2f s, %.1f MB\n",
        variant.title, static_cast<long long>(summary.cells),
        static_cast<long long>(summary.vertices), greatestCrease(scene, surface),
        distance / summary.cellSize, turn, report.newton, report.vcycles, report.minJ, report.maxJ,
        1e3 * embedSeconds, 1e3 * allSeconds, summary.bindSeconds,
        1e-6 * static_cast<double>(summary.memoryBytes));
    RenderSettings look;
    look.width = look.height = 420;
    pictures.push_back(
        render({{surface, scene.character.triangles}}, kElbow, {scene.viewDirection}, look));
  }
  const Image sheet = contactSheet("skin on a coarse lattice", titles,
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
