# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Compression (zlib licence): images and packed files.
sinew_dependency(zlib ZLIB zlib1g-dev ZLIB::ZLIB)
