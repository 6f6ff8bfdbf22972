# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""The examples run, and do what they say."""

import csv
import importlib.util
import struct

import numpy as np
import pytest
from conftest import EXAMPLES, run_python

import sinew


def test_pool_gives_the_same_files_for_one_and_two_processes(tmp_path):
    for processes in (1, 2):
        run_python(EXAMPLES / "python/solve_pool.py", "--processes", processes, "--cells", 1000,
                   "--out", tmp_path / str(processes))  # fmt: skip
    names = {path.name for path in (tmp_path / "1").iterdir()}
    assert names == {"character.sinew", "frames.csv", "surface.pc2", "surface.usda"}
    for name in names - {"character.sinew"}:  # which holds the seconds of the bind
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes(), name
    with open(tmp_path / "2/frames.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cache = sinew.PointCache(tmp_path / "2/surface.pc2")
    assert len(rows) == len(cache) > 10 and {row["status"] for row in rows} == {"converged"}
    assert np.abs(cache[-1] - cache[0]).max() > 0.1


def test_plot_of_the_report_is_a_picture(tmp_path):
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")
    path = tmp_path / "report.png"
    run_python(EXAMPLES / "python/plot_report.py", path)
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (1100, 700)
    assert len(data) > 20000, "more than empty axes"
