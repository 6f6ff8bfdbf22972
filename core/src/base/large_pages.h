// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace sinew {

/// Asks the system to back what lies in [data, data + bytes) by large pages, as far as it can.
/// Only speed depends on it: arrays that are gathered from spend less time on addresses.
void preferLargePages(const void* data, std::size_t bytes);

template <class Vector>
void preferLargePages(const Vector& v) {
  preferLargePages(v.data(), v.size() * sizeof(typename Vector::value_type));
}

}  // namespace sinew
