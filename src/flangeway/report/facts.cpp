#include "flangeway/report/facts.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "flangeway/document/read.hpp"
#include "flangeway/report/html.hpp"

namespace flangeway::report {
namespace {

using document::Visitor;
using Json = nlohmann::json;

// The one key of a case that the page names; all others are unknown here, and their findings are dropped.
struct CaseKeys {
  document::Located<std::string> name;
};

void describe(Visitor& v, CaseKeys& keys) {
  v.text("name", keys.name, document::Presence::optional, "");
}

/// Applies the lines `# --set key.path=value` that follow the case.
void apply_sets(document::Document& document, const std::string& settings, Findings& ignored) {
  constexpr std::string_view mark = "# --set ";
  std::istringstream lines(settings);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(mark)) document.set(line.substr(mark.size()), ignored);
  }
}

class Rows {
 public:
  void add(const char* name, const std::string& text) {
    if (!text.empty()) html_ += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, escaped(text));
  }
  void add_html(const char* name, const std::string& html) {
    if (!html.empty()) html_ += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, html);
  }
  [[nodiscard]] const std::string& html() const { return html_; }

 private:
  std::string html_;
};

std::string with_unit(const Json& summary, const char* key, const char* format) {
  const auto found = summary.find(key);
  if (found == summary.end() || !found->is_number()) return {};
  return fmt::format(fmt::runtime(format), found->get<double>());
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string status_html(const results::Reader& results, const Json& summary) {
  const std::string status = results::to_string(results.status());
  std::string text;
  switch (results.status()) {
    case results::Status::running:
      text = "running, or ended without a word: the plots show what was recorded";
      break;
    case results::Status::completed:
      text = "completed";
      break;
    case results::Status::derailed:
      text = "derailed";
      break;
    case results::Status::stopped:
      text = "stopped before its end";
      break;
  }
  const auto found = summary.find("derailment");
  if (found != summary.end() && found->is_object()) {
    text += fmt::format(": {}, {}{}{}", text_of(*found, "wheel"), text_of(*found, "kind"),
                        with_unit(*found, "distance", ", after {:.2f} m"),
                        with_unit(*found, "time", ", {:.3f} s")) +
            with_unit(*found, "YQ", "; Y/Q there {:.3f}") +
            with_unit(*found, "nadal_limit", ", Nadal’s limit {:.3f}");
  }
  return fmt::format("<span class=\"status {}\">{}</span>", status, escaped(text));
}

std::string inputs_html(const results::Provenance& provenance) {
  std::string html;
  for (const results::InputFile& input : provenance.inputs) {
    html += fmt::format("<div>{} <code class=\"hash\" title=\"SHA-256\">{}</code></div>", escaped(input.path),
                        escaped(input.sha256));
  }
  return html;
}

std::string speed_of_computation(const Json& summary) {
  return with_unit(summary, "wall_time", "{:.2f} s") +
         with_unit(summary, "real_time_factor", ", {:.1f} times real time");
}

/// Constraints hold wheels down where they would lift off. [Escalona2021, section 6.1]
std::string admissible_html(const Json& summary) {
  const auto found = summary.find("admissible");
  if (found == summary.end() || !found->is_boolean()) return {};
  if (found->get<bool>()) return "yes: no wheel was pulled onto its rail";
  return "<span class=\"over\">no: wheels were pulled onto their rails</span>";
}

std::string warnings_html(const Json& summary) {
  std::string items;
  if (const std::string failure = text_of(summary, "failure"); !failure.empty()) {
    items += fmt::format("<li class=\"failure\">{}</li>", escaped(failure));
  }
  const auto found = summary.find("warnings");
  if (found != summary.end() && found->is_array()) {
    for (const Json& warning : *found) {
      if (warning.is_string()) items += fmt::format("<li>{}</li>", escaped(warning.get<std::string>()));
    }
  }
  return items.empty() ? "none" : "<ul>" + items + "</ul>";
}

}  // namespace

std::string case_name(const results::Provenance& provenance) {
  Findings ignored;
  document::Document document = document::Document::from_text(provenance.settings, "case", ignored);
  apply_sets(document, provenance.settings, ignored);
  CaseKeys keys;
  document.fill(keys, ignored);
  return keys.name.value;
}

Json summary_of(const results::Reader& results) {
  Json json = Json::parse(results.summary_json(), nullptr, false);
  return json.is_object() ? json : Json::object();
}

std::string facts_html(const results::Reader& results, const Json& summary) {
  const results::Provenance& from = results.provenance();
  Rows rows;
  rows.add_html("Status", status_html(results, summary));
  rows.add("Run", with_unit(summary, "distance", "{:.2f} m") + with_unit(summary, "time", " in {:.3f} s"));
  rows.add_html("Admissible", admissible_html(summary));
  rows.add_html("Warnings", warnings_html(summary));
  rows.add("Contact method", from.method);
  rows.add("Integrator", from.integrator + with_unit(summary, "steps", ", {:.0f} steps") +
                             with_unit(summary, "evaluations", ", {:.0f} evaluations"));
  rows.add("Wall time", speed_of_computation(summary));
  rows.add("Started", from.started);
  rows.add_html("Command line", "<code>" + escaped(from.command_line) + "</code>");
  rows.add_html("Input files", inputs_html(from));
  rows.add("Program", "Flangeway " + from.version + (from.commit.empty() ? "" : " (" + from.commit + ")"));
  rows.add("Results", fmt::format("{}, {} rows, {} channels", results.path(), results.rows(),
                                  results.channels().size()));
  return rows.html();
}

}  // namespace flangeway::report
