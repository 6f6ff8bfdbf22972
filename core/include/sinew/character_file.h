// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bound characters as files (.sinew): bind once, solve anywhere. A character that was loaded solves
// to the same bits as the one that was saved.
//
// Layout: a header of 64 bytes (magic, byte order, format version, length, hash of the input,
// checksum of the content, checksum of the header), then the content. Files are taken to be
// hostile: a damaged, foreign or newer file gives an Error with one sentence, and none makes a
// solve read outside its arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/character.h"
#include "sinew/collider.h"
#include "sinew/export.h"
#include "sinew/model_file.h"
#include "sinew/result.h"
#include "sinew/types.h"

namespace sinew {

/// What is needed of the model a character was made from, to pose it by a clip and to compare with
/// linear skinning.
struct CharacterSource {
  RiggedModel model;
  std::vector<std::int32_t> jointOfBone;  ///< per bone of the character: the joint it follows
  std::vector<ClipCollider> colliders = {};
};

struct CharacterFile {
  std::shared_ptr<const Character> character;
  std::uint64_t inputHash = 0;            ///< of what it was bound from
  std::optional<CharacterSource> source;  ///< if it was made from a rigged model
  Material material;                      ///< it was bound with these
  BindSettings settings;
};

/// Tells inputs of bind apart: any change of mesh, bones, material or settings changes it, and of
/// colliders, if there are any.
SINEW_API std::uint64_t inputHash(const CharacterDesc& desc, const BindSettings& settings,
                                  const std::vector<ClipCollider>& colliders = {});

/// Tells colliders apart: what differs wherever they are placed.
SINEW_API std::uint64_t inputHash(const std::vector<Collider>& colliders);

/// Writes a .sinew file and returns its size [bytes]. It gets its name when it is complete, so that
/// a failed or killed write leaves what was there before.
SINEW_API Result<std::int64_t> saveCharacter(const CharacterFile& file, const std::string& path);

/// The same to memory.
SINEW_API Result<std::vector<unsigned char>> packCharacter(const CharacterFile& file);

SINEW_API Result<CharacterFile> loadCharacter(const std::string& path);

/// The same from memory. Errors quote `name`.
SINEW_API Result<CharacterFile> loadCharacter(Span<const unsigned char> bytes,
                                              const std::string& name);

}  // namespace sinew
