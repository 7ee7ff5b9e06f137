#include "flangeway/track/chainage.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::track {
namespace {

// Adds a stretch without a break to the table; stretches whose plan is not proportional to their length are
// halved.
void add_stretch(const Alignment& alignment, const ChainageSpec& entry, double start, double end,
                 ChainageTable& table) {
  constexpr double tolerance = 1e-3, min_length = 1;  // m
  const auto chainage_at = [&](double s) { return chainage_from(entry, alignment.plan(s)); };
  const double middle = start + (end - start) / 2, first = chainage_at(start), last = chainage_at(end);
  if (end - start > min_length && std::abs(chainage_at(middle) - (first + last) / 2) > tolerance) {
    add_stretch(alignment, entry, start, middle, table);
    add_stretch(alignment, entry, middle, end, table);
    return;
  }
  if (table.empty() || table.back()[0] != start || table.back()[1] != first) table.push_back({start, first});
  table.push_back({end, last});
}

}  // namespace

double chainage_from(const ChainageSpec& entry, double plan) {
  return entry.chainage + (entry.decreasing ? entry.s - plan : plan - entry.s);
}

const ChainageSpec& chainage_entry_at(const std::vector<ChainageSpec>& entries, double plan) {
  FLANGEWAY_ASSERT(!entries.empty(), "there is an entry");
  const auto next = std::upper_bound(entries.begin(), entries.end(), plan,
                                     [](double value, const ChainageSpec& entry) { return value < entry.s; });
  return next == entries.begin() ? *next : *(next - 1);
}

ChainageTable chainage_table(const Alignment& alignment, double from, double to) {
  ChainageTable table;
  if (alignment.chainages().empty()) return table;
  double start = from;
  const ChainageSpec* entry = &chainage_entry_at(alignment.chainages(), alignment.plan(from));
  for (const ChainageSpec& next : alignment.chainages()) {
    const double position = alignment.arc(next.s);
    if (!(position > start) || !(position < to)) continue;
    add_stretch(alignment, *entry, start, position, table);
    start = position, entry = &next;
  }
  add_stretch(alignment, *entry, start, to, table);
  return table;
}

std::vector<double> positions_of_chainage(const Alignment& alignment, double chainage) {
  constexpr double rounding = 1e-6;  // m
  std::vector<double> positions;
  const std::vector<ChainageSpec>& entries = alignment.chainages();
  const double whole = alignment.plan(alignment.length());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ChainageSpec& entry = entries[i];
    const double end = i + 1 < entries.size() ? entries[i + 1].s : whole;
    const double run = entry.decreasing ? entry.chainage - chainage : chainage - entry.chainage;
    if (!(run >= -rounding) || !(entry.s + run <= end + rounding)) continue;
    const double position = alignment.arc(std::clamp(entry.s + run, entry.s, end));
    if (positions.empty() || position > positions.back() + rounding) positions.push_back(position);
  }
  return positions;
}

}  // namespace flangeway::track
