# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Reaches every target that links sinew::flags or the core. -O1 and -g1 keep the build and the tests short
# and the reports readable; asserts (ours and Eigen's) are on.
add_library(sinew_sanitizers INTERFACE)
if(SINEW_SANITIZE STREQUAL "address")
  # Of UBSan's checks, those are left out that ASan sees too; they are a quarter of the compile time.
  set(sanitize -fsanitize=address,undefined -fno-sanitize=null,object-size,vptr,pointer-overflow
    -fno-sanitize-recover=all)
elseif(SINEW_SANITIZE STREQUAL "thread")
  set(sanitize -fsanitize=thread)
elseif(NOT SINEW_SANITIZE STREQUAL "")
  message(FATAL_ERROR "SINEW_SANITIZE is '${SINEW_SANITIZE}': it must be empty, address or thread.")
endif()
if(SINEW_SANITIZE)
  target_compile_options(sinew_sanitizers INTERFACE
    ${sanitize} -O1 -g1 -fno-omit-frame-pointer -UNDEBUG
    # GCC sees uninitialised values where the checks add branches.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    # Cuts the compile time of the kernels to a third; only line numbers of variables suffer.
    $<$<CXX_COMPILER_ID:GNU>:-fno-var-tracking>
    $<$<CXX_COMPILER_ID:GNU>:-fno-var-tracking-assignments>)
  target_compile_definitions(sinew_sanitizers INTERFACE
    SINEW_CHECKED
    $<$<STREQUAL:${SINEW_SANITIZE},thread>:SINEW_THREAD_SANITIZER>)
  target_link_options(sinew_sanitizers INTERFACE ${sanitize})
endif()
