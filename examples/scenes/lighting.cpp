// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/lighting.h"

#include <future>
#include <limits>

#include "scenes/raster.h"

namespace sinew::scenes {
namespace {

constexpr int kMapSize = 512;
constexpr std::size_t kTasks = 8;  // lamps are shared out to this many threads
constexpr double kGoldenAngle = 2.399963229728653;

/// `count` lamps spread over a disc of angular radius `spread` [rad], together as strong as
/// `total`.
void addCluster(const Vec3d& direction, double spread, int count, const Rgb& total,
                std::vector<Light>& lights) {
  const Vec3d n = normalized(direction);
  const Vec3d u = normalized(cross(n, std::abs(n.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
  const Vec3d v = cross(n, u);
  for (int i = 0; i < count; ++i) {
    const double radius = std::tan(spread) * std::sqrt((i + 0.5) / count), angle = kGoldenAngle * i;
    const Vec3d offset = (radius * std::cos(angle)) * u + (radius * std::sin(angle)) * v;
    lights.push_back({normalized(n + offset), (1.0 / count) * total});
  }
}

/// What one lamp sees: the nearness of the first caster in each texel.
class ShadowMap {
 public:
  ShadowMap(const Vec3d& direction, const std::vector<Caster>& casters, const Bounds& bounds)
      : camera_({-direction, std::abs(direction.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1}, 0},
                bounds, 1, 0.02),
        texel_(2 * camera_.unitAt({}) / kMapSize),
        nearest_(kMapSize * kMapSize, -std::numeric_limits<float>::infinity()) {
    for (const Caster& caster : casters) {
      std::vector<ScreenPoint> screen;
      screen.reserve(caster.points.size());
      for (const Vec3f& point : caster.points) screen.push_back(texelOf(toDouble(point)));
      for (const Triangle& t : caster.triangles) {
        fillTriangle({screen[t.a], screen[t.b], screen[t.c]}, kMapSize, 0, kMapSize,
                     [&](int x, int y, float nearness, const auto&) {
                       float& texel = nearest_[y * kMapSize + x];
                       texel = std::max(texel, nearness);
                     });
      }
    }
  }

  /// The part of the lamp that `receiver` sees, from the four texels around it. `facing` is the
  /// cosine to the lamp: grazing light needs more slack, or a surface would shade itself.
  double visible(const Receiver& receiver, double facing) const {
    const ScreenPoint p = texelOf(receiver.position + (2 * texel_) * receiver.normal);
    const double slack = texel_ * std::min(8.0, 1 / facing);
    const double x = p.x - 0.5, y = p.y - 0.5;
    const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
    if (i < 0 || j < 0 || i + 1 >= kMapSize || j + 1 >= kMapSize) return 1;
    const auto lit = [&](int column, int row) {
      return nearest_[row * kMapSize + column] < p.nearness + slack ? 1.0 : 0.0;
    };
    const double u = x - i, v = y - j;
    return (1 - v) * ((1 - u) * lit(i, j) + u * lit(i + 1, j)) +
           v * ((1 - u) * lit(i, j + 1) + u * lit(i + 1, j + 1));
  }

 private:
  ScreenPoint texelOf(const Vec3d& point) const {
    ScreenPoint p = camera_.project(point);
    p.x = 0.5 * kMapSize * (1 + p.x);
    p.y = 0.5 * kMapSize * (1 - p.y);
    return p;
  }

  Camera camera_;
  double texel_;  ///< edge of a texel [m]
  std::vector<float> nearest_;
};

}  // namespace

std::vector<Light> studioLights(const View& view) {
  const Vec3d up = normalized(view.up), right = normalized(cross(view.direction, up));
  const Vec3d back = cross(right, up);  // towards the eye, level
  std::vector<Light> lights;
  addCluster(-0.75 * right + 0.95 * up + 0.65 * back, 0.26, 40, {1.75, 1.64, 1.50}, lights);
  addCluster(1.0 * right + 0.15 * up + 0.6 * back, 0.5, 12, {0.16, 0.19, 0.23}, lights);
  addCluster(0.75 * right + 0.5 * up - 0.8 * back, 0.45, 16, {0.75, 0.78, 0.82}, lights);

  // The room: bright above, and the floor throws some warm light back.
  const int lamps = 64;
  for (int i = 0; i < lamps; ++i) {
    const double height = 1 - (2 * i + 1.0) / lamps, radius = std::sqrt(1 - height * height);
    const Vec3d direction = height * up + (radius * std::cos(kGoldenAngle * i)) * right +
                            (radius * std::sin(kGoldenAngle * i)) * back;
    const Rgb sky = (0.70 + 0.20 * height) * Rgb{0.90, 0.95, 1.0}, floor{0.34, 0.31, 0.28};
    lights.push_back({direction, (2.0 / lamps) * (height > 0 ? sky : floor)});
  }
  return lights;
}

std::vector<Rgb> irradiance(const std::vector<Light>& lights, const std::vector<Caster>& casters,
                            const std::vector<Receiver>& receivers) {
  Bounds bounds = boundsOf(casters.front().points);
  for (const Caster& caster : casters) bounds = united(bounds, boundsOf(caster.points));

  const auto lightFrom = [&](std::size_t begin) {
    std::vector<Rgb> sum(receivers.size());
    for (std::size_t l = begin; l < lights.size(); l += kTasks) {
      const ShadowMap map(lights[l].direction, casters, bounds);
      for (std::size_t i = 0; i < receivers.size(); ++i) {
        const double facing = dot(receivers[i].normal, lights[l].direction);
        if (facing <= 0) continue;
        sum[i] = sum[i] + (facing * map.visible(receivers[i], facing)) * lights[l].strength;
      }
    }
    return sum;
  };
  std::vector<std::future<std::vector<Rgb>>> tasks;
  for (std::size_t t = 0; t < kTasks; ++t) {
    tasks.push_back(std::async(std::launch::async, lightFrom, t));
  }
  std::vector<Rgb> total(receivers.size());
  for (auto& task : tasks) {  // in order, so that pictures are the same on every machine
    const std::vector<Rgb> part = task.get();
    for (std::size_t i = 0; i < total.size(); ++i) total[i] = total[i] + part[i];
  }
  return total;
}

}  // namespace sinew::scenes
