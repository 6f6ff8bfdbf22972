// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "browser.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "interrupt.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> inPath(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = (fs::path(folder) / name).string();
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

std::vector<std::string> commandLine(const std::string& browser, const std::string& address,
                                     const fs::path& work) {
  std::vector<std::string> words{browser,
                                 "--headless",
                                 "--dump-dom",
                                 "--use-angle=swiftshader",  // the same pixels with any GPU or none
                                 "--enable-unsafe-swiftshader",
                                 "--no-first-run",
                                 "--disable-background-networking",
                                 "--user-data-dir=" + (work / "profile").string()};
  if (geteuid() == 0) words.emplace_back("--no-sandbox");  // root may not have one
  words.push_back(address);
  return words;
}

/// Starts a program with its output in a file.
pid_t start(const std::vector<std::string>& words, const fs::path& output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const int nowhere = open("/dev/null", O_RDWR);
  const pid_t process = fork();
  if (process == 0) {
    dup2(nowhere, STDIN_FILENO), dup2(out, STDOUT_FILENO), dup2(nowhere, STDERR_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(out), close(nowhere);
  if (process < 0) throw std::runtime_error("the browser cannot be started.");
  return process;
}

/// False if it failed or had to be ended, because it takes too long or because of `cancel`.
bool endsWell(pid_t process, int seconds, const std::atomic<bool>& cancel) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (cancel || std::chrono::steady_clock::now() > end) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string findBrowser() {
  if (const char* chosen = std::getenv("SINEW_CHROMIUM")) return chosen;
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "chrome"})
    if (const auto found = inPath(name)) return *found;
  throw std::runtime_error(
      "render needs Chromium, which is not installed: apt install chromium, or set "
      "SINEW_CHROMIUM to its path.");
}

Result<std::string> loadedPage(const std::string& browser, const std::string& address,
                               const fs::path& work, int seconds) {
  const std::atomic<bool>& cancel = watchForInterrupt();
  const fs::path output = work / "loaded.txt";
  const bool isLoaded =
      endsWell(start(commandLine(browser, address, work), output), seconds, cancel);
  if (cancel) return Error{ErrorCode::Cancelled, "stopped."};
  if (!isLoaded) {
    return Error{ErrorCode::BadFile, browser + " failed or took more than " +
                                         std::to_string(seconds) + " s to draw the page."};
  }
  std::ostringstream text;
  text << std::ifstream(output, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace sinew::cli
