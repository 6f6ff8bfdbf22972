// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Contacts of frames: 8 bytes of magic, then for each frame the number of its contacts (uint32) and
// so many times 8 floats. Little endian.
#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/byte_reader.h"
#include "io/file_problem.h"
#include "io/safe_file.h"
#include "io/whole_file.h"
#include "sinew/result_file.h"

namespace sinew {
namespace {

static_assert(std::endian::native == std::endian::little, "contacts are written as they lie");
static_assert(sizeof(ContactPoint) == 32);

constexpr char kContactMagic[8] = {'S', 'I', 'N', 'E', 'W', 'C', 'T', '1'};

/// Where each complete frame begins, and where the last ends.
std::vector<std::size_t> frameOffsets(const std::vector<unsigned char>& bytes) {
  if (bytes.size() < sizeof kContactMagic ||
      std::memcmp(bytes.data(), kContactMagic, sizeof kContactMagic) != 0)
    io::fail("it is not a file of contacts.");
  std::vector<std::size_t> offsets{sizeof kContactMagic};
  while (bytes.size() - offsets.back() >= 4) {
    const auto count = io::loadNumber<std::uint32_t>(&bytes[offsets.back()]);
    const std::size_t end = offsets.back() + 4 + std::size_t{count} * sizeof(ContactPoint);
    if (end > bytes.size()) break;
    offsets.push_back(end);
  }
  return offsets;
}

void writeAtEnd(const std::string& path, std::ios::openmode mode, const std::string& bytes) {
  std::ofstream file(path, mode | std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) io::failToWrite();
}

}  // namespace

Result<std::int64_t> createContactFile(const std::string& path) {
  return io::guarded<std::int64_t>(path, [&] {
    writeAtEnd(path, std::ios::trunc, std::string(kContactMagic, sizeof kContactMagic));
    return std::int64_t{0};
  });
}

Result<std::int64_t> appendContacts(const std::string& path, Span<const ContactPoint> contacts) {
  return io::guarded<std::int64_t>(path, [&] {
    const auto count = static_cast<std::uint32_t>(contacts.size());
    std::string bytes(4 + contacts.size() * sizeof(ContactPoint), '\0');
    std::memcpy(bytes.data(), &count, 4);
    if (count > 0)
      std::memcpy(bytes.data() + 4, contacts.data(), contacts.size() * sizeof(ContactPoint));
    writeAtEnd(path, std::ios::app, bytes);
    return static_cast<std::int64_t>(count);
  });
}

Result<std::int64_t> keepContactFrames(const std::string& path, std::int64_t most) {
  return io::guarded<std::int64_t>(path, [&] {
    const std::vector<std::size_t> offsets = frameOffsets(io::readWholeFile(path, "it"));
    const auto frames = std::min<std::int64_t>(most, static_cast<std::int64_t>(offsets.size()) - 1);
    std::filesystem::resize_file(path, offsets[static_cast<std::size_t>(frames)]);
    return frames;
  });
}

Result<std::vector<std::vector<ContactPoint>>> readContacts(const std::string& path) {
  return io::guarded<std::vector<std::vector<ContactPoint>>>(path, [&] {
    const std::vector<unsigned char> bytes = io::readWholeFile(path, "it");
    const std::vector<std::size_t> offsets = frameOffsets(bytes);
    if (offsets.back() != bytes.size()) io::fail("its last frame is cut off.");
    std::vector<std::vector<ContactPoint>> frames(offsets.size() - 1);
    for (std::size_t f = 0; f < frames.size(); ++f) {
      frames[f].resize((offsets[f + 1] - offsets[f]) / sizeof(ContactPoint));
      if (!frames[f].empty())
        std::memcpy(frames[f].data(), &bytes[offsets[f] + 4],
                    frames[f].size() * sizeof(ContactPoint));
    }
    return frames;
  });
}

}  // namespace sinew
