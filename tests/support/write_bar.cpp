// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Usage: sinew_write_bar FILE.glb
// Writes the two-jointed bar of glb_writer.h, for scripts that need a character and have no data.
#include <cstdio>
#include <fstream>

#include "support/glb_writer.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: sinew_write_bar FILE.glb\n");
    return 2;
  }
  const sinew::testing::FileBytes bytes = sinew::testing::barFile().glb();
  std::ofstream file(argv[1], std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return file.good() ? 0 : 1;
}
