// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Runs the built tool as a user does, and looks at what it leaves.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace sinew::testing {

using Arguments = std::vector<std::string>;

inline std::string textOf(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct Outcome {
  int exitCode = -1;  ///< -1: ended by a signal
  std::string output, error;
};

/// A running `sinew`, its output in files of `folder`.
class Tool {
 public:
  Tool(const std::filesystem::path& folder, const Arguments& arguments)
      : output_((folder / "stdout.txt").string()), error_((folder / "stderr.txt").string()) {
    std::vector<char*> argv = {const_cast<char*>(SINEW_TOOL)};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    process_ = fork();
    if (process_ != 0) return;
    // Not by freopen, which would write out what the test has in its buffers a second time.
    dup2(open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
    dup2(open(error_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
    execv(SINEW_TOOL, argv.data());
    _exit(127);
  }

  /// Sends a signal after some time, unless the tool ends before.
  void signalAfter(std::chrono::milliseconds delay, int signal) {
    std::this_thread::sleep_for(delay);
    kill(process_, signal);  // harmless for a process that has ended but was not waited for
  }

  Outcome wait() {
    int status = 0;
    waitpid(process_, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, textOf(output_), textOf(error_)};
  }

 private:
  std::string output_, error_;
  pid_t process_;
};

inline Outcome runTool(const std::filesystem::path& folder, const Arguments& arguments) {
  return Tool(folder, arguments).wait();
}

/// Name and content of every file of a folder.
inline std::map<std::string, std::string> filesOf(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files[entry.path().filename().string()] = textOf(entry.path());
  }
  return files;
}

}  // namespace sinew::testing
