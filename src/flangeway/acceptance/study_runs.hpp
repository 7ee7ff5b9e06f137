// The runs of a study, from its folder.
#pragma once

#include <filesystem>

#include "flangeway/acceptance/record.hpp"

namespace flangeway::acceptance {

[[nodiscard]] bool is_study(const std::filesystem::path& folder);
/// Records of the runs that the table of the study calls completed. The others are failures: runs that failed
/// or derailed, runs without a record, and runs that are not done.
void add_study(const std::filesystem::path& folder, RecordList& list, Findings& findings);

}  // namespace flangeway::acceptance
