#include "patch_batch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/output.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/recording/wheel_instant.hpp"

namespace flangeway::app {
namespace {

using Json = nlohmann::ordered_json;
using recording::WheelFiles;

// Columns of the table that a patch has under the same key, with their units.
struct PatchColumn {
  const char *key, *unit;
};
constexpr std::array patch_columns{
    PatchColumn{"y", "m"},    PatchColumn{"z", "m"},     PatchColumn{"contact_angle", "rad"},
    PatchColumn{"FN", "N"},   PatchColumn{"FX", "N"},    PatchColumn{"FS", "N"},
    PatchColumn{"MN", "N m"}, PatchColumn{"pmax", "Pa"}, PatchColumn{"friction_power", "W"}};
constexpr std::array creepage_columns{"creepage_x [1]", "creepage_y [1]", "spin [1/m]"};

// One patch, or an instant without any.
struct Row {
  std::string wheel, status;
  double time = 0;
  std::size_t patch = 0;  // from 1; 0: no patch
  Json values = nullptr;
};

std::string patch_cell(const Json& values, const char* key) {
  if (!values.is_object() || !values.contains(key) || !values[key].is_number()) return "";
  return fmt::format("{:.8g}", values[key].get<double>());
}

std::string creepage_cell(const Json& values, std::size_t k) {
  if (!values.is_object() || !values.contains("creepages") || !values["creepages"][k].is_number()) return "";
  return fmt::format("{:.8g}", values["creepages"][k].get<double>());
}

std::string patch_table(const std::vector<Row>& rows) {
  std::string text = "wheel,t [s],status,patch";
  for (const PatchColumn& column : patch_columns) text += fmt::format(",{} [{}]", column.key, column.unit);
  text += fmt::format(",{}\n", fmt::join(creepage_columns, ","));
  for (const Row& row : rows) {
    text += fmt::format("{},{:.9g},{},{}", row.wheel, row.time, row.status, row.patch);
    for (const PatchColumn& column : patch_columns) text += "," + patch_cell(row.values, column.key);
    for (std::size_t k = 0; k < creepage_columns.size(); ++k) text += "," + creepage_cell(row.values, k);
    text += "\n";
  }
  return text;
}

std::string patches_json(const std::vector<Row>& rows) {
  Json all = Json::array();
  for (const Row& row : rows) {
    Json one{{"wheel", row.wheel}, {"t", row.time}, {"status", row.status}, {"patch", row.patch}};
    for (const PatchColumn& column : patch_columns)
      if (row.values.is_object() && row.values.contains(column.key)) one[column.key] = row.values[column.key];
    if (row.values.is_object() && row.values.contains("creepages"))
      one["creepages"] = row.values["creepages"];
    all.push_back(std::move(one));
  }
  return Json{{"patches", std::move(all)}}.dump();
}

// The largest of each wheel, for people.
std::string largest_of_wheels(const std::vector<Row>& rows) {
  struct Largest {
    std::string wheel;
    std::size_t instants = 0, patches = 0, failed = 0;
    double force = 0, pressure = 0, power = 0;
  };
  std::vector<Largest> wheels;
  for (const Row& row : rows) {
    if (wheels.empty() || wheels.back().wheel != row.wheel) wheels.push_back({row.wheel});
    Largest& wheel = wheels.back();
    if (row.patch <= 1) ++wheel.instants;
    if (row.status != "solved" && row.status != "no_load") ++wheel.failed;
    if (row.patch == 0) continue;
    ++wheel.patches;
    const auto value = [&](const char* key) {
      return row.values.contains(key) && row.values[key].is_number() ? row.values[key].get<double>() : 0;
    };
    wheel.force = std::max(wheel.force, value("FN"));
    wheel.pressure = std::max(wheel.pressure, value("pmax"));
    wheel.power = std::max(wheel.power, std::abs(value("friction_power")));
  }
  std::string text = fmt::format("{:<20}{:>10}{:>10}{:>10}{:>12}{:>12}{:>12}\n", "wheel", "instants",
                                 "patches", "failed", "FN max/kN", "pmax/MPa", "power/W");
  for (const Largest& wheel : wheels)
    text += fmt::format("{:<20}{:>10}{:>10}{:>10}{:>12.2f}{:>12.1f}{:>12.1f}\n", wheel.wheel, wheel.instants,
                        wheel.patches, wheel.failed, wheel.force / 1e3, wheel.pressure / 1e6, wheel.power);
  return text;
}

// All cases of one wheel. False: interrupted.
bool solve_wheel(const WheelFiles& wheel, const std::string& folder, unsigned threads, ProgressBar& bar,
                 double& done, double total, std::vector<Row>& rows) {
  for (const double time : wheel.unloaded) rows.push_back({wheel.wheel, "no_load", time});
  if (wheel.files.empty()) return true;
  Findings findings;
  const auto batch =
      contact_case::load_contact(std::filesystem::path(folder) / wheel.files.front().first, {}, findings);
  findings.throw_if_any();
  contact_case::RunOptions run;
  run.threads = threads;
  run.interrupted = [] { return interrupt_requested(); };
  std::size_t taken = 0;
  run.deliver = [&](const contact_case::CaseResult& result) {
    const double time = wheel.times.at(taken++);
    const std::string status = contact_case::name_of(result.status);
    const Json& patches = result.json.contains("patches") ? result.json.at("patches") : Json::array();
    if (patches.empty()) rows.push_back({wheel.wheel, status, time});
    for (std::size_t k = 0; k < patches.size(); ++k)
      rows.push_back({wheel.wheel, status, time, k + 1, patches[k]});
    bar.show(++done / total, fmt::format("{:.0f} / {:.0f} cases", done, total));
    return true;
  };
  contact_case::run(*batch, run);
  return taken == wheel.times.size();
}

recording::WheelBatch read_wheels(const Common& common, const PatchBatchOptions& options) {
  Findings findings;
  auto batch = recording::contact_files_of_all(common.files.front(), options.times, options.every, findings);
  findings.throw_if_any();
  if (batch->wheels.empty())
    findings.add({{common.files.front()},
                  "--all-wheels",
                  "finds no wheel that a contact file can have",
                  fmt::format("{}", fmt::join(batch->left_out, "; ")),
                  "",
                  ""});
  findings.throw_if_any();
  for (const std::string& reason : batch->left_out) note(common, "left out: " + reason);
  return std::move(*batch);
}

}  // namespace

ExitCode solve_all_wheels(const Common& common, const PatchBatchOptions& options) {
  const recording::WheelBatch batch = read_wheels(common, options);
  NamedTexts files;
  double total = 0;
  for (const WheelFiles& wheel : batch.wheels) {
    files.insert(files.end(), wheel.files.begin(), wheel.files.end());
    total += static_cast<double>(wheel.times.size());
  }
  const std::filesystem::path table = std::filesystem::path(common.output) / "patches.csv";
  write_folder(common.output, files, common.force);
  Findings findings;
  check_output(table, common.force, findings);
  findings.throw_if_any();
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  catch_interrupts();
  std::vector<Row> rows;
  bool complete = true;
  {
    ProgressBar bar(common);
    double done = 0;
    for (const WheelFiles& wheel : batch.wheels)
      complete = complete && solve_wheel(wheel, common.output, threads, bar, done, total, rows);
  }
  write_file_atomically(table, patch_table(rows), common.force);
  print_result(common, patches_json(rows), largest_of_wheels(rows));
  if (!complete) note(common, "stopped before all cases were solved");
  const bool failed = std::any_of(rows.begin(), rows.end(), [](const Row& row) {
    return row.status != "solved" && row.status != "no_load";
  });
  return failed ? ExitCode::numerical_failure : ExitCode::done;
}

}  // namespace flangeway::app
