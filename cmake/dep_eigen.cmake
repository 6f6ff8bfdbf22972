# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Dense and sparse linear algebra (MPL 2): the slow references tests compare with.
sinew_dependency(eigen Eigen3 libeigen3-dev Eigen3::Eigen 3.4 CONFIG)
