#include <fmt/format.h>

#include <algorithm>

#include "flangeway/acceptance/judge.hpp"

namespace flangeway::acceptance {
namespace {

// "48.2 kN", "0.612"
std::string value_text(double value, const std::string& unit) {
  return unit == "N" ? fmt::format("{:.2f} kN", value / 1e3) : fmt::format("{:.3f}", value);
}

std::string verdict_text(const Entry& entry) {
  if (entry.verdict == Verdict::too_few_sections)
    return fmt::format("no judgement: {} of {} sections", entry.sections.size(), entry.needed);
  return to_string(entry.verdict);
}

}  // namespace

std::string text(const Report& report) {
  std::string text = fmt::format("{}\n", report.title);
  const std::string* zone = nullptr;
  for (const Entry& entry : report.entries) {
    if (zone == nullptr || *zone != entry.zone || &entry == &report.entries.front()) {
      text += fmt::format("\n{}\n{:<30} {:<28} {:>12} {:>12} {:>8}  {}\n", entry.zone, "quantity", "of",
                          "estimate", "limit", "margin", "verdict");
    }
    zone = &entry.zone;
    const SectionValue& worst = entry.sections[entry.worst];
    text += fmt::format("{:<30} {:<28} {:>12} {:>12} {:>6.1f} %  {}; worst {} at {:.0f} … {:.0f} m{}\n",
                        entry.quantity, entry.item, value_text(entry.estimate, entry.unit),
                        value_text(entry.limit, entry.unit), 100 * entry.margin, verdict_text(entry),
                        value_text(worst.value, entry.unit), worst.begin, worst.end,
                        entry.from_memory ? "; limit from memory" : "");
  }
  text += fmt::format("\nverdict: {}\n", to_string(report.verdict()));
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  return text + fmt::format("limits: {} ({})\n", report.source, report.date);
}

}  // namespace flangeway::acceptance
