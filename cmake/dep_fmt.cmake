# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Text formatting (MIT).
sinew_dependency(fmt fmt libfmt-dev fmt::fmt CONFIG)
