#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/acceptance/judge.hpp"
#include "flangeway/acceptance/summary.hpp"

namespace flangeway::acceptance {
std::string value_text(double value, const std::string& unit) {
  if (std::isnan(value)) return "none";
  if (unit == "N") return fmt::format("{:.2f} kN", value / 1e3);
  return unit == "1" ? fmt::format("{:.3f}", value) : fmt::format("{:.3f} {}", value, unit);
}

std::string place_text(double begin, double end, const SectionChainage& chainage) {
  if (chainage) return fmt::format("km {:.3f} … {:.3f}", (*chainage)[0] / 1000, (*chainage)[1] / 1000);
  return fmt::format("{:.0f} … {:.0f} m", begin, end);
}

std::string margin_text(const Entry& entry) {
  return std::isnan(entry.margin) ? "none" : fmt::format("{:.1f} %", 100 * entry.margin);
}

std::string text(const Report& report) {
  std::string text = fmt::format("{}\n", report.title);
  const std::string* zone = nullptr;
  for (const Entry& entry : report.entries) {
    if (zone == nullptr || *zone != entry.zone || &entry == &report.entries.front()) {
      text += fmt::format("\n{}\n{:<30} {:<28} {:>12} {:>12} {:>8} {:>9}  {}\n", entry.zone, "quantity", "of",
                          "estimate", "limit", "margin", "sections", "verdict");
    }
    zone = &entry.zone;
    const SectionValue& worst = entry.sections[entry.worst];
    text +=
        fmt::format("{:<30} {:<28} {:>12} {:>12} {:>8} {:>9}  {}; worst {} at {}{}\n", entry.quantity,
                    entry.item, value_text(entry.estimate, entry.unit), value_text(entry.limit, entry.unit),
                    margin_text(entry), fmt::format("{} of {}", entry.sections.size(), entry.needed),
                    verdict_text(entry), value_text(worst.value, entry.unit), place_text(worst),
                    entry.from_memory ? "; limit unverified" : "");
  }
  text += fmt::format("\nverdict: {}\n", verdict_text(report));
  for (const ZoneCheck& check : report.zone_checks)
    text += fmt::format("zone {}: {}: {}; required: {}{}: {}\n", check.zone, check.name, check.found,
                        check.required, check.unverified ? " (unverified)" : "", to_string(check.outcome));
  for (const std::string& failure : report.failures) text += fmt::format("failure: {}\n", failure);
  for (const std::string& warning : report.warnings) text += fmt::format("warning: {}\n", warning);
  for (const std::string& loss : report.losses) text += fmt::format("loss of contact: {}\n", loss);
  for (const std::string& part : report.not_judged) text += fmt::format("not judged: {}\n", part);
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  std::vector<const Entry*> entries;
  for (const Entry& entry : report.entries) entries.push_back(&entry);
  for (const Fact& fact : limit_sources(entries))
    text += fmt::format("limit of {}: {}\n", fact.name, fact.text);
  return text + fmt::format("rule: {} ({})\n", report.source, report.date);
}

}  // namespace flangeway::acceptance
