# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""What the check_*.py scripts share. Not a script."""

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
THIRD_PARTY = {"Eigen": "Eigen", "unsupported": "Eigen", "tbb": "TBB", "oneapi": "TBB", "hwy": "Highway"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def files_under(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def includes(path):
    """(line number, included path, whether in quotes) of each #include."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1], '"' in line


def planted_failures(find_problems, good, bad):
    """Runs the check on a good tree, then once per planted fault, which must be named.

    good: {path: text}; bad: list of (planted {path: text}, words the complaint must contain).
    """
    failures = []
    for planted, expected in [({}, None), *bad]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**good, **planted}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            problems = find_problems(Path(folder))
        if expected is None and problems:
            failures.append(f"a good tree was refused: {problems}")
        if expected is not None and not any(expected in problem for problem in problems):
            failures.append(f"not caught in {list(planted)}: {expected}; said {problems}")
    return failures


def main(name, find_problems, good, bad):
    testing = sys.argv[1:] == ["--self-test"]
    if sys.argv[1:] and not testing:
        sys.exit(f"usage: scripts/{name}.py [--self-test]")
    problems = planted_failures(find_problems, good, bad) if testing else find_problems(ROOT)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{name}: {'self-test' if testing else 'check'} {'failed' if problems else 'passed'}")
    sys.exit(1 if problems else 0)
