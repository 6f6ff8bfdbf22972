#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Draws the filmed silicone beam and our motion of it into one picture: docs/images/real_beam.svg.

Usage: scripts/plot_real_beam.py MEASURED CURVES OUT.svg
MEASURED: the folder with realbeam_*.csv. CURVES: the folder beam_test wrote to, told by SINEW_BEAM_CURVES.
"""

import csv
import sys
from pathlib import Path

RUNS = (("realbeam_gravity.csv", 65, "its own weight"), ("realbeam_load52.csv", 43, "with 52 g at the tip"))
WIDTH, HEIGHT, LEFT, TOP, GAP = 820, 250, 60, 34, 70
SECONDS = 1.0


def rows(path):
    with open(path) as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines))


def measured(path, release):
    heights = [float(row["tip1_x"]) for row in rows(path)]
    held = sum(heights[:10]) / 10
    return [(0.01 * (i - release), 1e3 * (held - h)) for i, h in enumerate(heights) if i >= release]


def simulated(path):
    return [(float(row["seconds"]), 1e3 * float(row["sag"])) for row in rows(path)]


class Axes:
    def __init__(self, top, greatest):
        self.top, self.greatest = top, greatest

    def place(self, seconds, sag):
        return LEFT + seconds / SECONDS * (WIDTH - LEFT - 20), self.top + sag / self.greatest * HEIGHT

    def frame(self, title):
        step = 5
        parts = [f'<text x="{LEFT}" y="{self.top - 10}" font-weight="bold">Silicone beam, {title}</text>']
        for sag in range(0, int(self.greatest) + 1, step):
            x, y = self.place(0, sag)
            parts.append(f'<line x1="{x}" y1="{y:.1f}" x2="{WIDTH - 20}" y2="{y:.1f}" stroke="#ddd"/>')
            parts.append(f'<text x="{x - 8}" y="{y + 4:.1f}" text-anchor="end">{sag}</text>')
        for tenth in range(0, 11, 2):
            x, y = self.place(tenth / 10, self.greatest)
            parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{tenth / 10:g} s</text>')
        parts.append(
            f'<text x="16" y="{self.top + HEIGHT / 2}" transform="rotate(-90 16 {self.top + HEIGHT / 2})" '
            'text-anchor="middle">sag of the tip [mm]</text>'
        )
        return parts

    def line(self, curve):
        points = " ".join("{:.1f},{:.1f}".format(*self.place(*p)) for p in curve if 0 <= p[0] <= SECONDS)
        return [f'<polyline points="{points}" fill="none" stroke="#c0392b" stroke-width="1.6"/>']

    def dots(self, curve):
        places = (self.place(*p) for p in curve if 0 <= p[0] <= SECONDS)
        return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="#2c3e50"/>' for x, y in places]


def legend(y):
    return [
        f'<circle cx="{WIDTH - 270}" cy="{y - 4}" r="2.2" fill="#2c3e50"/>',
        f'<text x="{WIDTH - 260}" y="{y}">measured, 100 Hz</text>',
        f'<line x1="{WIDTH - 130}" y1="{y - 4}" x2="{WIDTH - 105}" y2="{y - 4}" stroke="#c0392b" stroke-width="1.6"/>',
        f'<text x="{WIDTH - 98}" y="{y}">Sinew</text>',
    ]


def main(measured_folder, curves, out):
    parts = []
    for i, (name, release, title) in enumerate(RUNS):
        truth = measured(Path(measured_folder) / name, release)
        ours = simulated(Path(curves) / f"simulated_{name}")
        axes = Axes(TOP + i * (HEIGHT + GAP), 5 * int(max(sag for _, sag in truth + ours) / 5 + 1))
        parts += axes.frame(title) + axes.dots(truth) + axes.line(ours)
        parts += legend(axes.top - 10)
    height = TOP + 2 * (HEIGHT + GAP)
    Path(out).write_text(
        "<!-- SPDX-FileCopyrightText: 2026 The Sinew authors -->\n<!-- SPDX-License-Identifier: MIT -->\n"
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" '
        'font-size="13">\n<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
