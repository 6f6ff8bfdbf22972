#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Shells (cli/, python/, maya_plugin/) stay thin: they see only <sinew/...> and their host, and are short.

Usage: scripts/check_shells.py [--self-test]
"""

import re

from check_support import THIRD_PARTY, files_under, includes, main

SHELLS = ("cli", "python", "maya_plugin")
CODE = {".h", ".hpp", ".cpp", ".inc", ".py", ".mel"}
MADE_BY_PIP = {"build", "sinew.egg-info"}  # folders of python/, as pip install ./python leaves them
MOST_LINES_IN_FILE = 250
MOST_LINES_IN_SHELL = {"maya_plugin": 4200}
INTERNAL_TARGET = re.compile(r"sinew_(internal|objects|simd)\b|core/src|sinew_dep::(eigen|tbb|highway)\b")


def problem_in_include(included, root):
    first = included.split("/")[0]
    if first in THIRD_PARTY:
        return f"a shell may not include {THIRD_PARTY[first]}"
    if "core/src" in included or (root / "core/src" / included).is_file():
        return f"a shell may not include core/src ({included})"
    return None


def find_problems(root):
    problems = []
    for shell in SHELLS:
        total = 0
        for path in files_under(root / shell):
            where = path.relative_to(root).as_posix()
            if shell == "python" and where.split("/")[1] in MADE_BY_PIP:
                continue
            lines = path.read_text(errors="replace").splitlines()
            if path.name == "CMakeLists.txt":
                for number, line in enumerate(lines, 1):
                    if match := INTERNAL_TARGET.search(line.split("#")[0]):
                        problems.append(f"{where}:{number}: a shell may not use {match[0]}")
            if path.suffix not in CODE:
                continue
            total += len(lines)
            if len(lines) > MOST_LINES_IN_FILE:
                problems.append(f"{where}: {len(lines)} lines, at most {MOST_LINES_IN_FILE} in a file")
            for number, included, _ in includes(path):
                if problem := problem_in_include(included, root):
                    problems.append(f"{where}:{number}: {problem}")
        if total > MOST_LINES_IN_SHELL.get(shell, total):
            problems.append(f"{shell}/: {total} lines in all, at most {MOST_LINES_IN_SHELL[shell]}")
    return problems


GOOD = {
    "core/src/base/parallel.h": "",
    "cli/CMakeLists.txt": "target_link_libraries(sinew_cli PRIVATE sinew::core)  # not sinew_internal\n",
    "cli/main.cpp": '#include <CLI/CLI.hpp>\n#include "sinew/sinew.h"\n#include "options.h"\n',
    "cli/options.h": "\n" * 250,
    "python/build/temp/compiler.cpp": "#include <Eigen/Dense>\n",
    "maya_plugin/README.md": "\n" * 1000,
    "maya_plugin/node.cpp": "\n" * 225,
}
BAD = [
    ({"cli/a.cpp": "#include <Eigen/Dense>\n"}, "may not include Eigen"),
    ({"python/a.cpp": "#include <tbb/task_arena.h>\n"}, "may not include TBB"),
    ({"python/sinew/a.py": "\n" * 251}, "at most 250 in a file"),
    ({"maya_plugin/a.cpp": '#include "hwy/highway.h"\n'}, "may not include Highway"),
    ({"cli/a.h": '#include "base/parallel.h"\n'}, "may not include core/src"),
    ({"cli/a.cpp": '#include "../core/src/base/parallel.h"\n'}, "may not include core/src"),
    ({"cli/a.cpp": "\n" * 251}, "at most 250 in a file"),
    ({f"maya_plugin/part{k}.cpp": "\n" * 250 for k in range(17)}, "at most 4200"),
    ({"cli/CMakeLists.txt": "target_link_libraries(t sinew_internal)\n"}, "may not use sinew_internal"),
]

if __name__ == "__main__":
    main("check_shells", find_problems, GOOD, BAD)
