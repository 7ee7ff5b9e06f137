// Parts shared by reports on a screen and in print: the worst entries, and the plots.
#pragma once

#include <string>
#include <vector>

#include "flangeway/acceptance/judge.hpp"
#include "flangeway/plot/figure.hpp"

namespace flangeway::acceptance {

/// For each quantity in each zone the entry with the smallest margin, in the order of the rule.
[[nodiscard]] std::vector<const Entry*> worst_entries(const Report& report);

/// For each quantity a panel with the values of the sections of the worst entry in each zone over the cant
/// deficiency, or over the distance where no section has any, with the limits.
[[nodiscard]] std::vector<plot::Panel> panels_of(const Report& report);

/// "12.3 %", or "none" where there is no estimate.
[[nodiscard]] std::string margin_text(const Entry& entry);

/// "passed", "failed", or why there is no judgement.
[[nodiscard]] std::string verdict_text(const Entry& entry);

/// Rows of name and text: rule, records with hashes, command line, program.
struct Fact {
  std::string name, text;
};
[[nodiscard]] std::vector<Fact> provenance(const Report& report, const std::string& command_line);

/// Parts of pages: the report without title and provenance, and the conditions of its zones.
[[nodiscard]] std::string report_body(const Report& report);
/// Heading and list of the parts that were not judged, with the reasons; empty if all were.
[[nodiscard]] std::string not_judged_list(const std::vector<std::string>& parts);
[[nodiscard]] std::string zone_table(const std::vector<ZoneCheck>& checks);

/// Said below every report whose rule has such limits.
inline constexpr const char* unverified_note =
    "* The limit is unverified: it has not been found in a printed text.";

/// For each limit of the entries: quantity, and where its limit comes from; each once, in their order.
[[nodiscard]] std::vector<Fact> limit_sources(const std::vector<const Entry*>& entries);
/// "unverified: SOURCE", or the source.
[[nodiscard]] std::string limit_source(const std::string& source, bool unverified);

}  // namespace flangeway::acceptance
