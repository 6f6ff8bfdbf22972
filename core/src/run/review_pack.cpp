// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "run/review_pack.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sinew {
namespace {

constexpr float kGreatest16 = 65535;

/// Differences of either sign as small numbers: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
std::uint32_t zigzag(std::uint32_t difference, int bytes) {
  const int spare = 32 - 8 * bytes;
  const auto wrapped = static_cast<std::int32_t>(difference << spare) >> spare;
  return (static_cast<std::uint32_t>(wrapped) << 1) ^ static_cast<std::uint32_t>(wrapped >> 31);
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 7);
  if (result != Z_OK) throw std::runtime_error("there is not enough memory to pack the frames.");
  packed.resize(size);
  return packed;
}

std::string base64(const std::string& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::uint32_t packedStrain(double x, double most) {
  const double part = std::clamp(x / most, -1.0, 1.0);
  return static_cast<std::uint32_t>(
      std::lround(128 + 127 * std::copysign(std::sqrt(std::abs(part)), part)));
}

std::uint32_t packedStretch(float stretch) {
  return packedStrain(std::log2(std::max(stretch, 1e-6f)), 2);
}

std::uint32_t packedStep(float step) {
  if (!(step > 1e-6f)) return 0;
  const double digits = std::log10(static_cast<double>(step) / 10);
  return static_cast<std::uint32_t>(std::lround(std::clamp(255 + 32 * digits, 1.0, 255.0)));
}

std::uint32_t packedPart(float x, double most) {
  if (!(x > 0) || !(most > 0)) return 0;
  const double part = std::min(1.0, static_cast<double>(x) / most);
  return static_cast<std::uint32_t>(std::lround(255 * std::sqrt(part)));
}

}  // namespace

void PackBox::grow(std::span<const Vec3f> points) {
  for (const Vec3f& point : points) {
    const float place[3] = {point.x, point.y, point.z};
    for (int c = 0; c < 3; ++c) {
      least[c] = std::min(least[c], place[c]);
      most[c] = std::max(most[c], place[c]);
    }
  }
}

void FramePacker::add(std::span<const std::uint32_t> numbers) {
  last_.resize(numbers.size());
  std::vector<std::uint32_t> differences(numbers.size());
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint32_t change = numbers[i] - last_[i];
    differences[i] = zigzag(change - before, bytesEach_);
    before = change;
    last_[i] = numbers[i];
  }
  for (int plane = 0; plane < bytesEach_; ++plane) {  // like bytes together pack better
    for (const std::uint32_t d : differences) bytes_ += static_cast<char>(d >> (8 * plane) & 255);
  }
}

std::string FramePacker::text() const { return base64(deflated(bytes_)); }

std::vector<std::uint32_t> quantisePoints(std::span<const Vec3f> points, const PackBox& box) {
  std::vector<std::uint32_t> numbers(3 * points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float place[3] = {points[i].x, points[i].y, points[i].z};
    for (std::size_t c = 0; c < 3; ++c) {
      const float size = box.most[c] - box.least[c];
      const float part = size > 0 ? (place[c] - box.least[c]) / size : 0;
      numbers[c * points.size() + i] = static_cast<std::uint32_t>(
          std::lround(std::clamp(part * kGreatest16, 0.0f, kGreatest16)));
    }
  }
  return numbers;
}

std::vector<std::uint32_t> quantiseStrain(std::span<const Vec3f> strain) {
  const std::size_t count = strain.size();
  std::vector<std::uint32_t> numbers(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = packedStretch(strain[i].x);
    numbers[count + i] = packedStretch(strain[i].y);
    numbers[2 * count + i] = packedStrain(strain[i].z - 1.0, 1.28);
  }
  return numbers;
}

void QualityRange::grow(std::span<const Vec3f> quality) {
  for (const Vec3f& q : quality) {
    penetration = std::max(penetration, static_cast<double>(q.y));
    pressure = std::max(pressure, static_cast<double>(q.z));
  }
}

std::vector<std::uint32_t> quantiseQuality(std::span<const Vec3f> quality,
                                           const QualityRange& range) {
  const std::size_t count = quality.size();
  std::vector<std::uint32_t> numbers(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = packedStep(quality[i].x);
    numbers[count + i] = packedPart(quality[i].y, range.penetration);
    numbers[2 * count + i] = packedPart(quality[i].z, range.pressure);
  }
  return numbers;
}

}  // namespace sinew
