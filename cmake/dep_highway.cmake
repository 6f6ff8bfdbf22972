# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# SIMD with run-time dispatch (Apache 2 or BSD 3-clause). Which instruction sets are compiled is set by
# sinew_simd in core/CMakeLists.txt: link that, not this.
sinew_dependency(highway hwy libhwy-dev hwy::hwy 1.0.3 CONFIG)
