#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Solves where the shared characters fold, with and without contact, and writes a table of how it went.

Usage: scripts/contact_table.py FOLDER [--cells 20000] [--parts 1] [--stride 4] [--only WORD] [-- OPTIONS]

FOLDER holds the characters. --parts 4 solves quarters of frames, for jumps; --stride S takes every S-th of what there is
then. OPTIONS go to every `sinew solve`.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FPS = 24
# File, clip, first and last frame.
SCENES = [("hand_right_fist.glb", "", 32, 48), ("arm_flesh_bones.glb", "", 64, 72), ("dog_skin_bones.glb", "", 0, 47),
          ("mh_male_cmu31.glb", "jacks_twists_bend_squats_13_29", 300, 479)]
JUMP = 0.5  # [cells]
HEADER = ("| clip, frames | contact | converged | deepest [cells] | Newton | s / frame | contact's part | jumps above 0.5 "
          "| of these with two shapes |\n|---|---|---|---|---|---|---|---|---|")


def solve(scene: tuple, contact: str, options: argparse.Namespace, out: Path) -> list:
    name, clip, first, last = scene
    frames = f"{first * options.parts}:{last * options.parts}:{options.stride}"
    command = [ROOT / "build/bin/sinew", "solve", options.folder / name, "--cells", str(options.cells), "--fps",
               str(FPS * options.parts), "--frames", frames, "--selfContact", contact, "--out", out, "--format", "pc2",
               *(["--clip", clip] if clip else []), *options.rest]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(done.stderr.strip())
    return json.loads((out / "report.json").read_text())["frames"]


def row(scene: tuple, contact: str, frames: list) -> str:
    def total(*keys):
        return sum(frame["seconds"][keys[1]] if len(keys) > 1 else frame[keys[0]] for frame in frames)

    jumps = [frame for frame in frames[1:] if frame["motion_jump"] > JUMP]
    converged = sum(frame["status"] == "converged" for frame in frames)
    deepest = f"{max(frame['max_penetration'] for frame in frames):.2f}" if contact == "on" else "-"
    return (f"| `{Path(scene[0]).stem}`, {scene[2]} to {scene[3]} | {contact} | {converged} of {len(frames)} "
            f"| {deepest} | {total('newton')} "
            f"| {total('seconds', 'total') / len(frames):.2f} "
            f"| {100 * total('seconds', 'contact') / total('seconds', 'total'):.0f} % "
            f"| {len(jumps)} | {sum(frame['other_shape'] > 0 for frame in jumps)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cells", type=int, default=20000)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--stride", type=int, default=4)
    parser.add_argument("--only", default="")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:cut])
    options.rest = sys.argv[cut + 1:]
    print(HEADER)
    with tempfile.TemporaryDirectory() as work:
        for scene in SCENES:
            for contact in ("off", "on"):
                if options.only in scene[0]:
                    out = Path(work) / f"{scene[0]}-{contact}"
                    print(row(scene, contact, solve(scene, contact, options, out)), flush=True)


if __name__ == "__main__":
    main()
