#include "flangeway/campaign/ask_tell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "claims.hpp"
#include "file_lock.hpp"
#include "flangeway/campaign/search_report.hpp"
#include "flangeway/campaign/worker.hpp"
#include "flangeway/core/csv_cell.hpp"
#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/regular_file.hpp"
#include "run_case.hpp"

namespace flangeway::campaign {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* asked_file = "asked.json";
constexpr const char* asked_lock = "asked.lock";
constexpr const char* failure_name = "failure";
// Time limit of one process that waits for others, which take a moment each.
constexpr auto lock_patience = std::chrono::seconds(60);

std::optional<FileLock> take_turn(const StudyFolder& folder, const char* option, Findings& findings) {
  for (const auto until = std::chrono::steady_clock::now() + lock_patience;;) {
    if (std::optional<FileLock> lock = FileLock::take(folder.path() / asked_lock)) return lock;
    if (std::chrono::steady_clock::now() > until) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  findings.add({{option},
                "",
                fmt::format("has waited {} s for another process with {}", lock_patience.count(),
                            (folder.path() / asked_lock).string()),
                "",
                "",
                "Try again"});
  return std::nullopt;
}

// The requested trials, as objects. Findings: the file is damaged; taken for empty, trials would be issued
// twice.
Json read_asked(const StudyFolder& folder, Findings& findings) {
  const std::filesystem::path file = folder.path() / asked_file;
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) return Json::array();
  const SealedJson sealed = unseal_json(read_regular_file(file).value_or(""));
  const Json json = parse_json<Json>(sealed.text);
  const bool whole = sealed.seal != SealedJson::Seal::wrong && json.is_object() && json.contains("trials");
  if (whole && sealed.seal == SealedJson::Seal::right) return json.at("trials");
  const auto is_trial = [](const Json& trial) {
    return trial.is_object() && trial.contains("trial") && trial.at("trial").is_number_unsigned();
  };
  if (whole && json.at("trials").is_array() &&
      std::all_of(json.at("trials").begin(), json.at("trials").end(), is_trial))
    return json.at("trials");
  findings.add({{file.string()},
                "",
                "is damaged: it does not tell which trials were asked for",
                "",
                "",
                "Copy it again; or remove it, and ask for the trials without a result once more"});
  return Json::array();
}

// Runs are counted from 1.
std::size_t number_of(const Run& run) {
  return std::stoul(run.name);
}

std::set<std::size_t> numbers_of(const Json& trials) {
  std::set<std::size_t> numbers;
  for (const Json& trial : trials) numbers.insert(trial.at("trial").get<std::size_t>());
  return numbers;
}

Json trial_object(const Study& study, const Run& run) {
  Json axes = Json::object();
  for (std::size_t i = 0; i < study.plan.axes.size(); ++i) {
    const Point& point = study.plan.axes[i].points[run.place[i]];
    axes[study.plan.axes[i].name] = point.number ? Json(*point.number) : Json(point.label);
  }
  return {{"trial", number_of(run)}, {"axes", axes}, {"command", repeating_command(study, run)}};
}

Json trial_objects(const Study& study, const std::vector<std::size_t>& runs) {
  Json trials = Json::array();
  for (const std::size_t i : runs) trials.push_back(trial_object(study, study.plan.runs[i]));
  return trials;
}

// Columns of objectives and constraints, each once, that are no axes.
std::vector<std::string> columns_to_tell(const Study& study) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!study.plan.find_axis(name) && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const ObjectiveSpec& objective : study.spec.optimise->objectives) add(objective.column.value);
  for (const ConstraintSpec& constraint : study.spec.optimise->constraints) add(constraint.column.value);
  return names;
}

std::optional<double> value_of(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || read != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

void refuse(const std::string& key, std::string problem, std::string got, std::string advice,
            Findings& findings) {
  findings.add({{"--tell"}, key, std::move(problem), std::move(got), "", std::move(advice)});
}

// Splits NAME=VALUE words in two; findings: words without a value, and names given twice.
std::vector<std::pair<std::string, std::string>> split(const std::vector<std::string>& said,
                                                       Findings& findings) {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const std::string& word : said) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      refuse("", "is no column with its value", '"' + word + '"', "Write COLUMN=VALUE", findings);
      continue;
    }
    const std::string name = word.substr(0, equals);
    const auto same = [&](const auto& part) { return part.first == name; };
    if (std::any_of(parts.begin(), parts.end(), same)) {
      refuse(name, "is given twice", "", "", findings);
    } else {
      parts.emplace_back(name, word.substr(equals + 1));
    }
  }
  return parts;
}

// The summary of the run; findings: what it lacks.
std::string told_summary(const Study& study, const std::vector<std::string>& said, Findings& findings) {
  const auto parts = split(said, findings);
  if (parts.size() == 1 && parts.front().first == failure_name)
    return Json{{"status", "failed"}, {"failure", parts.front().second}}.dump(2, ' ', false,
                                                                              Json::error_handler_t::replace);
  const std::vector<std::string> wanted = columns_to_tell(study);
  Json told = Json::object();
  for (const auto& [name, text] : parts) {
    const std::optional<double> value = value_of(text);
    if (name == failure_name) {
      refuse(name, "is given together with columns", "", "A trial that failed has no others", findings);
    } else if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) {
      const std::string near = nearest_name(name, wanted);
      refuse(name,
             study.plan.find_axis(name) ? "is an axis, whose value is known"
                                        : "is no column of an objective or a constraint",
             "", near.empty() ? "" : fmt::format("The nearest is '{}'", near), findings);
    } else if (!value) {
      refuse(name, "is no finite number", '"' + text + '"', "For a trial without it give failure=TEXT",
             findings);
    } else {
      told[name] = *value;
    }
  }
  for (const std::string& name : wanted) {
    const auto same = [&](const auto& part) { return part.first == name; };
    if (std::none_of(parts.begin(), parts.end(), same))
      refuse(name, "is missing", "", "For a trial without it give failure=TEXT alone", findings);
  }
  return Json{{"status", "completed"}, {"told", told}}.dump(2);
}

}  // namespace

Asked ask(Study& study, const StudyFolder& folder, std::size_t count, Findings& findings) {
  const std::optional<FileLock> lock = take_turn(folder, "--ask", findings);
  if (!lock) return {};
  (void)add_known_batches(study, folder);
  const std::size_t before = findings.all().size();
  Json trials = read_asked(folder, findings);
  if (findings.all().size() != before) return {};
  const std::set<std::size_t> asked = numbers_of(trials);
  Asked result;
  for (std::size_t i = 0; i < study.plan.runs.size(); ++i) {
    const Run& run = study.plan.runs[i];
    if (folder.read(run)) continue;
    if (asked.count(number_of(run)) > 0) {
      result.waiting.push_back(number_of(run));
    } else if (result.runs.size() < count) {
      result.runs.push_back(i);
    }
  }
  for (const Json& trial : trial_objects(study, result.runs)) trials.push_back(trial);
  if (!result.runs.empty())
    folder.write(asked_file, seal_json(Json{{"trials", trials}}.dump(2), {{"of", "trials asked for"}}));
  return result;
}

std::string trials_json(const Study& study, const std::vector<std::size_t>& runs) {
  return trial_objects(study, runs).dump();
}

std::string trials_csv(const Study& study, const std::vector<std::size_t>& runs) {
  std::string text = "trial";
  for (const Axis& axis : study.plan.axes) text += ',' + csv_cell(axis.name);
  for (const std::size_t i : runs) {
    const Run& run = study.plan.runs[i];
    text += '\n' + run.name;
    for (std::size_t axis = 0; axis < study.plan.axes.size(); ++axis)
      text += ',' + csv_cell(study.plan.axes[axis].points[run.place[axis]].label);
  }
  return text + '\n';
}

std::optional<Table> tell(Study& study, const StudyFolder& folder, const std::string& trial,
                          const std::vector<std::string>& said, const std::string& command_line,
                          Findings& findings) {
  const std::size_t before = findings.all().size();
  const std::string summary = told_summary(study, said, findings);
  const std::optional<FileLock> lock = take_turn(folder, "--tell", findings);
  if (!lock) return std::nullopt;
  (void)add_known_batches(study, folder);
  const std::vector<Run>& runs = study.plan.runs;
  const auto run = std::find_if(runs.begin(), runs.end(), [&](const Run& one) { return one.name == trial; });
  const std::size_t said_so_far = findings.all().size();
  const std::set<std::size_t> asked = numbers_of(read_asked(folder, findings));
  if (findings.all().size() != said_so_far) return std::nullopt;
  if (run == runs.end() || asked.count(number_of(*run)) == 0) {
    refuse("", "is no trial that was asked for", '"' + trial + '"',
           fmt::format("See {}", (folder.path() / asked_file).string()), findings);
  } else if (folder.read(*run)) {
    refuse("", fmt::format("trial {} has a result", trial), "", "It stays as it is", findings);
  }
  if (findings.all().size() != before) return std::nullopt;
  folder.publish(*run, outcome_without_run(summary), unique_owner());
  (void)add_known_batches(study, folder);
  // Within the turn: a table that was read before another result arrived must not replace the later one.
  Table table = collect(study, folder);
  write_search(study, folder, table, {.command_line = command_line, .told = true});
  return table;
}

}  // namespace flangeway::campaign
