# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT

# Python bindings (BSD 3-clause). Only python/ sees it. Sets SINEW_PYTHON, the interpreter the module is built
# for: the first python3 of PATH that has NumPy and C headers. A machine may have several, and the first (of pyenv,
# of Conda) may have neither. -DPython_EXECUTABLE=... overrides the search.
set(is_usable "import numpy, os, sysconfig; assert os.path.exists(sysconfig.get_path('include') + '/Python.h')")
function(sinew_check_python result candidate)
  execute_process(COMMAND "${candidate}" -c "${is_usable}" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

if(Python_EXECUTABLE)
  set(SINEW_PYTHON "${Python_EXECUTABLE}")
else()
  find_program(SINEW_PYTHON NAMES python3 python VALIDATOR sinew_check_python NO_CACHE)
endif()

if(SINEW_PYTHON)
  set(Python_EXECUTABLE "${SINEW_PYTHON}")
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
  if(NOT pybind11_DIR)  # installed with pip it is where CMake does not look
    execute_process(COMMAND "${SINEW_PYTHON}" -m pybind11 --cmakedir
      OUTPUT_VARIABLE cmake_dir OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  find_package(pybind11 2.9 QUIET CONFIG HINTS ${cmake_dir})
endif()
set(SINEW_HAS_PYBIND11 FALSE)
if(Python_FOUND AND pybind11_FOUND)
  set(SINEW_HAS_PYBIND11 TRUE)
endif()
