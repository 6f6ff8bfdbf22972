// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sinew/types.h"

namespace sinew::maya {

/// Bytes as letters that a .ma file can hold (RFC 4648, with padding).
std::string toBase64(Span<const unsigned char> bytes);

/// Appends what `text` stands for; false if it is not what toBase64 writes.
bool appendBase64(const char* text, std::vector<unsigned char>& bytes);

}  // namespace sinew::maya
