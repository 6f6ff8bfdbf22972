# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
import numpy as np
import pytest

import sinew


@pytest.fixture
def frames():
    return np.random.default_rng(1).normal(size=(3, 5, 3)).astype(np.float32)


FACES = [[0, 1, 2], [2, 3, 4]]


def test_pc2_reads_back_bit_for_bit(tmp_path, frames):
    cache = sinew.write_pc2(tmp_path / "a.pc2", frames, first_frame=10, frame_step=2)
    assert (len(cache), cache.points, cache.first_frame, cache.frame_step) == (3, 5, 10, 2)
    for i in range(3):
        assert np.array_equal(cache[i], frames[i])
    assert np.array_equal(cache[-1], frames[2])
    assert np.array_equal(np.stack(list(cache)), frames)  # __getitem__ ends an iteration with IndexError
    with pytest.raises(IndexError):
        cache[3]
    cache.keep(1)
    cache.append(frames[2])
    assert np.array_equal(sinew.PointCache(tmp_path / "a.pc2")[1], frames[2])
    # The format of docs/files.md, read by hand.
    raw = (tmp_path / "a.pc2").read_bytes()
    assert raw[:12] == b"POINTCACHE2\0"
    assert np.array_equal(np.frombuffer(raw[32:], "<f4").reshape(2, 5, 3), frames[[0, 2]])


def test_a_failed_write_leaves_what_was_there(tmp_path, frames):
    path = tmp_path / "a.pc2"
    sinew.write_pc2(path, frames[:1])
    before = path.read_bytes()
    for bad in ([frames[0], frames[1].astype(float)], [frames[0], frames[1][:3]], [], [frames[0], None]):
        with pytest.raises(sinew.Error):
            sinew.write_pc2(path, bad)
        assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(sinew.ArrayError, match="contiguous"):
        sinew.PointCache(path).append(frames[0][::-1])
    with pytest.raises(sinew.FileError):
        sinew.write_pc2(tmp_path / "no/folder.pc2", frames)
    with pytest.raises(sinew.FileError):
        sinew.PointCache(tmp_path / "none.pc2")


def test_usd_and_obj_hold_the_points(tmp_path, frames):
    cache = sinew.write_pc2(tmp_path / "a.pc2", frames, first_frame=7)
    size = sinew.write_usd(tmp_path / "a.usda", frames[0], FACES, cache, fps=30, up_axis="Z")
    text = (tmp_path / "a.usda").read_text()
    assert size == len(text) and 'upAxis = "Z"' in text and "timeCodesPerSecond = 30" in text
    assert sinew.write_usd(tmp_path / "b.usda", frames[0], FACES, tmp_path / "a.pc2", fps=30, up_axis="Z") == size
    sample = text.split("points.timeSamples")[1].split("9: [", 1)[1].split("]")[0].replace("(", "").replace(")", "").split(",")
    assert np.array_equal(np.array(sample, np.float32).reshape(-1, 3), frames[2])
    sinew.write_obj(tmp_path / "a.obj", frames[1], FACES)
    points = [line.split()[1:] for line in (tmp_path / "a.obj").read_text().splitlines() if line[:2] == "v "]
    assert np.array_equal(np.array(points, np.float32), frames[1])
    with pytest.raises(sinew.SettingError, match="'Y' or 'Z'"):
        sinew.write_usd(tmp_path / "c.usda", frames[0], FACES, cache, up_axis="X")
    with pytest.raises(sinew.FileError):
        sinew.write_obj(tmp_path / "no/a.obj", frames[0], FACES)


def test_paths_may_hold_any_letter(tmp_path, dancer):
    path = tmp_path / "Tänzer 舞.sinew"
    dancer.save(str(path))
    assert sinew.Character.load(path).cells == sinew.load(path).cells == dancer.cells
    with pytest.raises(sinew.FileError, match="舞 fehlt.glb"):
        sinew.load(tmp_path / "舞 fehlt.glb")
    with pytest.raises(TypeError):
        sinew.load(3)
