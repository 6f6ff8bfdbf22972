// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// PC2: 12 bytes of magic, version, points, first frame, step, frames (4 bytes each), then three
// floats per point and frame. Little endian.
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>

#include "io/byte_reader.h"
#include "io/safe_file.h"
#include "sinew/result_file.h"

namespace sinew {

namespace {

static_assert(std::endian::native == std::endian::little, "points are written as they lie");
static_assert(sizeof(Vec3f) == 12);

constexpr std::array<char, 12> kMagic = {'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', 0};
constexpr std::size_t kHeaderBytes = 32, kFrameCountAt = 28;
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

template <class T>
void put(std::fstream& file, T number) {
  file.write(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Points first, then the count that makes them part of the file.
void putFrameCount(std::fstream& file, std::int64_t frames) {
  file.flush();
  file.seekp(kFrameCountAt);
  put(file, static_cast<std::int32_t>(frames));
  file.flush();
  if (!file) io::failToWrite();
}

std::fstream open(const std::string& path, std::ios::openmode mode) {
  errno = 0;
  std::fstream file(path, mode | std::ios::binary);
  if (!file) {
    io::fail("it cannot be opened" +
             (errno == 0 ? "." : " (" + std::generic_category().message(errno) + ")."));
  }
  return file;
}

std::uint64_t frameBytes(const PointCache& cache) {
  return static_cast<std::uint64_t>(cache.points) * sizeof(Vec3f);
}

std::uint64_t frameOffset(const PointCache& cache, std::int64_t frame) {
  return kHeaderBytes + static_cast<std::uint64_t>(frame) * frameBytes(cache);
}

PointCache readHeader(std::fstream& file, const std::string& path) {
  std::array<unsigned char, kHeaderBytes> raw{};
  file.read(reinterpret_cast<char*>(raw.data()), kHeaderBytes);
  if (!file || std::memcmp(raw.data(), kMagic.data(), kMagic.size()) != 0) {
    io::fail("it is not a PC2 point cache.");
  }
  if (const auto version = io::loadNumber<std::int32_t>(&raw[12]); version != 1) {
    io::fail("it is a point cache of version " + std::to_string(version) + "; 1 is read.");
  }
  PointCache cache;
  cache.points = io::loadNumber<std::int32_t>(&raw[16]);
  cache.firstFrame = io::loadNumber<float>(&raw[20]);
  cache.frameStep = io::loadNumber<float>(&raw[24]);
  cache.frames = io::loadNumber<std::int32_t>(&raw[kFrameCountAt]);
  if (cache.points <= 0 || cache.frames < 0) io::fail("its header is damaged.");
  if (std::filesystem::file_size(path) < frameOffset(cache, cache.frames)) {
    io::fail("it is cut off: its header counts " + std::to_string(cache.frames) +
             " frames and not all are there.");
  }
  return cache;
}

template <class T = PointCache, class Body>
Result<T> withCache(const std::string& path, Body&& body) {
  return io::guarded<T>(path, [&] {
    std::fstream file = open(path, std::ios::in | std::ios::out);
    PointCache cache = readHeader(file, path);
    return body(file, cache);
  });
}

}  // namespace

Result<PointCache> createPointCache(const std::string& path, std::int64_t points, double firstFrame,
                                    double frameStep) {
  return io::guarded<PointCache>(path, [&] {
    if (points <= 0 || points > kMost) io::fail("a point cache needs 1 to 2^31 - 1 points.");
    std::fstream file = open(path, std::ios::out | std::ios::trunc);
    file.write(kMagic.data(), kMagic.size());
    put(file, std::int32_t{1});
    put(file, static_cast<std::int32_t>(points));
    put(file, static_cast<float>(firstFrame));
    put(file, static_cast<float>(frameStep));
    putFrameCount(file, 0);
    return PointCache{points, firstFrame, frameStep, 0};
  });
}

Result<PointCache> appendFrame(const std::string& path, Span<const Vec3f> points) {
  return withCache(path, [&](std::fstream& file, PointCache& cache) {
    if (static_cast<std::int64_t>(points.size()) != cache.points) {
      io::fail("its frames have " + std::to_string(cache.points) + " points and this one has " +
               std::to_string(points.size()) + ".");
    }
    if (cache.frames == kMost) io::fail("it has as many frames as it can hold.");
    errno = 0;
    file.seekp(static_cast<std::streamoff>(frameOffset(cache, cache.frames)));
    file.write(reinterpret_cast<const char*>(points.data()),
               static_cast<std::streamsize>(frameBytes(cache)));
    putFrameCount(file, ++cache.frames);
    return cache;
  });
}

Result<PointCache> keepFrames(const std::string& path, std::int64_t frames) {
  return withCache(path, [&](std::fstream& file, PointCache& cache) {
    if (frames < 0 || frames > cache.frames) {
      io::fail("it has " + std::to_string(cache.frames) + " frames, so " + std::to_string(frames) +
               " cannot be kept.");
    }
    putFrameCount(file, cache.frames = frames);
    file.close();
    std::filesystem::resize_file(path, frameOffset(cache, frames));
    return cache;
  });
}

Result<PointCache> pointCache(const std::string& path) {
  return io::guarded<PointCache>(path, [&] {
    std::fstream file = open(path, std::ios::in);
    return readHeader(file, path);
  });
}

Result<std::vector<Vec3f>> readFrame(const std::string& path, std::int64_t frame) {
  return io::guarded<std::vector<Vec3f>>(path, [&] {
    std::fstream file = open(path, std::ios::in);
    const PointCache cache = readHeader(file, path);
    if (frame < 0 || frame >= cache.frames) {
      io::fail("it has no frame " + std::to_string(frame) + ".");
    }
    std::vector<Vec3f> points(static_cast<std::size_t>(cache.points));
    file.seekg(static_cast<std::streamoff>(frameOffset(cache, frame)));
    file.read(reinterpret_cast<char*>(points.data()),
              static_cast<std::streamsize>(frameBytes(cache)));
    if (!file) io::fail("it could not be read to its end.");
    return points;
  });
}

}  // namespace sinew
