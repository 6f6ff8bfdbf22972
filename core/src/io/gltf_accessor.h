// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/gltf_document.h"

namespace sinew::io {

/// Elements of an accessor, after all its offsets, strides and counts are found to be in order.
/// `user` begins the sentence if they are not, as in "mesh 0, POSITION". All throw FileProblem.

/// Numbers per element: 1, 2, 3, 4, or 4, 9, 16 for matrices.
int accessorComponents(const GltfDocument& document, int accessor, const std::string& user);
std::size_t accessorCount(const GltfDocument& document, int accessor, const std::string& user);

/// As floats, `components` per element, all finite; integers marked as normalised become 0 to 1.
std::vector<float> readFloats(GltfDocument& document, int accessor, int components,
                              const std::string& user);

/// As unsigned integers of 8, 16 or 32 bits.
std::vector<std::uint32_t> readIntegers(GltfDocument& document, int accessor, int components,
                                        const std::string& user);

}  // namespace sinew::io
