// flangeway identify: parameters of a case from measured channels.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "case_settings.hpp"
#include "command.hpp"
#include "flangeway/identification/identify.hpp"

namespace flangeway::app {
namespace {

ExitCode identify(const Common& common, identification::Request request) {
  Findings findings;
  check_output(common.output, common.force, findings);
  if (request.jobs == 0) request.jobs = std::max(1U, std::thread::hardware_concurrency());
  request.measurement = common.files.at(1);
  const vehicle_case::CaseSource source =
      vehicle_case::source_of(common.files.front(), document::Assignments(common.sets));
  const auto problem = identification::prepare(source, request, findings);
  check_not_input(common.output, findings);
  findings.throw_if_any();
  catch_interrupts();
  ProgressBar bar(common);
  const auto found = identification::identify(*problem, request, [&](std::size_t runs) {
    bar.show(0, fmt::format("{} runs", runs));
    return !interrupt_requested();
  });
  bar.clear();
  if (!found) leave_interrupted();
  if (!common.output.empty())
    write_page_file(common.output, identification::page(*found, common.command_line), common.force);
  print_result(common, identification::json_text(*found), identification::text(*found));
  if (found->estimate.converged) return ExitCode::done;
  put_error("The search has not converged in {} iterations\n", found->estimate.iterations);
  return ExitCode::numerical_failure;
}

}  // namespace

void add_identify(CommandLine& program, Common& common) {
  auto request = std::make_shared<identification::Request>();
  request->jobs = 0;
  program.add(
      {.name = "identify",
       .summary = "Finds numeric keys of a case from measured channels",
       .files = "CASE.toml MEASUREMENT",
       .files_text = "case, and a table (.csv) or a result file with a column t",
       .example = "flangeway identify models/cases/wheelset_r500.toml models/measured/wheelset_motion.csv "
                  "--set integration.duration=1.1 --set initial.s=30 --parameter speed=10:8:14 "
                  "--noise wheelset.y=2e-5",
       .min_files = 2,
       .max_files = 2,
       .output =
           "page (HTML or PDF, chosen by the ending) with the estimates and the residuals; default: none",
       .output_format = Format::page,
       .options = {{.name = "--parameter",
                    .target = &request->parameters,
                    .text = "a key to be found, its start and its bounds",
                    .value = "KEY=START:LOWEST:HIGHEST",
                    .required = true,
                    .repeats = true},
                   {.name = "--noise",
                    .target = &request->noise,
                    .text = "a measured channel and the standard deviation of its noise, in SI",
                    .value = "CHANNEL=DEVIATION",
                    .required = true,
                    .repeats = true},
                   {.name = "--prior",
                    .target = &request->priors,
                    .text = "knowledge about a key beforehand",
                    .value = "KEY=MEAN:DEVIATION",
                    .repeats = true},
                   {.name = "--iterations",
                    .target = &request->fit.max_iterations,
                    .text = "most iterations; default 50",
                    .type_name = "N",
                    .range = std::pair(1.0, 1000.0)},
                   {.name = "--jobs",
                    .target = &request->jobs,
                    .text = "runs at a time; default one for each hardware thread",
                    .type_name = "N",
                    .range = std::pair(1.0, 1000.0)}},
       .action = [request, &common] { return identify(common, *request); }});
}

}  // namespace flangeway::app
