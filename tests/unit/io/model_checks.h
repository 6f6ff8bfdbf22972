// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the tests of model files share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "sinew/model_file.h"
#include "support/glb_writer.h"

namespace sinew::testing {

inline RiggedModel readGood(const GlbWriter& file) {
  const FileBytes bytes = file.glb();
  Result<RiggedModel> model = readModel(bytes, "test.glb");
  if (!model) {
    ADD_FAILURE() << model.error().message;
    return {};
  }
  return std::move(model.value());
}

inline double distance(const Vec3f& a, const Vec3f& b) {
  return std::hypot(double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z);
}

inline double largestDistance(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  if (a.size() != b.size()) return HUGE_VAL;
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

inline std::vector<Vec3f> skinned(const RiggedModel& model, int clip, double seconds) {
  std::vector<Vec3f> out(model.skin.points.size());
  EXPECT_TRUE(skinLinear(model, poseAt(model, clip, seconds), out));
  return out;
}

inline Vec3d moved(const Affine3d& a, const Vec3d& p) {
  const auto row = [&](int i) {
    return a.rows[i][0] * p.x + a.rows[i][1] * p.y + a.rows[i][2] * p.z + a.rows[i][3];
  };
  return {row(0), row(1), row(2)};
}

/// Largest difference of an entry from the identity.
inline double offIdentity(const Affine3d& a) {
  double most = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) most = std::max(most, std::fabs(a.rows[i][j] - (i == j)));
  }
  return most;
}

/// Six times the volume inside a closed mesh; negative if it is inside out.
inline double volume6(const SurfaceMesh& mesh) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3f &a = mesh.points[t.a], &b = mesh.points[t.b], &c = mesh.points[t.c];
    sum += double{a.x} * (double{b.y} * c.z - double{b.z} * c.y) +
           double{a.y} * (double{b.z} * c.x - double{b.x} * c.z) +
           double{a.z} * (double{b.x} * c.y - double{b.y} * c.x);
  }
  return sum;
}

inline bool warns(const std::vector<std::string>& warnings, const std::string& part) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& w) { return w.find(part) != w.npos; });
}

}  // namespace sinew::testing
