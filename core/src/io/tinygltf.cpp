// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The body of tinygltf: a parser of JSON into structs here, because cmake/dep_tinygltf.cmake
// switches off images and files.
#include <fstream>  // used by tinygltf even without files

#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
