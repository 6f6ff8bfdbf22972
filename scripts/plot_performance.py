#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Draws docs/images/performance.svg from the growth_*.json of a folder of tests/benchmarks/results.

Usage: scripts/plot_performance.py RESULTS OUT.svg
Time and memory of a frame against the number of cells, and how the time splits, all on two threads.
"""

import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

matplotlib.rcParams["svg.hashsalt"] = "sinew"  # the same file from the same numbers
STAGES = (("linear", "linear solves"), ("setup", "set-up of levels"), ("linearise", "linearise, line search"),
          ("start", "start value"), ("embed", "embed"), ("contact", "contact"), ("other", "rest"))


def growth(folder):
    rows = []
    for path in folder.glob("growth_*.json"):
        rows += [row for row in json.loads(path.read_text())["rows"] if row["scene"].endswith("final")]
    return sorted(rows, key=lambda row: row["cells"])


def draw_growth(axes, cells, values, label, unit):
    axes.loglog(cells, values, "o-", color="tab:blue", label=label)
    middle = len(cells) // 2
    axes.loglog(cells, [values[middle] * c / cells[middle] for c in cells], "--", color="grey",
                label="in proportion to cells")
    for c, v in zip(cells, values):
        axes.annotate(f"{v:,.3g}" if v < 1000 else f"{v:,.0f}", (c, v), textcoords="offset points", xytext=(6, -11), fontsize=8)
    axes.set_xlabel("cells")
    axes.set_ylabel(unit)
    axes.grid(True, which="both", alpha=0.25)
    axes.legend(fontsize=8)


def draw_split(axes, rows):
    names = [f"{row['cells'] / 1000:.0f}K" for row in rows]
    bottom = [0.0] * len(rows)
    for stage, label in STAGES:
        parts = [100 * max(0.0, row["stages"][stage]) / row["seconds"] for row in rows]
        if max(parts) < 0.5:
            continue
        axes.bar(names, parts, bottom=bottom, label=label, width=0.7)
        bottom = [a + b for a, b in zip(bottom, parts)]
    axes.set_xlabel("cells")
    axes.set_ylabel("part of the frame [%]")
    axes.set_ylim(0, 100)
    axes.legend(fontsize=8, loc="lower left", framealpha=0.9)


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    rows = growth(Path(sys.argv[1]))
    if not rows:
        print(f"{sys.argv[1]} has no growth_*.json; scripts/measure_performance.py writes them", file=sys.stderr)
        return 1
    cells = [row["cells"] for row in rows]
    figure, (time, memory, split) = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    draw_growth(time, cells, [row["seconds"] for row in rows], "a frame", "seconds")
    draw_growth(memory, cells, [row["memory_bytes"] / 1e6 for row in rows], "character and simulation", "MB")
    draw_split(split, rows)
    figure.suptitle(f"The arm, static, 5 degrees, {rows[0]['threads']} threads, {rows[0]['target']}")
    figure.savefig(sys.argv[2], metadata={"Date": None})
    return 0


if __name__ == "__main__":
    sys.exit(main())
