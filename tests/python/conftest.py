# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Characters of a few hundred to a few thousand cells; tests/CMakeLists.txt says where the programs are."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import sinew

TOOL = os.environ["SINEW_TOOL"]
WRITE_BAR = os.environ["SINEW_WRITE_BAR"]
EXAMPLES = Path(os.environ["SINEW_EXAMPLES"])


def run(*command, check=True):
    """A program as a user runs it."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120)
    if check and done.returncode != 0:
        raise AssertionError(f"{command}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done


def run_python(*arguments, check=True):
    return run(sys.executable, *arguments, check=check)


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.001)


def files_of(folder):
    """Name and content of every file, without what differs from run to run: the seconds."""
    files = {}
    for path in sorted(Path(folder).iterdir()):
        files[path.name] = path.read_bytes()
        if path.name == "report.json":
            report = json.loads(files[path.name])
            report["sinew"].pop("threads")
            report["settings"].pop("threads")
            report["character"].pop("bind_seconds")
            for frame in report["frames"]:
                frame.pop("seconds")
            files[path.name] = report
    return files


def box(least, greatest, pieces):
    """A box of triangles, counter-clockwise from outside, `pieces` squares along each edge."""
    points, faces = [], []
    steps = np.linspace(0, 1, pieces + 1)
    for axis in range(3):
        for side in (0, 1):
            first = len(points)
            for u in steps:
                for v in steps:
                    p = np.empty(3)
                    p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = side, u, v
                    points.append(p)
            for i in range(pieces):
                for j in range(pieces):
                    a = first + i * (pieces + 1) + j
                    b, c, d = a + pieces + 1, a + pieces + 2, a + 1
                    square = [(a, b, c), (a, c, d)] if side else [(a, c, b), (a, d, c)]
                    faces += square
    least, greatest = np.array(least), np.array(greatest)
    return (least + np.array(points) * (greatest - least)).astype(np.float32), np.array(faces, np.int32)


def bar_arrays():
    """A bar along x from 0 to 4 [m] with a bone in each end."""
    points, faces = box((0, 0, 0), (4, 1, 1), 8)
    bones = [
        sinew.Bone("left", sinew.Capsule((0.2, 0.5, 0.5), (1, 0.5, 0.5), 0.2)),
        sinew.Bone("right", sinew.Capsule((3, 0.5, 0.5), (3.8, 0.5, 0.5), 0.2)),
    ]
    return points, faces, bones


def turned(angle, center=(2, 0, 0)):
    """The pose of bar_arrays in which the right bone is turned about z [radians]."""
    c, s = np.cos(angle), np.sin(angle)
    pose = np.tile(np.eye(4), (2, 1, 1))
    pose[1, :3, :3] = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    pose[1, :3, 3] = np.array(center) - pose[1, :3, :3] @ center
    return pose


@pytest.fixture(scope="session")
def bar():
    """Bound from arrays: 500 cells."""
    return sinew.bind(*bar_arrays(), targetCells=500)


@pytest.fixture(scope="session")
def glb(tmp_path_factory):
    """A bar of two joints with the clip 'bend' of one second."""
    path = tmp_path_factory.mktemp("model") / "bar.glb"
    run(WRITE_BAR, path)
    return path


@pytest.fixture(scope="session")
def bound(glb):
    """The same as a .sinew file of 1500 cells, bound by the tool."""
    path = glb.with_name("bar.sinew")
    run(TOOL, "bind", glb, "-o", path, "--cells", 1500)
    return path


@pytest.fixture(scope="session")
def dancer(bound):
    return sinew.load(bound)
