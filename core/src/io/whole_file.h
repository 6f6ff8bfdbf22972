// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace sinew::io {

/// All bytes of a regular file of less than 4 GiB; throws FileProblem. `what` begins the sentence,
/// as in "buffer 'a.bin'".
std::vector<unsigned char> readWholeFile(const std::string& path, const std::string& what);

}  // namespace sinew::io
