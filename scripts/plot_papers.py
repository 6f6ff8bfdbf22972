#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Writes docs/results/papers.md and its plots from what sinew_reproduce measured.

Usage: scripts/plot_papers.py RESULT.json [--docs FOLDER]
Called by scripts/reproduce.
"""

import argparse
import io
import json
import os
import platform
import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt

from paper_plots import PLOTS

SPDX = """\
<!-- SPDX-FileCopyrightText: 2026 The Sinew authors -->
<!-- SPDX-License-Identifier: MIT -->
"""

INTRODUCTION = """\
<!-- Written by scripts/plot_papers.py from the results of scripts/reproduce. Do not edit. -->

# The papers' experiments, run again

`scripts/reproduce` runs what McAdams et al. 2011, Zhu et al. 2010 and Patterson et al. 2012 report, with the papers'
own methods (`tests/papers`, [decision 0050](../decisions/0050-papers-methods-beside-the-tests.md)) and with our
default solver on the same bodies, and writes this page. `scripts/reproduce --quick` runs smaller bodies; it is part of
`scripts/test` as `papers_test`, which fails if a claim at the end of this page does not hold.

How to read it:

- **The papers' methods here are prototypes**: double, one thread, per-cell loops without SIMD. Their *iteration counts
  and rates* are what is compared. Their times are given beside the printed ones only to show what plain code costs.
- **Our times** are of one thread on the machine below; the printed times are of the papers' machines of 2010 to 2012,
  with the number of cores given. Nothing is scaled.
- Where a paper does not give mesh, boundary conditions or parameters, the order and the thresholds are compared, not
  the digits, and the row says what we chose.
- "ours, default" is the linear solver of a Newton step: conjugate gradients, or generalised minimal residuals with
  pressures from Poisson's ratio 0.481 on, with one Galerkin V-cycle per iteration, V(5,5) on the
  lattice and V(3,3) on coarser levels.

"""

NOT_REPRODUCED = """\
## Not reproduced

- **GPU times** of McAdams 2011 and the Larrabee table of Zhu 2010: Sinew runs on CPUs. Scaling over more than two cores
  could not be measured where this was made.
- **The papers' characters** (arm and shoulder, hand, torso; armadillo, dragon, face, human): they are not public. Our
  arm, hand, ball and human are generated, with cell counts near theirs where it matters.
- **Contact and self-collision** (McAdams 2011, section 7; figures 5, 6 and 8): their scenes are of their characters. How ours
  works and what it reaches: docs/theory/contact.md.
- **Zhu's staggered distributive smoother**: a different discretisation; their printed rates stand beside ours.
- **Patterson's sub-cell quadrature** (figures 4 and 5, defect correction) **and muscles** (figure 1): not implemented.
  Their first-order scheme is what our cells are, and is what the mixed form is run on here.
- **Xian et al. 2019 and Georgii and Westermann 2008**: nothing of theirs is run here.
- **Per-kernel splits and working sets** of Zhu 2010, figures 22 and 23.
"""

CAPTIONS = {
    "tangents": "Spectral radius of the modified Newton method against stretch, and what 10 steps per increment leave.",
    "shapes": "The middle layer of the bar, where each sequence ended.",
    "hourglass": "A patch with its corners pulled to 1.5x, seen from above: upper layer of nodes.",
    "euler": "Least over greatest eigenvalue of M + dt^2 K of a bar squeezed and bent, without and with the fix.",
    "cube": "Cube between two fixed faces: residual per V-cycle.",
    "residuals": "Residual against products with the fine matrix, the measure both methods share.",
    "fas": "Force after a sudden motion of the bones, per FAS cycle or Newton step of one V-cycle.",
    "svd": "What sweeps leave off the diagonal of random matrices.",
    "poisson": "Rate per V-cycle against Poisson's ratio.",
    "stagnation": "Conjugate gradients without multigrid, and ours.",
    "disc": "Error of the analytic disc against the cell edge.",
    "volume": "Volume of a bar stretched to 2.2x at Poisson's ratio 0.498; bars span the cells.",
    "times": "Seconds on one thread: our default, the papers' printed times, and the plain prototype.",
}


def machine():
    name = platform.processor() or platform.machine()
    try:
        name = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text()).group(1)
    except (OSError, AttributeError):
        pass
    return f"{name}, {os.cpu_count()} logical CPUs, one thread used"


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ") or "-"


def write_page(data, images, out):
    parts = [SPDX + INTRODUCTION, f"Machine: {machine()}.\n\n"]
    for name, experiment in data.items():
        parts.append(f"## {experiment['title']}\n\n| Paper | What | Paper's number | Ours | Set-up | Verdict |\n")
        parts.append("|---|---|---|---|---|---|\n")
        for row in experiment["rows"]:
            columns = (row["place"], row["what"], row["theirs"], row["ours"], row["setUp"], f"**{row['verdict']}**")
            parts.append("| " + " | ".join(map(cell, columns)) + " |\n")
        reasons = list(dict.fromkeys(row["why"] for row in experiment["rows"] if row["why"]))
        parts.append("\n" + "".join(f"- {reason}\n" for reason in reasons) + ("\n" if reasons else ""))
        for plot, (owner, _) in PLOTS.items():
            if owner == name and plot in images:
                parts.append(f"![{CAPTIONS[plot]}](../images/papers/{plot}.svg)\n\n*{CAPTIONS[plot]}*\n\n")
    parts.append(NOT_REPRODUCED)
    parts.append("\n## Claims of this run\n\n| Experiment | Claim | Holds |\n|---|---|---|\n")
    for name, experiment in data.items():
        for claim in experiment["claims"]:
            parts.append(f"| {name} | {cell(claim['claim'])} | {'yes' if claim['holds'] else '**no**'} |\n")
    minutes = sum(e["seconds"] for e in data.values()) / 60
    parts.append(f"\nThe experiments took {minutes:.0f} minutes.\n")
    out.write_text("".join(parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=Path)
    parser.add_argument("--docs", type=Path, default=Path(__file__).resolve().parent.parent / "docs")
    arguments = parser.parse_args()
    data = json.loads(arguments.result.read_text())["experiments"]
    folder = arguments.docs / "images" / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    (arguments.docs / "results").mkdir(parents=True, exist_ok=True)
    plt.rcParams["svg.hashsalt"] = "sinew"  # same picture, same bytes
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["legend.handlelength"] = 4  # long enough to tell dashes behind a marker
    images = set()
    for name, (owner, draw) in PLOTS.items():
        if owner not in data:
            continue
        fig = draw(data)
        fig.tight_layout()
        picture = io.StringIO()
        fig.savefig(picture, format="svg", metadata={"Date": None})
        (folder / f"{name}.svg").write_text(picture.getvalue().replace("<svg ", SPDX + "<svg ", 1))
        plt.close(fig)
        images.add(name)
    write_page(data, images, arguments.docs / "results" / "papers.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
