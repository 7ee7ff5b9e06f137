// flangeway export: results as files of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command.hpp"
#include "flangeway/report/listing.hpp"
#include "flangeway/results/csv.hpp"
#include "flangeway/results/export.hpp"
#include "flangeway/results/field_reader.hpp"

namespace flangeway::app {
namespace {

struct ExportOptions {
  std::vector<std::string> patterns;
  std::optional<double> from, to;
  bool distance = false, chainage = false;
  std::size_t every = 1;
  std::string patch;
};

void tell(const Common& common, const nlohmann::ordered_json& json, const std::string& text) {
  if (common.json) return print_json(json.dump());
  note(common, text);
}

void check_ending(const std::string& file, bool fields, Findings& findings) {
  const std::vector<std::string> allowed =
      fields ? std::vector<std::string>{".vtk"} : std::vector<std::string>{".csv", ".mat", ".nc", ".parquet"};
  if (std::find(allowed.begin(), allowed.end(), ending_of(file)) != allowed.end()) return;
  findings.add(
      {{},
       "-o",
       fields ? "does not end as a file of contact fields does" : "does not end as a file of channels does",
       file,
       fields ? ".vtk" : ".csv, .mat (MATLAB 5), .nc (NetCDF 3) or .parquet",
       "The ending says which format is written"});
}

void check_channel_options(const ExportOptions& options, Findings& findings) {
  const auto refuse = [&](const char* option, bool given) {
    if (given)
      findings.add(
          {{}, option, "has no effect on contact fields, which have no channels", "", "", "Leave it out"});
  };
  refuse("--channel", !options.patterns.empty());
  refuse("--from", options.from.has_value());
  refuse("--to", options.to.has_value());
  refuse("--every", options.every != 1);
}

ExitCode export_fields(const Common& common, const ExportOptions& options) {
  Findings findings;
  check_ending(common.output, true, findings);
  check_channel_options(options, findings);
  const auto reader = results::FieldReader::open(common.files.front(), findings);
  findings.throw_if_any();
  const std::vector<std::string>& groups = reader->groups();
  std::vector<std::string> with_grid;
  std::string text;
  for (const std::string& group : groups) {
    if (!options.patch.empty() && group != options.patch) continue;
    const std::string found = results::vtk_file(reader->read(group), "Flangeway " + group);
    if (found.empty()) continue;
    text = found;
    with_grid.push_back(group);
  }
  if (with_grid.size() != 1) {
    const std::string all = fmt::format("{}", fmt::join(groups, ", "));
    if (with_grid.empty())
      findings.add({{common.files.front()},
                    "--patch",
                    options.patch.empty() ? "finds no patch with fields" : "names no patch with fields",
                    options.patch,
                    all.substr(0, 400),
                    ""});
    else
      findings.add({{common.files.front()},
                    "--patch",
                    "is needed: the file has several patches",
                    "",
                    all.substr(0, 400),
                    "A file of VTK has one grid"});
    findings.throw_if_any();
  }
  write_file_atomically(common.output, text, common.force);
  tell(common, {{"file", common.output}, {"patch", with_grid.front()}},
       fmt::format("{} in {}", with_grid.front(), common.output));
  return ExitCode::done;
}

std::string content(const results::ExportedRows& rows, const std::string& ending, Findings& findings) {
  if (ending == ".mat") return results::matlab_file(rows, findings);
  if (ending == ".nc") return results::netcdf_file(rows, findings);
  if (ending == ".parquet") return results::parquet_file(rows);
  std::ostringstream text;
  results::write_csv(text, rows.reader, rows.names, rows.range);
  return std::move(text).str();
}

ExitCode export_channels(const Common& common, const ExportOptions& options) {
  Findings findings;
  check_ending(common.output, false, findings);
  if (!options.patch.empty())
    findings.add(
        {{}, "--patch", "has no effect on the channels of a run", options.patch, "", "Leave it out"});
  if (options.distance && options.chainage)
    findings.add({{}, "--distance", "and --chainage exclude each other", "", "", "Choose one"});
  const auto reader = results::Reader::open(common.files.front(), findings);
  findings.throw_if_any();
  const std::vector<std::string> names = results::select_channels(
      reader->channels(), options.patterns.empty() ? std::vector<std::string>{"*"} : options.patterns,
      reader->path(), findings);
  const results::RowRange range = report::rows_of(
      *reader, {options.distance, options.chainage, options.from, options.to, options.every}, findings);
  findings.throw_if_any();
  const results::ExportedRows rows{*reader, report::with_places(*reader, names), range};
  const std::string bytes = content(rows, ending_of(common.output), findings);
  findings.throw_if_any();
  write_file_atomically(common.output, bytes, common.force);
  const std::size_t count = results::count_of(range, reader->rows());
  tell(common, {{"file", common.output}, {"channels", rows.names.size()}, {"rows", count}},
       fmt::format("{} channels with {} rows in {}", rows.names.size(), count, common.output));
  return ExitCode::done;
}

ExitCode export_results(const Common& common, const ExportOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  findings.throw_if_any();
  return results::holds_fields(common.files.front()) ? export_fields(common, options)
                                                     : export_channels(common, options);
}

}  // namespace

void add_export(CommandLine& program, Common& common) {
  auto options = std::make_shared<ExportOptions>();
  program.add(
      {.name = "export",
       .summary = "Writes results as a file for MATLAB, NetCDF, Parquet, ParaView or a spreadsheet",
       .files = "RESULT.h5",
       .files_text = "results of a run, or contact fields",
       .example = "flangeway export wheelset_r300.h5 --channel 'wheelset*.left.*' -o wheelset.mat",
       .output =
           "the file, whose ending says the format: .csv, .mat (MATLAB 5), .nc (NetCDF 3), .parquet, .vtk "
           "(contact fields)",
       .output_required = true,
       .sets = false,
       .options = {{.name = "--channel",
                    .target = &options->patterns,
                    .text = "names, separated by commas; * and ? are wildcards; default all channels",
                    .splits_commas = true},
                   {.name = "--from",
                    .target = &options->from,
                    .text = "first time in s (with --distance or --chainage: m)"},
                   {.name = "--to",
                    .target = &options->to,
                    .text = "last time in s (with --distance or --chainage: m)"},
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
                    .type_name = "N",
                    .range = std::pair(1.0, 1e9)},
                   {.name = "--patch",
                    .target = &options->patch,
                    .text = "of contact fields, where there are several patches: case_00001/patch_1",
                    .value = "NAME"}},
       .action = [options, &common] { return export_results(common, *options); }});
}

}  // namespace flangeway::app
