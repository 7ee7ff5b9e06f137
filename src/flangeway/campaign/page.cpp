#include "flangeway/campaign/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/optimise.hpp"
#include "flangeway/campaign/plots.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "page_rows.hpp"

namespace flangeway::campaign {
namespace {

using plot::escaped;

constexpr std::size_t most_failures = 200;

std::string fact(const char* name, const std::string& html) {
  return html.empty() ? "" : fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, html);
}

// "12 of 15 runs: 10 completed, 2 failed"
std::string counts_text(const Study& study, const Table& table) {
  std::map<std::string, std::size_t> counts;
  const std::size_t status = table.find("status").value();
  for (const auto& row : table.rows) ++counts[row[status]];
  std::string text;
  for (const auto& [name, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", count, name);
  return fmt::format("{} of {} runs{}", table.rows.size(), study.plan.runs.size(), text);
}

std::string inputs_html(const std::vector<InputHash>& inputs) {
  std::string html;
  for (const InputHash& input : inputs)
    html += fmt::format("<div>{} <code title=\"SHA-256\">{}</code></div>", escaped(input.path), input.sha256);
  return html;
}

std::string error_text(const Study& study) {
  if (!study.spec.reference) return "";
  return fmt::format(
      "|y − y_ref| / max |{}|, of {} channels at the recorded times; error_max is the largest, "
      "error_mean the mean of all channels and times. Only completed runs have one.",
      study.spec.error.scale == ErrorScale::reference ? "y_ref" : "y",
      study.cases.empty() ? 0 : study.cases.back().error_channels.size());
}

std::string computers_text(const PageFacts& facts) {
  if (facts.told) return "results that were told with --tell";
  if (facts.jobs == 0) return "several workers; times per run include delays by others";
  return fmt::format("{} runs at a time on {} processors; times per run include delays by others", facts.jobs,
                     facts.processors);
}

std::string facts_html(const Study& study, const StudyFolder& folder, const Table& table,
                       const PageFacts& facts) {
  const Identity& from = study.identity;
  std::string html = "<table class=\"facts\">\n";
  html += fact("Runs", escaped(counts_text(study, table)));
  html += fact("Case", escaped(study.spec.case_file.value));
  html += fact("Error", escaped(error_text(study)));
  html += fact("Computed with", computers_text(facts));
  html += fact("Command line", "<code>" + escaped(facts.command_line) + "</code>");
  html += fact("Input files", inputs_html(folder.inputs()));
  html += fact("Program",
               escaped("Flangeway " + from.version + (from.commit.empty() ? "" : " (" + from.commit + ")")));
  return html + "</table>\n";
}

std::string pivot_html(const Pivot& pivot) {
  std::string html =
      fmt::format("<h3>{}</h3>\n<div class=\"wide\"><table class=\"numbers\">\n<tr><th>{}</th>",
                  escaped(pivot.title), escaped(pivot.corner));
  for (const std::string& column : pivot.columns) html += fmt::format("<th>{}</th>", escaped(column));
  html += "</tr>\n";
  for (std::size_t row = 0; row < pivot.rows.size(); ++row) {
    html += fmt::format("<tr><th>{}</th>", escaped(pivot.rows[row]));
    for (const std::string& cell : pivot.cells[row])
      html += fmt::format("<td{}>{}</td>", cell == "failed" ? " class=\"alarm\"" : "", escaped(cell));
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

// All results; texts of failures have a list of their own.
std::string results_html(const Table& table) {
  const std::size_t failure = table.find("failure").value();
  std::string html = "<div class=\"wide\"><table class=\"numbers\">\n<tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    if (i == failure) continue;
    const bool bare = column.unit.empty() || column.unit == "1";
    html += fmt::format("<th title=\"{}\">{}{}</th>", escaped(column.doc), escaped(column.name),
                        bare ? "" : " in " + escaped(column.unit));
  }
  html += "</tr>\n";
  for (std::size_t row = 0; row < std::min(most_rows, table.rows.size()); ++row) {
    html += fmt::format("<tr id=\"row-{}\">", table.runs[row] + 1);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (i == failure) continue;
      const std::string& text = table.rows[row][i];
      const bool long_number = text.size() > 8 && table.number(row, i) == table.number(row, i);
      html += fmt::format("<td{}>{}</td>", text == "failed" ? " class=\"alarm\"" : "",
                          long_number ? fmt::format("{:.6g}", table.number(row, i)) : escaped(text));
    }
    html += "</tr>\n";
  }
  html += "</table></div>\n";
  if (table.rows.size() > most_rows)
    html +=
        fmt::format("<p class=\"note\">The first {} of {} runs; results.csv and results.h5 have all.</p>\n",
                    most_rows, table.rows.size());
  return html;
}

std::string failures_html(const Study& study, const Table& table) {
  const std::size_t failure = table.find("failure").value();
  std::string items;
  std::size_t count = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& row = table.rows[i];
    if (row[failure].empty() || ++count > most_failures) continue;
    items += fmt::format("<li>{}: {}<br><code>{}</code></li>\n", escaped(row[0]), escaped(row[failure]),
                         escaped(repeating_command(study, study.plan.runs[table.runs[i]])));
  }
  if (items.empty()) return "";
  const std::string note =
      count > most_failures ? fmt::format("<p class=\"note\">The first {} of {}; results.csv has all.</p>\n",
                                          most_failures, count)
                            : "";
  return "<h2>Runs that did not complete</h2>\n<ul class=\"alarm\">\n" + items + "</ul>\n" + note;
}

}  // namespace

std::string page(const Study& study, const StudyFolder& folder, const Table& table, const PageFacts& facts) {
  const std::string& name = study.spec.name.value;
  std::string html = plot::page_head(name.empty() ? "Study" : name);
  if (!study.spec.description.value.empty())
    html += fmt::format("<p>{}</p>\n", escaped(study.spec.description.value));
  html += facts_html(study, folder, table, facts);
  if (study.spec.optimise) html += front_html(study, folder, table);
  if (!study.spec.plots.empty()) html += "<h2>Plots</h2>\n";
  for (const PlotSpec& plot : study.spec.plots) html += plot_html(plot, study, folder, table);
  if (!study.spec.tables.empty()) html += "<h2>Tables</h2>\n";
  for (const Pivot& pivot : pivots(study.spec, study.plan, table)) html += pivot_html(pivot);
  html += analysis_html(analyse(study.spec, study.plan, table), study.plan, table);
  return html + "<h2>All runs</h2>\n" + results_html(table) + failures_html(study, table) + plot::page_end();
}

}  // namespace flangeway::campaign
