// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Sentences for the Script Editor. Maya's display functions may be called on its main thread only,
// while nodes evaluate on any: what comes from elsewhere waits.
#pragma once

#include <string>

namespace sinew::maya {

/// The thread that calls this is Maya's main thread. In interactive sessions, waiting sentences are
/// shown twice a second from now on.
void startMessages();
void stopMessages();

/// A warning; shown at once on the main thread, soon otherwise.
void postWarning(const std::string& sentence);

/// Shows what waits. Does nothing on another thread than the main one.
void showWaitingMessages();

}  // namespace sinew::maya
