// flangeway report: a page that shows a run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "command.hpp"
#include "flangeway/report/page.hpp"
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

ExitCode write_report(const Common& common) {
  const std::filesystem::path input = common.files.front();
  const std::string output = common.output.empty()
                                 ? std::filesystem::path(input).replace_extension(".html").string()
                                 : common.output;
  Findings findings;
  check_not_input(common, output, findings);
  check_output(output, common.force, findings);
  write_file_atomically(output, report::page(opened(common, findings)), common.force);
  if (common.json) {
    print_json(
        nlohmann::json{{"report", output}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}\n", output);
  }
  return ExitCode::done;
}

}  // namespace

void add_report(CLI::App& program, Common& common) {
  CLI::App* verb = add_verb(program, common,
                            {.name = "report",
                             .summary = "Makes a page of the results that opens in any browser",
                             .files = "RESULTS.h5",
                             .example = "flangeway report kec.h5 lut.h5 -o comparison.html",
                             .most_files = 8,
                             .output = "the page (HTML); default RESULTS.html beside the results",
                             .sets = false});
  when_chosen(verb, common, [&common] { return write_report(common); });
}

}  // namespace flangeway::app
