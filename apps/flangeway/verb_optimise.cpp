// flangeway optimise: looks for the best settings of a case.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.hpp"
#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/ask_tell.hpp"
#include "study_workers.hpp"

namespace flangeway::app {
namespace {

using campaign::Study;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_lines = 20;  // of the front on a terminal

std::string number_or_text(const Json& value) {
  return value.is_number() ? fmt::format("{:.6g}", value.get<double>()) : value.get<std::string>();
}

void print_front(const Json& front) {
  for (std::size_t i = 0; i < std::min(front.size(), most_lines); ++i) {
    std::string line = fmt::format("run {:>4}", front[i]["run"].get<std::string>());
    for (const char* part : {"objectives", "axes"})
      for (const auto& [name, value] : front[i][part].items())
        line += fmt::format("  {} {}", name, number_or_text(value));
    fmt::print("{}\n", line);
  }
  if (front.size() > most_lines) fmt::print("and {} more\n", front.size() - most_lines);
}

void print(const Common& common, const Study& study, const campaign::Table& table,
           const std::string& folder) {
  const Json front = Json::parse(campaign::front_json(study, table));
  const auto trials = static_cast<std::size_t>(study.spec.optimise->trials);
  if (common.json) {
    print_json(Json{
        {"status", table.rows.size() < trials ? "stopped" : "completed"},
        {"name", study.spec.name.value},
        {"folder", folder},
        {"trials", table.rows.size()},
        {"front",
         front}}.dump(2));
  } else if (!common.quiet) {
    print_front(front);
    fmt::print("{} of {} trials done, {} of them on the front; front.csv, results.csv and study.html in {}\n",
               table.rows.size(), trials, front.size(), folder);
  }
  if (table.rows.size() < trials) note(common, "stopped; the same command continues it");
}

void write_front(const Study& study, const campaign::StudyFolder& folder, const campaign::Table& table,
                 const campaign::PageFacts& facts) {
  folder.write("front.csv", campaign::front_csv(study, table));
  campaign::write_page(study, folder, table, facts);
}

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
  const bool waits = asked.runs.empty() && !asked.waiting.empty();
  if (common.json) {
    print_json(Json{{"status", !asked.runs.empty() ? "asked"
                               : waits             ? "waiting"
                                                   : "completed"},
                    {"folder", folder.path().string()},
                    {"trials", Json::parse(campaign::trials_json(*study, asked.runs))},
                    {"waiting", asked.waiting}}
                   .dump(2));
  } else {
    fmt::print("{}", campaign::trials_csv(*study, asked.runs));
  }
  if (waits) {
    note(common, fmt::format("no trial: the next ones follow from the results of trial{} {}, which {} none",
                             asked.waiting.size() == 1 ? "" : "s", fmt::join(asked.waiting, ", "),
                             asked.waiting.size() == 1 ? "has" : "have"));
  } else if (asked.runs.empty()) {
    note(common, fmt::format("no trial: all {} have results", study->spec.optimise->trials));
  }
  return ExitCode::done;
}

ExitCode tell(const Common& common, const std::vector<std::string>& words, std::size_t jobs) {
  std::optional<Study> study;
  const campaign::StudyFolder folder = join_told(common, jobs, study);
  Findings findings;
  campaign::tell(*study, folder, words.front(), {words.begin() + 1, words.end()}, findings);
  findings.throw_if_any();
  const campaign::Table table = campaign::collect(*study, folder);
  write_front(*study, folder, table, {.command_line = common.command_line, .told = true});
  const long trials = study->spec.optimise->trials;
  if (common.json) {
    print_json(
        Json{{"trial", std::stoul(words.front())}, {"done", table.rows.size()}, {"trials", trials}}.dump(2));
  } else if (!common.quiet) {
    fmt::print("trial {} has its result, {} of {} trials have one\n", words.front(), table.rows.size(),
               trials);
  }
  return ExitCode::done;
}

ExitCode search(const Common& common, std::size_t jobs, std::size_t processors) {
  Findings findings;
  const document::Document file = read_document(common, common.files.front(), findings);
  std::optional<Study> study =
      campaign::optimisation_reader(campaign::TrialValues::of_runs).load(file, jobs, findings);
  findings.throw_if_any();
  const std::string name = study_folder(common);
  const std::optional<campaign::StudyFolder> folder =
      campaign::StudyFolder::open(name, study->identity, common.command_line, common.force, findings);
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
  write_front(*study, *folder, table, {common.command_line, jobs, processors});
  print(common, *study, table, name);
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
