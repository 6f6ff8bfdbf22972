// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/character_file.h"

#include <array>
#include <cstring>

#include "base/hash.h"
#include "io/file_problem.h"
#include "io/safe_file.h"
#include "io/whole_file.h"
#include "storage/checks.h"
#include "storage/list_parts.h"
#include "storage/list_source.h"

namespace sinew {

namespace {

/// Raise it whenever a list of fields changes. Other versions are refused: binding again is quick.
constexpr std::uint32_t kFormatVersion = 12;

// As PNG does it: a byte no text has, and line ends that a transfer as text would change.
constexpr std::array<char, 8> kMagic = {'\x93', 'S', 'I', 'N', 'E', 'W', '\r', '\n'};
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::size_t kHeaderBytes = 64;

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t byteOrder = kByteOrder;
  std::uint32_t version = kFormatVersion;
  std::uint64_t contentBytes = 0, inputHash = 0, checksum = 0;
  std::array<std::uint64_t, 2> reserved{};
  std::uint64_t headerChecksum = 0;  // of all above
};

template <class Archive, storage::Like<Header> T>
void listFields(Archive& archive, T& h) {
  archive(h.magic, h.byteOrder, h.version, h.contentBytes, h.inputHash, h.checksum, h.reserved);
  archive(h.headerChecksum);
}

Header readHeader(io::Bytes bytes) {
  if (bytes.size() < kMagic.size() ||
      std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    io::fail("it is not a .sinew file.");
  }
  if (bytes.size() < kHeaderBytes) io::fail("it is cut off in its header.");
  Header header;
  storage::Reader reader(bytes.first(kHeaderBytes));
  reader(header);
  if (header.byteOrder != kByteOrder) {
    io::fail("it was written on a machine with another byte order; bind the character again.");
  }
  if (header.version != kFormatVersion) {
    io::fail("it has format " + std::to_string(header.version) + " and this Sinew reads format " +
             std::to_string(kFormatVersion) + "; " +
             (header.version > kFormatVersion ? "use a newer Sinew or " : "") +
             "bind the character again.");
  }
  if (header.headerChecksum != hash64(bytes.first(kHeaderBytes - 8))) {
    io::fail("its header is damaged; bind the character again.");
  }
  return header;
}

CharacterFile unpack(io::Bytes bytes) {
  const Header header = readHeader(bytes);
  const io::Bytes content = bytes.subspan(kHeaderBytes);
  if (content.size() != header.contentBytes) {
    io::fail("it has " + std::to_string(content.size()) + " bytes of content and should have " +
             std::to_string(header.contentBytes) + "; copy it or bind the character again.");
  }
  if (hash64(content) != header.checksum) {
    io::fail("it is damaged (its checksum is wrong); copy it or bind the character again.");
  }

  CharacterFile file;
  file.inputHash = header.inputHash;
  auto parts = std::make_unique<CharacterParts>();
  bool hasSource = false;
  storage::Reader reader(content);
  reader(*parts, file.material, file.settings, hasSource);
  if (hasSource) reader(file.source.emplace());
  if (reader.remaining() > 0) io::fail("it is damaged: it goes on after its end.");
  storage::checkParts(*parts);
  if (findProblem(file.material) || findProblem(file.settings)) {
    io::fail("it is damaged: its settings are out of range.");
  }
  if (hasSource) storage::checkSource(*file.source, parts->summary.vertices, parts->summary.bones);
  parts->model.shapes = CoarseShapes(parts->model.material.stabilisation);
  file.character = std::make_shared<Character>(std::move(parts));
  return file;
}

/// Header and content.
struct Packed {
  storage::Writer header, content;
};

Packed pack(const CharacterFile& file) {
  if (!file.character) io::fail("there is no character to save.");
  const CharacterParts& parts = file.character->parts();
  storage::checkParts(parts);
  if (file.source) storage::checkSource(*file.source, parts.summary.vertices, parts.summary.bones);
  Packed packed;
  packed.content(parts, file.material, file.settings, file.source.has_value());
  if (file.source) packed.content(*file.source);

  Header header;
  header.contentBytes = packed.content.bytes().size();
  header.inputHash = file.inputHash;
  header.checksum = hash64(packed.content.bytes());
  storage::Writer unsealed;
  unsealed(header);
  header.headerChecksum = hash64(io::Bytes(unsealed.bytes()).first(kHeaderBytes - 8));
  packed.header(header);
  return packed;
}

}  // namespace

std::uint64_t inputHash(const CharacterDesc& desc, const BindSettings& settings,
                        const std::vector<ClipCollider>& colliders) {
  storage::Writer input;
  input(desc, settings);
  for (const ClipCollider& collider : colliders) input(collider);
  return hash64(input.bytes());
}

std::uint64_t inputHash(const std::vector<Collider>& colliders) {
  storage::Writer input;
  for (const Collider& collider : colliders) input(collider);
  return hash64(input.bytes());
}

Result<std::int64_t> saveCharacter(const CharacterFile& file, const std::string& path) {
  return io::guarded<std::int64_t>(path, [&] {
    const Packed packed = pack(file);
    io::SafeFile out(path);
    out.write(packed.header.bytes());
    out.write(packed.content.bytes());
    return out.commit();
  });
}

Result<std::vector<unsigned char>> packCharacter(const CharacterFile& file) {
  return io::guarded<std::vector<unsigned char>>("character", [&] {
    const Packed packed = pack(file);
    std::vector<unsigned char> bytes = packed.header.bytes();
    bytes.insert(bytes.end(), packed.content.bytes().begin(), packed.content.bytes().end());
    return bytes;
  });
}

Result<CharacterFile> loadCharacter(const std::string& path) {
  return io::guarded<CharacterFile>(path,
                                    [&] { return unpack(io::readWholeFile(path, "the file")); });
}

Result<CharacterFile> loadCharacter(Span<const unsigned char> bytes, const std::string& name) {
  return io::guarded<CharacterFile>(name, [&] { return unpack({bytes.data(), bytes.size()}); });
}

}  // namespace sinew
