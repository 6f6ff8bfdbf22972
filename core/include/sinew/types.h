// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Plain data shared by every public header. Fixed layout, standard types only, C++17.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

struct Vec3f {
  float x = 0, y = 0, z = 0;
};

struct Vec3d {
  double x = 0, y = 0, z = 0;
};

/// A triangle as three indices into a point array, counter-clockwise seen from outside.
struct Triangle {
  std::int32_t a = 0, b = 0, c = 0;
};

/// p -> M p + t, stored as the three rows [M | t]. Lengths in metres.
struct Affine3d {
  double rows[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
};

/// A point of the skin that presses against something.
struct ContactPoint {
  Vec3f point;         ///< [m]
  Vec3f normal;        ///< the way it is pushed, of length 1
  float depth = 0;     ///< how far it is inside what it touches, beyond the rest pose [cells]
  float pressure = 0;  ///< [Pa]
};

/// A borrowed array: the caller keeps it alive. Made from a vector or from pointer and count.
template <class T>
class Span {
 public:
  Span() = default;
  Span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <class U>
  Span(std::vector<U>& v) : data_(v.data()), size_(v.size()) {}
  template <class U>
  Span(const std::vector<U>& v) : data_(v.data()), size_(v.size()) {}

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace sinew
