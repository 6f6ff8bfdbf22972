# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Sinew: physics-based character skinning.

    character = sinew.load("dancer.glb")                 # or a .sinew file, or sinew.bind(points, faces, bones)
    simulation = sinew.Simulation(character)
    frame = simulation.solve(character.pose("walk", seconds=0.5))
    print(frame.points, frame.report.status)

Lengths are metres, lengths of reports are cells. docs/python.md has the rest.
"""

from ._core import (
    Ball,
    Bone,
    Capsule,
    CapsuleSet,
    Character,
    Clip,
    Collider,
    Ellipsoid,
    Frame,
    FrameReport,
    Mesh,
    Plane,
    PointCache,
    Simulation,
    Strain,
    __version__,
    bind,
    load,
    read_clip,
    settings,
    solve_clip,
    target,
    write_obj,
    write_usd,
)
from ._errors import (
    ArrayError,
    BoneError,
    CancelledError,
    Error,
    FileError,
    MeshError,
    NoSupportError,
    PoseError,
    SettingError,
    TooLargeError,
)
from ._writers import write_pc2

__all__ = [
    "ArrayError",
    "Ball",
    "Bone",
    "BoneError",
    "CancelledError",
    "Capsule",
    "CapsuleSet",
    "Character",
    "Clip",
    "Collider",
    "Ellipsoid",
    "Error",
    "FileError",
    "Frame",
    "FrameReport",
    "Mesh",
    "MeshError",
    "NoSupportError",
    "Plane",
    "PointCache",
    "PoseError",
    "SettingError",
    "Simulation",
    "Strain",
    "TooLargeError",
    "__version__",
    "bind",
    "load",
    "read_clip",
    "settings",
    "solve_clip",
    "target",
    "write_obj",
    "write_pc2",
    "write_usd",
]
