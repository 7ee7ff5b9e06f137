#include "flangeway/campaign/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "external_command.hpp"
#include "file_lock.hpp"
#include "flangeway/campaign/folder.hpp"
#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/core/shell_quoted.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* script_name = "slurm.sh";
constexpr const char* job_name = "slurm.json";
constexpr const char* lock_name = "slurm.lock";

// Options that the script sets itself: given twice, the later one would win.
constexpr std::array own_options{"--array",  "--signal", "--output", "--error",     "--cpus-per-task",
                                 "--ntasks", "--time",   "--mem",    "--partition", "--requeue"};
// With these sbatch submits nothing or waits for the end, lost tasks stay lost, or --mem is contradicted.
constexpr std::array unfit_options{"--wait",       "--test-only",   "--wrap",
                                   "--no-requeue", "--mem-per-cpu", "--mem-per-gpu"};

// sbatch takes the beginning of a name for the name.
template <class Options>
bool has_beginning(const Options& options, const std::string& name) {
  return std::any_of(options.begin(), options.end(),
                     [&](const char* option) { return std::string(option).starts_with(name); });
}

template <class Options>
bool has(const Options& options, const std::string& name) {
  return std::find(options.begin(), options.end(), name) != options.end();
}

bool is_name(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ',';
  });
}

std::string refusal_text(const CommandResult& result) {
  if (result.timed_out) return "no answer in time";
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

// Sites put banners before the answer.
std::string last_line(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
  const std::size_t end = text.find_last_of('\n');
  return end == std::string::npos ? text : text.substr(end + 1);
}

void check_option(const document::Located<std::string>& option, const std::string& key, Findings& findings) {
  const std::string& text = option.value;
  if (!text.starts_with("--") || text.find('\n') != std::string::npos) {
    findings.add(
        {option.where, key, "is no option of sbatch", '"' + text + '"', "", "Write it as --name=value"});
    return;
  }
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!word.starts_with("-")) continue;
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--")) {
      findings.add(
          {option.where, key, "is no option of sbatch", '"' + name + '"', "", "Write it as --name=value"});
    } else if (has(unfit_options, name) ||
               (has_beginning(unfit_options, name) && !has_beginning(own_options, name))) {
      findings.add(
          {option.where, key, "does not go with workers of a study", '"' + name + '"', "", "Leave it out"});
    } else if (has_beginning(own_options, name)) {
      findings.add({option.where, key, "is an option that the script gives itself", '"' + name + '"', "",
                    "Use the keys of slurm"});
    }
  }
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
  for (std::size_t i = 0; i < spec.options.size(); ++i)
    check_option(spec.options[i], fmt::format("slurm.options[{}]", i), findings);
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

namespace {

// Whether the folder says that an array was submitted, but no longer which one.
bool check_job(const fs::path& folder, Findings& findings) {
  if (!fs::exists(folder / job_name) || submitted_job(folder)) return true;
  findings.add({{(folder / job_name).string()},
                "",
                "is damaged: it does not tell which job array was submitted",
                "",
                "",
                "Look with squeue, end what goes on with scancel, and remove the file"});
  return false;
}

}  // namespace

std::optional<std::string> submitted_job(const fs::path& folder) {
  const SealedJson sealed = unseal_json(read_regular_file(folder / job_name).value_or(""));
  if (sealed.seal == SealedJson::Seal::wrong) return std::nullopt;
  const Json json = parse_json<Json>(sealed.text);
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
  if (!check_job(folder, findings)) return;
  const std::optional<std::string> job = submitted_job(folder);
  if (!job) return;
  const auto queue = run_command({"squeue", "--noheader", "--jobs", *job, "--format=%i"});
  const auto refuse = [&](std::string problem, std::string advice) {
    findings.add({{folder.string()}, "", std::move(problem), "", "", std::move(advice)});
  };
  const std::string otherwise =
      fmt::format("Try again, or remove {} if the array has ended", (folder / job_name).string());
  if (!queue) {
    refuse(fmt::format("has job array {}, and there is no squeue in PATH", *job), otherwise);
  } else if (queue->exit_code == 0 && !queue->out.empty()) {
    refuse(fmt::format("has job array {} in the queue", *job),
           "Wait until it has ended, or end it with --cancel");
  } else if (queue->exit_code != 0 && queue->error.find("Invalid job id") == std::string::npos) {
    refuse(fmt::format("has job array {}, and squeue fails with {}", *job, refusal_text(*queue)), otherwise);
  }
}

std::optional<std::string> submit(StudyFolder begun, const SlurmSpec& spec, const WorkerCommand& command,
                                  Findings& findings) {
  const fs::path folder = begun.path(), script = folder / script_name, lock_file = folder / lock_name;
  const bool was_cancelled = begun.was_cancelled();
  const auto restore_mark = [&] {
    if (was_cancelled) write_file_atomically(folder / cancel_mark, "");
  };
  // From the look at the queue to slurm.json no other process may do the same.
  const std::optional<FileLock> lock = FileLock::take(lock_file);
  const std::size_t before = findings.all().size();
  if (lock) {
    check_queue(folder, findings);
  } else {
    findings.add({{folder.string()},
                  "",
                  "is being submitted by another flangeway study",
                  "",
                  "",
                  "Look with --status"});
  }
  if (findings.all().size() != before) {
    restore_mark();
    return std::nullopt;
  }
  { const StudyFolder released(std::move(begun)); }  // workers have to find the folder free
  fs::create_directories(folder / "slurm");
  write_file_atomically(script, slurm_script(spec, fs::absolute(folder), command));
  const auto refuse = [&](std::string problem) {
    fs::remove(script);
    std::error_code has_logs;
    fs::remove(folder / "slurm", has_logs);
    if (!submitted_job(folder)) fs::remove(lock_file);
    restore_mark();
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
  if (!answer->timed_out && answer->exit_code != 0)
    return refuse("sbatch refuses the job array with " + refusal_text(*answer));
  const std::string job = job_of(last_line(answer->out));
  if (job.empty()) {
    // Tasks may wait or run: what they need stays.
    findings.add({{"--on slurm"},
                  "",
                  answer->timed_out
                      ? "sbatch gives no answer in time"
                      : fmt::format("sbatch accepts the job array but gives no number of it (got \"{}\")",
                                    answer->out),
                  "",
                  "",
                  "Look for it with squeue, and end it with scancel before you submit again"});
    return std::nullopt;
  }
  try {
    write_file_atomically(
        folder / job_name,
        seal_json(Json{{"job", job}, {"workers", spec.workers}, {"cpus", spec.cpus}}.dump(2),
                  {{"of", "job"}}));
  } catch (...) {
    (void)run_command({"scancel", job});  // else no one would know of it
    throw;
  }
  return job;
}

std::string cancel(const fs::path& folder, Findings& findings) {
  try {
    write_file_atomically(folder / cancel_mark, "");
  } catch (const std::system_error& error) {
    findings.add({{"--cancel"}, "", error.what(), "", "", "Workers outside the job array go on"});
  }
  (void)check_job(folder, findings);
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
