// A generated C project, written to a folder and compiled as strictly as C goes.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {

class CompiledProject {
 public:
  /// `files`: pairs of name and content. `sources`: those of the model, for every program.
  template <typename Files>
  CompiledProject(const Files& files, std::vector<std::string> sources) : sources_(std::move(sources)) {
    for (const auto& [name, content] : files) folder_->write(name, content);
  }
  void compile(const std::string& program) const {
    std::vector<std::string> command{"cc",      "-std=c11",  "-O1",         "-Wall",
                                     "-Wextra", "-pedantic", "-Werror",     "-ffp-contract=off",
                                     "-o",      program,     program + ".c"};
    command.insert(command.end(), sources_.begin(), sources_.end());
    command.push_back("-lm");
    const ProgramResult result = run_program(command, {folder_->path()});
    EXPECT_EQ(result.exit_code, 0) << result.error;
  }
  [[nodiscard]] ProgramResult run(std::vector<std::string> command) const {
    command[0] = (folder_->path() / command[0]).string();
    return run_program(command, {folder_->path()});
  }
  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder_->path() / name); }

 private:
  std::unique_ptr<TemporaryFolder> folder_ = std::make_unique<TemporaryFolder>();
  std::vector<std::string> sources_;
};

}  // namespace flangeway::test
