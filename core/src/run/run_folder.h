// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The folder solveClip writes to. While it runs, frames are collected in files that end in .part,
// one line of report.part last, so that a run killed at any moment can go on; the files get their
// names when all frames are there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/folder_lock.h"
#include "sinew/lattice_wire.h"
#include "sinew/model_file.h"

namespace sinew {

/// Names of the point caches of a result folder.
inline constexpr const char* kSurfaceCache = "surface.pc2";  ///< solved skin [m]
inline constexpr const char* kSkinnedCache = "skinned.pc2";  ///< linear blend skinning [m]
/// Per skin vertex: least stretch, greatest stretch, volume ratio.
inline constexpr const char* kStrainCache = "strain.pc2";
/// Two points per bone: where it begins and where it ends [m].
inline constexpr const char* kBonesCache = "bones.pc2";
inline constexpr const char* kLatticeCache = "lattice.pc2";  ///< nodes of a LatticeWire [m]
inline constexpr const char* kSpringsCache = "springs.pc2";  ///< Simulation::springEnds [m]
/// Per skin vertex: last step [cells], penetration [cells], pressure [Pa].
inline constexpr const char* kQualityCache = "quality.pc2";
inline constexpr const char* kContactFile = "contacts.bin";  ///< Simulation::contacts

struct RunCache {
  const char* name = nullptr;
  std::int64_t points = 0;  ///< in each frame
};

struct RunPlan {
  std::filesystem::path folder;

  /// One line of JSON, flat: what must be the same for a run to go on with another's frames.
  std::string identity;

  int firstFrame = 0, frameStep = 1, frameCount = 1;
  double framesPerSecond = 24;
  bool pc2 = true, usda = false, obj = false;
  std::vector<RunCache> caches;  ///< the first is the surface
  LatticeWire wire;              ///< for lattice.obj
  bool keepsContacts = false;
  bool keepsState = false;  ///< each frame needs what the one before left: not in static mode
};

/// What is kept of one frame.
struct RunFrame {
  std::vector<std::vector<Vec3f>> points;  ///< for each cache of the plan
  std::vector<ContactPoint> contacts;      ///< kept if the plan says so, and so is
  std::vector<unsigned char> state;        ///< for the frame after
};

/// Throws std::runtime_error with one sentence if something cannot be written, if another process
/// is writing there, or if the folder holds another run than the one to be resumed.
class RunFolder {
 public:
  RunFolder(const RunPlan& plan, const SurfaceMesh& skin, bool resume);

  int framesDone() const { return static_cast<int>(reports_.size()); }
  bool wasComplete() const { return complete_; }                        ///< before this run
  const std::vector<std::string>& reports() const { return reports_; }  ///< JSON, one per frame

  void add(int number, const RunFrame& frame, const std::string& report);

  /// What the last of the frames done left; empty if there is none.
  const std::vector<unsigned char>& lastState() const { return lastState_; }

  /// Gives the files their names. `report` is the text of report.json.
  void finish(const std::string& report);

 private:
  std::string path(const std::string& name) const { return (plan_.folder / name).string(); }
  void start();
  bool readJournal();
  void goOn();
  std::int64_t readState();
  void readFinished();
  void writeJournal() const;
  void removeFilesOfOtherRuns() const;

  RunPlan plan_;
  const SurfaceMesh& skin_;
  FolderLock lock_;
  std::vector<std::string> reports_;
  std::vector<unsigned char> lastState_;
  bool complete_ = false;
};

}  // namespace sinew
