# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Finds the Maya devkit at DEVKIT_LOCATION (CMake or environment), the folder "devkitBase" of an unpacked devkit,
# or an installed Maya at MAYA_LOCATION. Sets
#   MAYA_YEAR     such as 2024, read from MTypes.h
#   Maya::Maya    headers, flags and, where the devkit has them, libraries
# The headers are Autodesk's: they are never copied or downloaded.
set(DEVKIT_LOCATION "$ENV{DEVKIT_LOCATION}" CACHE PATH "Folder of the Maya devkit (devkitBase)")
set(MAYA_LOCATION "$ENV{MAYA_LOCATION}" CACHE PATH "Folder of an installed Maya")

find_path(MAYA_INCLUDE_DIR maya/MTypes.h
  PATHS "${DEVKIT_LOCATION}" "${MAYA_LOCATION}" "${MAYA_LOCATION}/devkit"
  PATH_SUFFIXES include NO_DEFAULT_PATH)
if(MAYA_INCLUDE_DIR)
  file(STRINGS "${MAYA_INCLUDE_DIR}/maya/MTypes.h" version REGEX "#define MAYA_APP_VERSION")
  string(REGEX MATCH "20[0-9][0-9]" MAYA_YEAR "${version}")
endif()
set(libraries)
foreach(library OpenMaya OpenMayaAnim OpenMayaRender OpenMayaUI Foundation)
  find_library(MAYA_${library}_LIBRARY ${library}
    PATHS "${DEVKIT_LOCATION}" "${MAYA_LOCATION}" PATH_SUFFIXES lib MacOS Maya.app/Contents/MacOS NO_DEFAULT_PATH)
  if(MAYA_${library}_LIBRARY)
    list(APPEND libraries "${MAYA_${library}_LIBRARY}")
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Maya REQUIRED_VARS MAYA_INCLUDE_DIR MAYA_YEAR)
if(Maya_FOUND AND NOT TARGET Maya::Maya)
  add_library(Maya::Maya INTERFACE IMPORTED GLOBAL)
  target_include_directories(Maya::Maya SYSTEM INTERFACE "${MAYA_INCLUDE_DIR}")
  target_compile_definitions(Maya::Maya INTERFACE
    _BOOL REQUIRE_IOSTREAM
    $<$<PLATFORM_ID:Linux>:LINUX>
    $<$<PLATFORM_ID:Windows>:NT_PLUGIN>
    $<$<PLATFORM_ID:Darwin>:OSMac_>)
  # A devkit for another system is good for compiling only; on Linux Maya itself brings the libraries.
  if(WIN32 OR APPLE)
    target_link_libraries(Maya::Maya INTERFACE ${libraries})
  endif()
endif()
