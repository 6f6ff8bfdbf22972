// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "keywords.h"

namespace sinew::python {
namespace {

std::string shown(const py::object& value) { return std::string(py::str(value)).substr(0, 40); }

/// Adds one entry per field to a table.
struct TableWriter {
  py::dict& table;
  const char* givenTo;

  template <class Number>
  void operator()(const char* name, Number value, Number least, Number greatest,
                  const Meaning& meaning) {
    py::dict entry = start(name, meaning);
    entry["default"] = value;
    entry["least"] = least;
    entry["greatest"] = greatest;
  }

  template <class Choice, std::size_t N>
  void operator()(const char* name, Choice value, const char* const (&choices)[N],
                  const Meaning& meaning) {
    py::dict entry = start(name, meaning);
    entry["default"] = choices[static_cast<std::size_t>(value)];
    py::list names;
    for (const char* choice : choices) names.append(choice);
    entry["choices"] = names;
  }

  py::dict start(const char* name, const Meaning& meaning) {
    py::dict entry;
    entry["given_to"] = givenTo;
    entry["help"] = meaning.what;
    entry["effect"] = meaning.effect;
    table[name] = entry;
    return entry;
  }
};

template <class Settings>
void addTo(py::dict& table, const char* givenTo) {
  Settings defaults;
  visitFields(defaults, TableWriter{table, givenTo});
}

}  // namespace

py::object Keywords::pop(py::dict& left, const char* name) { return left.attr("pop")(name); }

double Keywords::realFrom(const py::object& value, const char* name, const char* help) {
  if (!PyBool_Check(value.ptr()) && PyNumber_Check(value.ptr())) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (!PyErr_Occurred()) return number;
    PyErr_Clear();
  }
  raise("SettingError", std::string("Setting ") + name + " (" + help + ") is " + shown(value) +
                            "; it must be a number.");
}

std::int64_t Keywords::wholeFrom(const py::object& value, const char* name, const char* help) {
  if (!PyBool_Check(value.ptr()) && PyIndex_Check(value.ptr())) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow == 0) return number;
    return overflow > 0 ? std::numeric_limits<std::int64_t>::max()
                        : std::numeric_limits<std::int64_t>::min();
  }
  raise("SettingError", std::string("Setting ") + name + " (" + help + ") is " + shown(value) +
                            "; it must be a whole number.");
}

void Keywords::takeFlag(const char* name, bool& value) {
  if (!left_.contains(name)) return;
  const py::object given = pop(left_, name);
  if (!PyBool_Check(given.ptr())) {
    raise("SettingError", std::string("Setting ") + name + " must be True or False.");
  }
  value = py::cast<bool>(given);
}

void Keywords::finish(const char* ifElsewhere) const {
  if (left_.empty()) return;
  const py::object name = py::list(left_)[0];
  const py::dict table = settingsTable();
  const std::string text = shown(name);
  if (table.contains(name)) {
    raise("SettingError", "Setting " + text + " has no effect here; " + ifElsewhere + ".");
  }
  const py::list near =
      py::module_::import("difflib").attr("get_close_matches")(name, py::list(table), 1, 0.0);
  raise("SettingError", "There is no setting '" + text + "'; did you mean '" +
                            std::string(py::str(near[0])) + "'?");
}

py::dict settingsTable() {
  py::dict table;
  addTo<MaterialChoice>(table, "bind");
  addTo<Material>(table, "bind");
  addTo<BindSettings>(table, "bind");
  addTo<RigSettings>(table, "load");
  addTo<SolveSettings>(table, "solve");
  const TableWriter writer{table, "load"};
  py::dict entry = TableWriter(writer).start(
      "useBoneMeshes", {"bone meshes of the file are used", "whether bones have their own shapes"});
  entry["default"] = RigSettings{}.useBoneMeshes;
  entry["choices"] = py::make_tuple(true, false);
  return table;
}

}  // namespace sinew::python
