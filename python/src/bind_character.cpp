// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>
#include <sinew/character_file.h>
#include <sinew/clip_run.h>

#include "arrays.h"
#include "bindings.h"
#include "keywords.h"

namespace sinew::python {
namespace {

VertexMaps mapsFrom(const py::dict& given, std::size_t vertices) {
  VertexMaps maps;
  const std::pair<const char*, std::vector<float>*> known[] = {
      {"stiffness", &maps.stiffness},
      {"volumeStiffness", &maps.volumeStiffness},
      {"density", &maps.density},
      {"attachment", &maps.attachment}};
  std::size_t used = 0;
  for (const auto& [name, map] : known) {
    if (!given.contains(name)) continue;
    *map = numbersFrom(given[name], std::string("maps['") + name + "']", vertices);
    ++used;
  }
  if (used != given.size()) {
    raise("SettingError",
          "maps may have the keys stiffness, volumeStiffness, density and attachment, and no "
          "others.");
  }
  return maps;
}

CharacterPointer bindArrays(const py::object& points, const py::object& faces,
                            const std::vector<Bone>& bones, const py::object& maps,
                            const py::object& skinWeights, const py::object& progress,
                            const py::kwargs& settings) {
  CharacterDesc desc;
  desc.points = pointsFrom(points, "points");
  desc.triangles = trianglesFrom(faces, "faces");
  desc.bones = bones;
  if (!maps.is_none()) desc.maps = mapsFrom(maps, desc.points.size());
  if (!skinWeights.is_none()) {
    desc.skinWeights = weightsFrom(skinWeights, desc.points.size(), bones.size());
  }
  BindSettings bindSettings;
  Keywords keywords(settings);
  keywords.takeMaterial(desc.material);
  keywords.take(bindSettings);
  keywords.finish("bones are given, and solve settings go to Simulation.solve");
  auto bound = std::make_shared<BoundCharacter>();
  bound->file.character = bindWatched(desc, bindSettings, progress, "");
  bound->file.inputHash = inputHash(desc, bindSettings);
  bound->file.material = desc.material;
  bound->file.settings = bindSettings;
  bound->warnings = bound->file.character->summary().warnings;
  return bound;
}

CharacterPointer fromFile(CharacterFile file) {
  auto bound = std::make_shared<BoundCharacter>();
  bound->warnings = file.character->summary().warnings;
  bound->file = std::move(file);
  return bound;
}

CharacterPointer loadBound(const py::object& path) {
  const std::string name = pathFrom(path);
  Result<CharacterFile> file = [&] {
    const py::gil_scoped_release withoutGil;
    return loadCharacter(name);
  }();
  return fromFile(valueOf(std::move(file)));
}

std::int64_t save(const BoundCharacter& character, const py::object& path) {
  const std::string name = pathFrom(path);
  Result<std::int64_t> size = [&] {
    const py::gil_scoped_release withoutGil;
    return saveCharacter(character.file, name);
  }();
  return valueOf(std::move(size));
}

Pose poseOf(const CharacterPointer& character, const py::object& clip, double seconds) {
  const BoundClip bound = clipFrom(character, clip);
  const CharacterSource& source = character->source();
  if (bound.model.get() == &source.model) return bonePose(source, bound.index, seconds);
  return valueOf(bonePose(source, *bound.model, bound.index, seconds));
}

py::array skinned(const CharacterPointer& character, const py::object& clip, double seconds) {
  const BoundClip bound = clipFrom(character, clip);
  const RiggedModel& model = character->source().model;
  if (bound.model.get() != &model) {
    raise({ErrorCode::BadPose, "linear skinning is of the character's own clips only."});
  }
  py::array points = newPoints(character->vertices());
  skinLinear(model, poseAt(model, bound.index, seconds),
             borrowPointsToWrite(points, "points", character->vertices()));
  return points;
}

py::list clipsOf(const CharacterPointer& character) {
  py::list clips;
  const RiggedModel& model = character->source().model;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    clips.append(
        BoundClip{std::shared_ptr<const RiggedModel>(character, &model), static_cast<int>(i)});
  }
  return clips;
}

py::list boneJoints(const BoundCharacter& character) {
  py::list names;
  const CharacterSource& source = character.source();
  for (const std::int32_t joint : source.jointOfBone) {
    names.append(source.model.joints[static_cast<std::size_t>(joint)].name);
  }
  return names;
}

py::bytes pack(const BoundCharacter& character) {
  const std::vector<unsigned char> bytes = valueOf(packCharacter(character.file));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

CharacterPointer unpack(const py::bytes& packed) {
  const auto text = static_cast<std::string_view>(packed);
  const Span<const unsigned char> bytes(reinterpret_cast<const unsigned char*>(text.data()),
                                        text.size());
  return fromFile(valueOf(loadCharacter(bytes, "the pickled character")));
}

/// A property of CharacterSummary.
template <class T>
auto fact(T CharacterSummary::*member) {
  return [member](const BoundCharacter& c) { return c.file.character->summary().*member; };
}

}  // namespace

const CharacterSource& BoundCharacter::source() const {
  if (!file.source) {
    raise({ErrorCode::BadFile,
           "the character was bound from arrays and has no skeleton, clips and rest mesh."});
  }
  return *file.source;
}

void addCharacter(py::module_& module) {
  using S = CharacterSummary;
  py::class_<BoundCharacter, CharacterPointer> character(
      module, "Character",
      "A bound character: its skin filled with flesh and tied to its bones. Immutable; share it "
      "between simulations and threads. Made by load() or bind().");
  character.def_static("load", &loadBound, py::arg("path"), "Reads a .sinew file.")
      .def("save", &save, py::arg("path"),
           "Writes a .sinew file and returns its size [bytes]. It gets its name when it is "
           "complete.")
      .def(
          "pose",
          [](const CharacterPointer& c, const py::object& clip, double seconds) {
            return toArray(poseOf(c, clip, seconds).bones);
          },
          py::arg("clip") = py::none(), py::arg("seconds") = 0.0,
          "Where the bones are at a time [s] of a clip (a name, a Clip, None: the first): rest to "
          "posed space [m], float64 (bones, 3, 4), as Simulation.solve takes it.")
      .def("skinned", &skinned, py::arg("clip") = py::none(), py::arg("seconds") = 0.0,
           "Linear blend skinning of the same, to compare with: float32 (vertices, 3) [m].")
      .def_property_readonly(
          "rest_pose",
          [](const BoundCharacter& c) { return toArray(std::vector<Affine3d>(c.bones())); },
          "The identity for every bone, float64 (bones, 3, 4).")
      .def_property_readonly(
          "points",
          [](const CharacterPointer& c) { return viewOf<float>(c->source().model.skin.points, c); },
          "Rest points [m], float32 (vertices, 3), read-only, not copied.")
      .def_property_readonly(
          "faces",
          [](const CharacterPointer& c) {
            return viewOf<std::int32_t>(c->source().model.skin.triangles, c);
          },
          "Triangles, int32 (faces, 3), read-only, not copied.")
      .def_property_readonly("clips", &clipsOf, "Its clips.")
      .def_property_readonly("bone_joints", &boneJoints, "Per bone: the joint it follows.")
      .def_property_readonly("vertices", fact(&S::vertices), "Skin vertices.")
      .def_property_readonly("bones", fact(&S::bones))
      .def_property_readonly("cells", fact(&S::cells), "Lattice cells.")
      .def_property_readonly("nodes", fact(&S::nodes), "Lattice nodes.")
      .def_property_readonly("levels", fact(&S::levels), "Multigrid levels.")
      .def_property_readonly("cell_size", fact(&S::cellSize), "Edge of a cell [m].")
      .def_property_readonly("bind_seconds", fact(&S::bindSeconds))
      .def_property_readonly("memory_bytes", fact(&S::memoryBytes),
                             "Of the character and one simulation [bytes].")
      .def_readonly("warnings", &BoundCharacter::warnings, "What had to be interpreted.")
      .def_readonly("notes", &BoundCharacter::notes, "Good to know; nothing has to be done.")
      .def("__repr__",
           [](const BoundCharacter& c) {
             return "<sinew.Character of " + std::to_string(c.vertices()) + " vertices, " +
                    std::to_string(c.bones()) + " bones, " +
                    std::to_string(c.file.character->summary().cells) + " cells>";
           })
      .def(py::pickle(&pack, &unpack));
  module.def(
      "bind", &bindArrays, py::arg("points"), py::arg("faces"), py::arg("bones"), py::kw_only(),
      py::arg("maps") = py::none(), py::arg("skin_weights") = py::none(),
      py::arg("progress") = py::none(),
      "Fills a skin with flesh and ties it to bones.\n\n"
      "points: (n, 3) [m]. faces: (m, 3) vertex numbers, counter-clockwise from outside. bones: a "
      "list of Bone.\n"
      "maps: a dict of one number per vertex for stiffness, volumeStiffness, density, "
      "attachment.\n"
      "skin_weights: (vertices, bones); tells which bone holds a loose shell.\n"
      "progress: called with (stage, part done); return False to stop.\n"
      "Further keywords are settings, such as targetCells=100000: see sinew.settings().");
}

}  // namespace sinew::python
