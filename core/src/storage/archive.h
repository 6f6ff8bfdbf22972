// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Objects to bytes and back. One list of fields per struct serves both ways:
//
//   template <class Archive, Like<WeightTable> T>
//   void listFields(Archive& archive, T& t) { archive.all(t, t.begin, t.entries); }
//
// The compiler counts the fields of the struct, so that one that is added must be listed.
//
// Numbers are stored as they lie in memory, little endian. A vector is its length, then its
// elements; plain elements (see kPlainBytes) are copied in one go.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "io/byte_reader.h"

namespace sinew::storage {

/// T is Of or const Of: the list of fields is written once for writing (const) and reading.
template <class T, class Of>
concept Like = std::same_as<std::remove_const_t<T>, Of>;

/// Bytes of all fields of a type that is copied as it lies in memory; 0 for other types. A struct
/// gets one line. That it equals sizeof is checked, so a field added, or padding, is noticed.
template <class T>
inline constexpr std::size_t kPlainBytes =
    (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T> ? sizeof(T) : 0;
template <class T, std::size_t N>
inline constexpr std::size_t kPlainBytes<std::array<T, N>> = N* kPlainBytes<T>;

template <class T>
constexpr bool isPlain() {
  static_assert(
      kPlainBytes<T> == 0 || (kPlainBytes<T> == sizeof(T) && std::is_trivially_copyable_v<T>),
      "its fields and kPlainBytes do not agree");
  return kPlainBytes<T> != 0;
}

/// Becomes anything: for counting fields only.
struct AnyField {
  template <class T>
  operator T() const;
};

/// How many fields an aggregate has: the most that can be given in braces.
template <class T, class... Given>
consteval std::size_t fieldCount() {
  if constexpr (requires { T{Given{}..., AnyField{}}; }) {
    return fieldCount<T, Given..., AnyField>();
  } else {
    return sizeof...(Given);
  }
}

/// Stands in a list for a field that is not stored because it follows from the others.
struct NotStored {};

template <class T>
inline constexpr bool isVector = false;
template <class T, class A>
inline constexpr bool isVector<std::vector<T, A>> = true;

class Writer {
 public:
  template <class... Fields>
  void operator()(const Fields&... fields) {
    (put(fields), ...);
  }

  /// The same, for all fields of `object`.
  template <class T, class... Fields>
  void all(const T&, const Fields&... fields) {
    static_assert(sizeof...(Fields) == fieldCount<T>(), "a field is not listed");
    (put(fields), ...);
  }

  const std::vector<unsigned char>& bytes() const { return bytes_; }

 private:
  void put(NotStored) {}

  template <class T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      put(static_cast<std::uint8_t>(value));
    } else if constexpr (isPlain<T>()) {
      putRaw(&value, sizeof value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      put(std::uint64_t{value.size()});
      putRaw(value.data(), value.size());
    } else if constexpr (isVector<T>) {
      put(std::uint64_t{value.size()});
      if constexpr (isPlain<typename T::value_type>()) {
        putRaw(value.data(), value.size() * sizeof(typename T::value_type));
      } else {
        for (const auto& element : value) put(element);
      }
    } else {
      listFields(*this, value);
    }
  }

  void putRaw(const void* data, std::size_t size) {
    if (size == 0) return;
    const auto* begin = static_cast<const unsigned char*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }

  std::vector<unsigned char> bytes_;
};

/// Throws io::FileProblem where the bytes end too soon. Never allocates more than a small multiple
/// of what is left to read, whatever lengths the bytes claim.
class Reader {
 public:
  explicit Reader(io::Bytes bytes) : bytes_(bytes) {}

  template <class... Fields>
  void operator()(Fields&... fields) {
    (get(fields), ...);
  }

  /// The same, for all fields of `object`.
  template <class T, class... Fields>
  void all(const T&, Fields&&... fields) {
    static_assert(sizeof...(Fields) == fieldCount<T>(), "a field is not listed");
    (get(fields), ...);
  }

  std::size_t remaining() const { return bytes_.remaining(); }

 private:
  void get(NotStored) {}

  template <class T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      get(byte);
      value = byte != 0;
    } else if constexpr (isPlain<T>()) {
      std::memcpy(&value, bytes_.take(sizeof value, kWhat).data(), sizeof value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      const io::Bytes text = bytes_.take(length(1), kWhat);
      value.assign(text.begin(), text.end());
    } else if constexpr (isVector<T>) {
      getVector(value);
    } else {
      listFields(*this, value);
    }
  }

  template <class Vector>
  void getVector(Vector& vector) {
    using Element = typename Vector::value_type;
    if constexpr (isPlain<Element>()) {
      const std::size_t count = length(sizeof(Element));
      const io::Bytes raw = bytes_.take(count * sizeof(Element), kWhat);
      vector.resize(count);
      if (count > 0) std::memcpy(vector.data(), raw.data(), raw.size());
    } else {
      const std::size_t count = length(1);
      vector.clear();
      for (std::size_t i = 0; i < count; ++i) get(vector.emplace_back());
    }
  }

  /// The length of a list whose elements take at least `elementBytes` each.
  std::size_t length(std::size_t elementBytes) {
    std::uint64_t count = 0;
    get(count);
    if (count > bytes_.remaining() / elementBytes) {
      io::fail("it is damaged: a list is longer than the file.");
    }
    return static_cast<std::size_t>(count);
  }

  static constexpr const char* kWhat = "the character";
  io::ByteReader bytes_;
};

}  // namespace sinew::storage
