// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"

namespace sinew::python {
namespace {

Attachment attachmentFrom(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kAttachmentNames); ++i) {
    if (name == kAttachmentNames[i]) return static_cast<Attachment>(i);
  }
  raise("BoneError",
        "The attachment of a bone is hard, spring, auto, sliding or slidingEnds, not '" + name +
            "'.");
}

using Shape = decltype(Bone::shape);

Bone makeBone(std::string name, Shape shape, const std::string& attachment, double springStiffness,
              std::vector<BallShape> freeZones, double friction) {
  return {std::move(name), std::move(shape),     attachmentFrom(attachment),
          springStiffness, std::move(freeZones), friction};
}

EllipsoidShape makeEllipsoid(const py::object& center, const py::object& axes) {
  EllipsoidShape shape;
  shape.center = vectorFrom(center, "center");
  const std::vector<Vec3f> rows = pointsFrom(axes, "axes");
  if (rows.size() != 3) raiseArrayError("axes must be three half axes, shape (3, 3).");
  for (py::ssize_t i = 0; i < 3; ++i) {
    shape.axes[i] = vectorFrom(axes[py::int_(i)], "axes");
  }
  return shape;
}

py::tuple toTuple(const Vec3d& v) { return py::make_tuple(v.x, v.y, v.z); }

void addShapes(py::module_& module) {
  py::class_<CapsuleShape>(
      module, "Capsule",
      "All points within `radius` of the segment from `head` to `tail`, in the "
      "rest pose [m].")
      .def(py::init([](const py::object& head, const py::object& tail, double radius) {
             return CapsuleShape{vectorFrom(head, "head"), vectorFrom(tail, "tail"), radius};
           }),
           py::arg("head"), py::arg("tail"), py::arg("radius"))
      .def_property_readonly("head", [](const CapsuleShape& s) { return toTuple(s.head); })
      .def_property_readonly("tail", [](const CapsuleShape& s) { return toTuple(s.tail); })
      .def_readonly("radius", &CapsuleShape::radius);
  py::class_<CapsuleSetShape>(module, "CapsuleSet",
                              "The union of some capsules: a pelvis, a hand. At least one.")
      .def(py::init<std::vector<CapsuleShape>>(), py::arg("capsules"))
      .def_readonly("capsules", &CapsuleSetShape::capsules);
  py::class_<BallShape>(module, "Ball", "All points within `radius` of `center` [m].")
      .def(py::init([](const py::object& center, double radius) {
             return BallShape{vectorFrom(center, "center"), radius};
           }),
           py::arg("center"), py::arg("radius"))
      .def_property_readonly("center", [](const BallShape& s) { return toTuple(s.center); })
      .def_readonly("radius", &BallShape::radius);
  py::class_<EllipsoidShape>(
      module, "Ellipsoid",
      "`center` and three half axes at right angles to each other, one per row "
      "of `axes`, in the rest pose [m].")
      .def(py::init(&makeEllipsoid), py::arg("center"), py::arg("axes"))
      .def_property_readonly("center", [](const EllipsoidShape& s) { return toTuple(s.center); })
      .def_property_readonly("axes", [](const EllipsoidShape& s) {
        return py::make_tuple(toTuple(s.axes[0]), toTuple(s.axes[1]), toTuple(s.axes[2]));
      });
  py::class_<MeshShape>(
      module, "Mesh",
      "A bone as triangles, counter-clockwise from outside, in the rest pose [m]: "
      "`points` (n, 3), `faces` (m, 3). May have small holes.")
      .def(py::init([](const py::object& points, const py::object& faces) {
             return MeshShape{pointsFrom(points, "points"), trianglesFrom(faces, "faces")};
           }),
           py::arg("points"), py::arg("faces"));
}

void addColliders(py::module_& module) {
  py::class_<PlaneShape>(module, "Plane",
                         "All points on the side of a plane that `normal` points away from [m].")
      .def(py::init([](const py::object& point, const py::object& normal) {
             return PlaneShape{vectorFrom(point, "point"), vectorFrom(normal, "normal")};
           }),
           py::arg("point"), py::arg("normal"))
      .def_property_readonly("point", [](const PlaneShape& s) { return toTuple(s.point); })
      .def_property_readonly("normal", [](const PlaneShape& s) { return toTuple(s.normal); });
  py::class_<Collider>(module, "Collider",
                       "A rigid solid that flesh is pushed out of, in coordinates of its own.\n\n"
                       "shape: Ball, Capsule, Ellipsoid, Plane, or a closed Mesh.\n"
                       "friction: over pressure, 0 to 10.")
      .def(py::init([](std::string name, decltype(Collider::shape) shape, double friction) {
             return Collider{std::move(name), std::move(shape), friction};
           }),
           py::arg("name"), py::arg("shape"), py::arg("friction") = 0.0)
      .def_readonly("name", &Collider::name)
      .def_readonly("shape", &Collider::shape)
      .def_readonly("friction", &Collider::friction)
      .def("__repr__", [](const Collider& c) { return "<sinew.Collider '" + c.name + "'>"; });
}

}  // namespace

void addBones(py::module_& module) {
  addShapes(module);
  addColliders(module);
  const Bone defaults;
  py::class_<Bone>(
      module, "Bone",
      "A rigid shape that flesh holds on to.\n\n"
      "attachment: 'hard' (lattice nodes inside follow it exactly; wants a bone 2 cells "
      "thick), 'spring', 'auto': hard if it is thick enough, 'sliding': flesh is pushed out of it "
      "and slides over it, or 'slidingEnds': attached along its middle half.\n"
      "spring_stiffness: 0.1 to 100, as a multiple of the flesh's own stiffness.\n"
      "free_zones: balls in which the bone holds no flesh, such as around its joint.\n"
      "friction: of flesh that slides over it, 0 to 10.")
      .def(py::init(&makeBone), py::arg("name"), py::arg("shape"),
           py::arg("attachment") = kAttachmentNames[static_cast<int>(defaults.attachment)],
           py::arg("spring_stiffness") = defaults.springStiffness,
           py::arg("free_zones") = std::vector<BallShape>{},
           py::arg("friction") = defaults.friction)
      .def_readonly("name", &Bone::name)
      .def_readonly("shape", &Bone::shape)
      .def_property_readonly(
          "attachment",
          [](const Bone& b) { return kAttachmentNames[static_cast<int>(b.attachment)]; })
      .def_readonly("spring_stiffness", &Bone::springStiffness)
      .def_readonly("free_zones", &Bone::freeZones)
      .def_readonly("friction", &Bone::friction)
      .def("__repr__", [](const Bone& b) { return "<sinew.Bone '" + b.name + "'>"; });
}

}  // namespace sinew::python
