// What was run: the case, its files and how the run ended. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// What the page needs from the case that a result carries.
struct CaseFacts {
  std::string name;  ///< empty if the case has none
  /// Coefficient of friction at the left and right rail; nothing where the case does not state one number for
  /// it.
  std::optional<double> friction[2];
};
/// Reads the case with its `--set` lines; what cannot be understood stays empty.
[[nodiscard]] CaseFacts case_facts(const results::Provenance& provenance);

/// The summary of the run; an empty object where there is none (the run goes on, or was killed).
[[nodiscard]] nlohmann::json summary_of(const results::Reader& results);

/// Rows of a table and a list of warnings, as HTML.
[[nodiscard]] std::string facts_html(const results::Reader& results, const nlohmann::json& summary);

}  // namespace flangeway::report
