// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The compiled part of the package `sinew`.
#include <sinew/version.h>

#include "bindings.h"
#include "keywords.h"

PYBIND11_MODULE(_core, module) {
  using namespace sinew::python;
  module.attr("__version__") = sinew::version();
  module.attr("target") = sinew::target();
  module.def("settings", &settingsTable,
             "Every setting by name: what it is given to (load, bind or solve), default, range or "
             "choices, "
             "and help with its unit.");
  addBones(module);
  addClip(module);
  addCharacter(module);
  addLoad(module);
  addSimulation(module);
  addFiles(module);
  addRun(module);
}
