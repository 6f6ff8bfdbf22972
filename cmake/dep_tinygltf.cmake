# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# glTF files (MIT). Only its header is used, compiled into core/src/io/tinygltf.cpp without images and
# files: the packaged library decodes images, which untrusted files had better not reach.
find_path(SINEW_TINYGLTF_INCLUDE tiny_gltf.h)
if(NOT SINEW_TINYGLTF_INCLUDE)
  message(FATAL_ERROR
    "Sinew needs tiny_gltf.h, which was not found. On Debian and Ubuntu it is in the package "
    "libtinygltf-dev; scripts/setup installs this and all others.")
endif()
mark_as_advanced(SINEW_TINYGLTF_INCLUDE)
add_library(sinew_dep_tinygltf INTERFACE)
add_library(sinew_dep::tinygltf ALIAS sinew_dep_tinygltf)
target_include_directories(sinew_dep_tinygltf SYSTEM INTERFACE "${SINEW_TINYGLTF_INCLUDE}")
target_compile_definitions(sinew_dep_tinygltf INTERFACE
  TINYGLTF_NO_STB_IMAGE TINYGLTF_NO_STB_IMAGE_WRITE TINYGLTF_NO_EXTERNAL_IMAGE TINYGLTF_NO_FS)
target_link_libraries(sinew_dep_tinygltf INTERFACE sinew_dep::json)
