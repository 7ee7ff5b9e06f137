// flangeway study: many runs of a case with different settings.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.hpp"
#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/study.hpp"
#include "study_workers.hpp"

namespace flangeway::app {
namespace {

struct StudyOptions {
  std::size_t jobs = 0;  // 0: one per hardware thread
  SharedStudy shared;
};

std::string runs_text(const campaign::StudyProgress& progress) {
  return fmt::format("{} / {} runs{}", progress.done, progress.total,
                     progress.failed > 0 ? fmt::format("  {} failed", progress.failed) : "");
}

std::string json_text(const campaign::Study& study, const campaign::Table& table, const std::string& folder) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    Json cells;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const std::string& text = table.rows[row][i];
      const double number = table.number(row, i);
      cells[table.columns[i].name] = text.empty() ? Json() : number == number ? Json(number) : Json(text);
    }
    rows.push_back(std::move(cells));
  }
  const bool complete = table.rows.size() == study.plan.runs.size();
  Json document{{"status", complete ? "completed" : "stopped"},
                {"name", study.spec.name.value},
                {"folder", folder},
                {"runs", study.plan.runs.size()},
                {"rows", std::move(rows)}};
  if (!study.spec.analyses.empty())
    document["analyses"] =
        Json::parse(campaign::analysis_json(campaign::analyse(study.spec, study.plan, table)));
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

void print_text(const campaign::Study& study, const campaign::Table& table, const std::string& folder) {
  for (const campaign::Pivot& pivot : campaign::pivots(study.spec, study.plan, table))
    put_out("{}\n", campaign::pivot_text(pivot));
  const std::size_t status = table.find("status").value();
  const auto failed = std::count_if(table.rows.begin(), table.rows.end(),
                                    [&](const auto& row) { return row[status] == "failed"; });
  put_out("{} of {} runs done, {} of them failed; results in {}/results.csv, page {}/study.html\n",
          table.rows.size(), study.plan.runs.size(), failed, folder, folder);
}

ExitCode run(const Common& common, const StudyOptions& options) {
  Findings findings;
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t jobs = options.jobs > 0 ? options.jobs : processors;
  if (const int chosen = ways_chosen(options.shared); chosen > 0) {
    check_ways(common, "--worker, --shard, --run, --list, --on, --status, --cancel, --collect", chosen,
               findings);
    findings.throw_if_any();
    return run_shared(common, options.shared, study_folder(common), jobs);
  }
  const document::Document file = read_document(common, common.files.front(), findings);
  std::optional<campaign::Study> study = campaign::load_study(file, jobs, findings);
  findings.throw_if_any();
  const std::string folder_name = study_folder(common);
  const std::optional<campaign::StudyFolder> folder =
      campaign::StudyFolder::open(folder_name, study->identity, common.command_line, common.force, findings);
  findings.throw_if_any();

  catch_interrupts();
  campaign::Table table;
  {
    ProgressBar bar(common);
    campaign::StudyOptions study_options;
    study_options.jobs = jobs;
    study_options.progress = [&](const campaign::StudyProgress& progress) {
      bar.show(progress.fraction, runs_text(progress));
      return !interrupt_requested();
    };
    table = campaign::run_study(*study, *folder, study_options);
  }
  campaign::write_page(*study, *folder, table, {common.command_line, jobs, processors});
  note_files(common, *folder);
  if (common.json) {
    print_json(json_text(*study, table, folder_name));
  } else if (!common.quiet) {
    print_text(*study, table, folder_name);
  }
  if (table.rows.size() < study->plan.runs.size()) note(common, "stopped; the same command continues it");
  return ExitCode::done;
}

}  // namespace

void add_study(CommandLine& program, Common& common) {
  auto options = std::make_shared<StudyOptions>();
  std::vector<Option> all{{.name = "--jobs",
                           .target = &options->jobs,
                           .text = "runs at a time; default: one per hardware thread",
                           .type_name = "N",
                           .range = std::pair(1.0, 1024.0)}};
  for (Option& option : options_of(options->shared)) all.push_back(std::move(option));
  program.add({.name = "study",
               .summary = "Runs a case with many settings and compares cost and results",
               .files = "STUDY.toml",
               .files_text = "study to run",
               .example = "flangeway study models/studies/flange_stiffness.toml -o stiffness",
               .output = "folder for the results; default STUDY in this folder",
               .options = std::move(all),
               .action = [&common, options] { return run(common, *options); }});
}

}  // namespace flangeway::app
