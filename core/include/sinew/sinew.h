// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Sinew: physics-based character skinning. The whole library in ten lines:
//
//   sinew::CharacterDesc desc;            // fill points, triangles, bones, material
//   auto bound = sinew::bind(desc);
//   if (!bound) { std::puts(bound.error().message.c_str()); return 1; }
//   sinew::Simulation simulation(bound.value());
//   std::vector<sinew::Vec3f> surface(desc.points.size());
//   sinew::Pose pose;
//   pose.bones.resize(desc.bones.size()); // identity = rest pose; set a transform per bone
//   sinew::FrameReport report = simulation.solve(pose, sinew::SolveSettings{}, surface);
//   std::printf("%s in %d Newton steps\n", name(report.status), report.newton);
#pragma once

#include "sinew/character.h"
#include "sinew/collider.h"
#include "sinew/result.h"
#include "sinew/settings.h"
#include "sinew/simulation.h"
#include "sinew/types.h"
#include "sinew/version.h"
