// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The papers' experiments, a function each. Numbers of the papers stand next to ours where they are
// made; docs/results/papers.md is written from what they report.
#pragma once

#include "papers/report.h"

namespace sinew::papers {

// McAdams et al. 2011
void tangentRadius(Report& report);       // section 5: Q of three tangents
void stretchSequence(Report& report);     // figure 2
void hourglassPatch(Report& report);      // figure 3
void backwardEulerRatio(Report& report);  // figure 4
void cubeConvergence(Report& report);     // section 9
void residualCurves(Report& report);      // figure 7
void springRule(Report& report);          // section 8
void suddenCurl(Report& report);          // section 8, FAS
void svdSweeps(Report& report);           // section 9.2

// Zhu et al. 2010
void poissonTable(Report& report);   // figure 10
void cgStagnation(Report& report);   // figure 11
void analyticDisc(Report& report);   // section 9.2
void smoothSurface(Report& report);  // figure 18

// Patterson et al. 2012
void volumeKept(Report& report);  // figure 2
void humanTimes(Report& report);  // figure 6

}  // namespace sinew::papers
