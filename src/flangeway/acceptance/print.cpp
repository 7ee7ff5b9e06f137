#include <fmt/format.h>

#include "flangeway/acceptance/judge.hpp"
#include "flangeway/acceptance/summary.hpp"
#include "flangeway/plot/pdf.hpp"
#include "flangeway/plot/sheet.hpp"

namespace flangeway::acceptance {
namespace {

constexpr const char *alarm = "#b3261e", *faint = "#5b6570";

void add_row(const Entry& entry, plot::Sheet& sheet) {
  const char* colour = entry.verdict == Verdict::failed ? alarm : "#1b1f24";
  const std::string verdict = entry.verdict == Verdict::too_few_sections
                                  ? fmt::format("none: {} of {}", entry.sections.size(), entry.needed)
                              : entry.verdict == Verdict::no_quotient   ? "no contact"
                              : entry.verdict == Verdict::no_regression ? "none"
                                                                        : to_string(entry.verdict);
  sheet.row({{entry.quantity + (entry.from_memory ? " *" : ""), 0, 138},
             {entry.item, 142, 98},
             {value_text(entry.estimate, entry.unit), 242, 58, true},
             {value_text(entry.limit, entry.unit), 302, 58, true},
             {margin_text(entry), 362, 36, true},
             {verdict, 464, 51, false, colour}});
  sheet.bar(404, 54, used_share(entry));
}

void add_table(const std::vector<const Entry*>& entries, plot::Sheet& sheet) {
  const std::string* zone = nullptr;
  for (const Entry* entry : entries) {
    if (zone == nullptr || *zone != entry->zone) {
      sheet.need(60);
      sheet.heading(entry->zone, 9);
      sheet.row({{"quantity", 0, 138},
                 {"of", 142, 98},
                 {"estimate", 242, 58, true},
                 {"limit", 302, 58, true},
                 {"margin", 362, 36, true},
                 {"limit used", 404, 54},
                 {"verdict", 464, 51}},
                7, true);
    }
    zone = &entry->zone;
    add_row(*entry, sheet);
  }
}

}  // namespace

std::string pdf(const Report& report, const std::string& command_line) {
  const std::vector<const Entry*> worst = worst_entries(report);
  plot::Sheet sheet(report.title);
  sheet.heading(report.title, 15);
  const Verdict verdict = report.verdict();
  sheet.paragraph(fmt::format("Verdict: {}. {} records, {} estimates; the worst of each quantity is below.",
                              verdict_text(report), report.records.size(), report.entries.size()),
                  11, verdict == Verdict::failed ? alarm : "#1b1f24");
  for (const std::string& failure : report.failures) sheet.paragraph(failure, 8, alarm);
  add_table(worst, sheet);
  sheet.space(4);
  sheet.paragraph(unverified_note, 7, faint);
  if (!report.zone_checks.empty()) sheet.heading("Conditions of the zones", 11);
  for (const ZoneCheck& check : report.zone_checks)
    sheet.paragraph(
        fmt::format("{}: {}: {}; required: {}{}: {}", check.zone, check.name, check.found, check.required,
                    check.unverified ? " (unverified)" : "", to_string(check.outcome)),
        7.5, check.outcome == CheckOutcome::not_met ? alarm : "#1b1f24");
  for (const std::string& warning : report.warnings) sheet.paragraph("Warning: " + warning, 8, alarm);
  for (const std::string& loss : report.losses) sheet.paragraph("Loss of contact: " + loss + ".", 7, faint);
  for (const std::string& part : report.not_judged) sheet.paragraph("Not judged: " + part + ".", 7, faint);
  for (const std::string& note : report.notes) sheet.paragraph(note + ".", 7, faint);
  sheet.need(190);  // a heading stays with its first plot
  sheet.heading("Sections and limits", 11);
  for (const plot::Panel& panel : panels_of(report)) sheet.figure(panel);
  sheet.heading("How the numbers come about", 11);
  std::string before;
  for (const Entry* entry : worst)
    if (std::string line = fmt::format("{}: {}", entry->quantity, entry->method); line != before)
      sheet.paragraph(before = std::move(line), 7.5);
  sheet.heading("Where the limits come from", 11);
  for (const Fact& fact : limit_sources(worst)) sheet.paragraph(fact.name + ": " + fact.text, 7.5);
  sheet.heading("Where this comes from", 11);
  for (const Fact& fact : provenance(report, command_line)) sheet.paragraph(fact.name + ": " + fact.text, 7);
  return plot::pdf(std::move(sheet).pages(), report.title);
}

}  // namespace flangeway::acceptance
