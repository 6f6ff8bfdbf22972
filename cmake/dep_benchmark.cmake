# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Timing of small pieces (Apache 2). Only tests/benchmarks sees it.
sinew_dependency(benchmark benchmark libbenchmark-dev benchmark::benchmark CONFIG)
