// flangeway optimise: looks for the best settings of a case.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.hpp"
#include "flangeway/campaign/search_report.hpp"
#include "study_workers.hpp"

namespace flangeway::app {
namespace {

using campaign::Study;
using Json = nlohmann::ordered_json;

struct OptimiseOptions {
  std::size_t jobs = 0;  // 0: one per hardware thread
  SharedStudy shared{.verb = "optimise",
                     .reader = campaign::optimisation_reader(campaign::TrialValues::of_runs)};
  std::size_t ask = 0;            // trials; 0: not given
  std::vector<std::string> tell;  // the trial, and what came of it
};

// The folder of a search whose runs are made elsewhere, and the study.
campaign::StudyFolder join_told(const Common& common, std::size_t jobs, std::optional<Study>& study) {
  Findings findings;
  const document::Document file = read_document(common, common.files.front(), findings);
  std::optional<campaign::StudyFolder> folder =
      campaign::join_study(campaign::optimisation_reader(campaign::TrialValues::told), file,
                           study_folder(common), common.command_line, jobs, study, findings);
  findings.throw_if_any();
  return std::move(*folder);
}

ExitCode ask(const Common& common, std::size_t count, std::size_t jobs) {
  std::optional<Study> study;
  const campaign::StudyFolder folder = join_told(common, jobs, study);
  Findings findings;
  const campaign::Asked asked = campaign::ask(*study, folder, count, findings);
  findings.throw_if_any();
  note_files(common, folder);
  print_result(common, campaign::asked_json(*study, folder, asked), campaign::trials_csv(*study, asked.runs));
  if (const std::string why = campaign::no_trial_text(*study, asked); !why.empty()) note(common, why);
  return ExitCode::done;
}

ExitCode tell(const Common& common, const std::vector<std::string>& words, std::size_t jobs) {
  std::optional<Study> study;
  const campaign::StudyFolder folder = join_told(common, jobs, study);
  Findings findings;
  const std::optional<campaign::Table> table = campaign::tell(
      *study, folder, words.front(), {words.begin() + 1, words.end()}, common.command_line, findings);
  findings.throw_if_any();
  note_files(common, folder);
  const long trials = study->spec.optimise->trials;
  if (common.json) {
    print_json(
        Json{{"trial", std::stoul(words.front())}, {"done", table->rows.size()}, {"trials", trials}}.dump(2));
  } else if (!common.quiet) {
    put_out("trial {} has its result, {} of {} trials have one\n", words.front(), table->rows.size(), trials);
  }
  return ExitCode::done;
}

ExitCode search(const Common& common, std::size_t jobs, std::size_t processors) {
  Findings findings;
  const document::Document file = read_document(common, common.files.front(), findings);
  std::optional<Study> study =
      campaign::optimisation_reader(campaign::TrialValues::of_runs).load(file, jobs, findings);
  findings.throw_if_any();
  const std::optional<campaign::StudyFolder> folder = campaign::StudyFolder::open(
      study_folder(common), study->identity, common.command_line, common.force, findings);
  findings.throw_if_any();

  catch_interrupts();
  campaign::Table table;
  {
    ProgressBar bar(common);
    const auto show = [&](const campaign::StudyProgress& progress) {
      bar.show(progress.fraction, fmt::format("{} / {} trials", progress.done, progress.total));
      return !interrupt_requested();
    };
    table = campaign::optimise(*study, *folder, {jobs, show});
  }
  campaign::write_search(*study, *folder, table, {common.command_line, jobs, processors});
  note_files(common, *folder);
  if (common.json) {
    print_json(campaign::search_json(*study, *folder, table));
  } else if (!common.quiet) {
    put_out("{}", campaign::search_text(*study, *folder, table));
  }
  if (table.rows.size() < static_cast<std::size_t>(study->spec.optimise->trials))
    note(common, "stopped; the same command continues it");
  return ExitCode::done;
}

ExitCode run(const Common& common, const OptimiseOptions& options) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t jobs = options.jobs > 0 ? options.jobs : processors;
  const int shared = ways_chosen(options.shared);
  const int chosen = shared + (options.ask > 0) + !options.tell.empty();
  if (chosen == 0) return search(common, jobs, processors);
  Findings findings;
  check_ways(common, "--worker, --on, --status, --cancel, --ask, --tell", chosen, findings);
  findings.throw_if_any();
  if (shared > 0) return run_shared(common, options.shared, study_folder(common), jobs);
  return options.ask > 0 ? ask(common, options.ask, jobs) : tell(common, options.tell, jobs);
}

}  // namespace

void add_optimise(CommandLine& program, Common& common) {
  auto options = std::make_shared<OptimiseOptions>();
  std::vector<Option> all{{.name = "--jobs",
                           .target = &options->jobs,
                           .text = "runs at a time; default: one per hardware thread",
                           .type_name = "N",
                           .range = std::pair(1.0, 1024.0)},
                          {.name = "--ask",
                           .target = &options->ask,
                           .text = "print the next trials, whose runs are made elsewhere",
                           .type_name = "N",
                           .range = std::pair(1.0, 100000.0)},
                          {.name = "--tell",
                           .target = &options->tell,
                           .text = "what came of a trial that was asked for; or failure=TEXT",
                           .value = "TRIAL COLUMN=VALUE...",
                           .count = {2, 1000}}};
  for (Option& option : options_of_workers(options->shared)) all.push_back(std::move(option));
  program.add({.name = "optimise",
               .summary = "Looks for settings of a case that are best by columns of its results",
               .files = "STUDY.toml",
               .files_text = "study with a section optimise",
               .example = "flangeway optimise models/studies/yaw_damper.toml -o yaw_damper",
               .output = "folder for the results; default STUDY in this folder",
               .options = std::move(all),
               .action = [options, &common] { return run(common, *options); }});
}

}  // namespace flangeway::app
