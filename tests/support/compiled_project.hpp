// A generated C project, written to a folder and compiled as strictly as C goes.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
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
  CompiledProject(const Files& files, const std::vector<std::string>& sources) {
    for (const auto& [name, content] : files) folder_->write(name, content);
    std::vector<std::string> arguments = sources;
    arguments.emplace_back("-c");
    call_compiler(arguments);
    for (const std::string& source : sources)
      objects_.push_back(std::filesystem::path(source).replace_extension("o").string());
  }
  void compile(const std::string& program) const {
    std::vector<std::string> arguments{"-o", program, program + ".c"};
    arguments.insert(arguments.end(), objects_.begin(), objects_.end());
    arguments.emplace_back("-lm");
    call_compiler(arguments);
  }
  [[nodiscard]] ProgramResult run(std::vector<std::string> command, RunOptions options = {}) const {
    command[0] = (folder_->path() / command[0]).string();
    options.folder = folder_->path();
    return run_program(command, options);
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_->path(); }
  void write(const std::string& name, const std::string& content) const { folder_->write(name, content); }
  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder_->path() / name); }

 private:
  void call_compiler(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{"cc",      "-std=c11",  "-O1",     "-Wall",
                                     "-Wextra", "-pedantic", "-Werror", "-ffp-contract=off"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const ProgramResult result = run_program(command, {folder_->path()});
    EXPECT_EQ(result.exit_code, 0) << result.error;
  }

  std::unique_ptr<TemporaryFolder> folder_ = std::make_unique<TemporaryFolder>();
  std::vector<std::string> objects_;
};

}  // namespace flangeway::test
