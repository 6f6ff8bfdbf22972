# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Threads (Apache 2). Only core/src/base/parallel.cpp sees it.
sinew_dependency(tbb TBB libtbb-dev TBB::tbb CONFIG)
