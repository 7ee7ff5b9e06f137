#include "flangeway/report/page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "flangeway/core/utf8.hpp"
#include "flangeway/report/patch_data.hpp"
#include "flangeway/report/run_data.hpp"
#include "flangeway/report/template.hpp"

namespace flangeway::report {
namespace {

using Json = nlohmann::json;

// Total over all channels of all runs: 16 bits are 8/3 characters in base64, so that the page stays below 10
// MB.
constexpr std::size_t page_numbers = 2'200'000;

/// Once, and without looking into what is filled in.
void fill(std::string& page, std::string_view mark, std::string_view text) {
  if (const std::size_t at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), text);
}

/// JSON as it may stand in a script: no text in it can end the script.
std::string in_script(const Json& json) {
  std::string safe;
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string filled(const Json& data) {
  std::string html = page_html;
  fill(html, "/*STYLE*/", page_style);
  // The data last: nothing is sought in it.
  const std::string mark = "/*DATA*/";
  const std::size_t at = html.find(mark);
  std::string tail = html.substr(at + mark.size());
  fill(tail, "/*LIBRARIES*/", library_script);
  fill(tail, "/*PAGE*/", page_script);
  return html.substr(0, at) + in_script(data) + tail;
}

/// A shape or a long table would make the page large without being read there.
std::string shown_text(const InputText& file) {
  constexpr std::size_t max_shown_bytes = std::size_t{1} << 20U;
  const bool binary =
      first_not_utf8(file.text) < file.text.size() || file.text.find('\0') != std::string::npos;
  if (!binary && file.text.size() <= max_shown_bytes) return file.text;
  return fmt::format("{} of {} bytes, not shown here", binary ? "A binary file" : "A text", file.text.size());
}

}  // namespace

std::string page(const std::vector<results::Reader>& runs, Layout layout, const std::string& plots) {
  Json data{{"kind", layout == Layout::view ? "view" : "report"}, {"runs", Json::array()}};
  for (const results::Reader& run : runs) data["runs"].push_back(run_data(run, page_numbers / runs.size()));
  if (!plots.empty()) data["plots"] = Json::parse(plots);
  return filled(data);
}

std::string start_page(const results::Reader& first_row, const std::vector<InputText>& files) {
  Json data{{"kind", "start"}, {"runs", {run_data(first_row, page_numbers)}}, {"files", Json::array()}};
  for (const InputText& file : files)
    data["files"].push_back({{"path", file.path}, {"text", shown_text(file)}});
  return filled(data);
}

std::string page(const results::FieldReader& patches) {
  return filled({{"kind", "patches"}, {"file", patch_data(patches, page_numbers)}});
}

}  // namespace flangeway::report
