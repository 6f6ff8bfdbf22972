# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Writers on top of PointCache."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Iterable, Union

import numpy

from ._core import PointCache
from ._errors import ArrayError

if TYPE_CHECKING:
    import numpy.typing

Path = Union[str, "os.PathLike[str]"]


def write_pc2(
    path: Path,
    frames: Iterable[numpy.typing.NDArray[numpy.float32]],
    first_frame: float = 0,
    frame_step: float = 1,
) -> PointCache:
    """Writes frames, each float32 (points, 3) [m] in C order, as a PC2 point cache.

    The file gets its name when all frames are there.
    """
    path = os.fspath(path)
    part = path + ".part"
    cache = None
    try:
        for points in frames:
            if cache is None:
                cache = PointCache.create(part, len(points), first_frame, frame_step)
            cache.append(points)
        if cache is None:
            raise ArrayError("There are no frames to write.")
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise
    return PointCache(path)
