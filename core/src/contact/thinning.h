// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// From many points of a surface to few that are kProxySpacing apart.
#pragma once

#include <cmath>
#include <unordered_map>
#include <vector>

#include "contact/contact_surface.h"

namespace sinew {

/// Keeps points apart: a point too close to one kept before gives its area to that one.
class Thinning {
 public:
  void add(const SurfaceSample& sample) {
    const Int3 home = placeOf(sample.point);
    double least = kProxySpacing * kProxySpacing;
    std::int32_t taker = -1;
    for (int i = 0; i < 27; ++i) {
      const auto found = at_.find(home + Int3{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1});
      if (found == at_.end()) continue;
      for (const std::int32_t k : found->second) {
        const SurfaceSample& other = kept[static_cast<std::size_t>(k)];
        const Vec3<double> d = other.point - sample.point;
        if (dot(d, d) >= least || dot(other.normal, sample.normal) < kSameSide) continue;
        least = dot(d, d);
        taker = k;
      }
    }
    if (taker >= 0) {
      kept[static_cast<std::size_t>(taker)].area += sample.area;
      return;
    }
    at_[home].push_back(static_cast<std::int32_t>(kept.size()));
    kept.push_back(sample);
  }

  std::vector<SurfaceSample> kept;

 private:
  static constexpr double kSameSide = 0.5;  // cosine: two points of one side of a sheet

  static Int3 placeOf(const Vec3<double>& p) {
    const auto part = [](double c) {
      return static_cast<std::int32_t>(std::floor(c / kProxySpacing));
    };
    return {part(p.x), part(p.y), part(p.z)};
  }
  std::unordered_map<Int3, std::vector<std::int32_t>, Int3Hash> at_;
};

}  // namespace sinew
