# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# JSON (MIT): character files and reports.
sinew_dependency(json nlohmann_json nlohmann-json3-dev nlohmann_json::nlohmann_json CONFIG)
