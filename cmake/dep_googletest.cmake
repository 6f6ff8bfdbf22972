# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Tests (BSD 3-clause); brings main().
sinew_dependency(googletest GTest libgtest-dev GTest::gtest_main)
