# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Usage: blender --background --factory-startup --python scripts/read_in_blender.py -- DIR

Puts DIR/surface.pc2 on DIR/mesh.obj with Blender's Mesh Cache modifier, as an artist would, and compares the vertices
of every frame with DIR/surface.usda. Called by scripts/check_readers.
"""
import re
import sys
from pathlib import Path

import bpy
import numpy as np


def fail(sentence: str):
    print(f"read_in_blender: {sentence}", file=sys.stderr)
    sys.exit(1)


def numbers(text: str) -> np.ndarray:
    return np.array(re.findall(r"-?[0-9][0-9.e+-]*", text), dtype=np.float32).reshape(-1, 3)


def add_mesh(obj: Path) -> bpy.types.Object:
    lines = obj.read_text().splitlines()
    points = [tuple(map(float, line.split()[1:])) for line in lines if line.startswith("v ")]
    faces = [tuple(int(i) - 1 for i in line.split()[1:]) for line in lines if line.startswith("f ")]
    mesh = bpy.data.meshes.new("skin")
    mesh.from_pydata(points, [], faces)
    skin = bpy.data.objects.new("skin", mesh)
    bpy.context.scene.collection.objects.link(skin)
    return skin


def add_cache(skin: bpy.types.Object, cache: Path, first_frame: float):
    modifier = skin.modifiers.new("sinew", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = str(cache.resolve())
    modifier.frame_start = first_frame
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"  # as it is in the file


def points_at(skin: bpy.types.Object, frame: int) -> np.ndarray:
    bpy.context.scene.frame_set(frame)
    mesh = skin.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    points = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", points)
    return points.reshape(-1, 3)


def compare(folder: Path):
    text = (folder / "surface.usda").read_text()
    block = re.search(r"points\.timeSamples = \{([^}]*)\}", text)
    samples = [numbers(points) for _, points in re.findall(r"([0-9.e+-]+): \[([^\]]*)\]", block[1])]
    skin = add_mesh(folder / "mesh.obj")
    add_cache(skin, folder / "surface.pc2", 1)
    for frame, expected in enumerate(samples, start=1):
        points = points_at(skin, frame)
        if points.shape != expected.shape:
            fail(f"frame {frame} has {len(points)} points instead of {len(expected)}")
        if not np.array_equal(points, expected):
            fail(f"frame {frame} is off by up to {np.abs(points - expected).max()}")
    if len(samples) > 1 and np.array_equal(points_at(skin, 1), points_at(skin, 2)):
        fail("nothing moves: the modifier did not read the file")
    print(f"read_in_blender: {len(samples)} frames of {len(samples[0])} points agree "
          f"(Blender {bpy.app.version_string})")


try:
    compare(Path(sys.argv[sys.argv.index("--") + 1]))
except Exception as problem:  # Blender itself would print it and end with 0
    fail(repr(problem))
