// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Solving the frames of a clip into a folder, so that every host leaves the same files and can go
// on with a run that another one began (docs/files.md).
//
//   auto file = sinew::loadCharacter("dancer.sinew");
//   sinew::ClipRun run;
//   run.clip = "walk";
//   run.folder = "walk";
//   auto outcome = sinew::solveClip(file.value(), run);
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sinew/character_file.h"
#include "sinew/export.h"
#include "sinew/model_file.h"
#include "sinew/result.h"
#include "sinew/settings.h"
#include "sinew/simulation.h"

namespace sinew {

/// Frames first, first + step, ..., up to last at most.
struct FrameRange {
  int first = 0, last = 0, step = 1;

  int count() const { return (last - first) / step + 1; }
  int frame(int i) const { return first + i * step; }
};

/// "A", "A:B" or "A:B:S" with A <= B and S >= 1; nothing otherwise.
SINEW_API std::optional<FrameRange> parseFrames(const std::string& text);

/// All frames of a clip, frame 0 at its start. One frame for kRestPose.
SINEW_API FrameRange framesOf(const RiggedModel& model, int clip, double framesPerSecond);

/// The clip of that name; "" takes the first, or kRestPose if there is none. The error lists the
/// names there are.
SINEW_API Result<int> findClip(const RiggedModel& model, const std::string& name);

/// Where the bones of a character are at `seconds` of a clip of its own.
SINEW_API Pose bonePose(const CharacterSource& source, int clip, double seconds);

/// The same for a clip of another file, whose joints are found by name. Refused if one is missing.
SINEW_API Result<Pose> bonePose(const CharacterSource& source, const RiggedModel& animation,
                                int clip, double seconds);

/// Where the colliders of a character are at `seconds` of a clip of its own, for Pose::colliders.
SINEW_API std::vector<Affine3d> colliderPlaces(const CharacterSource& source, int clip,
                                               double seconds);

/// What is solved, and where it goes.
struct ClipRun {
  std::string clip;             ///< its name; "": the first, or the rest pose if there is none
  std::string frames;           ///< as parseFrames takes them; "": the whole clip
  double framesPerSecond = 24;  ///< range 0.001 to 100000; frame k is at k / framesPerSecond [s]
  std::string folder;           ///< made if it is not there
  bool pc2 = true, usda = false, obj = false;  ///< which files of the solved frames are written
  SolveSettings settings;
  bool resume = false;  ///< go on with a run that was stopped; otherwise start over
};

/// Told how a run goes, on the thread that called solveClip. Each may be empty.
struct ClipRunWatcher {
  std::function<void(const std::string& sentence)> warning;  ///< about colliders
  std::function<void(int framesDone, int framesInAll)> started;
  std::function<void(int frame, const FrameRange& frames, const FrameReport& report)> frameDone;
};

struct ClipRunOutcome {
  std::string clip;           ///< the name of the clip that was solved; "": the rest pose
  int frames = 0;             ///< in the folder now
  int framesInAll = 0;        ///< of the run
  int notConverged = 0;       ///< of the frames in the folder
  bool wasComplete = false;   ///< there was nothing to do
  bool wasCancelled = false;  ///< stopped by the host; resume goes on
  std::string report;         ///< the text of report.json; "" if cancelled
};

/// Solves every frame of the run into its folder. The character must have a source. Stops between
/// Newton steps when `cancel` becomes true; what is complete by then is kept.
SINEW_API Result<ClipRunOutcome> solveClip(const CharacterFile& character, const ClipRun& run,
                                           const ClipRunWatcher& watcher = {},
                                           const std::atomic<bool>* cancel = nullptr);

/// One frame of report.json, in one line.
SINEW_API std::string frameJson(int frame, const FrameReport& report);

/// What a report says besides its frames.
struct ReportHead {
  Material material;
  BindSettings bind;
  SolveSettings solve;
  CharacterSummary character;
  std::string run;  ///< what was solved, as JSON; may be ""
};

/// The text of report.json; `frames` are lines of frameJson.
SINEW_API std::string reportText(const ReportHead& head, const std::vector<std::string>& frames);

}  // namespace sinew
