// Numeric keys of a case, and the case with other values of one of them: for derivatives by differences.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::vehicle_case {

/// The files of a case and its settings, so that it can be loaded again.
struct CaseSource {
  std::function<CaseDocuments(Findings&)> open;
  document::Assignments sets;
};
[[nodiscard]] CaseSource source_of(const std::filesystem::path& file, document::Assignments sets);
/// As load_case_without_run() reads it.
[[nodiscard]] CaseSource source_without_run(const std::filesystem::path& file,
                                            const document::Assignments& sets);

/// A numeric key of a case, its vehicle ("vehicle.…") or its track ("track.…"), in the unit of the key.
struct VariedKey {
  std::string key;
  double value = 0;
  double step = 0;  ///< of differences, > 0
};

/// Keys with the values that the case gives them. A request is KEY, with a step of `relative_step` times the
/// value, or KEY:STEP. Findings are about `option`: keys without a value in the files, values that are no
/// numbers, and zeros without a step.
[[nodiscard]] std::vector<VariedKey> varied_keys(const CaseSource& source,
                                                 const std::vector<std::string>& requests,
                                                 double relative_step, const std::string& option,
                                                 Findings& findings);

/// The case with the value of the key changed by so many steps.
[[nodiscard]] std::optional<CaseModel> load_varied(const CaseSource& source, const VariedKey& key,
                                                   double steps, Findings& findings,
                                                   wheelrail::PairTables* shared = nullptr);

}  // namespace flangeway::vehicle_case
