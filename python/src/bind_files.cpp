// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <sinew/result_file.h>

#include <cstring>

#include "arrays.h"
#include "bindings.h"

namespace sinew::python {
namespace {

/// `sinew.PointCache`: a PC2 file on disk.
class CacheFile {
 public:
  explicit CacheFile(const py::object& path) : path_(pathFrom(path)), header_(read()) {}

  static CacheFile create(const py::object& path, std::int64_t points, double firstFrame,
                          double frameStep) {
    valueOf(createPointCache(pathFrom(path), points, firstFrame, frameStep));
    return CacheFile(path);
  }

  void append(const py::object& points) {
    header_ = valueOf(appendFrame(path_, borrowPoints(points, "points")));
  }

  void keep(std::int64_t frames) { header_ = valueOf(keepFrames(path_, frames)); }

  py::array frame(std::int64_t index) const {
    const std::int64_t place = index < 0 ? index + header_.frames : index;
    if (place < 0 || place >= header_.frames) {
      throw py::index_error(path_ + " has " + std::to_string(header_.frames) + " frames, so none " +
                            std::to_string(index) + ".");
    }
    const std::vector<Vec3f> points = valueOf(readFrame(path_, place));
    py::array array = newPoints(points.size());
    if (!points.empty()) {
      std::memcpy(array.mutable_data(), points.data(), points.size() * sizeof(Vec3f));
    }
    return array;
  }

  const std::string& path() const { return path_; }
  const PointCache& header() const { return header_; }

 private:
  PointCache read() const { return valueOf(pointCache(path_)); }

  std::string path_;
  PointCache header_;
};

std::int64_t writeObjFile(const py::object& path, const py::object& points,
                          const py::object& faces) {
  return valueOf(
      writeObj(pathFrom(path), borrowPoints(points, "points"), trianglesFrom(faces, "faces")));
}

std::int64_t writeUsdFile(const py::object& path, const py::object& points, const py::object& faces,
                          const py::object& cache, const std::string& meshName, double fps,
                          double metersPerUnit, const std::string& upAxis) {
  if (upAxis != "Y" && upAxis != "Z") raise("SettingError", "up_axis must be 'Y' or 'Z'.");
  UsdStage stage;
  stage.meshName = meshName;
  stage.framesPerSecond = fps;
  stage.metersPerUnit = metersPerUnit;
  stage.upAxis = upAxis[0];
  const std::string cachePath =
      py::isinstance<CacheFile>(cache) ? py::cast<CacheFile>(cache).path() : pathFrom(cache);
  return valueOf(writeUsd(pathFrom(path), borrowPoints(points, "points"),
                          trianglesFrom(faces, "faces"), cachePath, stage));
}

}  // namespace

void addFiles(py::module_& module) {
  py::class_<CacheFile>(
      module, "PointCache",
      "A PC2 point cache on disk [m]. cache[i] reads a frame as float32 (points, 3), "
      "len(cache) counts complete frames, append() adds one.")
      .def(py::init<const py::object&>(), py::arg("path"))
      .def_static("create", &CacheFile::create, py::arg("path"), py::arg("points"),
                  py::arg("first_frame") = 0.0, py::arg("frame_step") = 1.0,
                  "A new, empty file for frames of so many points.")
      .def("append", &CacheFile::append, py::arg("points"),
           "Adds a frame: float32 (points, 3) in C order, not copied.")
      .def("keep", &CacheFile::keep, py::arg("frames"), "Drops all frames but the first so many.")
      .def("__getitem__", &CacheFile::frame, py::arg("index"))
      .def("__len__", [](const CacheFile& c) { return c.header().frames; })
      .def_property_readonly("path", &CacheFile::path)
      .def_property_readonly(
          "points", [](const CacheFile& c) { return c.header().points; }, "Points in each frame.")
      .def_property_readonly("first_frame",
                             [](const CacheFile& c) { return c.header().firstFrame; })
      .def_property_readonly("frame_step", [](const CacheFile& c) { return c.header().frameStep; });
  module.def("write_obj", &writeObjFile, py::arg("path"), py::arg("points"), py::arg("faces"),
             "Writes a surface: points float32 (n, 3), faces (m, 3). Returns the size [bytes].");
  const UsdStage defaults;
  module.def(
      "write_usd", &writeUsdFile, py::arg("path"), py::arg("points"), py::arg("faces"),
      py::arg("cache"), py::kw_only(), py::arg("mesh_name") = defaults.meshName,
      py::arg("fps") = defaults.framesPerSecond,
      py::arg("meters_per_unit") = defaults.metersPerUnit,
      py::arg("up_axis") = std::string(1, defaults.upAxis),
      "Writes USD as text (.usda): rest points and faces, and one time sample per frame of a "
      "PointCache or PC2 file. Returns the size [bytes].");
}

}  // namespace sinew::python
