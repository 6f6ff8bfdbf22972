// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// NumPy arrays from and to the plain types of the core.
//
// Where the core keeps its own copy anyway (bind, poses), any layout and any real numbers are
// taken. Where it borrows (out=, writers), the array must be float32 in C order, and is used in
// place.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <sinew/character.h>
#include <sinew/simulation.h>
#include <sinew/types.h>

#include <memory>
#include <string>
#include <vector>

#include "errors.h"

namespace sinew::python {

/// Copies. `what` names the argument in errors, such as "points".
std::vector<Vec3f> pointsFrom(const py::object& object, const std::string& what);
std::vector<Triangle> trianglesFrom(const py::object& object, const std::string& what);
std::vector<float> numbersFrom(const py::object& object, const std::string& what,
                               std::size_t count);
Vec3d vectorFrom(const py::object& object, const std::string& what);
/// (`of`, 3, 4) or (`of`, 4, 4).
std::vector<Affine3d> transformsFrom(const py::object& object, const std::string& what,
                                     const std::string& of);

/// Dense weights (vertices, bones); zeros are left out.
SkinWeights weightsFrom(const py::object& object, std::size_t vertices, std::size_t bones);

/// The points of an array in place.
Span<const Vec3f> borrowPoints(const py::object& object, const std::string& what);
Span<Vec3f> borrowPointsToWrite(const py::object& object, const std::string& what,
                                std::size_t count);

/// A new array (count, 3) of float32, not filled.
py::array newPoints(std::size_t count);

/// A copy as array (bones, 3, 4) of float64.
py::array toArray(const std::vector<Affine3d>& transforms);

/// An array (rows, 3) of `Number` that looks at memory which `owner` keeps alive. Not to be written
/// to.
template <class Number, class Row>
py::array viewOf(const std::vector<Row>& rows, std::shared_ptr<const void> owner) {
  static_assert(sizeof(Row) == 3 * sizeof(Number));
  const py::capsule keeper(new std::shared_ptr<const void>(std::move(owner)), [](void* kept) {
    delete static_cast<std::shared_ptr<const void>*>(kept);
  });
  py::array view = py::array_t<Number>({static_cast<py::ssize_t>(rows.size()), py::ssize_t{3}},
                                       reinterpret_cast<const Number*>(rows.data()), keeper);
  view.attr("flags").attr("writeable") = false;
  return view;
}

}  // namespace sinew::python
