// flangeway creep: makes the table of creep forces from half-space solutions, or compares the law with them.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.hpp"
#include "flangeway/contact/make_creep_table.hpp"

namespace flangeway::app {
namespace {

struct TableOptions {
  unsigned solutions = 9000, survey = 0, seed = 1, threads = 0;
};

std::size_t threads_of(const TableOptions& options) {
  return options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
}

contact::Watch watch_of(ProgressBar& bar) {
  return {[&bar](double share) { bar.show(share, "half-space solutions"); }, interrupt_requested};
}

/// The value that `share` of the sorted values do not exceed.
double quantile(const std::vector<double>& sorted, double share) {
  const auto count = static_cast<double>(sorted.size());
  return sorted[static_cast<std::size_t>(std::min(count - 1, std::ceil(share * count) - 1))];
}

void print_survey(const Common& common, const std::vector<contact::SurveyPoint>& points) {
  std::vector<double> force, moment;
  for (const contact::SurveyPoint& point : points) {
    force.push_back(point.force_error());
    moment.push_back(point.moment_error());
  }
  std::sort(force.begin(), force.end());
  std::sort(moment.begin(), moment.end());
  nlohmann::ordered_json json{{"situations", points.size()}};
  if (!common.json) put_out("{:>12} {:>12} {:>18}\n", "situations", "force/(μN)", "moment/(μN √(ab))");
  for (const double share : {0.5, 0.95, 0.999, 1.0}) {
    json["quantiles"].push_back(
        {{"share", share}, {"force", quantile(force, share)}, {"moment", quantile(moment, share)}});
    if (!common.json)
      put_out("{:>10.1f} % {:>12.5f} {:>17.5f}\n", 100 * share, quantile(force, share),
              quantile(moment, share));
  }
  if (common.json) print_json(json.dump());
}

ExitCode survey(const Common& common, const TableOptions& options) {
  std::vector<contact::SurveyPoint> points;
  {
    ProgressBar bar(common);
    points = contact::survey_creep_law(options.survey, threads_of(options), options.seed, watch_of(bar));
  }
  if (points.empty()) {
    note(common, "stopped before all situations were solved");
    return ExitCode::done;
  }
  print_survey(common, points);
  return ExitCode::done;
}

ExitCode make(const Common& common, const TableOptions& options) {
  contact::CreepTableData data;
  {
    ProgressBar bar(common);
    data = contact::make_creep_table({options.solutions, threads_of(options)}, watch_of(bar));
  }
  if (data.layers.empty()) {
    note(common, "stopped before all situations were solved; no table was written");
    return ExitCode::done;
  }
  data.made_by = fmt::format("flangeway creep --solutions {}", options.solutions);
  write_file_atomically(common.output, contact::table_text(data), common.force);
  note(common, fmt::format("{}: {} half-space solutions for each of {} ratios of the axes", common.output,
                           options.solutions, data.layers.size()));
  return ExitCode::done;
}

// The table is a file, a survey is none.
void check(const Common& common, const TableOptions& options, Findings& findings) {
  if (options.survey == 0 && common.output.empty())
    findings.add({{}, "-o", "is not given: the table needs a file", "", "", "Name one, or give --survey"});
  if (options.survey > 0 && !common.output.empty())
    findings.add({{}, "-o", "has no effect with --survey", common.output, "", "Leave one of them out"});
  check_output(common.output, common.force, findings);
}

}  // namespace

void add_creep(CommandLine& program, Common& common) {
  auto options = std::make_shared<TableOptions>();
  program.add(
      {.name = "creep",
       .summary = "Makes the table of the creep law kalker_table, or compares the law with the half-space",
       .example = "flangeway creep --survey 1000",
       .output = "table (text)",
       .output_format = Format::table,
       .sets = false,
       .options = {{.name = "--survey",
                    .target = &options->survey,
                    .text = "compare the law with the half-space in so many random situations instead",
                    .value = "COUNT"},
                   {.name = "--seed",
                    .target = &options->seed,
                    .text = "of the random situations",
                    .value = "N",
                    .only_with = {"--survey"}},
                   {.name = "--solutions",
                    .target = &options->solutions,
                    .text = "half-space solutions for each of the ratios of the axes",
                    .value = "COUNT",
                    .not_with = {"--survey"}},
                   {.name = "--threads",
                    .target = &options->threads,
                    .text = "number of threads; without it one for each core",
                    .value = "N"}},
       .action = [&common, options] {
         Findings findings;
         check(common, *options, findings);
         findings.throw_if_any();
         catch_interrupts();
         return options->survey > 0 ? survey(common, *options) : make(common, *options);
       }});
}

}  // namespace flangeway::app
