// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// `sinew bench` hands over to sinew-bench, the program beside this one that sees the inside of the
// library (decision 0045).
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "command.h"

namespace sinew::cli {
namespace {

int runBench(const std::vector<std::string>& words) {
  std::error_code error;
  const auto tool = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = (tool.parent_path() / "sinew-bench").string();
  if (error || access(program.c_str(), X_OK) != 0)
    return failed(
        {ErrorCode::BadFile,
         "bench needs the program sinew-bench beside sinew, and it is not there: build the "
         "target sinew_bench with SINEW_BUILD_BENCHMARKS and SINEW_BUILD_TESTS."});
  std::vector<char*> arguments{const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  return failed({ErrorCode::BadFile, program + " cannot be started."});
}

}  // namespace

void addBenchCommand(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand(
      "bench", "Time the stages of the solver, each answer checked: sinew bench --help");
  command->prefix_command();  // all that follows is for sinew-bench
  command->set_help_flag();   // also --help
  command->callback([command, &exitCode] { exitCode = runBench(command->remaining()); });
}

}  // namespace sinew::cli
