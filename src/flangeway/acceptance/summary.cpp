#include "flangeway/acceptance/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "flangeway/core/version.hpp"

namespace flangeway::acceptance {
namespace {

double shown(double value, const std::string& unit) {
  return unit == "N" ? value / 1e3 : value;
}

std::string axis_label(const Entry& entry) {
  const std::string unit = entry.unit == "N" ? "kN" : entry.unit;
  return unit == "1" ? entry.quantity : fmt::format("{} in {}", entry.quantity, unit);
}

bool has_deficiency(const std::vector<const Entry*>& entries) {
  for (const Entry* entry : entries)
    for (const SectionValue& section : entry->sections)
      if (std::abs(section.cant_deficiency) > 1e-3) return true;
  return false;
}

void add_series(const Entry& entry, bool over_deficiency, plot::Panel& panel) {
  plot::Series series{.name = fmt::format("{}, {}", entry.zone.substr(0, entry.zone.find(':')), entry.item),
                      .style = plot::Style::points};
  for (const SectionValue& section : entry.sections) {
    if (std::isnan(section.value)) continue;
    series.x.push_back(over_deficiency ? 1e3 * section.cant_deficiency : (section.begin + section.end) / 2);
    series.y.push_back(shown(section.value, entry.unit));
  }
  panel.series.push_back(std::move(series));
}

void add_limit(const Entry& entry, plot::Panel& panel) {
  const double limit = shown(entry.limit, entry.unit);
  for (plot::Limit& known : panel.limits) {
    if (std::abs(known.y - limit) > 0.02 * std::abs(limit)) continue;
    known.label += ", " + entry.zone.substr(0, entry.zone.find(':'));
    return;
  }
  panel.limits.push_back({limit, fmt::format("limit {}", entry.zone.substr(0, entry.zone.find(':')))});
}

// Entries without a judgement rank before those that passed, whatever their margins.
bool ranks_worse(const Entry& entry, const Entry& other) {
  const auto rank = [](const Entry& one) {
    if (one.verdict == Verdict::failed) return 0;
    return one.verdict == Verdict::no_quotient || one.verdict == Verdict::no_regression ? 1 : 2;
  };
  if (rank(entry) != rank(other)) return rank(entry) < rank(other);
  return entry.margin < other.margin || (std::isnan(entry.margin) && !std::isnan(other.margin));
}

}  // namespace

std::vector<const Entry*> worst_entries(const Report& report) {
  std::vector<const Entry*> worst;
  for (const Entry& entry : report.entries) {
    const auto same = std::find_if(worst.begin(), worst.end(), [&](const Entry* other) {
      return other->zone == entry.zone && other->quantity == entry.quantity;
    });
    if (same == worst.end()) {
      worst.push_back(&entry);
    } else if (ranks_worse(entry, **same)) {
      *same = &entry;
    }
  }
  return worst;
}

std::vector<plot::Panel> panels_of(const Report& report) {
  const std::vector<const Entry*> entries = worst_entries(report);
  const bool over_deficiency = has_deficiency(entries);
  std::vector<plot::Panel> panels;
  std::set<std::string> done;
  for (const Entry* first : entries) {
    if (!done.insert(first->quantity).second) continue;
    plot::Panel panel{.title = first->quantity,
                      .x_label = over_deficiency ? "cant deficiency in mm" : "distance in m",
                      .y_label = axis_label(*first),
                      .height = 170};
    for (const Entry* entry : entries) {
      if (entry->quantity != first->quantity) continue;
      add_series(*entry, over_deficiency, panel);
      add_limit(*entry, panel);
    }
    panels.push_back(std::move(panel));
  }
  return panels;
}

std::string verdict_text(const Entry& entry) {
  if (entry.verdict == Verdict::too_few_sections)
    return fmt::format("no judgement: {} of {} sections", entry.sections.size(), entry.needed);
  if (entry.verdict == Verdict::no_quotient)
    return fmt::format("no judgement: contact was lost in {} of {} sections", entry.lost,
                       entry.sections.size());
  if (entry.lost > 0)
    return fmt::format("{}; contact was lost in {} of {} sections", to_string(entry.verdict), entry.lost,
                       entry.sections.size());
  return to_string(entry.verdict);
}

std::string limit_source(const std::string& source, bool unverified) {
  return unverified ? "unverified: " + source : source;
}

std::vector<Fact> limit_sources(const std::vector<const Entry*>& entries) {
  std::vector<Fact> facts;
  for (const Entry* entry : entries) {
    Fact fact{entry->quantity, limit_source(entry->source, entry->from_memory)};
    if (std::none_of(facts.begin(), facts.end(),
                     [&](const Fact& known) { return known.name == fact.name && known.text == fact.text; }))
      facts.push_back(std::move(fact));
  }
  return facts;
}

std::vector<Fact> provenance(const Report& report, const std::string& command_line) {
  std::vector<Fact> facts{{"Rule", fmt::format("{} ({})", report.source, report.date)}};
  for (const RecordSource& record : report.records) {
    facts.push_back({"Record", fmt::format("{}, SHA-256 {}", record.path, record.sha256)});
    if (!record.made_by.empty()) facts.push_back({"Made by", record.made_by});
  }
  facts.push_back({"Command line", command_line});
  facts.push_back({"Program", fmt::format("Flangeway {} ({})", version(), commit())});
  return facts;
}

}  // namespace flangeway::acceptance
