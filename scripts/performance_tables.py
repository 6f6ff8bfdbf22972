#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Prints the tables of docs/performance.md from a folder of tests/benchmarks/results.

Usage: scripts/performance_tables.py RESULTS
"""

import json
import sys
from pathlib import Path


def rows_of(folder, piece):
    path = folder / f"{piece}.json"
    return json.loads(path.read_text())["rows"] if path.exists() else []


def number(value, form):
    return "-" if value is None else format(value, form)


def table(title, header, lines):
    if not lines:
        return
    print(f"\n### {title}\n\n| {' | '.join(header)} |\n|{'---|' * len(header)}")
    for line in lines:
        print(f"| {' | '.join(line)} |")


def stages(folder):
    lines = []
    for stage in ("svd", "operator", "vcycle", "linear", "definite_linear", "frame", "bind"):
        one = {(row["scene"], row["cells"], row.get("tolerance")): row for row in rows_of(folder, f"{stage}_1")}
        for row in rows_of(folder, f"{stage}_2"):
            single = one.get((row["scene"], row["cells"], row.get("tolerance")))
            tolerance = f", to {row['tolerance']:g}" if "tolerance" in row else ""
            lines.append([stage, row["scene"] + tolerance, f"{row['cells']:,}", f"{1e3 * row['seconds']:.3g}",
                          number(single and 1e3 * single["seconds"], ".3g"),
                          number(single and single["seconds"] / row["seconds"], ".2f"),
                          f"{row['ns_per_cell']:.3g}", number(row["gb_per_s"], ".1f"),
                          number(row["gflop_per_s"], ".1f"), number(row["fraction_of_bound"], ".2f")])
    table("Stages", ["stage", "scene", "cells", "2 threads [ms]", "1 thread [ms]", "ratio", "ns per cell", "GB/s",
                     "GFlop/s", "of the bound"], lines)


def frames(folder):
    lines = []
    for row in rows_of(folder, "frame_2"):
        part = [f"{100 * row['stages'][key] / row['seconds']:.0f} %"
                for key in ("linear", "setup", "linearise", "start", "embed", "other")]
        lines.append([row["scene"], f"{1e3 * row['seconds']:.0f}", f"{row['applications']:.0f}", str(row["newton"]),
                      str(row["vcycles"]), f"{row['error_cells']:.3f}", *part])
    table("Frames", ["frame", "ms", "applications", "N", "V", "error [cells]", "linear", "set-up", "linearise", "start",
                     "embed", "rest"], lines)


def growth(folder):
    found = [row for path in folder.glob("growth_*.json") for row in json.loads(path.read_text())["rows"]]
    lines = [[f"{row['cells']:,}", row["scene"].rsplit(", ", 1)[1], f"{1e3 * row['seconds']:.0f}",
              f"{1e6 * row['seconds'] / row['cells']:.2f}", f"{row['newton']} / {row['vcycles']}",
              f"{row['memory_bytes'] / 1e6:.0f}", f"{row['bytes_per_cell']:.0f}", f"{row['peak_bytes'] / 1e6:.0f}"]
             for row in sorted(found, key=lambda row: (row["cells"], row["scene"]))]
    table("Growth", ["cells", "quality", "ms", "us per cell", "N / V", "memory [MB]", "bytes per cell",
                     "peak of the process [MB]"], lines)


def targets(folder):
    names = {"avx2": "AVX2", "sse4": "SSE4", "emu128": "none"}
    lines = []
    for stage in ("svd", "operator", "vcycle", "frame"):
        other = {t: {(row["scene"], row["cells"]): row["seconds"] for row in rows_of(folder, f"{stage}_{t}")}
                 for t in names}
        for row in rows_of(folder, f"{stage}_2"):
            key = (row["scene"], row["cells"])
            slow = [other[t].get(key) for t in names]
            if any(slow):
                lines.append([stage, row["scene"], f"{row['cells']:,}", row["target"], f"{1e3 * row['seconds']:.3g}",
                              *(number(s and s / row["seconds"], ".2f") for s in slow)])
    table("Instruction sets", ["stage", "scene", "cells", "target", "ms", *(f"{t} over it" for t in names.values())],
          lines)


def peers(folder):
    for path in sorted(folder.glob("*peers_*.json")):
        lines = []
        for row in json.loads(path.read_text())["rows"]:
            lines.append([row["peer"], number(row["tolerance"] or None, ".0e"), number(row["setup_seconds"], ".3f"),
                          number(row["solve_seconds"], ".4f"), number(row["seconds"], ".4f"), str(row["iterations"]),
                          number(row.get("residual"), ".1e"), row["status"], number(row["speedup"], ".1f")])
        table(path.stem, ["solver", "tolerance", "set-up [s]", "solve [s]", "sum [s]", "iterations", "residual", "status",
                          "over ours"], lines)


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    for part in (stages, frames, growth, targets, peers):
        part(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
