// Templates of projects: folders with a case that runs as it is.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::workbench {

struct Template {
  std::string name;   ///< "coach"
  std::string title;  ///< "Coach on air springs"
  std::vector<std::pair<std::string, std::string>>
      files;  ///< paths in the folder and contents, the case first
};

/// All templates, in the order in which users see them.
[[nodiscard]] const std::vector<Template>& templates();
/// nullptr if there is none of this name.
[[nodiscard]] const Template* find_template(const std::string& name);

/// Writes the files of a template into a folder that is empty, apart from .flangeway, or does not exist. A
/// folder with content, a file in its place or a refusal of the system is a finding; then nothing is written.
void make_project(const std::filesystem::path& folder, const Template& from, Findings& findings);

}  // namespace flangeway::workbench
