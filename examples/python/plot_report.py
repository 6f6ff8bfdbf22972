#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Binds an arm made of arrays, bends it, and plots how its frames went; cell by cell, as in a notebook.

    PYTHONPATH=build/python python3 examples/python/plot_report.py report.png

The `# %%` lines make it a notebook in VS Code, Spyder and PyCharm.
"""

# %%
import sys

import matplotlib

if "ipykernel" not in sys.modules:
    matplotlib.use("Agg")  # into a file
import matplotlib.pyplot as plt
import numpy as np

import sinew

# %% An arm along x [m]: rings of points, closed by a point at each end.
rings, sides, length, elbow = 48, 24, 0.6, 0.3
along = np.linspace(0, length, rings)
radius = 0.05 + 0.012 * np.sin(np.pi * along / elbow) ** 2 - 0.02 * along / length
radius *= np.sqrt(np.clip(np.minimum(along, length - along) / 0.03 + 0.2, 0, 1))  # round ends
around = np.linspace(0, 2 * np.pi, sides, endpoint=False)
skin = np.stack([
    np.repeat(along, sides), np.outer(radius, np.cos(around)).ravel(), np.outer(radius, np.sin(around)).ravel()
], axis=1)  # fmt: skip
points = np.concatenate([skin, [[-0.002, 0, 0], [length + 0.002, 0, 0]]])
ring, side = np.meshgrid(np.arange(rings - 1), np.arange(sides), indexing="ij")
a, b = (ring * sides + side).ravel(), (ring * sides + (side + 1) % sides).ravel()
first, last, next_side = np.arange(sides), np.arange(sides) + (rings - 1) * sides, (np.arange(sides) + 1) % sides
faces = np.concatenate([
    np.stack([a, b, b + sides], 1), np.stack([a, b + sides, a + sides], 1),
    np.stack([np.full(sides, rings * sides), next_side, first], 1),
    np.stack([np.full(sides, rings * sides + 1), last, next_side + (rings - 1) * sides], 1),
])  # fmt: skip

bones = [
    sinew.Bone("upper arm", sinew.Capsule((0.02, 0, 0), (elbow - 0.03, 0, 0), 0.018)),
    sinew.Bone("forearm", sinew.Capsule((elbow + 0.03, 0, 0), (length - 0.02, 0, 0), 0.015)),
]
character = sinew.bind(points, faces, bones, targetCells=4000)
print(character, *character.warnings, sep="\n")


# %% Sixteen poses: the forearm turns about the elbow.
def pose(degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    matrices = character.rest_pose
    matrices[1, :2, :2] = [[c, -s], [s, c]]
    matrices[1, :2, 3] = [elbow - c * elbow, -s * elbow]
    return matrices


simulation = sinew.Simulation(character)
frames = np.arange(16)
solved = [simulation.solve(pose(8 * frame), strain=True) for frame in frames]
reports = [frame.report for frame in solved]
for frame, report in zip(frames, reports):
    print(f"frame {frame:3}  {report.status:<15}  newton {report.newton:3}  min J {report.min_j:.3f}")

# %% Effort, volume, time and strain.
figure, axes = plt.subplots(2, 2, figsize=(11, 7), constrained_layout=True)
figure.suptitle(f"an elbow bends to {8 * frames[-1]} degrees: {character.cells} cells")

effort = axes[0, 0]
converged = [report.status == "converged" for report in reports]
effort.bar(frames, [report.newton for report in reports], 0.8, label="Newton steps",
           color=["tab:blue" if good else "tab:red" for good in converged])  # fmt: skip
effort.plot(frames, [report.vcycles for report in reports], "k.-", label="V-cycles")
effort.set(xlabel="frame", ylabel="count", title="effort (red: not converged)")
effort.legend()

volume = axes[0, 1]
volume.fill_between(
    frames, [report.min_j for report in reports], [report.max_j for report in reports], alpha=0.3, label="J of all cells")
volume.plot(frames, [report.volume_ratio for report in reports], "k.-", label="whole skin")
volume.set(xlabel="frame", ylabel="volume over rest volume", title="volume")
volume.legend(loc="lower left")

seconds = axes[1, 0]
stages = ["start", "linearise", "setup", "linear", "embed"]
seconds.stackplot(frames, *[[1e3 * report.seconds[stage] for report in reports] for stage in stages], labels=stages)
seconds.set(xlabel="frame", ylabel="milliseconds", title="time per stage")
seconds.legend(loc="upper left")

strained = axes[1, 1]
worst = int(np.argmin([report.min_j for report in reports]))
moved, stretch = solved[worst].points, solved[worst].strain.max_stretch
corners = moved[faces]
towards_us = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] > 0
drawn = strained.tripcolor(moved[:, 0], moved[:, 1], faces[towards_us], stretch, shading="gouraud")
figure.colorbar(drawn, label="greatest stretch")
strained.set(xlabel="x [m]", ylabel="y [m]", title=f"frame {worst}, the most compressed", aspect="equal")

# %% Into a file, unless a notebook shows it.
if "ipykernel" not in sys.modules:
    path = sys.argv[1] if len(sys.argv) > 1 else "report.png"
    figure.savefig(path, dpi=100)
    print(f"look at {path}")
