// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "arrays.h"

#include <cstring>
#include <limits>

namespace sinew::python {
namespace {

std::string shapeText(const py::array& array) { return py::str(array.attr("shape")); }

bool isKind(const py::array& array, const char* kinds) {
  return std::strchr(kinds, array.dtype().kind()) != nullptr;
}

/// What was given as an array of real numbers (or whole ones, for kinds "iu").
py::array numericArray(const py::object& object, const std::string& what, const char* kinds) {
  const py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    raiseArrayError(what + " cannot be made into an array of numbers.");
  }
  if (array.size() > 0 && !isKind(array, kinds)) {
    raiseArrayError(what + " must hold " + (std::strchr(kinds, 'f') ? "real" : "whole") +
                    " numbers, not " + std::string(py::str(array.dtype())) + ".");
  }
  return array;
}

void requireRows(const py::array& array, const std::string& what, py::ssize_t columns,
                 const char* of) {
  if (array.ndim() != 2 || array.shape(1) != columns) {
    raiseArrayError(what + " must have the shape (n, " + std::to_string(columns) + "), " + of +
                    ", not " + shapeText(array) + ".");
  }
}

/// Float32 in C order and aligned, so that its memory can be used as it is.
py::array borrow(const py::object& object, const std::string& what) {
  if (!py::isinstance<py::array>(object)) {
    raiseArrayError(what + " must be a NumPy array of float32, shape (n, 3).");
  }
  auto array = py::reinterpret_borrow<py::array>(object);
  if (!array.dtype().equal(py::dtype::of<float>())) {
    raiseArrayError(what + " must hold float32, not " + std::string(py::str(array.dtype())) +
                    "; convert it with astype(numpy.float32).");
  }
  requireRows(array, what, 3, "one row x, y, z per point");
  const int wanted =
      py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  if ((array.flags() & wanted) != wanted) {
    raiseArrayError(what + " must be contiguous in C order; use numpy.ascontiguousarray.");
  }
  return array;
}

Affine3d transformFrom(const py::detail::unchecked_reference<double, 3>& rows, py::ssize_t bone) {
  Affine3d transform;
  for (py::ssize_t i = 0; i < 3; ++i) {
    for (py::ssize_t j = 0; j < 4; ++j) transform.rows[i][j] = rows(bone, i, j);
  }
  return transform;
}

/// Matrices for row vectors, as Maya and USD have them, would be taken for something else.
void requireLastRow(const py::detail::unchecked_reference<double, 3>& rows, py::ssize_t number,
                    const std::string& what) {
  for (py::ssize_t j = 0; j < 4; ++j) {
    if (rows(number, 3, j) == (j == 3 ? 1 : 0)) continue;
    raise("PoseError", "The matrix of " + what + " " + std::to_string(number) +
                           " must have 0 0 0 1 as its last row; if its translation is there, "
                           "transpose it.");
  }
}

}  // namespace

std::vector<Vec3f> pointsFrom(const py::object& object, const std::string& what) {
  const py::array given = numericArray(object, what, "fiu");
  requireRows(given, what, 3, "one row x, y, z per point");
  const py::array_t<float, py::array::forcecast> floats(given);
  const auto rows = floats.unchecked<2>();
  std::vector<Vec3f> points(static_cast<std::size_t>(rows.shape(0)));
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    points[static_cast<std::size_t>(i)] = {rows(i, 0), rows(i, 1), rows(i, 2)};
  }
  return points;
}

std::vector<Triangle> trianglesFrom(const py::object& object, const std::string& what) {
  const py::array given = numericArray(object, what, "iu");
  requireRows(given, what, 3, "one row of three vertex numbers per triangle");
  const py::array_t<std::int64_t, py::array::forcecast> wide(given);
  const auto rows = wide.unchecked<2>();
  std::vector<Triangle> triangles(static_cast<std::size_t>(rows.shape(0)));
  const auto number = [&](py::ssize_t i, py::ssize_t j) {
    const std::int64_t n = rows(i, j);
    if (n < 0 || n > std::numeric_limits<std::int32_t>::max()) {
      raiseArrayError(what + " has the vertex number " + std::to_string(n) + " in triangle " +
                      std::to_string(i) + ".");
    }
    return static_cast<std::int32_t>(n);
  };
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    triangles[static_cast<std::size_t>(i)] = {number(i, 0), number(i, 1), number(i, 2)};
  }
  return triangles;
}

std::vector<float> numbersFrom(const py::object& object, const std::string& what,
                               std::size_t count) {
  const py::array given = numericArray(object, what, "fiu");
  if (given.ndim() != 1 || static_cast<std::size_t>(given.shape(0)) != count) {
    raiseArrayError(what + " must have one number per vertex, shape (" + std::to_string(count) +
                    ",), not " + shapeText(given) + ".");
  }
  const py::array_t<float, py::array::forcecast> floats(given);
  const auto values = floats.unchecked<1>();
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = values(static_cast<py::ssize_t>(i));
  return numbers;
}

Vec3d vectorFrom(const py::object& object, const std::string& what) {
  const py::array given = numericArray(object, what, "fiu");
  if (given.ndim() != 1 || given.shape(0) != 3) {
    raiseArrayError(what + " must be three numbers x, y, z.");
  }
  const py::array_t<double, py::array::forcecast> doubles(given);
  return {doubles.at(0), doubles.at(1), doubles.at(2)};
}

std::vector<Affine3d> transformsFrom(const py::object& object, const std::string& what,
                                     const std::string& of) {
  const py::array given = numericArray(object, what, "fiu");
  const bool isSquare = given.ndim() == 3 && given.shape(1) == 4;
  if (given.ndim() != 3 || given.shape(2) != 4 || (given.shape(1) != 3 && !isSquare)) {
    raiseArrayError(what + " must have the shape (" + of + ", 3, 4) or (" + of + ", 4, 4), not " +
                    shapeText(given) + ".");
  }
  const py::array_t<double, py::array::forcecast> doubles(given);
  const auto rows = doubles.unchecked<3>();
  std::vector<Affine3d> transforms;
  for (py::ssize_t i = 0; i < given.shape(0); ++i) {
    if (isSquare) requireLastRow(rows, i, of == "bones" ? "bone" : "collider");
    transforms.push_back(transformFrom(rows, i));
  }
  return transforms;
}

SkinWeights weightsFrom(const py::object& object, std::size_t vertices, std::size_t bones) {
  const py::array given = numericArray(object, "skin_weights", "fiu");
  if (given.ndim() != 2 || static_cast<std::size_t>(given.shape(0)) != vertices ||
      static_cast<std::size_t>(given.shape(1)) != bones) {
    raiseArrayError("skin_weights must have one row per vertex and one column per bone, (" +
                    std::to_string(vertices) + ", " + std::to_string(bones) + "), not " +
                    shapeText(given) + ".");
  }
  const py::array_t<float, py::array::forcecast> floats(given);
  const auto rows = floats.unchecked<2>();
  SkinWeights weights;
  weights.begin.push_back(0);
  for (py::ssize_t v = 0; v < rows.shape(0); ++v) {
    for (py::ssize_t b = 0; b < rows.shape(1); ++b) {
      if (rows(v, b) != 0) weights.influences.push_back({static_cast<std::int32_t>(b), rows(v, b)});
    }
    weights.begin.push_back(static_cast<std::int32_t>(weights.influences.size()));
  }
  return weights;
}

Span<const Vec3f> borrowPoints(const py::object& object, const std::string& what) {
  const py::array array = borrow(object, what);
  return {static_cast<const Vec3f*>(array.data()), static_cast<std::size_t>(array.shape(0))};
}

Span<Vec3f> borrowPointsToWrite(const py::object& object, const std::string& what,
                                std::size_t count) {
  py::array array = borrow(object, what);
  if (!array.writeable()) raiseArrayError(what + " is read-only.");
  if (static_cast<std::size_t>(array.shape(0)) != count) {
    raiseArrayError(what + " must have one row per skin vertex, (" + std::to_string(count) +
                    ", 3), not " + shapeText(array) + ".");
  }
  return {static_cast<Vec3f*>(array.mutable_data()), count};
}

py::array newPoints(std::size_t count) {
  return py::array_t<float>({static_cast<py::ssize_t>(count), py::ssize_t{3}});
}

py::array toArray(const std::vector<Affine3d>& transforms) {
  py::array_t<double> array(
      {static_cast<py::ssize_t>(transforms.size()), py::ssize_t{3}, py::ssize_t{4}});
  if (!transforms.empty()) {
    std::memcpy(array.mutable_data(), transforms.data(), transforms.size() * sizeof(Affine3d));
  }
  return array;
}

}  // namespace sinew::python
