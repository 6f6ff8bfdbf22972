// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The entry of libFuzzer, compiled once per format (SINEW_FUZZ_FORMAT).
#include <cstddef>
#include <cstdint>

#include "fuzz/corpus.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sinew::testing::readAndCheck(SINEW_FUZZ_FORMAT, data, size);
  return 0;
}
