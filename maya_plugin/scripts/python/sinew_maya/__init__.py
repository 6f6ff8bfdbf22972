# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""What Sinew adds to Maya's windows. Nothing in here is imported in batch."""
