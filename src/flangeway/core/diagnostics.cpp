#include "flangeway/core/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>

#include "flangeway/core/utf8.hpp"

namespace flangeway {

namespace {

/// A key or a value of a damaged file may be megabytes long: its beginning is enough to find it.
std::string shortened(const std::string& text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::string_view start = std::string_view(text).substr(0, max_bytes);
  return fmt::format("{}…", start.substr(0, first_not_utf8(start)));
}

}  // namespace

std::string Finding::text() const {
  constexpr std::size_t longest_key = 200, longest_text = 1000;
  const std::string value = shortened(got, longest_text);
  std::string out;
  if (!where.file.empty()) {
    out += shortened(where.file, longest_text);
    out += where.line > 0 ? fmt::format(":{}:{}: ", where.line, where.column) : ": ";
  }
  if (!key.empty()) out += shortened(key, longest_key) + ": ";
  out += shortened(problem, longest_text);
  if (!value.empty() && !allowed.empty()) {
    out += fmt::format(" (got {}; allowed {})", value, allowed);
  } else if (!value.empty()) {
    out += fmt::format(" (got {})", value);
  } else if (!allowed.empty()) {
    out += fmt::format(" (allowed {})", allowed);
  }
  out += '.';
  if (!advice.empty()) out += fmt::format(" {}.", advice);
  return out;
}

void Findings::append(const Findings& other) {
  findings_.insert(findings_.end(), other.findings_.begin(), other.findings_.end());
}

std::string Findings::text() const {
  std::vector<Finding> sorted = findings_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.where.file, a.where.line, a.where.column) <
           std::tie(b.where.file, b.where.line, b.where.column);
  });
  const std::size_t shown = std::min(sorted.size(), max_shown_findings);
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) {
    if (!out.empty()) out += '\n';
    out += sorted[i].text();
  }
  if (shown < sorted.size()) out += fmt::format("\n{} more findings are not shown.", sorted.size() - shown);
  return out;
}

void Findings::throw_if_any() const {
  if (!empty()) throw BadInput(*this);
}

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// "carbody.y" of "wagon_carbody.y": names in a train have the vehicle in front.
bool is_last_part(std::string_view part, std::string_view whole) {
  if (part.empty() || whole.size() <= part.size() || !whole.ends_with(part)) return false;
  const char before = whole[whole.size() - part.size() - 1];
  return before == '_' || before == '.';
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = name.size() / 3 + 2;
  for (const std::string& candidate : candidates) {
    // No fewer edits than the lengths differ by.
    if (std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size()) >= best_distance)
      continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  if (!best.empty() || name.empty()) return best;
  const auto other = std::find_if(candidates.begin(), candidates.end(), [&](const std::string& candidate) {
    return is_last_part(name, candidate) || is_last_part(candidate, name);
  });
  return other == candidates.end() ? "" : *other;
}

}  // namespace flangeway
