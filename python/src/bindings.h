// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What Python sees besides the plain structs of the core, and the parts of the module.
#pragma once

#include <pybind11/pybind11.h>
#include <sinew/character_file.h>
#include <sinew/model_file.h>
#include <sinew/settings.h>

#include <memory>
#include <string>
#include <vector>

namespace sinew::python {

namespace py = pybind11;

/// `sinew.Character`: immutable, shared by simulations and views.
struct BoundCharacter {
  CharacterFile file;
  SolveSettings solve;                       ///< what a character.json wants; defaults otherwise
  std::vector<std::string> warnings, notes;  ///< of the file, its rig and its bind

  std::size_t vertices() const {
    return static_cast<std::size_t>(file.character->summary().vertices);
  }
  std::size_t bones() const { return static_cast<std::size_t>(file.character->summary().bones); }

  /// Raises FileError if the character was not made from a rigged model.
  const CharacterSource& source() const;
};
using CharacterPointer = std::shared_ptr<BoundCharacter>;

/// `sinew.Clip`: shares the model it is of.
struct BoundClip {
  std::shared_ptr<const RiggedModel> model;
  int index = kRestPose;  ///< kRestPose: the nodes as they rest

  std::string name() const;
  double duration() const;  ///< [s]
};

/// A clip by name, or a Clip, or None for the first one.
BoundClip clipFrom(const CharacterPointer& character, const py::object& clip);

/// The text of a str or os.PathLike.
std::string pathFrom(const py::object& path);

/// Binds on the calling thread, without the GIL but for calls of `progress` (None or a function
/// of the stage and the part that is done), between which Ctrl-C stops it.
std::shared_ptr<const Character> bindWatched(const CharacterDesc& desc,
                                             const BindSettings& settings,
                                             const py::object& progress, const std::string& name);

void addBones(py::module_& module);
void addCharacter(py::module_& module);
void addClip(py::module_& module);
void addFiles(py::module_& module);
void addLoad(py::module_& module);
void addRun(py::module_& module);
void addSimulation(py::module_& module);

}  // namespace sinew::python
