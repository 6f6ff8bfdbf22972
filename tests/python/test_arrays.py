# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Arrays in and out: no copies where none are needed, no dangling memory, and sentences for what does not fit."""

import gc
import pickle
import weakref

import numpy as np
import pytest
from conftest import bar_arrays, turned

import sinew


def test_out_is_written_in_place(bar):
    out = np.full((bar.vertices, 3), np.nan, np.float32)
    frame = sinew.Simulation(bar).solve(bar.rest_pose, out=out)
    assert frame.points is out
    unpickled = pickle.loads(pickle.dumps(out))  # whose dtype is another object
    assert sinew.Simulation(bar).solve(bar.rest_pose, out=unpickled).points is unpickled
    assert np.allclose(out, bar_arrays()[0], atol=1e-5)


def test_rest_arrays_are_read_only_views(dancer):
    points = dancer.points
    assert points.dtype == np.float32 and points.shape == (dancer.vertices, 3)
    assert points.__array_interface__["data"] == dancer.points.__array_interface__["data"]
    assert dancer.faces.dtype == np.int32 and dancer.faces.max() == dancer.vertices - 1
    with pytest.raises(ValueError):
        points[0, 0] = 1
    with pytest.raises(ValueError):
        points.flags.writeable = True


def test_views_do_not_dangle(bound):
    character = sinew.load(bound)
    points, faces = character.points, character.faces
    column = points[:, 1]
    simulation = sinew.Simulation(character)
    frame = simulation.solve(character.pose("bend", 0.5), strain=True)
    solved, strain, report = frame.points, frame.strain, frame.report
    stretch = strain.max_stretch
    kept = [a.copy() for a in (points, faces, column, solved, stretch)]
    status = report.status
    gone = [weakref.ref(thing) for thing in (character, simulation, frame, strain)]
    del character, simulation, frame, strain
    gc.collect()
    assert [ref() for ref in gone] == [None] * 4
    rubbish = [np.full(len(solved) * 3, 7, np.float32) for _ in range(2000)]  # reuses memory that was freed
    for array, copy in zip((points, faces, column, solved, stretch), kept):
        assert np.array_equal(array, copy)
    assert report.status == status and rubbish[0][0] == 7


def test_clips_do_not_dangle(bound):
    clip = sinew.load(bound).clips[0]
    gc.collect()
    rubbish = [np.full(64, 7, np.float32) for _ in range(2000)]
    assert (clip.name, clip.duration, clip.joints) == ("bend", 1.0, ["root", "tip"])
    assert np.allclose(clip.transforms(1.0)[1], [[0, -1, 0, 0], [1, 0, 0, 1], [0, 0, 1, 0]], atol=1e-6)
    assert rubbish[0][0] == 7


def test_next_frame_leaves_the_last_one_alone(bar):
    simulation = sinew.Simulation(bar)
    first = simulation.solve(turned(0.5), strain=True)
    points, stretch = first.points.copy(), first.strain.max_stretch.copy()
    second = simulation.solve(turned(-0.8), strain=True)
    assert np.array_equal(first.points, points) and np.array_equal(first.strain.max_stretch, stretch)
    assert not np.array_equal(second.points, points)


def test_pickled_character_solves_to_the_same_bits(bar):
    again = pickle.loads(pickle.dumps(bar))
    pose = turned(0.6)
    assert np.array_equal(sinew.Simulation(bar).solve(pose).points, sinew.Simulation(again).solve(pose).points)


def test_pose_layouts_that_mean_the_same_give_the_same(bar):
    pose = turned(0.7)
    simulation = sinew.Simulation(bar)
    expected = simulation.solve(pose).points
    strided = np.zeros((4, 4, 4))
    strided[::2] = pose
    for same in (pose[:, :3], pose[:, :3].tolist(), np.asfortranarray(pose), strided[::2], pose.astype(">f8")):
        assert np.array_equal(simulation.solve(same).points, expected)


def test_bind_takes_any_layout_and_real_numbers(bar):
    points, faces, bones = bar_arrays()
    wide = np.zeros((len(points), 6))
    wide[:, ::2] = points
    again = sinew.bind(wide[:, ::2], np.asfortranarray(faces.astype(np.uint64)), bones, targetCells=500)
    pose = turned(0.4)
    assert np.array_equal(sinew.Simulation(bar).solve(pose).points, sinew.Simulation(again).solve(pose).points)


BAD_POSES = [
    (np.eye(4), r"\(bones, 3, 4\) or \(bones, 4, 4\), not \(4, 4\)"),
    (np.zeros((2, 4, 3)), r"not \(2, 4, 3\)"),
    (turned(0.1)[:1], "The pose has 1 bones but the character has 2"),
    (turned(0.1) * np.nan, "bone 0"),
    (np.where(turned(0.1) == 1, np.inf, turned(0.1))[:, :3], "not finite"),
    (turned(0.5).transpose(0, 2, 1), "transpose it"),
    (turned(0.1) + 0j, "real numbers, not complex128"),
    (np.full((2, 3, 4), "a"), "real numbers, not <U1"),
    ("pose", "real numbers"),
    (None, "real numbers, not object"),
    ([[1], [2, 3]], "pose"),
    (np.ones((2, 3, 4), bool), "real numbers, not bool"),
    (-turned(0)[:, :3], "mirrors"),
]


@pytest.mark.parametrize("pose, words", BAD_POSES)
def test_bad_poses_get_a_sentence(bar, pose, words):
    with pytest.raises(sinew.Error, match=words) as caught:
        sinew.Simulation(bar).solve(pose)
    assert isinstance(caught.value, ValueError) and str(caught.value).endswith(".")


def test_bad_out_gets_a_sentence_and_is_not_touched(bar):
    n = bar.vertices
    read_only = np.zeros((n, 3), np.float32)
    read_only.flags.writeable = False
    unaligned = np.frombuffer(bytearray(n * 12 + 1), np.uint8)[1:].view(np.float32).reshape(n, 3)
    cases = [
        (np.zeros((n, 3)), r"must hold float32, not float64; convert it"),
        (np.zeros((n, 3), ">f4"), "must hold float32"),
        (np.zeros((n, 4), np.float32)[:, :3], "contiguous"),
        (np.zeros((3, n), np.float32).T, "contiguous"),
        (unaligned, "contiguous"),
        (np.zeros((n + 1, 3), np.float32), rf"one row per skin vertex, \({n}, 3\), not \({n + 1}, 3\)"),
        (np.zeros(n * 3, np.float32), r"shape \(n, 3\)"),
        ([[0.0] * 3] * n, "NumPy array of float32"),
        (read_only, "read-only"),
    ]
    for out, words in cases:
        with pytest.raises(sinew.ArrayError, match=words):
            sinew.Simulation(bar).solve(turned(0.3), out=out)
        assert not np.any(out)


def test_bad_meshes_get_a_sentence():
    points, faces, bones = bar_arrays()
    nan = points.copy()
    nan[7, 1] = np.nan
    beyond = faces.copy()
    beyond[3, 2] = len(points)
    cases = [
        (points[:, :2], faces, sinew.ArrayError, r"points must have the shape \(n, 3\)"),
        (points.ravel(), faces, sinew.ArrayError, "points must have the shape"),
        (points, np.zeros((5, 4), int), sinew.ArrayError, r"faces must have the shape \(n, 3\)"),
        (points, faces.astype(float), sinew.ArrayError, "whole numbers, not float64"),
        (points, faces - 1, sinew.ArrayError, "vertex number -1 in triangle"),
        (points, faces.astype(np.int64) + 2**40, sinew.ArrayError, "vertex number 1099511627"),
        (points, beyond, sinew.MeshError, "1 triangles that name points it does not have"),
        (nan, faces, sinew.MeshError, "finite"),
        (points.astype(np.float64) * 1e300, faces, sinew.MeshError, "finite"),
        (points.astype(str), faces, sinew.ArrayError, "real numbers"),
        (np.zeros((0, 3)), np.zeros((0, 3), int), sinew.MeshError, ""),
    ]
    for p, f, kind, words in cases:
        with np.errstate(over="ignore"), pytest.raises(kind, match=words):
            sinew.bind(p, f, bones, targetCells=500)


def test_bad_bones_maps_and_weights_get_a_sentence():
    points, faces, bones = bar_arrays()
    with pytest.raises(sinew.ArrayError, match="head must be three numbers"):
        sinew.Capsule((0, 0), (1, 1, 1), 0.1)
    with pytest.raises(sinew.BoneError, match="hard, spring, auto, sliding or slidingEnds, not 'glue'"):
        sinew.Bone("a", bones[0].shape, attachment="glue")
    with pytest.raises(TypeError):
        sinew.bind(points, faces, ["left"])
    with pytest.raises(sinew.Error):
        sinew.bind(points, faces, [], targetCells=500)
    with pytest.raises(sinew.ArrayError, match=r"maps\['stiffness'\] must have one number per vertex"):
        sinew.bind(points, faces, bones, maps={"stiffness": [1.0]})
    with pytest.raises(sinew.SettingError, match="volumeStiffness"):
        sinew.bind(points, faces, bones, maps={"hardness": np.ones(len(points))})
    with pytest.raises(sinew.ArrayError, match="one row per vertex and one column per bone"):
        sinew.bind(points, faces, bones, skin_weights=np.ones((2, 2)))
    nan = np.ones(len(points))
    nan[4] = np.nan
    with pytest.raises(sinew.Error, match="4"):
        sinew.bind(points, faces, bones, maps={"stiffness": nan}, targetCells=500)


def test_maps_and_weights_reach_the_solver():
    points, faces, bones = bar_arrays()
    bones = [sinew.Bone(b.name, b.shape, "spring") for b in bones]
    weights = np.stack([points[:, 0] < 2, points[:, 0] >= 2], axis=1)
    plain = sinew.bind(points, faces, bones, skin_weights=weights.astype(float), targetCells=500)
    mapped = sinew.bind(points, faces, bones, maps={"stiffness": 1 + 9 * points[:, 0]}, targetCells=500)
    pose = turned(0.8)
    a, b = (sinew.Simulation(c).solve(pose).points for c in (plain, mapped))
    assert np.abs(a - b).max() > 1e-3


def test_shapes_of_bones_are_readable_and_bind():
    points, faces, bones = bar_arrays()
    inner = [0.2 + 0.6 * (points - (2, 0.5, 0.5)) / (4, 1, 1) + (0.5, 0.3, 0.3), faces]
    shapes = [
        sinew.CapsuleSet([bones[0].shape, sinew.Capsule((1, 0.5, 0.3), (1, 0.5, 0.7), 0.15)]),
        sinew.Ellipsoid((0.7, 0.5, 0.5), [[0.5, 0, 0], [0, 0.3, 0], [0, 0, 0.3]]),
        sinew.Mesh(*inner),
    ]
    assert shapes[0].capsules[1].tail == (1, 0.5, 0.7)
    assert shapes[1].axes[1] == (0, 0.3, 0)
    for shape in shapes:
        bone = sinew.Bone("left", shape, "auto", free_zones=[sinew.Ball((2, 0.5, 0.5), 0.2)])
        character = sinew.bind(points, faces, [bone, bones[1]], targetCells=500)
        assert sinew.Simulation(character).solve(turned(0.3)).report.status == "converged"


def test_character_from_arrays_says_that_it_has_no_model(bar, tmp_path):
    bar.save(tmp_path / "a.sinew")
    for character in (bar, sinew.Character.load(tmp_path / "a.sinew")):
        for use in (lambda c: c.points, lambda c: c.clips, lambda c: c.pose(), lambda c: sinew.solve_clip(c, "x")):
            with pytest.raises(sinew.FileError, match="no skeleton"):
                use(character)
