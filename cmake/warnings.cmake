# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

add_library(sinew_warnings INTERFACE)
target_compile_options(sinew_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${SINEW_WARNINGS_AS_ERRORS}>:-Werror>)
