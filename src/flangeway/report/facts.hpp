// What was run: the case, its files and how the run ended. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// Name of the case that a result carries, with its `--set` lines; empty if it has none or cannot be
/// understood.
[[nodiscard]] std::string case_name(const results::Provenance& provenance);

/// The summary of the run; an empty object where there is none (the run goes on, or was killed).
[[nodiscard]] nlohmann::json summary_of(const results::Reader& results);

/// Rows of a table and a list of warnings, as HTML.
[[nodiscard]] std::string facts_html(const results::Reader& results, const nlohmann::json& summary);

}  // namespace flangeway::report
