// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Settings as keyword arguments, read by the visitFields lists: no name, range or default is typed
// a second time.
#pragma once

#include <pybind11/pybind11.h>
#include <sinew/rig.h>
#include <sinew/settings.h>

#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "errors.h"

namespace sinew::python {

/// Keyword arguments, taken one struct at a time.
class Keywords {
 public:
  explicit Keywords(const py::kwargs& given) : left_(given.attr("copy")()) {}

  /// Sets the fields that were given, and checks the struct as every host does.
  template <class Settings>
  void take(Settings& settings) {
    visitFields(settings, FieldTaker{left_});
    if (const std::optional<std::string> problem = findProblem(settings)) {
      raise("SettingError", *problem);
    }
  }

  /// The material: of the preset if there is one, and what is given on top.
  void takeMaterial(Material& material) {
    MaterialChoice choice;
    take(choice);
    if (choice.preset != MaterialPreset::None) material = presetMaterial(choice.preset);
    take(material);
  }

  /// A setting that is on or off.
  void takeFlag(const char* name, bool& value);

  /// Raises SettingError if something is left. `ifElsewhere` ends the sentence about a setting that
  /// exists but is of no use here, such as "give it to solve".
  void finish(const char* ifElsewhere) const;

 private:
  struct FieldTaker {
    py::dict& left;

    template <class Number>
    void operator()(const char* name, Number& value, Number, Number, const char* help) {
      if (!left.contains(name)) return;
      const py::object given = pop(left, name);
      if constexpr (std::is_same_v<Number, double>) {
        value = realFrom(given, name, help);
      } else {
        // What does not fit is out of range all the same.
        const std::int64_t whole = wholeFrom(given, name, help);
        using Limits = std::numeric_limits<Number>;
        value = whole < Limits::min()   ? Limits::min()
                : whole > Limits::max() ? Limits::max()
                                        : static_cast<Number>(whole);
      }
    }

    template <class Choice, std::size_t N>
    void operator()(const char* name, Choice& value, const char* const (&choices)[N], const char*) {
      if (!left.contains(name)) return;
      const py::object given = pop(left, name);
      value = static_cast<Choice>(-1);  // findProblem then lists the choices
      for (std::size_t i = 0; i < N; ++i) {
        if (given.equal(py::str(choices[i]))) value = static_cast<Choice>(i);
      }
    }
  };

  static py::object pop(py::dict& left, const char* name);
  static double realFrom(const py::object& value, const char* name, const char* help);
  static std::int64_t wholeFrom(const py::object& value, const char* name, const char* help);

  py::dict left_;
};

/// Every setting by name: what it is given to, its default, range or choices, and its help.
py::dict settingsTable();

}  // namespace sinew::python
