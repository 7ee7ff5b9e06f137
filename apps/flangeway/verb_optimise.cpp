// flangeway optimise: looks for the best settings of a case.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.hpp"
#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/optimise.hpp"

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

ExitCode run(const Common& common, std::size_t wanted_jobs) {
  Findings findings;
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t jobs = wanted_jobs > 0 ? wanted_jobs : processors;
  const document::Document file = read_document(common, common.files.front(), findings);
  std::optional<Study> study = campaign::load_optimisation(file, jobs, findings);
  findings.throw_if_any();
  const std::string name =
      common.output.empty() ? std::filesystem::path(common.files.front()).stem().string() : common.output;
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
  folder->write("front.csv", campaign::front_csv(*study, table));
  campaign::write_page(*study, *folder, table, {common.command_line, jobs, processors});
  print(common, *study, table, name);
  return ExitCode::done;
}

}  // namespace

void add_optimise(CommandLine& program, Common& common) {
  auto jobs = std::make_shared<std::size_t>(0);
  program.add({.name = "optimise",
               .summary = "Looks for settings of a case that are best by columns of its results",
               .files = "STUDY.toml",
               .example = "flangeway optimise models/studies/yaw_damper.toml -o yaw_damper",
               .output = "folder for the results; default STUDY in this folder",
               .options = {{.name = "--jobs",
                            .target = jobs.get(),
                            .text = "runs at a time; default: one per hardware thread",
                            .type_name = "N",
                            .range = std::pair(1.0, 1024.0)}},
               .action = [jobs, &common] { return run(common, *jobs); }});
}

}  // namespace flangeway::app
