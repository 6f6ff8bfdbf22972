# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# sinew_dependency(<name> <package> <apt package> <target> [find_package arguments])
# Finds the package and offers its target as sinew_dep::<name>. A macro, so that the package's own targets
# are seen from the whole project.
macro(sinew_dependency name package apt_package target)
  find_package(${package} ${ARGN} QUIET)
  if(NOT TARGET ${target})
    message(FATAL_ERROR
      "Sinew needs ${package}, which was not found. On Debian and Ubuntu it is the package "
      "${apt_package}; scripts/setup installs this and all others.")
  endif()
  add_library(sinew_dep_${name} INTERFACE)
  add_library(sinew_dep::${name} ALIAS sinew_dep_${name})
  target_link_libraries(sinew_dep_${name} INTERFACE ${target})
endmacro()
