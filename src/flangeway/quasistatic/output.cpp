#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/plot/xml.hpp"
#include "flangeway/quasistatic/outcome.hpp"

namespace flangeway::quasistatic {
namespace {

using Json = nlohmann::ordered_json;
using plot::escaped;

Json json_number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}
std::string cell(double value) {
  return std::isfinite(value) ? fmt::format("{:.5g}", value) : "-";
}
std::string with_unit(const Column& column) {
  return column.unit == "1" ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}
std::string no_judgement(const Outcome& outcome) {
  return fmt::format("no judgement: {} of {} conditions have no steady running", outcome.missing,
                     outcome.conditions);
}
std::string verdict(const Number& number, const Outcome& outcome) {
  if (!number.limit) return "";
  if (!std::isfinite(number.value)) return no_judgement(outcome);
  const std::string margin =
      *number.limit == 0 ? "" : fmt::format(", margin {:.1f} %", 100 * (1 - number.value / *number.limit));
  return fmt::format("{}, limit {:g}{}{}", number.value > *number.limit ? "exceeded" : "kept", *number.limit,
                     number.limit_source.empty() ? "" : fmt::format(" ({}; unverified)", number.limit_source),
                     margin);
}

// "Largest ΔQ/Q0, at wheelset3.left", with the name of the number in JSON below.
std::string head_of(const Number& number) {
  std::string title = number.text.empty() ? number.name : number.text;
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return fmt::format("<th>{} <small>({})</small></th>", escaped(title), escaped(number.name));
}

std::string numbers_table(const Outcome& outcome) {
  std::string html =
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>result</th><th>value</th><th>unit</th>"
      "<th class=\"text\">verdict</th></tr>\n";
  for (const Number& number : outcome.numbers)
    html += fmt::format("<tr>{}<td>{}</td><td>{}</td><td class=\"text{}\">{}</td></tr>\n", head_of(number),
                        cell(number.value), number.unit == "1" ? "–" : escaped(number.unit),
                        number.limit && number.value > *number.limit ? " alarm" : "",
                        escaped(verdict(number, outcome)));
  return html + "</table></div>\n";
}

// Conditions are rows, or columns where a row would be wider than the page.
std::string rows_table(const Outcome& outcome) {
  constexpr std::size_t max_columns = 8;
  const bool as_columns = outcome.columns.size() > max_columns && outcome.rows.size() <= max_columns;
  std::string html =
      fmt::format("<div class=\"wide\"><table class=\"numbers\">\n<tr><th>{}</th>", escaped(outcome.label));
  if (as_columns) {
    for (const Row& row : outcome.rows) html += "<th>" + escaped(row.label) + "</th>";
    for (std::size_t i = 0; i < outcome.columns.size(); ++i) {
      html += "</tr>\n<tr><th>" + escaped(with_unit(outcome.columns[i])) + "</th>";
      for (const Row& row : outcome.rows) html += "<td>" + cell(row.values[i]) + "</td>";
    }
  } else {
    for (const Column& column : outcome.columns) html += "<th>" + escaped(with_unit(column)) + "</th>";
    for (const Row& row : outcome.rows) {
      html += "</tr>\n<tr><th>" + escaped(row.label) + "</th>";
      for (const double value : row.values) html += "<td>" + cell(value) + "</td>";
    }
  }
  return html + "</tr>\n</table></div>\n";
}

}  // namespace

void withdraw_unproven(Outcome& outcome) {
  if (outcome.missing == 0) return;
  for (Number& number : outcome.numbers)
    if (!number.limit || number.value <= *number.limit) number.value = std::nan("");
}

std::string text(const Outcome& outcome) {
  std::string text = outcome.title + "\n";
  for (const Number& number : outcome.numbers)
    text += fmt::format("{:<28} {:>12} {:<9} {}{}\n", number.name, cell(number.value), number.unit,
                        number.text, number.limit ? "; " + verdict(number, outcome) : "");
  for (const Row& row : outcome.rows) {
    text += fmt::format("\n{} {}\n", outcome.label, row.label);
    for (std::size_t i = 0; i < outcome.columns.size(); ++i)
      text += fmt::format("  {:<40} {:>12} {}\n", outcome.columns[i].name, cell(row.values[i]),
                          outcome.columns[i].unit);
  }
  for (const std::string& note : outcome.notes) text += "\nnote: " + note;
  return text + (outcome.notes.empty() ? "" : "\n");
}

std::string json_text(const Outcome& outcome) {
  Json results, rows = Json::array();
  for (const Number& number : outcome.numbers) {
    Json one{{"value", json_number(number.value)}, {"unit", number.unit}, {"text", number.text}};
    if (number.limit) {
      one["limit"] = *number.limit;
      one["limit_source"] = number.limit_source;
      one["limit_from_memory"] = !number.limit_source.empty();
      one["passed"] = std::isfinite(number.value) ? Json(number.value <= *number.limit) : Json();
      one["verdict"] = verdict(number, outcome);
    }
    results[number.name] = std::move(one);
  }
  for (const Row& row : outcome.rows) {
    Json values;
    for (std::size_t i = 0; i < outcome.columns.size(); ++i)
      values[outcome.columns[i].name] = json_number(row.values[i]);
    rows.push_back({{outcome.label, row.label}, {"values", std::move(values)}});
  }
  return Json{{"test", outcome.test},
              {"case", outcome.case_name},
              {"results", std::move(results)},
              {"rows", std::move(rows)},
              {"notes", outcome.notes}}
      .dump();
}

std::string csv_text(const Outcome& outcome) {
  std::string out = csv_cell(outcome.label);
  for (const Column& column : outcome.columns) out += "," + csv_cell(with_unit(column));
  out += "\n";
  for (const Row& row : outcome.rows) {
    out += csv_cell(row.label);
    for (const double value : row.values) out += std::isfinite(value) ? fmt::format(",{}", value) : ",";
    out += "\n";
  }
  return out;
}

std::string page(const Outcome& outcome, const std::vector<plot::Input>& inputs,
                 const std::string& command_line) {
  std::string html = plot::page_head(outcome.title + ": " + outcome.case_name) + numbers_table(outcome);
  for (const plot::Figure& figure : outcome.figures) html += plot::page_figure(figure);
  html += "<h2>By " + escaped(outcome.label) + "</h2>\n" + rows_table(outcome);
  for (const std::string& note : outcome.notes) html += "<p class=\"note\">" + escaped(note) + "</p>\n";
  return html + plot::provenance(command_line, inputs) + plot::page_end();
}

}  // namespace flangeway::quasistatic
