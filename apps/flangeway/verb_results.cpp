// flangeway results: what a result file contains, as lists, numbers, CSV or JSON.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>

#include "command.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/report/channel_picture.hpp"
#include "flangeway/report/listing.hpp"
#include "flangeway/results/csv.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::app {

namespace {

using results::Reader;
using results::RowRange;

struct ResultsOptions {
  bool list = false, csv = false, summary = false, distance = false, chainage = false;
  std::vector<std::string> patterns;
  std::string plot;
  std::optional<double> from, to;
  long every = 1;  // signed, so that -1 can be refused in words of our own
};

// As `flangeway run` ends, or what another program has written into the file.
std::string summary_text(const Reader& reader) {
  const std::string& stored = reader.summary_json();
  const std::optional<simulate::Summary> summary = recording::read_summary(stored);
  return report::origin_text(reader) + (summary ? recording::summary_text(*summary) : stored + '\n');
}

void print_csv(const Common& common, const Reader& reader, const std::vector<std::string>& names,
               RowRange range) {
  if (common.output.empty()) return write_csv(output_stream(), reader, names, range);
  std::ostringstream text;
  write_csv(text, reader, names, range);
  write_file_atomically(common.output, text.view(), common.force);
}

void check_options(const Common& common, const ResultsOptions& options, Findings& findings) {
  const auto refuse = [&](const char* key, const char* problem, const char* advice) {
    findings.add({{}, key, problem, "", "", advice});
  };
  if (!common.output.empty() && !options.csv) refuse("-o", "is only for --csv", "Add --csv");
  if (options.csv && common.json) refuse("--csv", "and --json exclude each other", "Choose one");
  if (options.list && options.summary) refuse("--list", "and --summary exclude each other", "Choose one");
  if ((options.list || options.summary) && (options.csv || !options.patterns.empty())) {
    refuse(options.list ? "--list" : "--summary", "goes without --channel and --csv", "Choose one");
  }
  const auto refuse_number = [&](const char* key, const std::string& got, const char* allowed) {
    findings.add({{}, key, "cannot be used", got, allowed, ""});
  };
  if (options.distance && options.chainage)
    refuse("--distance", "and --chainage exclude each other", "Choose one");
  if (options.every < 1) refuse_number("--every", fmt::format("{}", options.every), "a whole number > 0");
  if (options.from && std::isnan(*options.from)) refuse_number("--from", "nan", "a number");
  if (options.to && std::isnan(*options.to)) refuse_number("--to", "nan", "a number");
  if (!options.plot.empty() && options.patterns.empty()) {
    refuse("--plot", "needs --channel", "Name the channels to draw");
  }
  check_output(common.output, common.force, findings);
  check_output(options.plot, common.force, findings);
}

ExitCode show(const Common& common, const ResultsOptions& options) {
  Findings findings;
  check_options(common, options, findings);
  const std::optional<Reader> reader = Reader::open(common.files.front(), findings);
  findings.throw_if_any();
  if (!reader->has_checksum() && reader->status() != results::Status::running)
    note(common, "the file has no checksum, as those of early versions: damage to it may not be noticed");
  if (options.summary) {
    print_result(common, report::summary_json(*reader), summary_text(*reader));
    return ExitCode::done;
  }
  if (options.patterns.empty() && !options.csv) {
    print_result(common, report::channels_json(*reader), report::channels_text(*reader));
    return ExitCode::done;
  }

  const std::vector<std::string> patterns =
      options.patterns.empty() ? std::vector<std::string>{"*"} : options.patterns;
  const std::vector<std::string> names =
      select_channels(reader->channels(), patterns, reader->path(), findings);
  const report::Stretch stretch{options.distance, options.chainage, options.from, options.to,
                                static_cast<std::size_t>(options.every)};
  const RowRange range = report::rows_of(*reader, stretch, findings);
  findings.throw_if_any();
  if (!options.plot.empty()) {
    const std::string title = std::filesystem::path(reader->path()).stem().string();
    write_picture_file(options.plot, report::channel_picture(*reader, names, range, title), common.force);
  }
  const std::vector<std::string> with_places = report::with_places(*reader, names);
  if (options.csv) return print_csv(common, *reader, with_places, range), ExitCode::done;
  if (common.json) return print_json(report::numbers_json(*reader, with_places, range)), ExitCode::done;
  put_out("{}", report::statistics_text(*reader, names, range));
  return ExitCode::done;
}

}  // namespace

void add_results(CommandLine& program, Common& common) {
  auto options = std::make_shared<ResultsOptions>();
  program.add(
      {.name = "results",
       .summary = "Lists the channels of a result, prints their statistics, exports CSV or JSON",
       .files = "RESULT.h5",
       .files_text = "results to read",
       .example = "flangeway results wheelset_r300.h5 --channel 'wheelset*.left.Q,*.YQ' --csv -o forces.csv",
       .output = "the CSV file; default standard output",
       .output_format = Format::table,
       .sets = false,
       .options =
           {{.name = "--list",
             .target = &options->list,
             .text = "list the channels with unit and frame (the default)"},
            {.name = "--channel",
             .target = &options->patterns,
             .text = "names, separated by commas; * and ? are wildcards",
             .splits_commas = true},
            {.name = "--plot",
             .target = &options->plot,
             .text = "write a picture of the channels (SVG or PDF, chosen by the ending), one panel per unit",
             .file = FileUse::output,
             .format = Format::picture},
            {.name = "--csv",
             .target = &options->csv,
             .text = "one row per recorded step; all channels without --channel"},
            {.name = "--from",
             .target = &options->from,
             .text = "first time in s (with --distance or --chainage: m)",
             .only_with = {"--channel", "--csv"}},
            {.name = "--to",
             .target = &options->to,
             .text = "last time in s (with --distance or --chainage: m)",
             .only_with = {"--channel", "--csv"}},
            {.name = "--distance",
             .target = &options->distance,
             .text = "--from and --to are distances in m",
             .only_with = {"--from", "--to"}},
            {.name = "--chainage",
             .target = &options->chainage,
             .text = "--from and --to are chainages in m: 12345.6 for km 12.3456",
             .only_with = {"--from", "--to"}},
            {.name = "--every",
             .target = &options->every,
             .text = "take every N-th row",
             .only_with = {"--channel", "--csv"}},
            {.name = "--summary",
             .target = &options->summary,
             .text = "how the result came about and what the run says about it"}},
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
