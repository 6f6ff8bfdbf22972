// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_accessor.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "io/byte_reader.h"

namespace sinew::io {

namespace {

/// Elements in a buffer, known to lie inside it.
struct Elements {
  const unsigned char* data = nullptr;
  std::size_t stride = 0;
};

int componentSize(int type, const std::string& user) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return 4;
    default:
      fail(user + " has numbers of the unknown type " + std::to_string(type) + ".");
  }
}

/// `count` elements of `elementSize` bytes from `offset` of a view on.
Elements locate(GltfDocument& document, int viewIndex, std::size_t offset, std::size_t count,
                std::size_t elementSize, bool strided, const std::string& user) {
  const tinygltf::BufferView& view =
      at(document.model().bufferViews, viewIndex, "buffer view", user);
  const Bytes buffer = document.buffer(view.buffer);
  if (view.byteOffset > buffer.size() || view.byteLength > buffer.size() - view.byteOffset) {
    fail(user + " lies in buffer view " + std::to_string(viewIndex) +
         ", which reaches past the end of its buffer.");
  }
  const std::size_t stride = strided && view.byteStride != 0 ? view.byteStride : elementSize;
  if (stride < elementSize) {
    fail(user + " has a stride of " + std::to_string(stride) + " bytes for elements of " +
         std::to_string(elementSize) + ".");
  }
  // offset + (count - 1) stride + elementSize <= length, in a form that cannot overflow
  const std::size_t length = view.byteLength;
  if (count > 0 && (offset > length || elementSize > length - offset ||
                    (count - 1) > (length - offset - elementSize) / stride)) {
    fail(user + " has " + std::to_string(count) +
         " elements, which reach past the end of buffer view " + std::to_string(viewIndex) + ".");
  }
  return {buffer.data() + view.byteOffset + offset, stride};
}

template <class T>
float scaled(T value, bool normalized) {
  if (!normalized) return static_cast<float>(value);
  const float most = static_cast<float>(std::numeric_limits<T>::max());
  return std::max(static_cast<float>(value) / most, -1.0f);
}

float floatAt(const unsigned char* p, int type, bool normalized) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return scaled(loadNumber<std::int8_t>(p), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return scaled(*p, normalized);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return scaled(loadNumber<std::int16_t>(p), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return scaled(loadNumber<std::uint16_t>(p), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return scaled(loadNumber<std::uint32_t>(p), normalized);
    default:
      return loadNumber<float>(p);
  }
}

std::uint32_t integerAt(const unsigned char* p, int type) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return *p;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return loadNumber<std::uint16_t>(p);
    default:
      return loadNumber<std::uint32_t>(p);
  }
}

bool isUnsigned(int type) {
  return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

/// Puts the exceptions of a sparse accessor over its regular elements.
template <class T, class Convert>
void applySparse(GltfDocument& document, const tinygltf::Accessor& accessor,
                 std::size_t elementSize, std::size_t components, Convert convert,
                 const std::string& user, std::vector<T>& values) {
  const auto& sparse = accessor.sparse;
  const int type = sparse.indices.componentType;
  if (sparse.count < 0 || static_cast<std::size_t>(sparse.count) > accessor.count ||
      sparse.indices.byteOffset < 0 || sparse.values.byteOffset < 0 || !isUnsigned(type)) {
    fail(user + " has damaged sparse values.");
  }
  const auto count = static_cast<std::size_t>(sparse.count);
  const auto indexSize = static_cast<std::size_t>(componentSize(type, user));
  const Elements indices =
      locate(document, sparse.indices.bufferView,
             static_cast<std::size_t>(sparse.indices.byteOffset), count, indexSize, false, user);
  const Elements replacements =
      locate(document, sparse.values.bufferView, static_cast<std::size_t>(sparse.values.byteOffset),
             count, elementSize, false, user);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t element = integerAt(indices.data + i * indices.stride, type);
    if (element >= accessor.count) {
      fail(user + " has a sparse value for element " + std::to_string(element) + " of " +
           std::to_string(accessor.count) + ".");
    }
    for (std::size_t k = 0; k < components; ++k) {
      values[element * components + k] = convert(replacements.data + i * replacements.stride, k);
    }
  }
}

template <class T, class Convert>
std::vector<T> readElements(GltfDocument& document, int index, int expectedComponents,
                            Convert convertAt, const std::string& user) {
  const tinygltf::Accessor& accessor = at(document.model().accessors, index, "accessor", user);
  if (accessorComponents(document, index, user) != expectedComponents) {
    fail(user + " has " + std::to_string(accessorComponents(document, index, user)) +
         " numbers per element; there should be " + std::to_string(expectedComponents) + ".");
  }
  const auto components = static_cast<std::size_t>(expectedComponents);
  const auto size = static_cast<std::size_t>(componentSize(accessor.componentType, user));
  const auto convert = [&](const unsigned char* element, std::size_t k) {
    return convertAt(element + k * size, accessor);
  };

  if (accessor.count > std::numeric_limits<std::int32_t>::max()) {
    failTooLarge(user + " has " + std::to_string(accessor.count) + " elements.");
  }
  constexpr std::size_t kLeastCost = 64;  // so that a million empty accessors are not free
  document.budget().take(std::max(kLeastCost, accessor.count * components * sizeof(T)));

  Elements elements;
  if (accessor.bufferView >= 0) {
    elements = locate(document, accessor.bufferView, accessor.byteOffset, accessor.count,
                      components * size, true, user);
  }
  std::vector<T> values(accessor.count * components);  // zeros, as glTF has it without a view
  if (elements.data) {
    for (std::size_t i = 0; i < accessor.count; ++i) {
      for (std::size_t k = 0; k < components; ++k) {
        values[i * components + k] = convert(elements.data + i * elements.stride, k);
      }
    }
  }
  if (accessor.sparse.isSparse) {
    applySparse(document, accessor, components * size, components, convert, user, values);
  }
  return values;
}

}  // namespace

int accessorComponents(const GltfDocument& document, int accessor, const std::string& user) {
  switch (at(document.model().accessors, accessor, "accessor", user).type) {
    case TINYGLTF_TYPE_SCALAR:
      return 1;
    case TINYGLTF_TYPE_VEC2:
      return 2;
    case TINYGLTF_TYPE_VEC3:
      return 3;
    case TINYGLTF_TYPE_VEC4:
    case TINYGLTF_TYPE_MAT2:
      return 4;
    case TINYGLTF_TYPE_MAT3:
      return 9;
    case TINYGLTF_TYPE_MAT4:
      return 16;
    default:
      fail(user + " has elements of an unknown type.");
  }
}

std::size_t accessorCount(const GltfDocument& document, int accessor, const std::string& user) {
  return at(document.model().accessors, accessor, "accessor", user).count;
}

std::vector<float> readFloats(GltfDocument& document, int accessor, int components,
                              const std::string& user) {
  std::vector<float> values = readElements<float>(
      document, accessor, components,
      [](const unsigned char* p, const tinygltf::Accessor& a) {
        return floatAt(p, a.componentType, a.normalized);
      },
      user);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      fail(user + " has a number that is not finite in element " +
           std::to_string(i / static_cast<std::size_t>(components)) + ".");
    }
  }
  return values;
}

std::vector<std::uint32_t> readIntegers(GltfDocument& document, int accessor, int components,
                                        const std::string& user) {
  if (!isUnsigned(at(document.model().accessors, accessor, "accessor", user).componentType)) {
    fail(user + " must be made of unsigned integers.");
  }
  return readElements<std::uint32_t>(
      document, accessor, components,
      [](const unsigned char* p, const tinygltf::Accessor& a) {
        return integerAt(p, a.componentType);
      },
      user);
}

}  // namespace sinew::io
