#include "flangeway/report/page.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "flangeway/report/facts.hpp"
#include "flangeway/report/html.hpp"
#include "flangeway/report/plots.hpp"
#include "flangeway/report/template.hpp"
#include "flangeway/report/wheels.hpp"

namespace flangeway::report {
namespace {

void fill(std::string& page, std::string_view mark, const std::string& text) {
  for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at + text.size())) {
    page.replace(at, mark.size(), text);
  }
}

/// JSON as it may stand in a script: no text in it can end the script.
std::string in_script(std::string json) {
  fill(json, "<", "\\u003c");
  return json;
}

}  // namespace

std::string page(const results::Reader& results) {
  const std::string name = case_name(results.provenance());
  const nlohmann::json summary = summary_of(results);
  const std::string title = name.empty() ? std::filesystem::path(results.path()).filename().string() : name;
  std::string html = page_template;
  fill(html, "/*DATA*/null", in_script(plots_json(results)));
  fill(html, "<!--WHEELS-->", wheels_html(summary));
  fill(html, "<!--FACTS-->", facts_html(results, summary));
  fill(html, "<!--TITLE-->", escaped(title));
  return html;
}

}  // namespace flangeway::report
