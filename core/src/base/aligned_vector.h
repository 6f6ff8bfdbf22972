// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// std::vector whose storage starts on a cache line, so vector loads may be aligned.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace sinew {

inline constexpr std::size_t kCacheLine = 64;  // [bytes]

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{kCacheLine}); }

  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

/// Gives back what vectors hold beyond their elements: up to half of one that grew step by step.
template <class... Vectors>
void shrinkToFit(Vectors&... vectors) {
  (vectors.shrink_to_fit(), ...);
}

/// Bytes held by a vector, for the memory report.
template <class Vector>
std::size_t byteCount(const Vector& v) {
  return v.capacity() * sizeof(typename Vector::value_type);
}

}  // namespace sinew
