// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// sinew.load: a character from any file, bound if it is not yet.
#include <pybind11/stl.h>
#include <sinew/recipe.h>

#include <exception>
#include <filesystem>

#include "bindings.h"
#include "errors.h"
#include "keywords.h"

namespace sinew::python {
namespace {

std::string endingOf(const std::string& path) {
  const py::str ending(std::filesystem::path(path).extension().string());
  return py::cast<std::string>(ending.attr("lower")());
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// What is bound, and with what.
struct Input {
  RiggedModel model;
  Rig rig;
  BindSettings bind;
  SolveSettings solve;
};

Rig rigOf(Result<Rig> rig, const std::string& path) {
  if (!rig) raise({rig.error().code, path + ": " + rig.error().message});
  return std::move(rig.value());
}

void takeSettings(RigSettings& rig, BindSettings& bind, const py::kwargs& settings) {
  Keywords keywords(settings);
  keywords.takeMaterial(rig.material);
  keywords.take(bind);
  keywords.take(rig);
  keywords.takeFlag("useBoneMeshes", rig.useBoneMeshes);
  keywords.finish("give it to Simulation.solve");
}

Input readInput(const std::string& path, const py::kwargs& settings) {
  Input input;
  if (endingOf(path) == ".json") {
    Recipe recipe = valueOf(readRecipe(path));
    takeSettings(recipe.rig, recipe.bind, settings);
    input.rig = rigOf(makeRig(recipe), path);
    input.bind = recipe.bind;
    input.solve = recipe.solve;
    input.model = std::move(recipe.model);
  } else {
    RigSettings rig;
    takeSettings(rig, input.bind, settings);
    input.model = valueOf(readModel(path));
    input.rig = rigOf(makeRig(input.model, rig), path);
  }
  return input;
}

CharacterPointer load(const py::object& pathObject, const py::object& progress,
                      const py::kwargs& settings) {
  const std::string path = pathFrom(pathObject);
  if (endingOf(path) == ".sinew") {
    Keywords(settings).finish("the character is bound already");
    return py::cast<CharacterPointer>(py::type::of<BoundCharacter>().attr("load")(pathObject));
  }
  Input input = readInput(path, settings);
  auto bound = std::make_shared<BoundCharacter>();
  const CharacterDesc& desc = input.rig.character;
  CharacterFile& file = bound->file;
  file.character = bindWatched(desc, input.bind, progress, path);
  file.inputHash = inputHash(desc, input.bind);
  file.material = desc.material;
  file.settings = input.bind;
  append(bound->warnings, input.model.warnings);
  append(bound->warnings, input.rig.warnings);
  append(bound->warnings, file.character->summary().warnings);
  bound->notes = input.rig.notes;
  bound->solve = input.solve;
  file.source = CharacterSource{std::move(input.model), std::move(input.rig.jointOfBone)};
  return bound;
}

}  // namespace

std::shared_ptr<const Character> bindWatched(const CharacterDesc& desc,
                                             const BindSettings& settings,
                                             const py::object& progress, const std::string& name) {
  std::exception_ptr raised;
  const BindProgress watch{[&](const char* doing, double part) {
    const py::gil_scoped_acquire withGil;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      return progress.is_none() || !progress(doing, part).is(py::bool_(false));
    } catch (...) {
      raised = std::current_exception();
      return false;
    }
  }};
  auto character = [&] {
    const py::gil_scoped_release withoutGil;
    return bind(desc, settings, &watch);
  }();
  if (raised) std::rethrow_exception(raised);
  if (!character) {
    raise({character.error().code, (name.empty() ? "" : name + ": ") + character.error().message});
  }
  return character.value();
}

std::string pathFrom(const py::object& path) {
  return py::cast<std::string>(py::module_::import("os").attr("fsencode")(path));
}

void addLoad(py::module_& module) {
  module.def(
      "load", &load, py::arg("path"), py::kw_only(), py::arg("progress") = py::none(),
      "A character from a .glb, .gltf or character.json file, which is bound (seconds), or from a "
      ".sinew file, which is bound already.\n\n"
      "progress: called with (stage, part done); return False to stop.\n"
      "Further keywords are settings, such as targetCells=100000: see sinew.settings().");
}

}  // namespace sinew::python
