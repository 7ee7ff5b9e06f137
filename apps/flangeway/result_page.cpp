#include "result_page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "flangeway/report/plot_layout.hpp"
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
std::string page_of(const Common& common, report::Layout layout, const std::string& plots,
                    Findings& findings) {
  const std::string& first = common.files.front();
  if (layout != report::Layout::report || common.files.size() > 1 || !results::holds_fields(first)) {
    const std::vector<results::Reader> runs = opened(common, findings);
    const std::string shown = plots.empty() ? "" : report::read_plot_layout(plots, runs, findings);
    findings.throw_if_any();
    return report::page(runs, layout, shown);
  }
  const std::optional<results::FieldReader> patches = results::FieldReader::open(first, findings);
  findings.throw_if_any();
  return report::page(*patches);
}

// A view moves: its page is made for the screen.
void check_print(const Common& common, Findings& findings) {
  findings.add({{common.output},
                "",
                "a view cannot be printed",
                ".pdf",
                ".html or .htm",
                "Use flangeway report -o FILE.pdf for the numbers and plots"});
}

/// A file of contact patches has a page of its own kind.
std::string printed(const Common& common, Findings& findings) {
  const std::string& first = common.files.front();
  if (common.files.size() > 1 || !results::holds_fields(first))
    return report::print_page(opened(common, findings));
  const std::optional<results::FieldReader> patches = results::FieldReader::open(first, findings);
  findings.throw_if_any();
  return report::print_page(*patches);
}

// Pages for print and of contact patches have pictures of their own.
void check_plots(const Common& common, const std::string& plots, const std::string& output,
                 Findings& findings) {
  if (plots.empty() || !(is_pdf(output) || results::holds_fields(common.files.front()))) return;
  findings.add({{"--layout"},
                "",
                is_pdf(output) ? "is for HTML" : "is for results of runs",
                plots,
                "",
                is_pdf(output) ? "Write FILE.html, or leave it out" : "Leave it out"});
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

ExitCode write_page(const Common& common, report::Layout layout, const std::string& plots) {
  const bool view = layout == report::Layout::view;
  const std::filesystem::path input = common.files.front();
  const std::string output =
      common.output.empty()
          ? std::filesystem::path(input).replace_extension(view ? ".view.html" : ".html").string()
          : common.output;
  Findings findings;
  check_output(output, common.force, findings);
  if (is_pdf(output) && view) check_print(common, findings);
  check_plots(common, plots, output, findings);
  findings.throw_if_any();
  put_page(common, view ? "view" : "report", output,
           is_pdf(output) ? printed(common, findings) : page_of(common, layout, plots, findings));
  return ExitCode::done;
}

}  // namespace flangeway::app
