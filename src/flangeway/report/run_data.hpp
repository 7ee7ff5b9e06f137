// Page data of one run. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// Name of the case that a result carries, with its `--set` lines; empty if it has none or cannot be
/// understood.
[[nodiscard]] std::string case_name(const results::Provenance& provenance);

/// How a result came about, for the page.
[[nodiscard]] nlohmann::json provenance_json(const results::Provenance& from);

/// Provenance, summary, channels (recorded and derived) thinned to about `max_numbers` in all, frames for
/// the view, spectra, and the scene. docs/results.md says what is thinned.
[[nodiscard]] nlohmann::json run_data(const results::Reader& results, std::size_t max_numbers);

}  // namespace flangeway::report
