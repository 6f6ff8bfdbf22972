# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""python -m sinew.batch, as a farm and a person run it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import TOOL, files_of, run, run_python, wait_until

import sinew


@pytest.fixture
def jobs_file(bound, tmp_path):
    def write(jobs, **defaults):
        path = tmp_path / "jobs.json"
        path.write_text(json.dumps({"defaults": {"character": str(bound), **defaults}, "jobs": jobs}))
        return path

    return write


def batch(*arguments, check=False):
    return run_python("-m", "sinew.batch", *arguments, check=check)


def result_files(folder):
    files = files_of(folder)
    files.pop("job.json", None)
    return files


def process_of(job):
    """The process that runs a job."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_text().split("\0")
        except OSError:
            continue  # it has ended
        if arguments[-3:-1] == ["--only", job]:
            return int(folder.name)
    raise AssertionError(f"{job} does not run")


def reports(path):
    return {job["name"]: job for job in json.loads(path.with_suffix(".report.json").read_text())["jobs"]}


THREE = [
    {"name": "a", "frames": "0:4", "out": "out/a"},
    {"name": "b", "frames": "5:9:2", "out": "out/b", "formats": ["pc2", "usda"]},
    {"name": "c", "clip": "bend", "frames": "20", "out": "out/c", "settings": {"stepTolerance": 0.1}},
]


def test_jobs_leave_the_folders_of_the_tool_for_any_number_of_processes(jobs_file, bound, tmp_path):
    path = jobs_file(THREE, fps=12)
    for processes in (1, 3):
        done = batch(path, "-j", processes, check=True)
        assert sorted(line.split(":")[0] for line in done.stdout.splitlines()) == ["a", "b", "c"]
    run(TOOL, "solve", bound, "--frames", "5:9:2", "--fps", 12, "--format", "pc2,usda", "--out", tmp_path / "tool")
    assert result_files(tmp_path / "out/b") == files_of(tmp_path / "tool")
    report = reports(path)
    assert [report[name]["frames"] for name in "abc"] == [5, 3, 1]
    assert {job["status"] for job in report.values()} == {"done"}
    assert json.loads((tmp_path / "out/a/job.json").read_text()) == report["a"]


def test_failed_jobs_do_not_take_the_others_down(jobs_file, tmp_path):
    (tmp_path / "broken.glb").write_bytes(b"not a model")
    (tmp_path / "file").write_text("no folder")
    path = jobs_file([
        {"name": "broken", "character": "broken.glb", "out": "out/1"},
        {"name": "no clip", "clip": "jump", "out": "out/2"},
        {"name": "no setting", "settings": {"stepTolerence": 1}, "out": "out/3"},
        {"name": "no folder", "out": "file/below", "frames": "0"},
        {"name": "killed", "fps": 4000, "out": "out/4"},
        {"name": "good", "frames": "0:2", "out": "out/5"},
    ])  # fmt: skip
    process = subprocess.Popen([sys.executable, "-m", "sinew.batch", str(path), "-j", "2"])
    wait_until((tmp_path / "out/4/report.part").exists)
    os.kill(process_of("killed"), signal.SIGKILL)
    assert process.wait(60) == 1
    report = reports(path)
    assert report["good"]["status"] == "done" and len(sinew.PointCache(tmp_path / "out/5/surface.pc2")) == 3
    for name, words in [("broken", "broken.glb"), ("no clip", "no clip 'jump'"), ("no setting", "did you mean"),
                        ("no folder", "file/below"), ("killed", "signal 9")]:  # fmt: skip
        assert report[name]["status"] == "failed" and words in report[name]["error"], report[name]


def test_frames_that_do_not_converge_show_in_the_exit_code(jobs_file):
    path = jobs_file([{"name": "few", "frames": "22:24", "out": "o", "settings": {"newtonIterations": 1, "poseSplits": 0}}])
    assert batch(path).returncode == 3
    assert reports(path)["few"]["not_converged"] == 3


def test_resume_passes_over_what_is_done_and_goes_on(jobs_file, tmp_path):
    jobs = [{"name": "a", "frames": "0:3", "out": "a"}, {"name": "long", "frames": "0:4000", "out": "long"}]
    path = jobs_file(jobs, fps=4000)
    process = subprocess.Popen([sys.executable, "-m", "sinew.batch", str(path), "-j", "2"])
    journal = tmp_path / "long/report.part"
    wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 5)
    wait_until((tmp_path / "a/job.json").exists)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert {name: job["status"] for name, job in reports(path).items()} == {"a": "done", "long": "stopped"}
    before = (tmp_path / "a/surface.pc2").stat().st_mtime_ns
    done = len(journal.read_bytes().splitlines()) - 1
    # The rest of the long one would take long: it is shown to go on where it was, then left.
    process = subprocess.Popen([sys.executable, "-m", "sinew.batch", str(path), "--resume"])
    wait_until(lambda: journal.read_bytes().count(b"\n") > done + 3)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 130
    assert reports(path)["a"]["was_complete"] and (tmp_path / "a/surface.pc2").stat().st_mtime_ns == before


def test_one_job_alone_is_what_a_farm_runs(jobs_file, tmp_path):
    path = jobs_file(THREE)
    done = batch(path, "--only", "c", "--threads", 1, check=True)
    assert "frame 20/20 converged" in done.stdout
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["c"]
    again = batch(path, "--only", "c", "--resume", check=True)
    assert "was complete" in again.stdout


@pytest.mark.parametrize("text, words", [
    ("{", "cannot be read"),
    ("[]", "must be an object"),
    ('{"jobs": []}', "at least one job"),
    ('{"jobs": [{"name": "a", "out": "o"}]}', "lacks the key 'character'"),
    ('{"jobs": [{"name": "a", "out": "o", "characters": "x"}]}', "unknown key 'characters'; did you mean 'character'?"),
    ('{"jobs": [{"name": "a", "out": "o", "character": "x", "fps": true}]}', "fps must be a number"),
    ('{"jobs": [{"name": "a", "out": "o", "character": "x", "formats": [1]}]}', "formats must be a list"),
    ('{"jobs": [{"name": "a", "out": "o", "character": "x"}, {"name": "a", "out": "p", "character": "x"}]}', "two jobs"),
    ('{"jobs": [{"name": "a", "out": "o", "character": "x"}, {"name": "b", "out": "./o", "character": "x"}]}', "same out"),
    ('{"defaults": {"out": "o"}, "jobs": []}', "defaults has the unknown key 'out'"),
])  # fmt: skip
def test_bad_lists_get_a_sentence(tmp_path, text, words, capsys):
    from sinew.batch import main

    path = tmp_path / "jobs.json"
    path.write_text(text)
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert main([str(path)]) == 2
    finally:
        signal.signal(signal.SIGTERM, before)
    said = capsys.readouterr().err
    assert words in said and said.startswith("sinew.batch: ") and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == [path]
