// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Moves the ulna of a forearm below its skin, once attached and once sliding, and draws them side
// by side with squares painted on the skin:
//
//   build/bin/show_sliding_bones docs/images/sliding_bones.png [cells]
//
// Prints how far the skin over the bone went along with it.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "scenes/image.h"
#include "scenes/png.h"
#include "scenes/render.h"
#include "scenes/scenes.h"
#include "sinew/sinew.h"

namespace sinew::scenes {
namespace {

constexpr double kSquare = 0.012;  // [m]

double around(const Vec3f& p) {
  return std::atan2(static_cast<double>(p.z), static_cast<double>(p.y));
}

std::vector<Rgb> squares(const std::vector<Vec3f>& rest) {
  std::vector<Rgb> colours;
  for (const Vec3f& p : rest) {
    const auto along = static_cast<int>(std::floor(static_cast<double>(p.x) / kSquare));
    const auto across = static_cast<int>(std::floor(around(p) * 0.045 / kSquare));
    colours.push_back((along + across) % 2 == 0 ? Rgb{0.66, 0.385, 0.275} : Rgb{0.5, 0.26, 0.18});
  }
  return colours;
}

/// How far the skin over the bone went along [mm].
double carried(const std::vector<Vec3f>& rest, const std::vector<Vec3f>& posed) {
  double sum = 0, count = 0;
  for (std::size_t v = 0; v < rest.size(); ++v) {
    if (std::fabs(rest[v].x) > 0.03f || std::fabs(around(rest[v])) > 0.15) continue;
    sum += static_cast<double>(posed[v].x - rest[v].x), ++count;
  }
  return 1e3 * sum / count;
}

int show(const char* path, int cells) {
  Scene scene = makeForearm(1);
  const std::vector<Rgb> colours = squares(scene.character.points);
  std::vector<SheetRow> rows;
  struct Row {
    const char* title;
    Attachment attachment;
    double friction;
  };
  for (const Row& row :
       {Row{"attached", Attachment::Auto, 0}, Row{"sliding", Attachment::Sliding, 0},
        Row{"sliding, friction 0.5", Attachment::Sliding, 0.5}}) {
    scene.character.bones[1].attachment = row.attachment;
    scene.character.bones[1].friction = row.friction;
    BindSettings settings;
    settings.targetCells = cells;
    const auto character = bind(scene.character, settings);
    if (!character) return std::printf("%s\n", character.error().message.c_str()), 1;
    Simulation simulation(character.value());
    std::vector<Vec3f> skin(scene.character.points.size());
    rows.push_back({row.title, {}});
    for (const double t : {0.0, 0.5, 1.0}) {
      const FrameReport report = simulation.solve(scene.pose(t), {}, skin);
      std::printf(
          "%s, %.1f: %s, %d Newton steps, %lld contacts, %.2f cells deep, carried %.1f mm\n",
          row.title, t, name(report.status), report.newton, static_cast<long long>(report.contacts),
          report.maxPenetration, carried(scene.character.points, skin));
      RenderSettings look;
      look.ground = false;
      look.width = 520, look.height = 200;
      rows.back().pictures.push_back(render({{skin, scene.character.triangles, {}, colours}},
                                            grown(scene.bounds, 0.005), {scene.viewDirection},
                                            look));
    }
  }
  const Image sheet =
      contactSheet("An ulna that moves 50 mm below the skin", {"rest", "half way", "there"}, rows);
  return writePng(sheet, path) ? 0 : 1;
}

}  // namespace
}  // namespace sinew::scenes

int main(int argc, char** argv) {
  if (argc < 2) return std::printf("usage: show_sliding_bones PICTURE.png [cells]\n"), 2;
  return sinew::scenes::show(argv[1], argc > 2 ? std::atoi(argv[2]) : 12000);
}
