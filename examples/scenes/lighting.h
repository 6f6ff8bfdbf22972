// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "scenes/camera.h"

namespace sinew::scenes {

/// A colour in linear light, 1 being white paper in the studio.
struct Rgb {
  double r = 0, g = 0, b = 0;
};

inline Rgb operator+(const Rgb& a, const Rgb& b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Rgb operator*(double s, const Rgb& a) { return {s * a.r, s * a.g, s * a.b}; }
inline Rgb operator*(const Rgb& a, const Rgb& b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }

struct Light {
  Vec3d direction;  ///< towards the light, of length 1
  Rgb strength;
};

/// A photographer's studio around `view`: a large key light from the upper left, a weak fill from
/// the right, a rim light from behind and a bright room. Each is a cluster of lamps, so that the
/// sum of their hard shadows is soft.
std::vector<Light> studioLights(const View& view);

/// Triangles that cast shadows.
struct Caster {
  Span<const Vec3f> points;
  Span<const Triangle> triangles;
};

/// A point that receives light.
struct Receiver {
  Vec3d position, normal;
};

/// The light that falls on every receiver, less what the casters hold back.
std::vector<Rgb> irradiance(const std::vector<Light>& lights, const std::vector<Caster>& casters,
                            const std::vector<Receiver>& receivers);

}  // namespace sinew::scenes
