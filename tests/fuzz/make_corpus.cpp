// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Usage: sinew_make_corpus DIR
// Writes the seeds of every format to DIR/<format>/.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/corpus.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: sinew_make_corpus DIR\n");
    return 2;
  }
  for (const std::string format : {"glb", "gltf", "json", "obj", "ply", "sinew", "stl"}) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / format;
    std::filesystem::create_directories(folder);
    for (const sinew::testing::Seed& seed : sinew::testing::seedsFor(format)) {
      std::ofstream(folder / seed.name, std::ios::binary)
          .write(reinterpret_cast<const char*>(seed.bytes.data()),
                 static_cast<std::streamsize>(seed.bytes.size()));
    }
  }
  return 0;
}
