#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Layers of core/ point one way: every #include is checked against core/layers.txt.

Usage: scripts/check_layers.py [--self-test]
"""

from check_support import THIRD_PARTY, files_under, includes, main


def read_table(path):
    """layers.txt -> {folder: folders it may include}, and what is wrong with the table itself."""
    table, problems = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, _, allowed = (part.strip() for part in line.partition(":"))
        for name in allowed.split():
            if name not in table:
                problems.append(f"core/layers.txt:{number}: {folder} names {name}, which is not above it")
        table[folder] = set(allowed.split())
    return table, problems


def problem_in_source(name, included, quoted, table):
    """What is wrong with this #include in core/src/<name>, or None."""
    folder = name.split("/")[0]
    first = included.split("/")[0]
    library = THIRD_PARTY.get(first)
    if library == "TBB" and name != "base/parallel.cpp":
        return "TBB may be included by base/parallel.cpp only"
    if library == "Highway" and not name.endswith(("-inl.h", "_kernels.cpp")):
        return "Highway may be included by *-inl.h and *_kernels.cpp only"
    if first in table:
        if first != folder and first not in table[folder]:
            return f"{folder} may not include {first} (core/layers.txt)"
    elif quoted and first != "sinew" and not library:
        return f'"{included}" does not start with a folder of core/layers.txt'
    return None


def find_problems(root):
    table, problems = read_table(root / "core/layers.txt")
    src = root / "core/src"
    for path in files_under(src):
        name = path.relative_to(src).as_posix()
        if name.split("/")[0] not in table:
            problems.append(f"core/src/{name}: its folder is not in core/layers.txt")
            continue
        for number, included, quoted in includes(path):
            if problem := problem_in_source(name, included, quoted, table):
                problems.append(f"core/src/{name}:{number}: {problem}")
    for path in files_under(root / "core/include"):
        where = path.relative_to(root).as_posix()
        for number, included, quoted in includes(path):
            first = included.split("/")[0]
            if first in THIRD_PARTY:
                problems.append(f"{where}:{number}: public headers may not show {THIRD_PARTY[first]}")
            elif quoted and first != "sinew":
                problems.append(f'{where}:{number}: public headers may include only "sinew/..." in quotes')
    return problems


GOOD = {
    "core/layers.txt": "base :\nmath : base  # comment\nlattice : base math\n",
    "core/include/sinew/a.h": '#include "sinew/b.h"\n#include <vector>\n',
    "core/src/base/parallel.cpp": '#include "base/parallel.h"\n#include <tbb/parallel_for.h>\n',
    "core/src/math/wide-inl.h": "#include <hwy/highway.h>\n",
    "core/src/math/svd3_kernels.cpp": '#include "hwy/foreach_target.h"\n#include "math/wide-inl.h"\n',
    "core/src/lattice/a.cpp": '#include <Eigen/Core>\n#include "sinew/a.h"\n  # include "math/a.h"\n',
}
BAD = [
    ({"core/layers.txt": "base : math\nmath : base\n"}, "not above it"),
    ({"core/src/math/a.h": '#include "lattice/lattice.h"\n'}, "math may not include lattice"),
    ({"core/src/math/a.h": "#include <lattice/lattice.h>\n"}, "math may not include lattice"),
    ({"core/src/math/a.h": '#include "extra/x.h"\n'}, "does not start with a folder"),
    ({"core/src/math/a.h": '#include "svd3.h"\n'}, "does not start with a folder"),
    ({"core/src/extra/x.h": ""}, "folder is not in"),
    ({"core/src/stray.h": ""}, "folder is not in"),
    ({"core/src/base/sort.cpp": "#include <tbb/parallel_sort.h>\n"}, "TBB may be included"),
    ({"core/src/base/sort.h": "#include <oneapi/tbb.h>\n"}, "TBB may be included"),
    ({"core/src/math/a.h": "#include <hwy/highway.h>\n"}, "Highway may be included"),
    ({"core/include/sinew/c.h": "#include <Eigen/Core>\n"}, "may not show Eigen"),
    ({"core/include/sinew/c.h": "#include <tbb/task_arena.h>\n"}, "may not show TBB"),
    ({"core/include/sinew/c.h": '#include "hwy/base.h"\n'}, "may not show Highway"),
    ({"core/include/sinew/c.h": '#include "base/assert.h"\n'}, "may include only"),
]

if __name__ == "__main__":
    main("check_layers", find_problems, GOOD, BAD)
