#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/acceptance/judge.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::acceptance {
namespace {

using plot::escaped;

std::string number(double value, const std::string& unit) {
  return unit == "N" ? fmt::format("{:.2f} kN", value / 1e3) : fmt::format("{:.3f}", value);
}

// How much of the limit is used; of a lower limit, how near the value has come.
std::string bar(const Entry& entry) {
  const double used = entry.lower_limit ? entry.limit / entry.estimate : entry.estimate / entry.limit;
  const double width = std::isfinite(used) ? std::clamp(100 * used, 0.0, 100.0) : 100.0;
  return fmt::format("<span class=\"bar\"><i{} style=\"width:{:.0f}%\"></i></span>",
                     entry.margin < 0 ? " class=\"over\"" : "", width);
}

std::string verdict_html(const Entry& entry) {
  if (entry.verdict == Verdict::too_few_sections)
    return fmt::format("no judgement: {} of {} sections", entry.sections.size(), entry.needed);
  return entry.verdict == Verdict::failed ? "<span class=\"alarm\">failed</span>" : "passed";
}

std::string row(const Entry& entry) {
  const SectionValue& worst = entry.sections[entry.worst];
  return fmt::format(
      "<tr><th>{}{}</th><td>{}</td><td>{}</td><td>{}</td><td>{:.1f} %</td><td>{}</td><td>{}</td>"
      "<td>{} at {:.0f} … {:.0f} m, {}</td></tr>\n",
      escaped(entry.quantity), entry.from_memory ? " *" : "", escaped(entry.item),
      number(entry.estimate, entry.unit), number(entry.limit, entry.unit), 100 * entry.margin, bar(entry),
      verdict_html(entry), number(worst.value, entry.unit), worst.begin, worst.end, escaped(worst.record));
}

}  // namespace

std::string page(const Report& report, const std::string& command_line) {
  std::string html =
      plot::page_head(report.title) + fmt::format("<p>Verdict: <b>{}</b></p>\n", to_string(report.verdict()));
  std::string zone;
  for (const Entry& entry : report.entries) {
    if (entry.zone != zone) {
      if (!zone.empty()) html += "</table></div>\n";
      html += fmt::format(
          "<h2>{}</h2>\n<div class=\"wide\"><table "
          "class=\"numbers\">\n<tr><th>quantity</th><th>of</th><th>estimate</th>"
          "<th>limit</th><th>margin</th><th></th><th>verdict</th><th>worst section</th></tr>\n",
          escaped(entry.zone));
      zone = entry.zone;
    }
    html += row(entry);
  }
  if (!zone.empty()) html += "</table></div>\n";
  html +=
      "<p class=\"note\">* The limit is from memory and has not been compared with the text of the "
      "rule.</p>\n";
  for (const std::string& note : report.notes)
    html += fmt::format("<p class=\"note\">{}.</p>\n", escaped(note));
  html += "<h2>Where this comes from</h2>\n<table class=\"facts\">\n";
  html +=
      fmt::format("<tr><th>Rule</th><td>{} ({})</td></tr>\n", escaped(report.source), escaped(report.date));
  for (const std::string& record : report.records)
    html += fmt::format("<tr><th>Record</th><td>{}</td></tr>\n", escaped(record));
  html += fmt::format("<tr><th>Command line</th><td><code>{}</code></td></tr>\n", escaped(command_line));
  html += fmt::format("<tr><th>Program</th><td>Flangeway {} ({})</td></tr>\n</table>\n", escaped(version()),
                      escaped(commit()));
  return html + plot::page_end();
}

}  // namespace flangeway::acceptance
