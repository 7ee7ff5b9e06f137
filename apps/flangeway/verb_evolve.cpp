// flangeway evolve: how wheel profiles evolve with mileage.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "command.hpp"
#include "flangeway/evolution/evolve.hpp"

namespace flangeway::app {
namespace {

using evolution::Line;
using evolution::Step;

void note_limits(const Common& common, const Line& line, const std::vector<Step>& steps) {
  if (line.law.from_memory)
    note(common, "the coefficients of this law have not been compared with their source (from_memory)");
  double share = 0;
  for (const Step& step : steps)
    for (const evolution::SectionResult& section : step.sections)
      share = std::max(share, section.beyond_tests);
  if (share > 0)
    note(common, fmt::format("of one wheel {:.1f} % of the frictional work lies beyond the tests of the law",
                             100 * share));
  for (std::size_t i = 0; i < steps.back().sections.size(); ++i) {
    const std::string& status = steps.back().sections[i].status;
    if (status != "completed")
      note(common, fmt::format("the evolution ends after {:.0f} km: section {} {}",
                               steps.back().mileage / 1e3, line.spec.sections[i].name.value, status));
  }
}

ExitCode show(const Common& common, std::size_t jobs) {
  Findings findings;
  const document::Document file = read_document(common, common.files.front(), findings);
  const std::optional<Line> line = evolution::load_line(file, findings);
  findings.throw_if_any();
  const std::string name =
      common.output.empty() ? std::filesystem::path(common.files.front()).stem().string() : common.output;
  auto folder = evolution::EvolutionFolder::open(name, *line, common.command_line, common.force, findings);
  findings.throw_if_any();
  catch_interrupts();
  evolution::EvolveOptions options;
  options.jobs = jobs > 0 ? jobs : std::max(1u, std::thread::hardware_concurrency());
  std::vector<Step> steps;
  {
    ProgressBar bar(common);
    options.progress = [&](double fraction, std::size_t done) {
      bar.show(fraction,
               fmt::format("{:.0f} km, {} profiles", fraction * line->spec.mileage / 1e3, done + 1));
      return !interrupt_requested();
    };
    steps = evolution::evolve(*line, *folder, options);
  }
  for (const std::string& found : folder->notes()) note(common, found);
  evolution::write_results(*line, steps, *folder, common.command_line);
  note_limits(common, *line, steps);
  if (common.json) {
    print_json(evolution::evolution_json(*line, steps));
  } else if (!common.quiet) {
    put_out("{}profiles, results.csv and evolution.html in {}\n", evolution::evolution_text(steps), name);
  }
  if (interrupt_requested()) note(common, "stopped; the same command continues it");
  return ExitCode::done;
}

}  // namespace

void add_evolve(CommandLine& program, Common& common) {
  auto jobs = std::make_shared<std::size_t>(0);
  program.add({.name = "evolve",
               .summary = "Computes how wheel profiles evolve with mileage on a line",
               .files = "LINE.toml",
               .files_text = "line on which profiles evolve",
               .example = "flangeway evolve models/lines/ten_curves.toml -o ten_curves",
               .output = "folder for profiles and results; default LINE in this folder",
               .options = {{.name = "--jobs",
                            .target = jobs.get(),
                            .text = "runs at a time; default: one per hardware thread",
                            .type_name = "N",
                            .range = std::pair(1.0, 1024.0)}},
               .action = [jobs, &common] { return show(common, *jobs); }});
}

}  // namespace flangeway::app
