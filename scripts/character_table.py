#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Solves the first clip of every character in a folder and writes a table of how it went.

Usage: scripts/character_table.py FOLDER [--cells 20000,100000] [--stride 1] [--work DIR] [--out FILE] [-- OPTIONS]

Nothing is tuned per character: the tool's defaults and the number of cells. --stride S solves every S-th of the 24
frames per second only, and the table says so. OPTIONS go to every `sinew solve` and are named above the table.

With --work results stay in DIR, and a run that was stopped goes on where it was: the same command once more. --only
limits it to characters whose name contains a word, so that results can be made in parts and the table at the end.

The last column tells pops from motion: the step with the largest motion jump is solved again in eight. Fast motion gets
eight times smaller, a change between two equilibria does not.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ("| character | cells | bind [s] | frames | converged | s / frame | Newton | V-cycles | inverted cells | worst J "
          "| volume | motion jump [cells] | in eighths |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|")
EIGHTHS = 8


def solve(model: Path, cells: int, fps: float, options: list, out: Path, frames: str = "") -> dict:
    """The report of a run, or what the tool said if there is none. A finished run is only read."""
    if (out / "report.json").exists():
        return json.loads((out / "report.json").read_text())
    command = [ROOT / "build/bin/sinew", "solve", model, "--cells", str(cells), "--fps", str(fps),
               "--out", out, "--format", "pc2", *options]
    command += ["--frames", frames] if frames else []
    command += ["--resume"] if (out / "report.part").exists() else []
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        return {"problem": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}"}
    return json.loads((out / "report.json").read_text())


def largest_jump(report: dict) -> float:
    return max(frame["motion_jump"] for frame in report["frames"])


def jump_in_eighths(model: Path, cells: int, fps: float, options: list, report: dict, out: Path) -> float:
    """The largest motion jump when the step with the largest one is solved in eight."""
    frame = max(report["frames"], key=lambda frame: frame["motion_jump"])["frame"]
    if frame == 0:
        return 0
    return largest_jump(solve(model, cells, fps * EIGHTHS, options, out, f"{(frame - 1) * EIGHTHS}:{frame * EIGHTHS}"))


def row(name: str, report: dict, in_eighths: float) -> str:
    if "problem" in report:
        return f"| {name} | {report['problem']} |" + " |" * 11
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
            f"| {min(volumes):.3f} .. {max(volumes):.3f} | {largest_jump(report):.1f} | {in_eighths:.1f} |")


def table(models: list, cells: int, stride: int, options: list, work: Path) -> list:
    frames = "every frame" if stride == 1 else f"every {stride}. frame"
    extra = f", with `{' '.join(options)}`" if options else ""
    lines = [f"\nAbout {cells} cells, {frames} of the first clip{extra}:\n", HEADER]
    for model in models:
        out = work / f"{model.stem}-{cells}-{stride}"
        report = solve(model, cells, 24 / stride, options, out / "clip")
        closer = 0 if "problem" in report else jump_in_eighths(model, cells, 24 / stride, options, report, out / "eighths")
        lines.append(row(model.stem, report, closer))
        print(lines[-1], flush=True)
    return lines


def main() -> int:
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    own, options = sys.argv[1:split], sys.argv[split + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cells", default="20000,100000")
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the name of a character")
    parser.add_argument("--work", type=Path, help="folder in which results stay")
    parser.add_argument("--out", type=Path, help="file to append the table to")
    arguments = parser.parse_args(own)
    models = sorted(m for m in arguments.folder.glob("*.glb") if arguments.only in m.stem)
    if not models:
        print(f"character_table: no .glb files in {arguments.folder}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or Path(temporary)
        lines = []
        for cells in map(int, arguments.cells.split(",")):
            lines += table(models, cells, arguments.stride, options, work)
    if arguments.out:
        with arguments.out.open("a") as file:
            file.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
