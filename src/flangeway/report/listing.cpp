#include "flangeway/report/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/core/json_text.hpp"

namespace flangeway::report {
namespace {

using OrderedJson = nlohmann::ordered_json;
using results::Reader;
using results::RowRange;

const char* status_text(const Reader& reader) {
  return reader.status() == results::Status::running ? "running, or interrupted" : to_string(reader.status());
}

OrderedJson description(const Reader& reader) {
  return {{"file", reader.path()}, {"status", to_string(reader.status())}, {"rows", reader.rows()}};
}

OrderedJson deformed_track_json(const Reader& reader) {
  OrderedJson json{{"records", reader.deformed_track_records()}, {"arrays", OrderedJson::array()}};
  for (const results::Array& a : reader.deformed_track().arrays) {
    json["arrays"].push_back({{"name", a.name},
                              {"unit", a.unit},
                              {"frame", a.frame},
                              {"description", a.description},
                              {"extents", a.extents}});
  }
  return json;
}

std::string deformed_track_text(const Reader& reader) {
  std::string text = fmt::format(
      "\ndeformed_track: {} records, which programs that know HDF5 read; flangeway view draws them\n",
      reader.deformed_track_records());
  for (const results::Array& a : reader.deformed_track().arrays) {
    std::string extents;
    for (const std::size_t extent : a.extents) extents += fmt::format(" x {}", extent);
    text += fmt::format("{:<11}{:<12} {:<6} {:<13} {}\n", a.name, extents, a.unit, a.frame, a.description);
  }
  return text;
}

bool track_yields(const Reader& reader) {
  return !reader.deformed_track().arrays.empty();
}

std::size_t widest(const std::vector<std::string>& names, std::size_t least) {
  for (const std::string& name : names) least = std::max(least, name.size());
  return least;
}

OrderedJson origin_json(const results::Provenance& from) {
  OrderedJson inputs = OrderedJson::array();
  for (const results::InputFile& input : from.inputs)
    inputs.push_back({{"path", input.path}, {"sha256", input.sha256}});
  return {{"version", from.version},       {"commit", from.commit},    {"command_line", from.command_line},
          {"started", from.started},       {"input_files", inputs},    {"method", from.method},
          {"integrator", from.integrator}, {"settings", from.settings}};
}

// The summary of the run; its text where a foreign program has written something that is no JSON.
OrderedJson summary_of(const Reader& reader) {
  OrderedJson summary = parse_json<OrderedJson>(reader.summary_json());
  return summary.is_discarded() ? OrderedJson(reader.summary_json()) : summary;
}

}  // namespace

std::string channels_text(const Reader& reader) {
  std::size_t width = 0;
  for (const results::Channel& c : reader.channels()) width = std::max(width, c.name.size());
  std::string text = fmt::format("{}: {}, {} rows\n", reader.path(), status_text(reader), reader.rows());
  for (const results::Channel& c : reader.channels())
    text += fmt::format("{:<{}}  {:<6} {:<13} {}\n", c.name, width, c.unit, c.frame, c.description);
  return track_yields(reader) ? text + deformed_track_text(reader) : text;
}

std::string channels_json(const Reader& reader) {
  OrderedJson json = description(reader);
  json["channels"] = OrderedJson::array();
  for (const results::Channel& c : reader.channels())
    json["channels"].push_back(
        {{"name", c.name}, {"unit", c.unit}, {"frame", c.frame}, {"description", c.description}});
  if (track_yields(reader)) json["deformed_track"] = deformed_track_json(reader);
  return json.dump(2);
}

std::string origin_text(const Reader& reader) {
  const results::Provenance& from = reader.provenance();
  std::string text = fmt::format("{}: {}, {} rows of {} channels\n", reader.path(), status_text(reader),
                                 reader.rows(), reader.channels().size());
  text +=
      fmt::format("flangeway {} {}\ncommand     {}\nstarted     {}\nmethod      {}\nintegrator  {}\n",
                  from.version, from.commit, from.command_line, from.started, from.method, from.integrator);
  for (const results::InputFile& input : from.inputs)
    text += fmt::format("input       {}  {}\n", input.sha256, input.path);
  return text;
}

std::string summary_json(const Reader& reader) {
  OrderedJson json = description(reader);
  json["provenance"] = origin_json(reader.provenance());
  json["summary"] = summary_of(reader);
  return json.dump(2);
}

// Percentiles of running tests. [EN14363]
std::string statistics_text(const Reader& reader, const std::vector<std::string>& names, RowRange range) {
  constexpr double low_percent = 0.15, high_percent = 99.85;
  const std::size_t width = widest(names, 7);
  std::string text = fmt::format("{:<{}}  {:<6} {:>13} {:>13} {:>13} {:>13} {:>13} {:>13}\n", "channel",
                                 width, "unit", "minimum", "mean", "maximum", "rms", "0.15 %", "99.85 %");
  for (const results::Channel& channel : reader.channels()) {
    if (std::find(names.begin(), names.end(), channel.name) == names.end()) continue;
    const std::vector<double> x = reader.read(channel.name, range);
    if (x.empty()) {
      text += fmt::format("{:<{}}  no rows\n", channel.name, width);
      continue;
    }
    text += fmt::format("{:<{}}  {:<6} {:>13.6g} {:>13.6g} {:>13.6g} {:>13.6g} {:>13.6g} {:>13.6g}\n",
                        channel.name, width, channel.unit, assess::lowest(x).value, assess::mean(x),
                        assess::highest(x).value, assess::rms(x), assess::percentile(x, low_percent),
                        assess::percentile(x, high_percent));
  }
  return text;
}

std::string numbers_json(const Reader& reader, const std::vector<std::string>& names, RowRange range) {
  OrderedJson json = description(reader);
  for (const std::string& name : names) json["channels"][name] = reader.read(name, range);
  return json.dump();
}

std::vector<std::string> with_places(const Reader& reader, const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const char* place : {"t", "distance", "chainage"}) {
    if (reader.has(place)) all.emplace_back(place);
  }
  for (const std::string& name : names) {
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

namespace {

// From the first to the last row between two chainages, which may fall along the run.
RowRange rows_of_chainage(const Reader& reader, const Stretch& stretch, Findings& findings) {
  RowRange range{.every = stretch.every};
  if (!reader.has("chainage")) {
    findings.add({{reader.path()},
                  "--chainage",
                  "cannot be used: the result has no channel 'chainage'",
                  "",
                  "",
                  "Its track has no chainage; leave --chainage out for times, or take --distance"});
    return range;
  }
  const std::vector<double> chainage = reader.read("chainage");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double from = stretch.from.value_or(-infinity), to = stretch.to.value_or(infinity);
  const auto is_inside = [&](double value) { return value >= from && value <= to; };
  const auto first = std::find_if(chainage.begin(), chainage.end(), is_inside);
  const auto end = std::find_if(chainage.rbegin(), chainage.rend(), is_inside).base();
  range.from = range.to = static_cast<std::size_t>(first - chainage.begin());
  if (first == chainage.end()) return range;
  range.to = static_cast<std::size_t>(end - chainage.begin());
  if (!std::all_of(first, end, is_inside))
    findings.add({{reader.path()},
                  "--chainage",
                  "is ambiguous: chainage between --from and --to occurs in separate parts of the run",
                  "",
                  "",
                  "Take --distance"});
  return range;
}

}  // namespace

RowRange rows_of(const Reader& reader, const Stretch& stretch, Findings& findings) {
  RowRange range{.every = stretch.every};
  if (!stretch.from && !stretch.to) return range;
  if (stretch.of_chainage && !(stretch.from && stretch.to && *stretch.from > *stretch.to))
    return rows_of_chainage(reader, stretch, findings);
  const char* axis = stretch.of_distance ? "distance" : "t";
  if (!reader.has(axis)) {
    findings.add(
        {{reader.path()}, "", fmt::format("has no channel '{}' for --from and --to", axis), "", "", ""});
    return range;
  }
  if (stretch.from && stretch.to && *stretch.from > *stretch.to) {
    findings.add(
        {{}, "--from", "is behind --to", fmt::format("{} and {}", *stretch.from, *stretch.to), "", ""});
  }
  const std::vector<double> place = reader.read(axis);
  const auto row = [&](auto found) { return static_cast<std::size_t>(found - place.begin()); };
  if (stretch.from) range.from = row(std::lower_bound(place.begin(), place.end(), *stretch.from));
  if (stretch.to) range.to = row(std::upper_bound(place.begin(), place.end(), *stretch.to));
  return range;
}

}  // namespace flangeway::report
