#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Runs `sinew bench` for docs/performance.md and keeps what it prints in tests/benchmarks/results/<CPU>/.

Usage: scripts/measure_performance.py [--tool build/bin/sinew] [--prefix COMMAND] [--list] [PIECE...]

A piece is one run and one file, PIECE.json: the command, the commit and the rows. Without pieces all are run, about
half an hour on two cores. --prefix puts a command before every run, such as one that waits for a quiet machine.
"""

import argparse
import json
import platform
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "tests/benchmarks/results"


def pieces():
    for threads in (1, 2):
        for stage in ("limits", "svd", "operator", "vcycle", "linear", "frame", "bind"):
            less = " --scene arm --course static_5" if (stage, threads) == ("frame", 1) else ""
            yield f"{stage}_{threads}", f"{stage} --threads {threads}{less}"
        yield f"definite_linear_{threads}", f"linear --threads {threads} --definite"
    for target in ("AVX2", "SSE4", "EMU128"):  # the others take the best there is
        for stage in ("svd", "operator", "vcycle"):
            yield f"{stage}_{target.lower()}", f"{stage} --threads 2 --target {target} --repetitions 3"
        yield f"frame_{target.lower()}", (
            f"frame --threads 2 --target {target} --scene arm --course static_5 --repetitions 1")
    for cells in (10000, 31623, 100000, 316228, 1000000):
        yield f"growth_{cells}", (
            f"frame --threads 2 --scene arm --cells {cells} --course static_5 --repetitions 2")
    for nu in ("0.3", "0.45"):
        for scene, cells in (("cube", 32**3), ("cube", 64**3), ("arm", 100000), ("hand", 100000)):
            for tolerance in ("1e-3", "1e-6"):
                for name, flag in (("peers", ""), ("definite_peers", " --definite")):
                    yield f"{name}_{scene}_{cells}_{nu}_{tolerance}", (
                        f"peers --threads 2 --scene {scene} --cells {cells} --nu {nu} --tolerance {tolerance}{flag}")


def cpu_name():
    """The processor, AVX-512 where it has it, and its family: virtual machines of one name differ in these."""
    text = Path("/proc/cpuinfo").read_text()
    wide = " AVX-512" if re.search(r"^flags.* avx512f ", text, re.MULTILINE) else ""
    family = re.search(r"^cpu family\s*: (\d+)", text, re.MULTILINE)
    name = re.search(r"^model name\s*: (.*)", text, re.MULTILINE)
    return (name[1].strip() if name else platform.machine()) + wide + (f" family {family[1]}" if family else "")


def run(tool, prefix, name, arguments, folder):
    command = [*shlex.split(prefix), str(tool), "bench", *shlex.split(arguments), "--json"]
    print(f"{name}: sinew bench {arguments}", flush=True)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{name} failed with {done.returncode}: {done.stderr}", file=sys.stderr)
        return False
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
                            capture_output=True, text=True).stdout.strip()
    kept = {"command": f"sinew bench {arguments} --json", "commit": commit, "cpu": cpu_name(),
            "rows": json.loads(done.stdout)}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(kept, indent=1) + "\n")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", default=ROOT / "build/bin/sinew")
    parser.add_argument("--prefix", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("pieces", nargs="*", metavar="PIECE")
    options = parser.parse_args()
    all_pieces = dict(pieces())
    if options.list:
        for name, arguments in all_pieces.items():
            print(f"{name}: sinew bench {arguments}")
        return 0
    if unknown := [name for name in options.pieces if name not in all_pieces]:
        parser.error(f"no such piece: {', '.join(unknown)}; --list shows all")
    folder = RESULTS / re.sub(r"[^a-z0-9]+", "_", cpu_name().lower().replace("avx-512", "avx512")).strip("_")
    wanted = options.pieces or list(all_pieces)
    return 0 if all([run(options.tool, options.prefix, name, all_pieces[name], folder) for name in wanted]) else 1


if __name__ == "__main__":
    sys.exit(main())
