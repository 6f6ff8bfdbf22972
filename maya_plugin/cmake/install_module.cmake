# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# sinew_maya_module(<target> <year> <component> [EXCLUDE_FROM_ALL])
# Makes a library a plug-in for a year of Maya, and lays out the module folder around it:
#   cmake --install build --component <component> --prefix <a folder of MAYA_MODULE_PATH>
# Also used by tests/maya, with a plug-in that is compiled against the stand-in.
set(SINEW_MAYA_FOLDER "${CMAKE_CURRENT_LIST_DIR}/..")

function(sinew_maya_module target year component)
  set(platform linux)
  set(suffix .so)
  if(APPLE)
    set(platform mac)
    set(suffix .bundle)
  elseif(WIN32)
    set(platform win64)
    set(suffix .mll)
  endif()
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME sinew
    PREFIX ""
    SUFFIX "${suffix}"
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    # libsinew lies beside the plug-in.
    INSTALL_RPATH "$<IF:$<PLATFORM_ID:Darwin>,@loader_path,$ORIGIN>")
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(map "${SINEW_MAYA_FOLDER}/sinew_maya.map")
    target_link_options(${target} PRIVATE "LINKER:--exclude-libs,ALL" "LINKER:--version-script=${map}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${map}")
  endif()

  set(plugins "sinew/plug-ins/${platform}/${year}")
  set(part COMPONENT ${component} ${ARGN})
  install(TARGETS ${target} LIBRARY DESTINATION "${plugins}" ${part})
  install(TARGETS sinew
    LIBRARY DESTINATION "${plugins}" ${part} NAMELINK_SKIP
    RUNTIME DESTINATION "${plugins}" ${part})
  install(DIRECTORY "${SINEW_MAYA_FOLDER}/scripts" DESTINATION sinew ${part}
    FILES_MATCHING PATTERN "*.mel" PATTERN "*.py")
  install(PROGRAMS "${PROJECT_SOURCE_DIR}/scripts/sinew_batch.py" DESTINATION sinew/bin ${part})
  set(module_file "${CMAKE_CURRENT_BINARY_DIR}/${component}/sinew.mod")
  configure_file("${SINEW_MAYA_FOLDER}/module/sinew.mod.in" "${module_file}" @ONLY)
  install(FILES "${module_file}" DESTINATION . ${part})
endfunction()
