# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Command-line flags (BSD 3-clause). Only cli/ sees it.
sinew_dependency(cli11 CLI11 libcli11-dev CLI11::CLI11 CONFIG)
