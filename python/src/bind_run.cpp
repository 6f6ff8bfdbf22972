// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>
#include <sinew/clip_run.h>

#include <atomic>
#include <optional>

#include "bindings.h"
#include "calling_thread.h"
#include "errors.h"
#include "keywords.h"

namespace sinew::python {
namespace {

void takeFormats(const std::vector<std::string>& formats, ClipRun& run) {
  run.pc2 = false;
  for (const std::string& format : formats) {
    if (format == "pc2") {
      run.pc2 = true;
    } else if (format == "usda") {
      run.usda = true;
    } else if (format == "obj") {
      run.obj = true;
    } else {
      raise("SettingError", "formats are pc2, usda and obj, not '" + format + "'.");
    }
  }
}

py::dict toDict(const ClipRunOutcome& outcome) {
  py::dict result;
  result["clip"] = outcome.clip;
  result["frames"] = outcome.frames;
  result["frames_in_all"] = outcome.framesInAll;
  result["not_converged"] = outcome.notConverged;
  result["was_complete"] = outcome.wasComplete;
  return result;
}

py::dict solveClipInto(const CharacterPointer& character, const py::object& folder,
                       const std::string& clip, const std::string& frames, double fps,
                       const std::vector<std::string>& formats, bool resume,
                       const py::object& progress, const py::kwargs& settings) {
  ClipRun run;
  run.clip = clip;
  run.frames = frames;
  run.framesPerSecond = fps;
  run.folder = pathFrom(folder);
  run.resume = resume;
  run.settings = character->solve;
  takeFormats(formats, run);
  Keywords keywords(settings);
  keywords.take(run.settings);
  keywords.finish("give it to load or bind");

  CallingThread caller;
  ClipRunWatcher watcher;
  if (!progress.is_none()) {
    watcher.frameDone = [&](int frame, const FrameRange& range, const FrameReport& report) {
      caller.call([&] { progress(frame, range.last, report); });
    };
  }
  std::atomic<bool> cancel{false};
  std::optional<Result<ClipRunOutcome>> outcome;
  caller.runInterruptibly(cancel,
                          [&] { outcome = solveClip(character->file, run, watcher, &cancel); });
  return toDict(valueOf(std::move(*outcome)));
}

}  // namespace

void addRun(py::module_& module) {
  module.def("solve_clip", &solveClipInto, py::arg("character"), py::arg("folder"), py::kw_only(),
             py::arg("clip") = "", py::arg("frames") = "",
             py::arg("fps") = ClipRun{}.framesPerSecond,
             py::arg("formats") = std::vector<std::string>{"pc2"}, py::arg("resume") = false,
             py::arg("progress") = py::none(),
             "Solves frames of a clip into a folder, as `sinew solve` does: the same files.\n\n"
             "clip: its name; '' is the first. frames: 'A', 'A:B' or 'A:B:S'; '' is all. fps: "
             "frame k is at "
             "k / fps seconds. formats: of 'pc2', 'usda', 'obj'.\n"
             "resume: go on with a run that was stopped. progress: called with (frame, last frame, "
             "FrameReport).\n"
             "Further keywords are solve settings. Returns a dict: clip, frames, frames_in_all, "
             "not_converged, "
             "was_complete. Ctrl-C stops between Newton steps; resume goes on.");
}

}  // namespace sinew::python
