// Result of a search for the best settings, and its requests, as text and as JSON.
#pragma once

#include <string>

#include "flangeway/campaign/ask_tell.hpp"

namespace flangeway::campaign {

/// The one document of `flangeway optimise --json`.
[[nodiscard]] std::string search_json(const Study& study, const StudyFolder& folder, const Table& table);
/// The first twenty trials of the front, and how many there are.
[[nodiscard]] std::string search_text(const Study& study, const StudyFolder& folder, const Table& table);
/// Writes front.csv, and all that write_page() writes.
void write_search(const Study& study, const StudyFolder& folder, const Table& table, const PageFacts& facts);

/// The one document of `flangeway optimise --ask --json`.
[[nodiscard]] std::string asked_json(const Study& study, const StudyFolder& folder, const Asked& asked);
/// Why there is no trial; empty where there are some.
[[nodiscard]] std::string no_trial_text(const Study& study, const Asked& asked);

}  // namespace flangeway::campaign
