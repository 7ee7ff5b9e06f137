#include "result_page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "flangeway/results/reader.hpp"

namespace flangeway::app {
namespace {

std::vector<results::Reader> opened(const Common& common, Findings& findings) {
  std::vector<results::Reader> runs;
  for (const std::string& file : common.files) {
    if (std::optional<results::Reader> run = results::Reader::open(file, findings))
      runs.push_back(std::move(*run));
  }
  findings.throw_if_any();
  return runs;
}

/// A file of contact patches has a page of its own kind.
std::string page_of(const Common& common, report::Layout layout, Findings& findings) {
  const std::string& first = common.files.front();
  if (layout != report::Layout::report || common.files.size() > 1 || !results::holds_fields(first))
    return report::page(opened(common, findings), layout);
  const std::optional<results::FieldReader> patches = results::FieldReader::open(first, findings);
  findings.throw_if_any();
  return report::page(*patches);
}

// A view moves, and patches are looked at element by element: these pages are made for the screen.
void check_print(const Common& common, bool view, Findings& findings) {
  const bool patches = results::holds_fields(common.files.front());
  if (!view && !patches) return;
  findings.add({{common.output},
                "",
                view ? "a view cannot be printed" : "a page of contact patches cannot be printed",
                ".pdf",
                ".html or .htm",
                view ? "Use flangeway report -o FILE.pdf for the numbers and plots"
                     : "Use flangeway contact CASE --plot FOLDER for pictures of the patches"});
}

}  // namespace

void put_page(const Common& common, const char* kind, const std::string& output, const std::string& html) {
  write_page_file(output, html, common.force);
  if (common.json) {
    print_json(nlohmann::json{{kind, output}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    put_out("{}\n", output);
  }
}

ExitCode write_page(const Common& common, report::Layout layout) {
  const bool view = layout == report::Layout::view;
  const std::filesystem::path input = common.files.front();
  const std::string output =
      common.output.empty()
          ? std::filesystem::path(input).replace_extension(view ? ".view.html" : ".html").string()
          : common.output;
  Findings findings;
  check_output(output, common.force, findings);
  if (is_pdf(output)) check_print(common, view, findings);
  findings.throw_if_any();
  put_page(common, view ? "view" : "report", output,
           is_pdf(output) ? report::print_page(opened(common, findings)) : page_of(common, layout, findings));
  return ExitCode::done;
}

}  // namespace flangeway::app
