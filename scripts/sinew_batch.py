#!/usr/bin/env mayapy
# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Solves the sinewDeformers of a Maya scene without a window, for farms.

  mayapy sinew_batch.py shot.ma --frames 1001:1100 --out results
  mayapy sinew_batch.py shot.ma --frames 1001:1100 --chunk 3/8 --format pc2 --out results
  mayapy sinew_batch.py shot.ma --order random          only solves and reports; the bits are the same in any order

Writes report.json (and with --chunk, report.3of8.json), and per deformer a point cache (pc2) or a
USD file (usda) through the plug-in, or one Alembic file of all (abc, through Maya's own exporter). Static mode needs no
run-up, so chunks of frames are independent; a scene in sequential mode is refused with --chunk or another order.

Exit codes: 0 done, 1 the scene cannot be used, 2 usage, 3 done, but frames did not converge.
"""

import argparse
import json
import os
import random
import sys
import traceback

EXIT_DONE, EXIT_UNUSABLE, EXIT_USAGE, EXIT_NOT_CONVERGED = 0, 1, 2, 3


def parse_frames(text):
    parts = [int(p) for p in text.split(":")]
    if not 1 <= len(parts) <= 3 or (len(parts) == 3 and parts[2] < 1):
        raise argparse.ArgumentTypeError(f"'{text}' is not A, A:B or A:B:S")
    first, last, step = parts[0], parts[1] if len(parts) > 1 else parts[0], parts[2] if len(parts) > 2 else 1
    if last < first:
        raise argparse.ArgumentTypeError(f"'{text}' ends before it begins")
    return list(range(first, last + 1, step))


def parse_chunk(text):
    index, _, count = text.partition("/")
    if not (index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count)):
        raise argparse.ArgumentTypeError(f"'{text}' is not K/N with K from 1 to N")
    return int(index), int(count)


def chunk_of(frames, chunk):
    """Frames in a row, chunks of nearly equal size."""
    index, count = chunk
    return frames[len(frames) * (index - 1) // count: len(frames) * index // count]


def ordered(frames, order):
    result = list(frames)
    if order == "reverse":
        result.reverse()
    elif order == "random":
        random.Random(0).shuffle(result)
    return result


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("scene")
    parser.add_argument("--frames", type=parse_frames, help="A, A:B or A:B:S; without: the scene's playback range")
    parser.add_argument("--chunk", type=parse_chunk, help="K/N: the K-th of N parts of the frames")
    parser.add_argument("--order", choices=("forward", "reverse", "random"), default="forward")
    parser.add_argument("--format", action="append", choices=("pc2", "usda", "abc"), default=[])
    parser.add_argument("--out", default=".", help="folder, made if it is not there")
    options = parser.parse_args(arguments)
    if {"pc2", "usda"} & set(options.format) and options.frames and options.frames != list(
            range(options.frames[0], options.frames[-1] + 1)):
        parser.error("point caches and USD hold every frame: use --frames without a step")
    return options


def exit_code(reports):
    lines = [line for frame in reports for line in frame["statuses"]]
    if any(line.startswith("passed through") for line in lines):
        return EXIT_UNUSABLE
    return EXIT_DONE if all(line.startswith("converged") for line in lines) else EXIT_NOT_CONVERGED


class Scene:
    """The calls into Maya, in one place."""

    def __init__(self, path):
        import maya.standalone
        maya.standalone.initialize(name="python")
        from maya import cmds
        from maya.api import OpenMaya
        self.cmds, self.api = cmds, OpenMaya
        cmds.loadPlugin("sinew", quiet=True)
        cmds.file(path, open=True, force=True, prompt=False)
        self.deformers = cmds.ls(type="sinewDeformer") or []

    def frames(self):
        start = self.cmds.playbackOptions(query=True, minTime=True)
        end = self.cmds.playbackOptions(query=True, maxTime=True)
        return list(range(int(start), int(end) + 1))

    def is_sequential(self):
        return any(self.cmds.getAttr(node + ".mode") != 0 for node in self.deformers)

    def solve(self, frame):
        self.cmds.currentTime(frame)
        result = {"frame": frame, "statuses": [], "reports": []}
        for node in self.deformers:
            selection = self.api.MSelectionList().add(node + ".outputGeom")
            plug = selection.getPlug(0)
            for i in range(plug.numElements()):
                plug.elementByPhysicalIndex(i).asMObject()  # evaluates
            result["statuses"] += self.cmds.sinew(node, query=True, status=True) or []
            for text in self.cmds.sinew(node, query=True, report=True) or []:
                result["reports"].append(json.loads(text) if text else None)
        return result

    def write(self, formats, folder, frames):
        for node in self.deformers:
            name = os.path.join(folder, node.replace(":", "_"))
            for ending in {"pc2", "usda"} & set(formats):
                self.cmds.sinew(node, bake=f"{name}.{ending}", startFrame=frames[0], endFrame=frames[-1])
        if "abc" in formats:
            self.cmds.loadPlugin("AbcExport", quiet=True)
            shapes = self.cmds.deformer(self.deformers, query=True, geometry=True)
            roots = self.cmds.listRelatives(shapes, parent=True, fullPath=True)
            flags = " ".join(f"-root {root}" for root in roots)
            path = os.path.join(folder, "skins.abc")
            self.cmds.AbcExport(jobArg=f"-frameRange {frames[0]} {frames[-1]} -worldSpace {flags} -file {path}")


def run(options, scene):
    if not scene.deformers:
        print("sinew_batch: the scene has no sinewDeformer", file=sys.stderr)
        return EXIT_UNUSABLE
    if scene.is_sequential() and (options.chunk or options.order != "forward"):
        print("sinew_batch: a deformer is in sequential mode, where frames depend on the ones before; solve them all "
              "in order, or set its mode to static", file=sys.stderr)
        return EXIT_UNUSABLE
    frames = options.frames or scene.frames()
    name = "report.json"
    if options.chunk:
        frames = chunk_of(frames, options.chunk)
        name = "report.{}of{}.json".format(*options.chunk)
    os.makedirs(options.out, exist_ok=True)
    reports = [scene.solve(frame) for frame in ordered(frames, options.order)]
    reports.sort(key=lambda r: r["frame"])
    if frames:
        scene.write(options.format, options.out, frames)
    path = os.path.join(options.out, name)
    with open(path + ".part", "w") as file:
        json.dump({"scene": options.scene, "deformers": scene.deformers, "frames": reports}, file, indent=1)
    os.replace(path + ".part", path)
    code = exit_code(reports)
    print(f"sinew_batch: {len(reports)} frames, {path}, exit code {code}")
    return code


def main():
    options = parse_arguments(sys.argv[1:])
    try:
        code = run(options, Scene(options.scene))
    except Exception:  # whatever it was, the farm needs an exit code
        traceback.print_exc()
        code = EXIT_UNUSABLE
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # Maya's own clean-up at exit has turned good jobs into failed ones


if __name__ == "__main__":
    main()
