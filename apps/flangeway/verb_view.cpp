// flangeway view: a page that shows a vehicle moving on its track.

#include "result_page.hpp"

namespace flangeway::app {

void add_view(CommandLine& program, Common& common) {
  program.add({.name = "view",
               .summary = "Makes a page that shows the vehicle of a run on its track, moving",
               .files = "RESULTS.h5",
               .example = "flangeway view manchester_r500.h5 -o manchester.view.html",
               .output = "the page (HTML); default RESULTS.view.html beside the results",
               .sets = false,
               .action = [&common] { return write_page(common, report::Layout::view); }});
}

}  // namespace flangeway::app
