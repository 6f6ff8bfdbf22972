// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Small good files that between them use everything the readers understand: where fuzzing starts
// from.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sinew::testing {

struct Seed {
  std::string name;
  std::vector<unsigned char> bytes;
};

/// Formats are "glb", "gltf" (JSON, a zero, then the binary chunk: see wrapGltf), "json" (a
/// character.json), "obj", "ply", "sinew" (the content without the header), "stl".
std::vector<Seed> seedsFor(const std::string& format);

/// Makes a GLB of the fuzzer's input for "gltf", so that it need not keep lengths right itself.
std::vector<unsigned char> wrapGltf(const unsigned char* data, std::size_t size);

/// Reads the bytes as `format`; aborts if the reader returns a model that breaks its promises.
void readAndCheck(const std::string& format, const unsigned char* data, std::size_t size);

}  // namespace sinew::testing
