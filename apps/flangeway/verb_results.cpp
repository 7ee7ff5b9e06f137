// flangeway results: what a result file contains, as lists, numbers, CSV or JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "channel_picture.hpp"
#include "command.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/results/csv.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::app {

namespace {

using Json = nlohmann::ordered_json;
using results::Reader;
using results::RowRange;

struct ResultsOptions {
  bool list = false, csv = false, summary = false, distance = false;
  std::vector<std::string> patterns;
  std::string plot;
  std::optional<double> from, to;
  long every = 1;  // signed, so that -1 can be refused in words of our own
};

const char* status_text(const Reader& reader) {
  return reader.status() == results::Status::running ? "running, or interrupted" : to_string(reader.status());
}

Json description(const Reader& reader) {
  return {{"file", reader.path()}, {"status", to_string(reader.status())}, {"rows", reader.rows()}};
}

Json deformed_track_json(const Reader& reader) {
  Json json{{"records", reader.deformed_track_records()}, {"arrays", Json::array()}};
  for (const results::Array& a : reader.deformed_track().arrays) {
    json["arrays"].push_back({{"name", a.name},
                              {"unit", a.unit},
                              {"frame", a.frame},
                              {"description", a.description},
                              {"extents", a.extents}});
  }
  return json;
}

void list_deformed_track(const Reader& reader) {
  fmt::print("\ndeformed_track: {} records, which programs that know HDF5 read; flangeway view draws them\n",
             reader.deformed_track_records());
  for (const results::Array& a : reader.deformed_track().arrays) {
    std::string extents;
    for (const std::size_t extent : a.extents) extents += fmt::format(" x {}", extent);
    fmt::print("{:<11}{:<12} {:<6} {:<13} {}\n", a.name, extents, a.unit, a.frame, a.description);
  }
}

void list(const Common& common, const Reader& reader) {
  const bool track_yields = !reader.deformed_track().arrays.empty();
  if (common.json) {
    Json json = description(reader);
    json["channels"] = Json::array();
    for (const results::Channel& c : reader.channels()) {
      json["channels"].push_back(
          {{"name", c.name}, {"unit", c.unit}, {"frame", c.frame}, {"description", c.description}});
    }
    if (track_yields) json["deformed_track"] = deformed_track_json(reader);
    return print_json(json.dump(2));
  }
  std::size_t width = 0;
  for (const results::Channel& c : reader.channels()) width = std::max(width, c.name.size());
  fmt::print("{}: {}, {} rows\n", reader.path(), status_text(reader), reader.rows());
  for (const results::Channel& c : reader.channels()) {
    fmt::print("{:<{}}  {:<6} {:<13} {}\n", c.name, width, c.unit, c.frame, c.description);
  }
  if (track_yields) list_deformed_track(reader);
}

Json provenance_json(const results::Provenance& from) {
  Json inputs = Json::array();
  for (const results::InputFile& input : from.inputs)
    inputs.push_back({{"path", input.path}, {"sha256", input.sha256}});
  return {{"version", from.version},       {"commit", from.commit},    {"command_line", from.command_line},
          {"started", from.started},       {"input_files", inputs},    {"method", from.method},
          {"integrator", from.integrator}, {"settings", from.settings}};
}

/// The summary of the run; its text where a foreign program has written something that is no JSON.
Json summary_of(const Reader& reader) {
  Json summary = Json::parse(reader.summary_json(), nullptr, false);
  return summary.is_discarded() ? Json(reader.summary_json()) : summary;
}

void summarise(const Common& common, const Reader& reader) {
  const results::Provenance& from = reader.provenance();
  if (common.json) {
    Json json = description(reader);
    json["provenance"] = provenance_json(from);
    json["summary"] = summary_of(reader);
    return print_json(json.dump(2));
  }
  fmt::print("{}: {}, {} rows of {} channels\n", reader.path(), status_text(reader), reader.rows(),
             reader.channels().size());
  fmt::print("flangeway {} {}\ncommand     {}\nstarted     {}\nmethod      {}\nintegrator  {}\n",
             from.version, from.commit, from.command_line, from.started, from.method, from.integrator);
  for (const results::InputFile& input : from.inputs)
    fmt::print("input       {}  {}\n", input.sha256, input.path);
  fmt::print("{}\n", summary_of(reader).dump(2));
}

/// The rows between --from and --to (seconds, or metres with --distance; both ends included).
RowRange rows_of(const ResultsOptions& options, const Reader& reader, Findings& findings) {
  RowRange range{.every = static_cast<std::size_t>(options.every)};
  if (!options.from && !options.to) return range;
  const char* axis = options.distance ? "distance" : "t";
  if (!reader.has(axis)) {
    findings.add(
        {{reader.path()}, "", fmt::format("has no channel '{}' for --from and --to", axis), "", "", ""});
    return range;
  }
  if (options.from && options.to && *options.from > *options.to) {
    findings.add(
        {{}, "--from", "is behind --to", fmt::format("{} and {}", *options.from, *options.to), "", ""});
  }
  const std::vector<double> place = reader.read(axis);
  const auto row = [&](auto found) { return static_cast<std::size_t>(found - place.begin()); };
  if (options.from) range.from = row(std::lower_bound(place.begin(), place.end(), *options.from));
  if (options.to) range.to = row(std::upper_bound(place.begin(), place.end(), *options.to));
  return range;
}

/// Time and distance go first, so that every row of a CSV or JSON says where it is.
std::vector<std::string> with_places(const Reader& reader, const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const char* place : {"t", "distance"}) {
    if (reader.has(place)) all.emplace_back(place);
  }
  for (const std::string& name : names) {
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

void print_csv(const Common& common, const Reader& reader, const std::vector<std::string>& names,
               RowRange range) {
  if (common.output.empty()) return write_csv(std::cout, reader, names, range);
  std::ostringstream text;
  write_csv(text, reader, names, range);
  write_file_atomically(common.output, text.view(), common.force);
}

void print_numbers(const Reader& reader, const std::vector<std::string>& names, RowRange range) {
  Json json = description(reader);
  for (const std::string& name : names) json["channels"][name] = reader.read(name, range);
  print_json(json.dump());
}

// Percentiles of running tests. [EN14363]
constexpr double low_percent = 0.15, high_percent = 99.85;

void print_statistics(const Reader& reader, const std::vector<std::string>& names, RowRange range) {
  std::size_t width = 7;
  for (const std::string& name : names) width = std::max(width, name.size());
  fmt::print("{:<{}}  {:<6} {:>13} {:>13} {:>13} {:>13} {:>13} {:>13}\n", "channel", width, "unit", "minimum",
             "mean", "maximum", "rms", "0.15 %", "99.85 %");
  for (const results::Channel& channel : reader.channels()) {
    if (std::find(names.begin(), names.end(), channel.name) == names.end()) continue;
    const std::vector<double> x = reader.read(channel.name, range);
    if (x.empty()) {
      fmt::print("{:<{}}  no rows\n", channel.name, width);
      continue;
    }
    fmt::print("{:<{}}  {:<6} {:>13.6g} {:>13.6g} {:>13.6g} {:>13.6g} {:>13.6g} {:>13.6g}\n", channel.name,
               width, channel.unit, assess::lowest(x).value, assess::mean(x), assess::highest(x).value,
               assess::rms(x), assess::percentile(x, low_percent), assess::percentile(x, high_percent));
  }
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
  if (options.summary) return summarise(common, *reader), ExitCode::done;
  if (options.patterns.empty() && !options.csv) return list(common, *reader), ExitCode::done;

  const std::vector<std::string> patterns =
      options.patterns.empty() ? std::vector<std::string>{"*"} : options.patterns;
  const std::vector<std::string> names =
      select_channels(reader->channels(), patterns, reader->path(), findings);
  const RowRange range = rows_of(options, *reader, findings);
  findings.throw_if_any();
  if (!options.plot.empty()) {
    const std::string title = std::filesystem::path(reader->path()).stem().string();
    write_file_atomically(options.plot, channel_picture(*reader, names, range, title), common.force);
  }
  if (options.csv) {
    print_csv(common, *reader, with_places(*reader, names), range);
  } else if (common.json) {
    print_numbers(*reader, with_places(*reader, names), range);
  } else {
    print_statistics(*reader, names, range);
  }
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
       .sets = false,
       .options = {{.name = "--list",
                    .target = &options->list,
                    .text = "list the channels with unit and frame (the default)"},
                   {.name = "--channel",
                    .target = &options->patterns,
                    .text = "names, separated by commas; * and ? are wildcards",
                    .splits_commas = true},
                   {.name = "--plot",
                    .target = &options->plot,
                    .text = "write a picture of the channels (SVG), one panel per unit"},
                   {.name = "--csv",
                    .target = &options->csv,
                    .text = "one row per recorded step; all channels without --channel"},
                   {.name = "--from",
                    .target = &options->from,
                    .text = "first time in s (with --distance: m)"},
                   {.name = "--to", .target = &options->to, .text = "last time in s (with --distance: m)"},
                   {.name = "--distance",
                    .target = &options->distance,
                    .text = "--from and --to are distances in m"},
                   {.name = "--every", .target = &options->every, .text = "take every N-th row"},
                   {.name = "--summary",
                    .target = &options->summary,
                    .text = "how the result came about and what the run says about it"}},
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
