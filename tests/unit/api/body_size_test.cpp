// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/body_size.h"

#include <gtest/gtest.h>

#include "api/skin_solid.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

CharacterDesc barOf(double poissonsRatio) {
  CharacterDesc desc = barCharacter();
  desc.material.poissonsRatio = poissonsRatio;
  return desc;
}

// What pressures need is told before it is allocated, and is what is counted afterwards.
TEST(BodySize, KnowsPressures) {
  const CharacterDesc plain = barOf(0.47), nearly = barOf(0.495);
  EXPECT_FALSE(needsPressures(plain));
  EXPECT_TRUE(needsPressures(nearly));
  const BindSettings settings = aboutCells(6000);
  const SkinSolid skin = makeSolid(plain.points, plain.triangles).value();
  const FilledBody body = fillToSettings(skin, settings, true).value();
  const auto vertices = std::ssize(plain.points);
  const double more =
      expectedBytes(body.lattice, vertices, true) - expectedBytes(body.lattice, vertices, false);
  const double counted = static_cast<double>(bind(nearly, settings).value()->summary().memoryBytes -
                                             bind(plain, settings).value()->summary().memoryBytes);
  EXPECT_NEAR(more, counted, 0.02 * counted);
}

TEST(BodySize, AsksPaintedVolumeStiffnessForPressures) {
  CharacterDesc desc = barOf(0.47);  // lambda / mu 15.7; pressures come above 25
  desc.maps.volumeStiffness.assign(desc.points.size(), 1.f);
  EXPECT_FALSE(needsPressures(desc));
  desc.maps.volumeStiffness[3] = 2.f;
  EXPECT_TRUE(needsPressures(desc));
}

TEST(BodySize, RefusesWhatOnlyPressuresMakeTooLarge) {
  BindSettings settings = aboutCells(6000);
  const CharacterDesc bar = barOf(0.47);
  const SkinSolid skin = makeSolid(bar.points, bar.triangles).value();
  const FilledBody body = fillToSettings(skin, settings, true).value();
  const auto vertices = std::ssize(bar.points);
  settings.memoryLimit =
      static_cast<std::int64_t>(0.95 * expectedBytes(body.lattice, vertices, true));
  EXPECT_TRUE(bind(barOf(0.47), settings).ok());
  const auto refused = bind(barOf(0.495), settings);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::TooLarge);
}

}  // namespace
}  // namespace sinew::testing
