// Any bytes as a CSV file of measured irregularities: findings or a table that splines can be made of, never
// a crash, and the same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/track/irregularity_file.hpp"

namespace flangeway::track {
namespace {

void check_table(const IrregularityTable& table) {
  if (table.s.size() < 4) std::abort();
  for (std::size_t i = 0; i < table.s.size(); ++i) {
    if (!std::isfinite(table.s[i]) || (i > 0 && !(table.s[i] > table.s[i - 1]))) std::abort();
  }
  for (const auto& column : table.measure) {
    if (column.size() != table.s.size()) std::abort();
    for (const double value : column) {
      if (!(std::abs(value) <= 0.2)) std::abort();  // a difference of two rails of at most 0.1 m each
    }
  }
}

// Either a table or findings, no more than 20 of them listed.
std::string outcome(std::string_view text, LengthUnit unit, Gaps gaps) {
  Findings findings;
  const auto table = parse_irregularities(text, "fuzz.csv", gaps, {.unit = unit}, findings);
  if (table.has_value() != findings.empty() || findings.all().size() > 20) std::abort();
  if (table) check_table(*table);
  return findings.text();
}

}  // namespace
}  // namespace flangeway::track

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::track;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (outcome(text, LengthUnit::m, Gaps::refuse) != outcome(text, LengthUnit::m, Gaps::refuse)) std::abort();
  outcome(text, LengthUnit::mm, Gaps::interpolate);
  outcome(text, LengthUnit::automatic, Gaps::split);
  return 0;
}
