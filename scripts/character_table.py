#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Solves the first clip of every character in a folder and writes a table of how it went.

Usage: scripts/character_table.py FOLDER [--cells 20000,100000] [--stride 1] [--out FILE]

Nothing is tuned per character: the tool's defaults and the number of cells. --stride S solves every S-th of the 24
frames per second only, and the table says so.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ("| character | cells | bind [s] | frames | converged | s / frame | Newton | V-cycles | inverted cells | worst J "
          "| volume | motion jump [cells] |\n|---|---|---|---|---|---|---|---|---|---|---|---|")


def solve(model: Path, cells: int, stride: int, out: Path) -> dict:
    """The report of a run, or what the tool said if there is none."""
    command = [ROOT / "build/bin/sinew", "solve", model, "--cells", str(cells), "--fps", str(24 / stride),
               "--out", out, "--format", "pc2"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        return {"problem": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}"}
    return json.loads((out / "report.json").read_text())


def row(name: str, report: dict) -> str:
    if "problem" in report:
        return f"| {name} | {report['problem']} |" + " |" * 10
    frames, character = report["frames"], report["character"]
    count = len(frames)
    converged = sum(frame["status"] == "converged" for frame in frames)

    def mean(key):
        return sum(frame[key] for frame in frames) / count

    seconds = sum(frame["seconds"]["total"] for frame in frames) / count
    volumes = [frame["volume_ratio"] for frame in frames]
    return (f"| {name} | {character['cells']} | {character['bind_seconds']:.1f} | {count} "
            f"| {converged} ({100 * converged / count:.1f} %) | {seconds:.2f} "
            f"| {mean('newton'):.1f} (most {max(f['newton'] for f in frames)}) | {mean('vcycles'):.0f} "
            f"| {max(f['inverted_cells'] for f in frames)} | {min(f['min_j'] for f in frames):.2f} "
            f"| {min(volumes):.3f} .. {max(volumes):.3f} | {max(f['motion_jump'] for f in frames):.1f} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cells", default="20000,100000")
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--out", type=Path, help="file to append the table to")
    arguments = parser.parse_args()
    models = sorted(arguments.folder.glob("*.glb"))
    if not models:
        print(f"character_table: no .glb files in {arguments.folder}", file=sys.stderr)
        return 1
    lines = []
    for cells in map(int, arguments.cells.split(",")):
        lines += [f"\nAbout {cells} cells, every {arguments.stride}. frame of the first clip:\n" if arguments.stride > 1
                  else f"\nAbout {cells} cells, every frame of the first clip:\n", HEADER]
        for model in models:
            with tempfile.TemporaryDirectory() as out:
                lines.append(row(model.stem, solve(model, cells, arguments.stride, Path(out))))
            print(lines[-1], flush=True)
    if arguments.out:
        with arguments.out.open("a") as file:
            file.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
