#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Solves a clip with several processes that share one bound file.

    PYTHONPATH=build/python python3 examples/python/solve_pool.py --processes 2 --out pool

A frame depends on its pose alone, so any process may solve any frame: the files are the same for any number of
processes. (The report of a frame has two entries of another kind, which are left out here: its seconds, and
motion_jump, which looks back at the frame that the same simulation solved before.)
"""

import argparse
import csv
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import sinew

FPS = 24
COLUMNS = ["frame", "status", "newton", "vcycles", "step", "min_j", "max_j", "inverted_cells", "volume_ratio"]

simulation = None  # one per process


def start(bound_file):
    global simulation
    simulation = sinew.Simulation(sinew.Character.load(bound_file))


def solve(frame):
    pose = simulation.character.pose(seconds=frame / FPS)
    solved = simulation.solve(pose, threads=1)  # the processes are the threads
    return solved.points, solved.report.as_dict(frame)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    default = Path(__file__).parents[1] / "character/bar.gltf"
    parser.add_argument("model", nargs="?", type=Path, default=default, help="a .glb, .gltf or character.json file")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--cells", type=int, default=3000)
    parser.add_argument("--out", type=Path, default=Path("pool"))
    options = parser.parse_args()

    options.out.mkdir(parents=True, exist_ok=True)
    bound_file = options.out / "character.sinew"
    character = sinew.load(options.model, targetCells=options.cells)
    character.save(bound_file)
    print(f"{character}, clip {character.clips[0].name}")

    frames = character.clips[0].frames(FPS)
    # "spawn": a forked copy of this process would have its locks, but not its threads.
    pool = ProcessPoolExecutor(options.processes, get_context("spawn"), initializer=start, initargs=(bound_file,))
    with pool, open(options.out / "frames.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
        table.writeheader()

        def points_in_order():
            for points, report in pool.map(solve, frames):
                table.writerow(report)
                yield points

        cache = sinew.write_pc2(options.out / "surface.pc2", points_in_order())
    sinew.write_usd(options.out / "surface.usda", character.points, character.faces, cache, fps=FPS)
    print(f"{len(cache)} frames are in {options.out}")


if __name__ == "__main__":
    main()
