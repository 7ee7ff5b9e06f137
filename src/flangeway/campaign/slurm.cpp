#include "flangeway/campaign/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "external_command.hpp"
#include "flangeway/campaign/folder.hpp"
#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/shell_quoted.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* script_name = "slurm.sh";
constexpr const char* job_name = "slurm.json";

// What the script says itself: given twice, the later one would win.
constexpr std::array own_options{"--array",  "--signal", "--output", "--error",     "--cpus-per-task",
                                 "--ntasks", "--time",   "--mem",    "--partition", "--requeue"};

bool is_name(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ',';
  });
}

std::string refusal_text(const CommandResult& result) {
  std::string said = result.error.empty() ? result.out : result.error;
  std::replace(said.begin(), said.end(), '\n', ' ');
  return said.empty() ? fmt::format("exit code {}", result.exit_code)
                      : fmt::format("exit code {}: {}", result.exit_code, said);
}

// "17" or, of several clusters, "17;cluster".
std::string job_of(const std::string& parsable) {
  const std::string id = parsable.substr(0, parsable.find(';'));
  const bool whole =
      !id.empty() && std::all_of(id.begin(), id.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return whole ? id : "";
}

}  // namespace

void check_slurm(const SlurmSpec& spec, Findings& findings) {
  if (!(spec.warning < spec.time)) {
    findings.add({spec.where, "slurm.warning", "is not shorter than the time limit",
                  fmt::format("{} s", spec.warning), fmt::format("less than {} s", spec.time), ""});
  }
  if (!is_name(spec.partition.value)) {
    findings.add({spec.partition.where, "slurm.partition", "is no name of a partition",
                  '"' + spec.partition.value + '"', "letters, digits, _ - . and ,", ""});
  }
  for (std::size_t i = 0; i < spec.options.size(); ++i) {
    const auto& [option, where] = spec.options[i];
    const std::string name = option.substr(0, option.find_first_of("= "));
    const std::string key = fmt::format("slurm.options[{}]", i);
    if (!option.starts_with("--") || option.find('\n') != std::string::npos) {
      findings.add(
          {where, key, "is no option of sbatch", '"' + option + '"', "", "Write it as --name=value"});
    } else if (std::find(own_options.begin(), own_options.end(), name) != own_options.end()) {
      findings.add({where, key, "is an option that the script gives itself", '"' + name + '"', "",
                    "Use the keys of slurm"});
    }
  }
}

std::string slurm_script(const SlurmSpec& spec, const fs::path& folder, const WorkerCommand& command) {
  const auto seconds = static_cast<long>(std::ceil(spec.time));
  std::string text = "#!/bin/bash\n#SBATCH --job-name=flangeway\n";
  const auto option = [&](const std::string& line) { text += "#SBATCH " + line + '\n'; };
  option(fmt::format("--array=1-{}", spec.workers));
  option("--ntasks=1");
  option(fmt::format("--cpus-per-task={}", spec.cpus));
  option(fmt::format("--time={}:{:02}", seconds / 60, seconds % 60));
  // A job that is taken off its node begins again elsewhere: the folder knows what is done.
  option("--requeue");
  option(fmt::format("--signal=B:TERM@{}", static_cast<long>(spec.warning)));
  if (spec.memory > 0)
    option(fmt::format("--mem={}K", static_cast<long long>(std::ceil(spec.memory / 1024))));
  if (!spec.partition.value.empty()) option("--partition=" + spec.partition.value);
  option("--output=/dev/null");
  for (const auto& line : spec.options) option(line.value);
  text +=
      fmt::format("exec >>{}/\"$SLURM_ARRAY_TASK_ID\".log 2>&1\n", shell_quoted((folder / "slurm").string()));
  text += fmt::format("cd {} || exit 1\n", shell_quoted(command.working_folder.string()));
  for (const auto& line : spec.commands) text += line.value + '\n';
  text += "exec";
  for (const std::string& word : command.words) text += ' ' + shell_quoted(word);
  return text + '\n';
}

std::optional<std::string> submitted_job(const fs::path& folder) {
  std::ifstream in(folder / job_name);
  const Json json = Json::parse(in, nullptr, false);
  if (!json.is_object() || !json.contains("job") || !json.at("job").is_string()) return std::nullopt;
  const std::string id = job_of(json.at("job").get<std::string>());
  return id.empty() ? std::nullopt : std::optional(id);
}

void check_queue(const fs::path& folder, Findings& findings) {
  if (!is_installed("sbatch")) {
    findings.add({{"--on slurm"},
                  "",
                  "finds no sbatch in PATH",
                  "",
                  "",
                  "Submit on a machine of the cluster, or start workers with --worker"});
    return;
  }
  const std::optional<std::string> job = submitted_job(folder);
  if (!job) return;
  const auto queue = run_command({"squeue", "--noheader", "--jobs", *job, "--format=%i"});
  if (queue && queue->exit_code == 0 && !queue->out.empty()) {
    findings.add({{folder.string()},
                  "",
                  fmt::format("has job array {} in the queue", *job),
                  "",
                  "",
                  "Wait until it has ended, or end it with --cancel"});
  }
}

std::optional<std::string> submit(const fs::path& folder, const SlurmSpec& spec, const WorkerCommand& command,
                                  Findings& findings) {
  const fs::path script = folder / script_name;
  fs::create_directories(folder / "slurm");
  fs::remove(folder / cancel_mark);
  fs::remove(folder / job_name);
  write_file_atomically(script, slurm_script(spec, fs::absolute(folder), command));
  const auto refuse = [&](std::string problem) {
    fs::remove(script);
    findings.add({{"--on slurm"},
                  "",
                  std::move(problem),
                  "",
                  "",
                  "Nothing was submitted. Correct slurm in the study file"});
    return std::nullopt;
  };
  const auto answer = run_command({"sbatch", "--parsable", fs::absolute(script).string()});
  if (!answer) return refuse("finds no sbatch in PATH");
  if (answer->exit_code != 0) return refuse("sbatch refuses the job array with " + refusal_text(*answer));
  const std::string job = job_of(answer->out);
  if (job.empty()) return refuse(fmt::format("sbatch gives no number of a job but \"{}\"", answer->out));
  try {
    write_file_atomically(folder / job_name,
                          Json{{"job", job}, {"workers", spec.workers}, {"cpus", spec.cpus}}.dump(2) + '\n');
  } catch (...) {
    (void)run_command({"scancel", job});  // else no one would know of it
    throw;
  }
  return job;
}

std::string cancel(const fs::path& folder, Findings& findings) {
  write_file_atomically(folder / cancel_mark, "");
  const std::optional<std::string> job = submitted_job(folder);
  if (!job) return "workers end and put their runs back";
  const auto answer = run_command({"scancel", *job});
  const std::string rest = "Workers end by themselves within seconds. Try scancel again for those that wait";
  if (!answer) {
    findings.add({{"--cancel"}, "", "finds no scancel in PATH", "", "", rest});
  } else if (answer->error.find("Invalid job id") != std::string::npos) {
    return fmt::format("job array {} has ended; workers of other kinds end, too", *job);
  } else if (answer->exit_code != 0) {
    findings.add({{"--cancel"},
                  "",
                  fmt::format("scancel {} fails with {}", *job, refusal_text(*answer)),
                  "",
                  "",
                  rest});
  }
  return fmt::format("job array {} cancelled; workers end and put their runs back", *job);
}

}  // namespace flangeway::campaign
