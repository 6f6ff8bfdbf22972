# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""The module gives the bits of the tool for the same input."""

import json

import numpy as np
import pytest
from conftest import EXAMPLES, TOOL, files_of, run

import sinew


def test_bind_from_a_model_gives_the_file_of_the_tool(glb, tmp_path):
    run(TOOL, "bind", glb, "-o", tmp_path / "tool.sinew", "--cells", 700, "--poissonsRatio", 0.4)
    sinew.load(glb, targetCells=700, poissonsRatio=0.4).save(tmp_path / "module.sinew")
    tool, module = ((tmp_path / name).read_bytes() for name in ("tool.sinew", "module.sinew"))
    # The seconds of the bind are in the content, so in the checksums of the header; the hash of the input is not.
    assert tool[:32] == module[:32] and len(tool) == len(module)
    differing = np.frombuffer(tool, np.uint8) != np.frombuffer(module, np.uint8)
    assert differing[64:].sum() <= 8


def test_every_frame_has_the_points_the_tool_writes(bound, dancer, tmp_path):
    run(TOOL, "solve", bound, "--frames", "0:24:4", "--out", tmp_path)
    cache = sinew.PointCache(tmp_path / "surface.pc2")
    skinned = sinew.PointCache(tmp_path / "skinned.pc2")
    simulation = sinew.Simulation(dancer)
    for i, frame in enumerate(range(0, 25, 4)):
        pose = dancer.pose("bend", frame / 24)
        assert np.array_equal(simulation.solve(pose).points, cache[i])
        assert np.array_equal(dancer.skinned("bend", frame / 24), skinned[i])
    assert i + 1 == len(cache)


def test_solve_clip_leaves_the_folder_of_the_tool(bound, dancer, tmp_path):
    run(TOOL, "solve", bound, "--frames", "3:12:3", "--out", tmp_path / "tool", "--format", "pc2,usda,obj",
        "--stepTolerance", 0.05)  # fmt: skip
    outcome = sinew.solve_clip(
        dancer, tmp_path / "module", frames="3:12:3", formats=["pc2", "usda", "obj"], stepTolerance=0.05)  # fmt: skip
    assert outcome == {"clip": "bend", "frames": 4, "frames_in_all": 4, "not_converged": 0, "was_complete": False}
    assert files_of(tmp_path / "module") == files_of(tmp_path / "tool")


def test_tool_goes_on_with_a_run_of_the_module(bound, dancer, tmp_path):
    class Enough(Exception):
        pass

    def stop_after_two(frame, last, report):
        if frame == 1:
            raise Enough

    with pytest.raises(Enough):
        sinew.solve_clip(dancer, tmp_path / "a", frames="0:5", progress=stop_after_two)
    assert not (tmp_path / "a/report.json").exists()
    assert "going on after 2 of 6" in run(TOOL, "solve", bound, "--frames", "0:5", "--out", tmp_path / "a",
                                          "--resume").stdout  # fmt: skip
    run(TOOL, "solve", bound, "--frames", "0:5", "--out", tmp_path / "b")
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


def test_recipe_brings_its_settings(glb, tmp_path):
    recipe = tmp_path / "bar.json"
    recipe.write_text(json.dumps({
        "mesh": str(glb), "material": {"poissonsRatio": 0.3},
        "settings": {"targetCells": 600, "boneThickness": 0.3, "stepTolerance": 0.2, "poseSplits": 1}}))  # fmt: skip
    run(TOOL, "solve", recipe, "--frames", "12:24:12", "--out", tmp_path / "tool", "--linearIterations", 20)
    sinew.solve_clip(sinew.load(recipe), tmp_path / "module", frames="12:24:12", linearIterations=20)
    assert files_of(tmp_path / "module") == files_of(tmp_path / "tool")
    run(TOOL, "solve", recipe, "--frames", "12", "--out", tmp_path / "finer", "--cells", 900, "--boneThickness", 0.5)
    sinew.solve_clip(sinew.load(recipe, targetCells=900, boneThickness=0.5), tmp_path / "finer module", frames="12")
    assert files_of(tmp_path / "finer module") == files_of(tmp_path / "finer")


def test_example_recipe(tmp_path):
    recipe = EXAMPLES / "character/character.json"
    run(TOOL, "solve", recipe, "--cells", 600, "--frames", "0:8:8", "--out", tmp_path / "tool")
    sinew.solve_clip(sinew.load(recipe, targetCells=600), tmp_path / "module", frames="0:8:8")
    assert files_of(tmp_path / "module") == files_of(tmp_path / "tool")


def test_threads_and_history_do_not_change_bits(dancer):
    pose = dancer.pose("bend", 0.9)
    first = sinew.Simulation(dancer).solve(pose, threads=1)
    simulation = sinew.Simulation(dancer)
    simulation.solve(dancer.rest_pose)
    second = simulation.solve(pose, threads=3)
    assert first.points.tobytes() == second.points.tobytes()
    assert first.report.newton == second.report.newton


def test_sentences_are_those_of_the_tool(tmp_path, bound):
    for name, content in [("missing.glb", None), ("empty.glb", b""), ("text.glb", b"solid"), ("bad.sinew", b"x" * 99)]:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        said = run(TOOL, "solve", path, "--out", tmp_path / "out", check=False).stderr.strip()
        with pytest.raises(sinew.FileError) as caught:
            sinew.load(path)
        assert said == "sinew: " + str(caught.value)
    said = run(TOOL, "solve", bound, "--clip", "jump", "--out", tmp_path / "out", check=False).stderr.strip()
    with pytest.raises(sinew.SettingError) as caught:
        sinew.load(bound).pose("jump")
    assert said == "sinew: " + str(caught.value)
