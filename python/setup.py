# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Builds the package with CMake from the tree this folder is in."""

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent.parent


def version():
    return re.search(r"project\(sinew VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


class CMakeBuild(build_ext):
    """Leaves the compiled module, and libsinew beside it, where setuptools expects the module."""

    def build_extension(self, ext):
        module = Path(self.get_ext_fullpath(ext.name)).resolve()
        build = Path(self.build_temp).resolve()
        prefix = module.parent.parent
        configure = ["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DSINEW_BUILD_PYTHON=ON"]
        configure += [f"-DSINEW_BUILD_{part}=OFF" for part in ("TESTS", "CLI", "BENCHMARKS")]
        configure += [f"-DPython_EXECUTABLE={sys.executable}"]
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "sinew_python", "--parallel", jobs], check=True)
        subprocess.run(["cmake", "--install", build, "--component", "python", "--prefix", prefix], check=True)


setup(version=version(), ext_modules=[Extension("sinew._core", [])], cmdclass={"build_ext": CMakeBuild})
