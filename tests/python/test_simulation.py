# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Threads, Ctrl-C, memory, settings and what a frame tells."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import TOOL, bar_arrays, run, turned, wait_until

import sinew

# Some ten seconds on a lattice of 20000 cells: tolerances that are hardly reached.
LONG = {"stepTolerance": 1e-6, "linearTolerance": 1e-8, "linearIterations": 25, "newtonIterations": 40, "poseSplits": 0}


@pytest.fixture(scope="module")
def large():
    return sinew.bind(*bar_arrays(), targetCells=20000)


def test_two_simulations_run_at_once_in_two_threads(large):
    simulations = [sinew.Simulation(large) for _ in range(2)]
    frames = [None, None]

    def solve(i):
        frames[i] = simulations[i].solve(turned(1.2), **LONG, threads=1)

    threads = [threading.Thread(target=solve, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    # If the GIL or a lock were held, this thread could not look, or would never see both.
    wait_until(lambda: simulations[0].is_solving and simulations[1].is_solving)
    for simulation in simulations:
        simulation.cancel()
    for thread in threads:
        thread.join(60)
    assert [frame.report.status for frame in frames] == ["cancelled", "cancelled"]
    assert np.all(np.isfinite(frames[0].points))


def test_bind_lets_other_threads_run():
    stages, seen = [], []
    inside, go_on = threading.Event(), threading.Event()

    def progress(stage, part):
        stages.append((stage, part))
        inside.set()
        go_on.wait(10)

    worker = threading.Thread(
        target=lambda: seen.append(sinew.bind(*bar_arrays(), targetCells=500, progress=progress)))  # fmt: skip
    worker.start()
    assert inside.wait(30)
    go_on.set()
    worker.join(60)
    assert seen[0].cells > 300
    parts = [part for _, part in stages]
    assert len(stages) > 2 and parts == sorted(parts) and 0 <= parts[0] and parts[-1] <= 1


def test_one_simulation_refuses_a_second_thread(large):
    simulation = sinew.Simulation(large)
    worker = threading.Thread(target=lambda: simulation.solve(turned(1.2), **LONG))
    worker.start()
    wait_until(lambda: simulation.is_solving)
    with pytest.raises(sinew.Error, match="one per thread"):
        simulation.solve(turned(0.1))
    simulation.cancel()
    worker.join(60)
    assert not simulation.is_solving
    assert simulation.solve(turned(0.1)).report.status == "converged", "it can be used again"


INTERRUPTED = """
import signal, sys, threading, time
sys.path[:0] = {path!r}
import sinew
from conftest import bar_arrays, turned
character = sinew.bind(*bar_arrays(), targetCells=20000)
simulation = sinew.Simulation(character)
def tell():
    while not simulation.is_solving: time.sleep(0.001)
    print("solving", flush=True)
threading.Thread(target=tell, daemon=True).start()
try:
    simulation.solve(turned(1.2), **{settings!r})
    print("came to its end")
except KeyboardInterrupt:
    print("stopped", simulation.solve(turned(0.1)).report.status)
"""


def test_ctrl_c_stops_a_long_solve():
    program = INTERRUPTED.format(path=[os.path.dirname(__file__)], settings=LONG)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "solving\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "stopped converged\n"
    finally:
        process.kill()


def test_signal_handlers_run_during_a_solve(large):
    calls = []
    simulation = sinew.Simulation(large)

    def handler(number, frame):
        calls.append(number)
        simulation.cancel()

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        wake = threading.Thread(
            target=lambda: (wait_until(lambda: simulation.is_solving), os.kill(os.getpid(), signal.SIGUSR1)))  # fmt: skip
        wake.start()
        frame = simulation.solve(turned(1.2), **LONG)
        wake.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert calls == [signal.SIGUSR1] and frame.report.status == "cancelled"


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_memory_is_flat_over_a_thousand_solves():
    character = sinew.bind(*bar_arrays(), cellSize=0.5)
    simulation = sinew.Simulation(character)
    poses = [turned(angle) for angle in np.linspace(0, 0.6, 10)]

    def solve(count):
        for i in range(count):
            frame = simulation.solve(poses[i % 10], strain=i % 2 == 0, threads=1)
            frame.report.as_dict()
            with pytest.raises(sinew.PoseError):
                simulation.solve(poses[0] * np.nan)

    solve(200)
    before = resident_bytes()
    solve(1000)
    # One points array is 5832 bytes: leaking it, or anything larger, once per solve would show.
    assert resident_bytes() - before < 3e6


def test_simulations_and_characters_are_freed():
    for _ in range(3):
        sinew.Simulation(sinew.bind(*bar_arrays(), targetCells=20000))
    before = resident_bytes()
    for _ in range(8):
        sinew.Simulation(sinew.bind(*bar_arrays(), targetCells=20000))
    assert resident_bytes() - before < 40e6, "one of them takes about 40 MB"


def test_progress_stops_a_bind():
    with pytest.raises(sinew.CancelledError):
        sinew.bind(*bar_arrays(), targetCells=500, progress=lambda stage, part: False)
    with pytest.raises(ZeroDivisionError):
        sinew.bind(*bar_arrays(), targetCells=500, progress=lambda stage, part: 1 / 0)


def test_settings_are_checked_against_the_list(bar, glb):
    simulation = sinew.Simulation(bar)
    solve = lambda **settings: simulation.solve(bar.rest_pose, **settings)  # noqa: E731
    cases = [
        (solve, {"stepTolerance": 7}, "Setting stepTolerance .*is 7; choose a value from 1e-06 to 1"),
        (solve, {"stepTolerance": float("nan")}, "Setting stepTolerance .*is nan"),
        (solve, {"stepTolerance": "0.1"}, "must be a number"),
        (solve, {"newtonIterations": 2.0}, "must be a whole number"),
        (solve, {"newtonIterations": True}, "must be a whole number"),
        (solve, {"newtonIterations": 2**80}, "choose a value from 1 to 500"),
        (solve, {"stepTolerence": 0.1}, "no setting 'stepTolerence'; did you mean 'stepTolerance'"),
        (solve, {"targetCells": 9}, "targetCells has no effect here; give it to load or bind"),
        (lambda **s: sinew.load(glb, **s), {"law": "jelly"}, "law .*is not one of corotated, "),
        (lambda **s: sinew.load(glb, **s), {"threads": 2}, "threads has no effect here"),
        (lambda **s: sinew.load(glb, **s), {"useBoneMeshes": 1}, "True or False"),
        (lambda **s: sinew.bind(*bar_arrays(), **s), {"boneThickness": 0.5}, "has no effect here"),
    ]
    for call, settings, words in cases:
        with pytest.raises(sinew.SettingError, match=words):
            call(**settings)


def test_settings_are_those_of_the_tool():
    shown = run(TOOL, "solve", "--help").stdout
    for name, about in sinew.settings().items():
        assert name == "useBoneMeshes" or f"--{name} " in shown
        assert about["help"].split(" [")[0].split()[0] in shown


def test_settings_have_an_effect(bar):
    simulation = sinew.Simulation(bar)
    report = simulation.solve(turned(1.0), newtonIterations=np.int64(1), poseSplits=0).report
    assert (report.status, report.newton) == ("iteration_limit", report.sub_poses)
    tight = simulation.solve(turned(1.0), stepTolerance=1e-4).report
    assert tight.step < 1e-4 < simulation.solve(turned(1.0)).report.step


def test_report_has_the_names_of_report_json(bar):
    report = sinew.Simulation(bar).solve(turned(0.5)).report
    as_dict = report.as_dict(frame=12)
    assert as_dict.pop("frame") == 12
    assert {name: getattr(report, name) for name in as_dict} == as_dict
    assert report.seconds["total"] > 0 and report.status == "converged"


def test_strain_shows_what_a_bend_does(bar):
    frame = sinew.Simulation(bar).solve(turned(0.9), strain=True)
    strain, rest = frame.strain, bar_arrays()[0]
    assert sinew.Simulation(bar).solve(turned(0.9)).strain is None
    middle = np.abs(rest[:, 0] - 2) < 0.3
    inside = middle & (rest[:, 1] > 0.9)  # the bar bends towards +y
    outside = middle & (rest[:, 1] < 0.1)
    assert strain.min_stretch[inside].mean() < 0.95 < 1.05 < strain.max_stretch[outside].mean()
    assert np.all(strain.min_stretch <= strain.max_stretch)
    assert frame.report.min_j - 1e-3 <= strain.volume.min() <= strain.volume.max() <= frame.report.max_j + 1e-3
    still = sinew.Simulation(bar).solve(bar.rest_pose, strain=True).strain
    assert np.allclose(still.volume, 1, atol=1e-4)


def test_clip_of_another_file_moves_the_character(dancer, glb):
    clip = sinew.read_clip(glb, "bend")
    assert (clip.name, clip.duration, clip.joints) == ("bend", 1.0, ["root", "tip"])
    assert clip.frames(24) == range(0, 25) and clip.frames(fps=5) == range(0, 6)
    assert np.allclose(dancer.pose(clip, 0.7), dancer.pose("bend", 0.7), atol=1e-12)
    assert np.allclose(dancer.pose(None, 0.0), dancer.rest_pose)
    quarter = dancer.pose("bend", 1.0)[1]  # the tip at (0, 1, 0) has turned about z by 90 degrees
    assert np.allclose(quarter, [[0, -1, 0, 1], [1, 0, 0, 1], [0, 0, 1, 0]], atol=1e-6)
    with pytest.raises(sinew.SettingError, match="no clip 'walk'; there is bend"):
        sinew.read_clip(glb, "walk")
    with pytest.raises(sinew.SettingError, match="name or as a Clip"):
        dancer.pose(3)
    with pytest.raises(sinew.SettingError, match="frames per second"):
        clip.frames(0)


def test_sequential_starts_from_the_frame_before(bar):
    angles = [0.3, 0.4, 0.5, 0.6]
    whole, resumed = sinew.Simulation(bar), sinew.Simulation(bar)
    assert whole.state() == b""
    frames = [whole.solve(turned(angle), mode="sequential") for angle in angles[:2]]
    state = whole.state()
    frames += [whole.solve(turned(angle), mode="sequential") for angle in angles[2:]]
    assert np.array_equal(frames[0].points, resumed.solve(turned(angles[0])).points)
    resumed.restore(state)
    for angle, frame in zip(angles[2:], frames[2:]):
        assert np.array_equal(resumed.solve(turned(angle), mode="sequential").points, frame.points)
    static = resumed.solve(turned(angles[-1]))
    assert not np.array_equal(static.points, frames[-1].points)
    assert np.abs(static.points - frames[-1].points).max() < 0.05 * bar.cell_size
    resumed.reset()
    assert np.array_equal(resumed.solve(turned(angles[-1]), mode="sequential").points, static.points)
    with pytest.raises(sinew.FileError, match="not the state"):
        resumed.restore(b"x" * 100)
    with pytest.raises(TypeError):
        resumed.restore("text")


def test_step_moves_in_time_and_goes_on_with_the_same_bits(bar):
    settings = {"gravityY": -9.81, "substeps": 2, "massDamping": 1.0, "motionStart": "released"}
    whole, resumed = sinew.Simulation(bar), sinew.Simulation(bar)
    frames = [whole.step(bar.rest_pose, 1 / 24, **settings) for _ in range(2)]
    assert np.abs(frames[0].points - bar_arrays()[0]).max() < 1e-3  # released: nothing has fallen yet
    assert frames[1].report.energy["kinetic"] > 0 > frames[1].report.energy["gravity"]
    resumed.restore(whole.state())
    for _ in range(2):
        frame = whole.step(bar.rest_pose, 1 / 24, **settings)
        assert np.array_equal(frame.points, resumed.step(bar.rest_pose, 1 / 24, **settings).points)
    with pytest.raises(sinew.PoseError, match="call step"):
        whole.solve(bar.rest_pose, mode="dynamic")
    with pytest.raises(sinew.PoseError, match="more than 0"):
        whole.step(bar.rest_pose, 0.0)


def test_presets_are_materials_to_start_from():
    sag = []
    for settings in ({"preset": "fat"}, {"preset": "muscle"}, {"preset": "muscle", "youngsModulus": 4e3}):
        soft = sinew.bind(*bar_arrays(), targetCells=500, **settings)
        rest, hung = (sinew.Simulation(soft).solve(soft.rest_pose, gravityZ=g).points for g in (0.0, -9.81))
        sag.append(float((rest - hung)[:, 2].max()))
    assert sag[0] > 3 * sag[1] and sag[2] > sag[0]  # muscle as soft as fat is heavier
    with pytest.raises(sinew.SettingError, match="none, skin, fat, muscle, stiff"):
        sinew.bind(*bar_arrays(), preset="cheese")
