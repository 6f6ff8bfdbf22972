# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""Runs many jobs (character, clip, frames) from a JSON list, several at a time.

Each job runs in a process of its own, by the command `python -m sinew.batch JOBS.json --only NAME` that a farm
scheduler would run: one that fails or crashes does not touch the others. docs/python.md has the format.

Exit codes: 0 all done, 1 a job failed, 2 usage, 3 done with frames not converged, 130 stopped by the user.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path
from typing import Any, List, Optional, Set

from . import _core
from ._jobs import JOB_RESULT, BadJobs, Job, JobResult, read_jobs, run_job

EXIT_CODES = {"done": 0, "not_converged": 3, "failed": 1, "stopped": 130}
_PREFIX = "sinew.batch: "
_WORST_FIRST = ("stopped", "failed", "not_converged", "done")


class Batch:
    """Jobs, each in a process of its own, so many at a time."""

    def __init__(self, jobs_file: Path, jobs: List[Job], processes: int, threads: int, resume: bool) -> None:
        self._jobs = jobs
        self._processes = processes
        self._command = [sys.executable, "-m", "sinew.batch", str(jobs_file)]
        self._command += ["--threads", str(threads or max(1, (os.cpu_count() or 1) // processes))]
        self._command += ["--resume"] * resume
        self._running: Set["subprocess.Popen[str]"] = set()
        self._lock = threading.Lock()
        self._stopping = False

    def run(self) -> List[JobResult]:
        """One result per job, in their order; also after Ctrl-C, which stops all of them."""
        with ThreadPoolExecutor(self._processes) as pool:
            futures: List["Future[JobResult]"] = [pool.submit(self._run_one, job) for job in self._jobs]
            while True:
                try:
                    wait(futures)
                    return [future.result() for future in futures]
                except KeyboardInterrupt:
                    self._stop()

    def _stop(self) -> None:
        with self._lock:
            self._stopping = True
            for process in self._running:
                process.send_signal(signal.SIGINT)

    def _run_one(self, job: Job) -> JobResult:
        left = Path(job.out, JOB_RESULT)
        try:
            left.unlink(missing_ok=True)
        except OSError:
            pass  # the job will say why it cannot write there
        with self._lock:
            if self._stopping:
                return JobResult(job.name, "stopped", job.out, error="not started.")
            try:
                # A session of its own: Ctrl-C reaches it through _stop alone, once.
                process = subprocess.Popen(
                    [*self._command, "--only", job.name],
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
                    start_new_session=True)  # fmt: skip
            except OSError as problem:
                return JobResult(job.name, "failed", job.out, error=f"its process cannot start ({problem}).")
            self._running.add(process)
        errors = process.communicate()[1]
        with self._lock:
            self._running.discard(process)
        result = _result_of(job, left, process.returncode, errors)
        print(_line(result), flush=True)
        return result


def _result_of(job: Job, left: Path, exit_code: int, errors: str) -> JobResult:
    try:
        result = JobResult(**json.loads(left.read_text(encoding="utf-8")))
        # A signal after job.json was written changes nothing any more.
        if EXIT_CODES.get(result.status) == exit_code or exit_code < 0:
            return result
    except (OSError, ValueError, TypeError):
        pass
    if exit_code < 0:
        why = f"its process was ended by signal {-exit_code} ({signal.strsignal(-exit_code)})."
    else:
        lines = errors.strip().splitlines()
        why = lines[-1].replace(_PREFIX, "", 1) if lines else f"its process ended with exit code {exit_code}."
    return JobResult(job.name, "failed", job.out, error=why)


def _line(result: JobResult) -> str:
    text = f"{result.name}: {result.status.replace('_', ' ')}"
    if result.was_complete:
        text += ", was complete"
    if result.frames:
        text += f", {result.frames} frames"
    if result.not_converged:
        text += f", {result.not_converged} not converged"
    text += f", {result.seconds:.1f} s" if result.seconds else ""
    return text + (f": {result.error}" if result.error else "")


def worst_exit_code(results: List[JobResult]) -> int:
    """The exit code of a whole batch."""
    statuses = {result.status for result in results}
    return EXIT_CODES[next(status for status in _WORST_FIRST if status in statuses)]


def _write_report(path: Path, results: List[JobResult]) -> None:
    report = {
        "schema": 1,
        "sinew": {"version": _core.__version__, "target": _core.target},
        "jobs": [asdict(result) for result in results],
    }
    part = path.with_name(path.name + ".tmp")
    part.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    os.replace(part, path)


def _whole_number(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1024:
        raise ValueError
    return number


def _parse(arguments: Optional[List[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m sinew.batch", description=(__doc__ or "").split("\n")[0],
        epilog=(__doc__ or "").strip().split("\n")[-1])  # fmt: skip
    parser.add_argument("jobs", type=Path, metavar="JOBS.json")
    parser.add_argument("-j", "--processes", type=_whole_number, default=1, help="jobs at a time (1)")
    parser.add_argument("--resume", action="store_true", help="pass over what is done, go on with what was stopped")
    parser.add_argument("--only", metavar="NAME", help="run this job alone, in this process")
    parser.add_argument("--report", type=Path, help="where the report goes (JOBS.report.json)")
    parser.add_argument("--threads", type=_whole_number, default=0, help="per job; all cores shared out if not given")
    return parser.parse_args(arguments)


def _interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command; returns its exit code."""
    options = _parse(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        jobs = read_jobs(options.jobs)
        if options.only is not None and options.only not in [job.name for job in jobs]:
            raise BadJobs(f"{options.jobs} has no job '{options.only}'.")
    except BadJobs as problem:
        print(f"{_PREFIX}{problem}", file=sys.stderr)
        return 2
    if options.only is not None:
        job = next(job for job in jobs if job.name == options.only)
        result = run_job(job, options.resume, options.threads)
        if result.error:
            print(_PREFIX + result.error, file=sys.stderr)
        else:
            print(_line(result))
        return EXIT_CODES[result.status]
    results = Batch(options.jobs, jobs, options.processes, options.threads, options.resume).run()
    try:
        _write_report(options.report or options.jobs.with_suffix(".report.json"), results)
    except OSError as problem:
        print(f"{_PREFIX}the report cannot be written ({problem}).", file=sys.stderr)
        return 1
    return worst_exit_code(results)


if __name__ == "__main__":
    sys.exit(main())
