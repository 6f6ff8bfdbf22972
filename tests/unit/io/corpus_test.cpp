// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The seeds of tests/fuzz, cut short and damaged at random (the same way each time), without
// libFuzzer.
#include "fuzz/corpus.h"

#include <gtest/gtest.h>

#include <random>

#include "io/recipe_text.h"
#include "sinew/character_file.h"
#include "support/effort.h"
#include "support/sinew_file.h"

namespace sinew::testing {
namespace {

class Corpus : public ::testing::TestWithParam<const char*> {};

TEST_P(Corpus, SeedsAreGood) {
  for (const Seed& seed : seedsFor(GetParam())) {
    const std::string format = GetParam();
    readAndCheck(format, seed.bytes.data(), seed.bytes.size());
    if (format == "sinew") {
      EXPECT_TRUE(loadCharacter(sealed(seed.bytes), "seed.sinew").ok()) << seed.name;
      continue;
    }
    if (format == "json") {
      EXPECT_NO_THROW(io::parseRecipe(std::string(seed.bytes.begin(), seed.bytes.end())));
      continue;
    }
    const auto bytes =
        format == "gltf" ? wrapGltf(seed.bytes.data(), seed.bytes.size()) : seed.bytes;
    const bool isModel = format == "glb" || format == "gltf";
    const auto model = readModel(bytes, "seed.glb");
    const auto mesh = readSurface(bytes, "seed." + format);
    EXPECT_TRUE(isModel ? model.ok() : mesh.ok())
        << seed.name << ": " << (isModel ? model.error().message : mesh.error().message);
  }
}

TEST_P(Corpus, SurvivesBeingCut) {
  for (const Seed& seed : seedsFor(GetParam())) {
    for (std::size_t length = 0; length < seed.bytes.size();
         length += 1 + seed.bytes.size() / rounds(500u, 200u)) {
      const std::vector<unsigned char> cut(
          seed.bytes.begin(), seed.bytes.begin() + static_cast<std::ptrdiff_t>(length));
      readAndCheck(GetParam(), cut.data(), cut.size());
    }
  }
}

TEST_P(Corpus, SurvivesDamage) {
  std::mt19937 random(1);
  for (const Seed& seed : seedsFor(GetParam())) {
    for (int round = 0; round < rounds(500, 200); ++round) {
      std::vector<unsigned char> damaged = seed.bytes;
      for (unsigned i = 0; i <= random() % 4; ++i) {
        unsigned char& byte = damaged[random() % damaged.size()];
        const unsigned char choices[] = {0,
                                         255,
                                         '9',
                                         '-',
                                         static_cast<unsigned char>(random()),
                                         static_cast<unsigned char>(byte ^ 1u << random() % 8)};
        byte = choices[random() % 6];
      }
      readAndCheck(GetParam(), damaged.data(), damaged.size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Readers, Corpus,
                         ::testing::Values("glb", "gltf", "json", "obj", "ply", "sinew", "stl"),
                         [](const auto& format) { return std::string(format.param); });

}  // namespace
}  // namespace sinew::testing
