// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <sinew/clip_run.h>

#include "arrays.h"
#include "bindings.h"

namespace sinew::python {
namespace {

py::object framesOfClip(const BoundClip& clip, double fps) {
  if (!(fps >= 0.001 && fps <= 100000)) {
    raise("SettingError", "the frames per second must be from 0.001 to 100000.");
  }
  const FrameRange frames = framesOf(*clip.model, clip.index, fps);
  return py::module_::import("builtins").attr("range")(frames.first, frames.last + 1, frames.step);
}

py::list jointNames(const RiggedModel& model) {
  py::list names;
  for (const ModelJoint& joint : model.joints) names.append(joint.name);
  return names;
}

BoundClip readClip(const py::object& path, const py::object& name) {
  const std::string file = pathFrom(path);
  auto model = std::make_shared<const RiggedModel>(valueOf(readModel(file)));
  const Result<int> index = findClip(*model, name.is_none() ? "" : py::cast<std::string>(name));
  if (!index) raise({index.error().code, file + ": " + index.error().message});
  if (index.value() == kRestPose) raise({ErrorCode::BadFile, file + ": it has no clips."});
  return {model, index.value()};
}

}  // namespace

std::string BoundClip::name() const {
  return index == kRestPose ? "" : model->clips[static_cast<std::size_t>(index)].name;
}

double BoundClip::duration() const {
  return index == kRestPose ? 0 : model->clips[static_cast<std::size_t>(index)].duration;
}

BoundClip clipFrom(const CharacterPointer& character, const py::object& clip) {
  if (py::isinstance<BoundClip>(clip)) return py::cast<BoundClip>(clip);
  if (!clip.is_none() && !py::isinstance<py::str>(clip)) {
    raise("SettingError", "a clip is given by its name or as a Clip.");
  }
  const RiggedModel& model = character->source().model;
  const std::string name = clip.is_none() ? "" : py::cast<std::string>(clip);
  return {std::shared_ptr<const RiggedModel>(character, &model), valueOf(findClip(model, name))};
}

void addClip(py::module_& module) {
  py::class_<BoundClip>(module, "Clip", "The motion of a skeleton, from a file or of a character.")
      .def_property_readonly("name", &BoundClip::name, "Its name; '' is the rest pose.")
      .def_property_readonly("duration", &BoundClip::duration, "Time of its last key [s].")
      .def_property_readonly(
          "joints", [](const BoundClip& c) { return jointNames(*c.model); },
          "Names of the joints, in the order of transforms().")
      .def("frames", &framesOfClip, py::arg("fps") = 24.0,
           "All frames of the clip as a range; frame k is at k / fps seconds.")
      .def(
          "transforms",
          [](const BoundClip& c, double seconds) {
            return toArray(jointTransforms(*c.model, c.index, seconds));
          },
          py::arg("seconds"), "Joint to posed space [m] at a time [s], float64 (joints, 3, 4).")
      .def("__repr__", [](const BoundClip& c) { return "<sinew.Clip '" + c.name() + "'>"; });
  module.def(
      "read_clip", &readClip, py::arg("path"), py::arg("name") = py::none(),
      "A clip of a .glb or .gltf file: the first, or the one of that name. Character.pose and "
      "Character.skinned find its joints by name.");
}

}  // namespace sinew::python
