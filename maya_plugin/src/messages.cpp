// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "messages.h"

#include <maya/MGlobal.h>
#include <maya/MTimerMessage.h>

#include <mutex>
#include <thread>
#include <vector>

#include "convert.h"

namespace sinew::maya {
namespace {

struct Queue {
  std::mutex mutex;
  std::vector<std::string> waiting;
  std::thread::id mainThread;
  MCallbackId timer = 0;
};

// Never destroyed: evaluations may still post while the process ends.
Queue& queue() {
  static Queue& made = *new Queue;
  return made;
}

void onTimer(float, float, void*) { showWaitingMessages(); }

}  // namespace

void startMessages() {
  Queue& q = queue();
  q.mainThread = std::this_thread::get_id();
  if (MGlobal::mayaState() == MGlobal::kInteractive)
    q.timer = MTimerMessage::addTimerCallback(0.5f, onTimer);
}

void stopMessages() {
  showWaitingMessages();
  Queue& q = queue();
  if (q.timer != 0) MMessage::removeCallback(q.timer);
  q.timer = 0;
}

void postWarning(const std::string& sentence) {
  {
    Queue& q = queue();
    const std::lock_guard<std::mutex> lock(q.mutex);
    q.waiting.push_back(sentence);
  }
  showWaitingMessages();
}

void showWaitingMessages() {
  Queue& q = queue();
  if (std::this_thread::get_id() != q.mainThread) return;
  std::vector<std::string> sentences;
  {
    const std::lock_guard<std::mutex> lock(q.mutex);
    sentences.swap(q.waiting);
  }
  for (const std::string& s : sentences) MGlobal::displayWarning(toMString(s));
}

}  // namespace sinew::maya
