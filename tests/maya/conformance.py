#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Does the plug-in need of Maya what the true headers of 2024 offer?

Usage:
  conformance.py standin OBJECT...        the plug-in compiled against our stand-in: its Maya functions must be those
                                          of the committed list, which came from the true headers
  conformance.py devkit PLUGIN OBJECT...  the plug-in compiled against a devkit: the list must be up to date, exports
                                          must be the two entry points and the version, and what is undefined must be
                                          Maya's, libsinew's or the C++ runtime's
  conformance.py write OBJECT...          rewrites the list from a build with the true headers
"""

import pathlib
import re
import subprocess
import sys

LIST = pathlib.Path(__file__).with_name("maya_symbols_2024.txt")
NAMESPACE = re.compile(r"Autodesk::Maya::OpenMaya20\d{6}::")

# Virtual functions that a vtable names though nobody calls them: the stand-in leaves them out.
ONLY_IN_VTABLES = re.compile(r"^(MPx\w+|MHWRender::MPx\w+|MFn\w+|MFnBase|MUserData)::|^(vtable|typeinfo) for ")


# Called by inline code of Maya's headers, which the stand-in does not copy.
ONLY_IN_MAYAS_HEADERS = {"MPoint::cartesianize()"}


def symbols(files, *flags):
    text = subprocess.run(["nm", "-C", *flags, *files], check=True, capture_output=True, text=True).stdout
    found = set()
    for line in text.splitlines():
        if match := re.match(r"^[0-9a-f ]*\b([A-Za-z]) (.*)$", line):
            found.add((match[1], match[2]))
    return found


def maya_symbols(objects):
    names = {name for kind, name in symbols(objects, "-u")}
    plain = {NAMESPACE.sub("", n) for n in names if NAMESPACE.search(n)}
    return {n for n in plain if "sinew::" not in n}


def committed():
    return {line for line in LIST.read_text().splitlines() if line and not line.startswith("#")}


def compare_standin(objects):
    needed, known = maya_symbols(objects), committed()
    problems = [f"Maya 2024 has no {n}" for n in sorted(needed - known) if not n.startswith(("vtable", "typeinfo"))]
    problems += [f"the stand-in lacks {n}" for n in sorted(known - needed - ONLY_IN_MAYAS_HEADERS)
                 if not ONLY_IN_VTABLES.search(n)]
    if len(needed & known) < 150:
        problems.append(f"only {len(needed & known)} functions were compared; was the plug-in compiled?")
    return problems


def compare_devkit(plugin, objects):
    needed, known = maya_symbols(objects), committed()
    problems = [f"not in the list: {n}" for n in sorted(needed - known)]
    problems += [f"no longer needed: {n}" for n in sorted(known - needed)]
    exports = {name for kind, name in symbols([plugin], "-D", "--defined-only")}
    exports = {NAMESPACE.sub("", n) for n in exports}
    expected = {"MApiVersion", "initializePlugin(MObject)", "uninitializePlugin(MObject)"}
    if exports != expected:
        problems.append(f"exports are {sorted(exports)}")
    for _, name in symbols([plugin], "-D", "-u"):
        if not re.search(r"Autodesk::Maya|sinew::|std::|operator (new|delete)|^_?_|@(GLIBC|CXXABI|GCC)", name):
            problems.append(f"needs {name} from nobody knows where")
    return problems


def main():
    mode, files = sys.argv[1], sys.argv[2:]
    if mode == "write":
        head = ("# What the plug-in needs of Maya, compiled against the headers of Maya 2024.2 at -O0.\n"
                "# Rewritten by tests/maya/conformance.py write; names only, none of Autodesk's text.\n")
        LIST.write_text(head + "\n".join(sorted(maya_symbols(files))) + "\n")
        return
    problems = compare_standin(files) if mode == "standin" else compare_devkit(files[0], files[1:])
    for problem in problems:
        print("conformance:", problem)
    print(f"conformance: {mode}, {len(maya_symbols(files[mode == 'devkit':]))} names,",
          f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
