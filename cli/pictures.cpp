// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/linear_blend.h"
#include "scenes/render.h"

namespace sinew::cli {
namespace {

constexpr int kPanels = 5, kPanelWidth = 420, kPosterWidth = 1600;

scenes::View viewOf(const scenes::Scene& scene) {
  scenes::View view;
  view.direction = scene.viewDirection;
  return view;
}

scenes::Image picture(const scenes::Scene& scene, const std::vector<Vec3f>& surface,
                      const scenes::Bounds& bounds, int width, double aspect) {
  return scenes::render({{surface, scene.character.triangles}}, bounds, viewOf(scene),
                        {.width = width, .height = static_cast<int>(width / aspect)});
}

}  // namespace

double frameTime(int frame, int frameCount) {
  return frameCount > 1 ? static_cast<double>(frame) / (frameCount - 1) : 1;
}

scenes::Image makeSheet(const scenes::Scene& scene, const Surfaces& surfaces) {
  const scenes::LinearBlend linearBlend(scene);
  const int frameCount = static_cast<int>(surfaces.size());
  Surfaces blended, solved;
  std::vector<std::string> captions;
  scenes::Bounds bounds = scene.bounds;
  for (int panel = 0; panel < kPanels; ++panel) {
    const int frame = static_cast<int>(std::lround((frameCount - 1.0) * panel / (kPanels - 1)));
    const double time = frameTime(frame, frameCount);
    solved.push_back(surfaces[frame]);
    blended.push_back(linearBlend.skinned(scene.pose(time)));
    captions.push_back(time == 0 ? "rest" : fmt::format("{:.0f} %", 100 * time));
    bounds = united(bounds, scenes::boundsOf(solved.back()));
    bounds = united(bounds, scenes::boundsOf(blended.back()));
  }

  const double aspect = std::clamp(scenes::aspectOf(bounds, viewOf(scene)), 0.8, 1.6);
  std::vector<scenes::SheetRow> rows{{"linear blend skinning", {}}, {"Sinew", {}}};
  for (int panel = 0; panel < kPanels; ++panel) {
    rows[0].pictures.push_back(picture(scene, blended[panel], bounds, kPanelWidth, aspect));
    rows[1].pictures.push_back(picture(scene, solved[panel], bounds, kPanelWidth, aspect));
  }
  return scenes::contactSheet("Sinew: " + scene.name, captions, rows);
}

scenes::Image makePoster(const scenes::Scene& scene, const Surfaces& surfaces) {
  const scenes::Bounds bounds = scenes::boundsOf(surfaces.back());
  return picture(scene, surfaces.back(), bounds, kPosterWidth, 4.0 / 3);
}

}  // namespace sinew::cli
