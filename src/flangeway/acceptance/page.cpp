#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/acceptance/judge.hpp"
#include "flangeway/acceptance/summary.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::acceptance {
namespace {

using plot::escaped;

std::string bar(const Entry& entry) {
  return fmt::format("<span class=\"bar\"><i{} style=\"width:{:.0f}%\"></i></span>",
                     entry.margin < 0 ? " class=\"over\"" : "", std::min(100 * used_share(entry), 100.0));
}

std::string verdict_html(const Entry& entry) {
  return entry.verdict == Verdict::failed ? "<span class=\"alarm\">failed</span>" : verdict_text(entry);
}

std::string row(const Entry& entry) {
  const SectionValue& worst = entry.sections[entry.worst];
  return fmt::format(
      "<tr><th>{}{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
      "<td>{}</td><td>{} at {}, {}</td></tr>\n",
      escaped(entry.quantity), entry.from_memory ? " *" : "", escaped(entry.item),
      value_text(entry.estimate, entry.unit), value_text(entry.limit, entry.unit), margin_text(entry),
      bar(entry), verdict_html(entry), fmt::format("{} of {}", entry.sections.size(), entry.needed),
      value_text(worst.value, entry.unit), place_text(worst), escaped(worst.record));
}

std::string table(const std::vector<const Entry*>& entries) {
  std::string html, zone;
  for (const Entry* entry : entries) {
    if (entry->zone != zone) {
      if (!zone.empty()) html += "</table></div>\n";
      html += fmt::format(
          "<h3>{}</h3>\n<div class=\"wide\"><table class=\"numbers\">\n<tr><th>quantity</th><th>of</th>"
          "<th>estimate</th><th>limit</th><th>margin</th><th></th><th>verdict</th><th>sections</th>"
          "<th>worst section</th></tr>\n",
          escaped(entry->zone));
      zone = entry->zone;
    }
    html += row(*entry);
  }
  return zone.empty() ? html : html + "</table></div>\n";
}

// How the numbers of each quantity come about.
std::string methods(const std::vector<const Entry*>& entries) {
  std::string html = "<table class=\"facts\">\n", last;
  for (const Entry* entry : entries) {
    const std::string line =
        fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(entry->quantity), escaped(entry->method));
    if (html.find(line) == std::string::npos) html += line;
  }
  return html + "</table>\n";
}

std::string check_rows(const std::vector<ZoneCheck>& checks) {
  std::string html;
  for (const ZoneCheck& check : checks) {
    const std::string outcome = to_string(check.outcome);
    html += fmt::format(
        "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(check.zone),
        escaped(check.name), escaped(check.required), escaped(check.found),
        check.outcome == CheckOutcome::not_met ? fmt::format("<span class=\"alarm\">{}</span>", outcome)
                                               : outcome,
        escaped(limit_source(check.source, check.unverified)));
  }
  return html;
}

}  // namespace

std::string not_judged_list(const std::vector<std::string>& parts) {
  if (parts.empty()) return "";
  std::string html = "<h2>Not judged</h2>\n<ul>\n";
  for (const std::string& part : parts) html += "<li>" + escaped(part) + ".</li>\n";
  return html + "</ul>\n";
}

std::string zone_table(const std::vector<ZoneCheck>& checks) {
  if (checks.empty()) return "";
  return "<h2>Conditions of the zones</h2>\n<div class=\"wide\"><table class=\"numbers\">\n<tr><th>zone</th>"
         "<th>condition</th><th>required</th><th>found</th><th>outcome</th><th>source</th></tr>\n" +
         check_rows(checks) + "</table></div>\n";
}

std::string report_body(const Report& report) {
  const std::vector<const Entry*> worst = worst_entries(report);
  std::string html = fmt::format("<p>Verdict: <b>{}</b></p>\n", escaped(verdict_text(report)));
  for (const std::string& failure : report.failures)
    html += fmt::format("<p class=\"alarm\">{}</p>\n", escaped(failure));
  html += "<h2>Worst of each quantity</h2>\n" +
          (worst.empty() ? "<p>No quantity could be judged.</p>\n" : table(worst));
  if (!worst.empty()) html += fmt::format("<p class=\"note\">{}</p>\n", unverified_note);
  html += zone_table(report.zone_checks);
  for (const std::string& warning : report.warnings)
    html += fmt::format("<p class=\"alarm\">Warning: {}</p>\n", escaped(warning));
  for (const std::string& loss : report.losses)
    html += fmt::format("<p class=\"note\">Loss of contact: {}.</p>\n", escaped(loss));
  html += not_judged_list(report.not_judged);
  for (const std::string& note : report.notes)
    html += fmt::format("<p class=\"note\">{}.</p>\n", escaped(note));
  if (!worst.empty()) {
    html +=
        "<h2>Sections</h2>\n" + plot::page_figure({.title = "", .panels = panels_of(report), .width = 900});
    html += "<h2>How the numbers come about</h2>\n" + methods(worst);
    html += "<h2>Where the limits come from</h2>\n<table class=\"facts\">\n";
    for (const Fact& fact : limit_sources(worst))
      html += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(fact.name), escaped(fact.text));
    html += "</table>\n";
    std::vector<const Entry*> all;
    for (const Entry& entry : report.entries) all.push_back(&entry);
    html += "<h2>All wheels, wheelsets and points</h2>\n" + table(all);
  }
  return html;
}

std::string page(const Report& report, const std::string& command_line) {
  std::string html = plot::page_head(report.title) + report_body(report);
  html += "<h2>Where this comes from</h2>\n<table class=\"facts\">\n";
  for (const Fact& fact : provenance(report, command_line))
    html += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(fact.name), escaped(fact.text));
  return html + "</table>\n" + plot::page_end();
}

}  // namespace flangeway::acceptance
