// flangeway report: a page that shows one run, or compares several.

#include <memory>

#include "result_page.hpp"

namespace flangeway::app {

void add_report(CommandLine& program, Common& common) {
  const auto plots = std::make_shared<std::string>();
  program.add(
      {.name = "report",
       .summary = "Makes a page of the results that opens in any browser",
       .files = "RESULTS.h5",
       .files_text = "results of runs or of flangeway contact",
       .example = "flangeway report kec.h5 lut.h5 -o comparison.html",
       .max_files = 8,
       .output = "the page (HTML or PDF, chosen by the ending); default RESULTS.html beside the results",
       .output_format = Format::page,
       .sets = false,
       .options = {{.name = "--layout",
                    .target = plots.get(),
                    .text =
                        "layout of plots that the workbench has saved; they come first. The results of the "
                        "command line take the place of those that it names",
                    .value = "LAYOUT.plots.json",
                    .file = FileUse::input}},
       .action = [&common, plots] { return write_page(common, report::Layout::report, *plots); }});
}

}  // namespace flangeway::app
