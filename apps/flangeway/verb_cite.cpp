// flangeway cite: BibTeX of the program and of the methods that a run used.
#include "command.hpp"
#include "flangeway/archive/cite.hpp"
#include "flangeway/recording/recorded_case.hpp"
#include "flangeway/results/checkpoint.hpp"
#include "flangeway/simulate/choose_integrator.hpp"

namespace flangeway::app {
namespace {

ExitCode cite(const Common& common) {
  Findings findings;
  std::vector<std::string> keys;
  if (!common.files.empty()) {
    const std::string& file = common.files.front();
    const auto stored = results::read_origin(file, findings);
    auto model = stored ? recording::load_recorded_case(file, stored->origin, stored->provenance, findings)
                        : std::nullopt;
    findings.throw_if_any();
    simulate::choose_integrator(*model);
    keys = archive::sources_of(*model);
  }
  print_result(common, archive::citation_json(keys), archive::bibtex(keys));
  return ExitCode::done;
}

}  // namespace

void add_cite(CommandLine& program, Common& common) {
  program.add(
      {.name = "cite",
       .summary = "Prints BibTeX entries of the program and of the methods that a run used; also as --cite",
       .files = "RESULT.h5",
       .files_text = "result whose methods are cited, with the files of its case as they were",
       .example = "flangeway cite wheelset_r300.h5",
       .min_files = 0,
       .sets = false,
       .action = [&common] { return cite(common); }});
}

}  // namespace flangeway::app
