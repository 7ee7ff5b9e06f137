// A case from its file, as tests want it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::test {

/// A finding is a mistake in the test: thrown.
inline vehicle_case::CaseModel load_case(const std::filesystem::path& file,
                                         const std::vector<std::string>& sets = {}) {
  Findings findings;
  auto model = vehicle_case::load_case(file, sets, findings);
  findings.throw_if_any();
  return std::move(*model);
}

/// Findings of the check of the case.
inline std::string case_findings(const std::filesystem::path& file, const std::vector<std::string>& sets) {
  Findings findings;
  (void)vehicle_case::load_case(file, sets, findings);
  return findings.text();
}

}  // namespace flangeway::test
