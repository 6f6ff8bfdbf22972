# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Job lists of `python -m sinew.batch`: what they may hold (docs/python.md), and one job of them."""

from __future__ import annotations

import difflib
import json
import os
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Dict, List

from . import _core
from ._errors import Error

JOB_RESULT = "job.json"


class BadJobs(Exception):
    """A job list that cannot be run at all, as one sentence."""


@dataclass
class Job:
    """One clip of one character into one folder."""

    name: str
    character: str
    out: str
    clip: str = ""
    frames: str = ""
    fps: float = 24.0
    formats: List[str] = field(default_factory=lambda: ["pc2"])
    settings: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JobResult:
    """How a job ended. status: done, not_converged, failed or stopped."""

    name: str
    status: str
    out: str
    clip: str = ""
    frames: int = 0
    not_converged: int = 0
    was_complete: bool = False
    seconds: float = 0.0
    warnings: List[str] = field(default_factory=list)
    error: str = ""


_KINDS = {
    "name": (str, "a text"),
    "character": (str, "a text"),
    "out": (str, "a text"),
    "clip": (str, "a text"),
    "frames": (str, "a text such as 0:24"),
    "fps": ((int, float), "a number"),
    "formats": (list, "a list of pc2, usda, obj"),
    "settings": (dict, "an object"),
}


def _check_keys(entry: Any, known: List[str], where: str) -> None:
    if not isinstance(entry, dict):
        raise BadJobs(f"{where} must be an object, in {{ }}.")
    for key in entry:
        if key not in known:
            nearest = difflib.get_close_matches(key, known, 1, 0.0)[0]
            raise BadJobs(f"{where} has the unknown key '{key}'; did you mean '{nearest}'?")


def _check_values(entry: Dict[str, Any], where: str) -> None:
    for key, value in entry.items():
        kind, words = _KINDS[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadJobs(f"{where}: {key} must be {words}.")
    if not all(isinstance(one, str) for one in entry.get("formats", [])):
        raise BadJobs(f"{where}: formats must be {_KINDS['formats'][1]}.")


def _job_of(entry: Dict[str, Any], folder: Path, where: str) -> Job:
    for key in ("name", "character", "out"):
        if not entry.get(key):
            raise BadJobs(f"{where} lacks the key '{key}'.")
    paths = {key: str(folder / entry[key]) for key in ("character", "out")}
    return Job(**{**entry, **paths})


def read_jobs(path: Path) -> List[Job]:
    """The jobs of a JSON file; paths are relative to its folder. Raises BadJobs."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BadJobs(f"{path}: it cannot be read ({problem}).") from None
    _check_keys(document, ["jobs", "defaults"], str(path))
    defaults = document.get("defaults", {})
    _check_keys(defaults, [key for key in _KINDS if key not in ("name", "out")], f"{path}: defaults")
    _check_values(defaults, f"{path}: defaults")
    entries = document.get("jobs")
    if not isinstance(entries, list) or not entries:
        raise BadJobs(f"{path} must have a list 'jobs' with at least one job.")
    jobs = []
    for number, entry in enumerate(entries):
        where = f"{path}: jobs[{number}]"
        _check_keys(entry, list(_KINDS), where)
        _check_values(entry, where)
        settings = {**defaults.get("settings", {}), **entry.get("settings", {})}
        jobs.append(_job_of({**defaults, **entry, "settings": settings}, path.parent, where))
    _check_distinct(jobs, path)
    return jobs


def _check_distinct(jobs: List[Job], path: Path) -> None:
    names: Dict[str, Job] = {}
    folders: Dict[str, Job] = {}
    for job in jobs:
        if job.name in names:
            raise BadJobs(f"{path}: two jobs have the name '{job.name}'.")
        folder = os.path.realpath(job.out)
        if folder in folders:
            raise BadJobs(f"{path}: the jobs '{folders[folder].name}' and '{job.name}' have the same out.")
        names[job.name] = folders[folder] = job


def run_job(job: Job, resume: bool, threads: int, say: Any = print) -> JobResult:
    """Runs a job in this process and leaves job.json in its folder. Raises KeyboardInterrupt only."""
    start = time.monotonic()
    result = JobResult(job.name, "failed", job.out)

    def show(frame: int, last: int, report: _core.FrameReport) -> None:
        say(f"{job.name}: frame {frame}/{last} {report.status}, {report.newton} Newton steps", flush=True)

    try:
        of_solve = {name for name, about in _core.settings().items() if about["given_to"] == "solve"}
        solve = {name: value for name, value in job.settings.items() if name in of_solve}
        bind = {name: value for name, value in job.settings.items() if name not in of_solve}
        character = _core.load(job.character, **bind)
        result.warnings = character.warnings
        solve.setdefault("threads", threads)
        outcome = _core.solve_clip(
            character, job.out, clip=job.clip, frames=job.frames, fps=job.fps, formats=job.formats,
            resume=resume, progress=show, **solve)  # fmt: skip
        result.clip, result.frames = outcome["clip"], outcome["frames"]
        result.not_converged, result.was_complete = outcome["not_converged"], outcome["was_complete"]
        result.status = "not_converged" if result.not_converged else "done"
    except Error as problem:
        result.error = str(problem)
    except KeyboardInterrupt:
        result.status, result.error = "stopped", "stopped; go on with --resume."
    result.seconds = time.monotonic() - start
    _leave(result)
    return result


def _leave(result: JobResult) -> None:
    """Writes job.json; a folder that cannot be written to has failed the job already."""
    try:
        os.makedirs(result.out, exist_ok=True)
        path = os.path.join(result.out, JOB_RESULT)
        with open(path + ".tmp", "w", encoding="utf-8") as file:
            json.dump(asdict(result), file, indent=2)
            file.write("\n")
        os.replace(path + ".tmp", path)
    except OSError as problem:
        if result.status != "failed":
            result.status, result.error = "failed", f"{result.out}: {problem.strerror}."
