// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/character_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "api/character_parts.h"
#include "support/bound_model.h"
#include "support/characters.h"
#include "support/effort.h"
#include "support/sinew_file.h"

namespace sinew::testing {
namespace {

using File = std::vector<unsigned char>;

CharacterFile boundBar(double cellSize = 0.4) {
  const CharacterDesc desc = barCharacter();
  const BindSettings settings = cellsOfEdge(cellSize);
  return {bind(desc, settings).value(), inputHash(desc, settings), std::nullopt, desc.material,
          settings};
}

/// The right end turned about z and pulled.
Pose bentPose(double angle) {
  Pose pose;
  pose.bones.resize(2);
  const double c = std::cos(angle), s = std::sin(angle);
  pose.bones[1] = {{{c, -s, 0, 0.3}, {s, c, 0, -2 * s}, {0, 0, 1, 0}}};
  return pose;
}

bool sameBits(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3f)) == 0;
}

std::string errorOf(const File& bytes) {
  const Result<CharacterFile> loaded = loadCharacter(bytes, "x.sinew");
  return loaded.ok() ? "" : loaded.error().message;
}

void expectSameSolves(CharacterDesc desc, EmbeddingKind embedding, const std::vector<Pose>& poses) {
  desc.bones.back().attachment = Attachment::Spring;
  BindSettings settings = aboutCells(2000);
  settings.embedding = embedding;
  const auto bound = bind(desc, settings).value();
  const File bytes = packCharacter({bound, 7, std::nullopt, desc.material, settings}).value();
  const CharacterFile loaded = loadCharacter(bytes, "x.sinew").value();
  EXPECT_EQ(loaded.inputHash, 7u);
  EXPECT_FALSE(loaded.source.has_value());
  EXPECT_EQ(loaded.settings.targetCells, 2000);
  EXPECT_EQ(loaded.character->summary().cells, bound->summary().cells);
  EXPECT_EQ(loaded.character->summary().warnings, bound->summary().warnings);
  Player before(bound), after(loaded.character);
  for (const Pose& pose : poses) {
    const FrameReport a = before.solve(pose), b = after.solve(pose);
    EXPECT_EQ(a.newton, b.newton);
    EXPECT_EQ(a.volumeRatio, b.volumeRatio);
    EXPECT_EQ(a.motionJump, b.motionJump);
    EXPECT_TRUE(sameBits(before.surface, after.surface));
  }
  EXPECT_EQ(packCharacter(loaded).value(), bytes);
}

TEST(CharacterFile, LoadedCharacterSolvesToTheSameBits) {
  expectSameSolves(barCharacter(), EmbeddingKind::Trilinear,
                   {bentPose(0), bentPose(0.4), bentPose(1.1)});
  const scenes::Scene arm = *scenes::makeScene("arm", 0.5);
  expectSameSolves(arm.character, EmbeddingKind::Tricubic, {arm.pose(0.2), arm.pose(0.5)});
}

TEST(CharacterFile, KeepsTheDensityOfCellsAndRefusesABadOne) {
  CharacterDesc desc = barCharacter();
  for (const Vec3f& p : desc.points) desc.maps.density.push_back(p.x < 2 ? 0.5f : 4.f);
  const auto bound = bind(desc, cellsOfEdge(0.125));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  const CharacterFile file{bound.value(), 7, std::nullopt, desc.material, cellsOfEdge(0.125)};
  const CharacterFile loaded = loadCharacter(packCharacter(file).value(), "x.sinew").value();
  const std::vector<float>& density = file.character->parts().model.material.density;
  EXPECT_FALSE(density.empty());
  EXPECT_EQ(loaded.character->parts().model.material.density, density);
  const auto refuses = [&](auto&& spoil) {
    auto parts = std::make_unique<CharacterParts>(file.character->parts());
    spoil(parts->model.material.density);
    CharacterFile bad = file;
    bad.character = std::make_shared<Character>(std::move(parts));
    return !packCharacter(bad).ok();  // checked as when loaded
  };
  EXPECT_TRUE(refuses([](std::vector<float>& d) { d.pop_back(); }));
  EXPECT_TRUE(refuses([](std::vector<float>& d) { d[0] = std::nanf(""); }));
  EXPECT_FALSE(refuses([](std::vector<float>&) {}));
}

TEST(CharacterFile, KeepsWhatPosesAndSkinsTheModel) {
  const CharacterFile file = boundBarModel(0.1);
  const CharacterFile loaded = loadCharacter(packCharacter(file).value(), "x.sinew").value();
  ASSERT_TRUE(loaded.source.has_value());
  const RiggedModel &before = file.source->model, &after = loaded.source->model;
  EXPECT_EQ(loaded.source->jointOfBone, file.source->jointOfBone);
  ASSERT_EQ(after.clips.size(), before.clips.size());
  EXPECT_EQ(after.clips[0].name, "bend");
  for (const double seconds : {0.0, 0.3, 1.0}) {
    const Pose a = poseAt(before, 0, seconds), b = poseAt(after, 0, seconds);
    ASSERT_EQ(a.bones.size(), b.bones.size());
    EXPECT_EQ(std::memcmp(a.bones.data(), b.bones.data(), a.bones.size() * sizeof(Affine3d)), 0);
    std::vector<Vec3f> skinnedA(before.skin.points.size()), skinnedB(skinnedA.size());
    ASSERT_TRUE(skinLinear(before, a, skinnedA) && skinLinear(after, b, skinnedB));
    EXPECT_TRUE(sameBits(skinnedA, skinnedB));
  }
}

TEST(CharacterFile, AnyFlippedByteIsRefused) {
  const File good = packCharacter(boundBarModel(0.1)).value();
  ASSERT_EQ(errorOf(good), "");
  const std::size_t stride = good.size() / 500 | 1;
  const auto isEdge = [&](std::size_t at) {
    return at < kSinewHeaderBytes + 8 || at + 16 >= good.size();
  };
  for (std::size_t at = 0; at < good.size(); ++at) {
    if (!isEdge(at) && at % stride != 0) continue;
    for (const unsigned char bit : {1, 128}) {
      File bad = good;
      bad[at] ^= bit;
      EXPECT_TRUE(isSentence(errorOf(bad))) << "byte " << at;
    }
  }
}

TEST(CharacterFile, AnyCutIsRefused) {
  const File good = packCharacter(boundBarModel(0.1)).value();
  const std::size_t stride = good.size() / 200 | 1;
  for (std::size_t size = 0; size < good.size(); size += size < 100 ? 1 : stride) {
    EXPECT_TRUE(isSentence(errorOf(File(good.begin(), good.begin() + static_cast<long>(size)))));
    const std::size_t content = size - std::min(size, kSinewHeaderBytes);
    EXPECT_TRUE(isSentence(errorOf(sealed(std::span(good).subspan(kSinewHeaderBytes, content)))));
  }
  File longer = good;
  longer.push_back(0);
  EXPECT_TRUE(isSentence(errorOf(longer)));
  seal(longer);
  EXPECT_TRUE(isSentence(errorOf(longer)));
}

TEST(CharacterFile, ForeignFilesAreNamedForWhatTheyAre) {
  const File good = packCharacter(boundBar()).value();
  const std::span<const unsigned char> content = std::span(good).subspan(kSinewHeaderBytes);
  EXPECT_EQ(sealed(content).size(), good.size());
  EXPECT_EQ(errorOf(sealed(content)), "");
  const auto says = [](const std::string& text, const char* word) {
    return isSentence(text) && text.find(word) != std::string::npos;
  };
  EXPECT_TRUE(says(errorOf(barFile().glb()), "not a .sinew"));
  EXPECT_TRUE(says(errorOf({}), "not a .sinew"));
  EXPECT_TRUE(says(errorOf(sealed(content, 13)), "newer Sinew"));
  EXPECT_TRUE(says(errorOf(sealed(content, 1)), "bind the character again"));
  File swapped = good;
  putNumber(swapped, 8, std::uint32_t{0x04030201});
  EXPECT_TRUE(says(errorOf(swapped), "byte order"));
}

TEST(CharacterFile, HugeCountsAreRefusedBeforeAnythingIsAllocated) {
  const File good = packCharacter(boundBarModel(0.1)).value();
  for (const std::uint64_t count :
       {~std::uint64_t{0}, std::uint64_t{1} << 60, std::uint64_t{1} << 33}) {
    for (std::size_t at = kSinewHeaderBytes; at + 8 <= good.size();
         at += good.size() / rounds(300u, 60u) | 1) {
      File bad = good;
      putNumber(bad, at, count);
      seal(bad);
      (void)errorOf(bad);  // either refused, or the number was not a count
    }
  }
}

// Numbers changed at random behind a right checksum. Whatever is accepted must be solvable; ASan
// sees to the rest.
TEST(CharacterFile, HostileContentIsRefusedOrHarmless) {
  const File good = packCharacter(boundBarModel(0.1, EmbeddingKind::Tricubic)).value();
  std::mt19937 random(5);
  SolveSettings settings;
  settings.newtonIterations = 1;
  settings.poseSplits = 0;
  settings.selfContact = SelfContact::On;
  int refused = 0, accepted = 0;
  const std::int32_t numbers[] = {-1, -2, 255, 1000, 1 << 20, 0x7fffffff, std::int32_t(0x80000000)};
  for (int trial = 0; trial < rounds(3000, 500); ++trial) {
    File bad = good;
    const std::size_t words = (good.size() - kSinewHeaderBytes) / 4;
    const std::size_t at = kSinewHeaderBytes + 4 * (random() % words);
    putNumber(bad, at, numbers[random() % std::size(numbers)]);
    seal(bad);
    const Result<CharacterFile> loaded = loadCharacter(bad, "x.sinew");
    if (!loaded) {
      ++refused;
      EXPECT_TRUE(isSentence(loaded.error().message)) << loaded.error().message;
      continue;
    }
    ++accepted;
    const CharacterSource& source = *loaded.value().source;
    poseAt(source.model, 0, 0.5);
    if (accepted % 20 != 0) continue;  // a solve takes longer
    Player player(loaded.value().character);
    player.solve(bentPose(0.3), settings);
  }
  EXPECT_GT(refused, rounds(300, 50));
  EXPECT_GT(accepted, rounds(300, 50));
}

TEST(CharacterFile, SmoothSkinPointsThatLeaveTheirListsAreRefused) {
  const CharacterFile file = boundBarModel(0.1, EmbeddingKind::Tricubic);
  const auto refuses = [&](auto&& damage) {
    auto parts = std::make_unique<CharacterParts>(file.character->parts());
    damage(parts->embedding.smooth);
    CharacterFile damaged;
    damaged.character = std::make_shared<Character>(std::move(parts));
    return !packCharacter(damaged).ok();
  };
  EXPECT_FALSE(refuses([](SmoothEmbedding&) {}));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.nodes[3] = -1; }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.nodes[3] = 1 << 30; }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.listOfPoint[3] = -1; }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.listOfPoint.pop_back(); }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) {
    e.listOfPoint[3] = static_cast<std::int32_t>(e.listBegin.size()) - 1;
  }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.listBegin[1] = e.listBegin[0]; }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.listBegin.clear(); }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.weightBegin[3] = e.weights.size() - 1; }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.weightBegin[3] = ~std::uint64_t{0}; }));
  EXPECT_TRUE(refuses([](SmoothEmbedding& e) { e.weights.pop_back(); }));
}

TEST(CharacterFile, LevelsWhosePatternsAreNoneAreRefused) {
  const CharacterFile file = boundBarModel(0.1);
  const auto refuses = [&](auto&& damage) {
    auto parts = std::make_unique<CharacterParts>(file.character->parts());
    damage(parts->model.hierarchy.levels[kPassedLevels]);
    CharacterFile damaged;
    damaged.character = std::make_shared<Character>(std::move(parts));
    return !packCharacter(damaged).ok();
  };
  EXPECT_FALSE(refuses([](CoarseLevel&) {}));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.columns[0] = 1; }));  // not the diagonal
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.columns[1] = l.nodeCount; }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.columns[1] = -1; }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.rowBegin[1] = l.rowBegin[0]; }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.rowBegin.back() += 1; }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.lower[3].column += 1; }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.lower[3].upper = ~std::uint32_t{0}; }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.lower.pop_back(); }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.lowerBegin.back() += 1; }));
  EXPECT_TRUE(refuses([](CoarseLevel& l) { l.lowerBegin.clear(); }));
}

TEST(CharacterFile, ElementsThatAreNotThoseOfTheirBlocksAreRefused) {
  const CharacterFile file = boundBarModel(0.1);
  const auto refuses = [&](auto&& damage) {
    auto parts = std::make_unique<CharacterParts>(file.character->parts());
    damage(parts->model.hierarchy);
    CharacterFile damaged;
    damaged.character = std::make_shared<Character>(std::move(parts));
    return !packCharacter(damaged).ok();
  };
  EXPECT_FALSE(refuses([](Hierarchy&) {}));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.elements.ofCoarseCell.back() += 1; }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.elements.ofCoarseCell[0] = -1; }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.elements.ofCoarseCell.pop_back(); }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.elements.nodes[0][1] = h.levels[1].nodeCount; }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.elements.place[0][0] = 254; }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.elements.incidentCorner[0] = ~std::uint32_t{0}; }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.elements.count += 1; }));
  EXPECT_TRUE(refuses([](Hierarchy& h) {
    std::replace(h.coarseCells.ofBlock.begin(), h.coarseCells.ofBlock.end(), 0, 1);
  }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.coarseCells.nodes[0][0] = h.levels[0].nodeCount; }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.levels.resize(1); }));
  EXPECT_TRUE(refuses([](Hierarchy& h) { h.levels[0].columns = {0}; }));
}

TEST(CharacterFile, InputHashChangesWithTheInput) {
  const CharacterDesc desc = barCharacter();
  const BindSettings settings = cellsOfEdge(0.4);
  const std::uint64_t hash = inputHash(desc, settings);
  EXPECT_EQ(inputHash(barCharacter(), cellsOfEdge(0.4)), hash);
  const auto with = [&](auto&& change) {
    CharacterDesc d = desc;
    BindSettings s = settings;
    change(d, s);
    return inputHash(d, s);
  };
  EXPECT_NE(with([](auto& d, auto&) { d.points[3].y += 1e-6f; }), hash);
  EXPECT_NE(with([](auto& d, auto&) { std::swap(d.triangles[0], d.triangles[1]); }), hash);
  EXPECT_NE(with([](auto& d, auto&) { d.material.poissonsRatio = 0.3; }), hash);
  EXPECT_NE(with([](auto& d, auto&) { d.bones[0].attachment = Attachment::Spring; }), hash);
  EXPECT_NE(with([](auto& d, auto&) { std::get<CapsuleShape>(d.bones[1].shape).radius *= 2; }),
            hash);
  EXPECT_NE(with([](auto&, auto& s) { s.targetCells += 1; }), hash);
  EXPECT_NE(with([](auto&, auto& s) { s.stabilisation = Stabilisation::ExactIntegral; }), hash);
  EXPECT_NE(with([](auto&, auto& s) { s.embedding = EmbeddingKind::Trilinear; }), hash);
  EXPECT_NE(with([](auto&, auto& s) { s.paddingLayers = 1; }), hash);
}

TEST(CharacterFile, InputHashTellsCollidersApart) {
  const std::vector<Collider> ball = {{"ball", BallShape{{0, 0, 0}, 1}, 0.5}};
  const std::uint64_t hash = inputHash(ball);
  EXPECT_EQ(inputHash(std::vector<Collider>(ball)), hash);
  EXPECT_NE(inputHash(std::vector<Collider>()), hash);
  EXPECT_NE(inputHash({ball[0], ball[0]}), hash);
  EXPECT_NE(inputHash({{"ball", BallShape{{0, 0, 0}, 1.1}, 0.5}}), hash);
  EXPECT_NE(inputHash({{"ball", BallShape{{0, 0, 0}, 1}, 0.6}}), hash);
  EXPECT_NE(inputHash({{"ball", CapsuleShape{{0, 0, 0}, {0, 0, 0}, 1}, 0.5}}), hash);
}

TEST(CharacterFile, SavesSafely) {
  const auto folder = std::filesystem::temp_directory_path() / "sinew_character_file_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "bar.sinew").string();
  const CharacterFile file = boundBar();
  const Result<std::int64_t> size = saveCharacter(file, path);
  ASSERT_TRUE(size.ok());
  EXPECT_EQ(static_cast<std::uintmax_t>(size.value()), std::filesystem::file_size(path));
  EXPECT_EQ(loadCharacter(path).value().inputHash, file.inputHash);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);

  const Result<std::int64_t> nowhere = saveCharacter(file, (folder / "no/bar.sinew").string());
  ASSERT_FALSE(nowhere.ok());
  EXPECT_TRUE(isSentence(nowhere.error().message)) << nowhere.error().message;
  EXPECT_TRUE(isSentence(loadCharacter((folder / "none.sinew").string()).error().message));
  if (std::filesystem::exists("/dev/full")) {  // a full disk: the old file stays
    std::filesystem::create_symlink("/dev/full", path + ".tmp");
    const Result<std::int64_t> full = saveCharacter(boundBar(0.3), path);
    ASSERT_FALSE(full.ok());
    EXPECT_TRUE(isSentence(full.error().message)) << full.error().message;
    EXPECT_EQ(loadCharacter(path).value().inputHash, file.inputHash);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sinew::testing
