#include "study_workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/slurm.hpp"
#include "flangeway/campaign/status.hpp"
#include "flangeway/campaign/worker.hpp"
#include "flangeway/core/shell_quoted.hpp"

namespace flangeway::app {
namespace {

using campaign::Study;
using campaign::StudyFolder;
using Json = nlohmann::ordered_json;

void print_status(const Common& common, const std::string& folder) {
  Findings findings;
  const campaign::StudyStatus status = campaign::status_of(folder, findings);
  findings.throw_if_any();
  if (common.json) {
    print_json(campaign::status_json(status));
  } else {
    put_out("{}", campaign::status_text(status));
  }
}

ExitCode cancel(const Common& common, const std::string& folder_name) {
  Findings findings;
  campaign::check_format(folder_name, findings);
  findings.throw_if_any();
  const std::string done = campaign::cancel(folder_name, findings);
  findings.throw_if_any();
  if (common.json) {
    const auto job = campaign::submitted_job(folder_name);
    print_json(Json{{"job", job ? Json(*job) : Json()}, {"cancelled", true}}.dump(2));
  } else if (!common.quiet) {
    put_out("{}\n", done);
  }
  return ExitCode::done;
}

void print_list(const Common& common, const std::string& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    std::string line =
        fmt::format("flangeway study {} -o {}", shell_quoted(common.files.front()), shell_quoted(folder));
    for (const std::string& set : common.sets) line += " --set " + shell_quoted(set);
    put_out("{} --run {}\n", line, shell_quoted(name));
  }
}

void check_names(const Study& study, const std::vector<std::string>& names, Findings& findings) {
  for (const std::string& name : names) {
    const auto& runs = study.plan.runs;
    if (std::none_of(runs.begin(), runs.end(), [&](const campaign::Run& run) { return run.name == name; }))
      findings.add({{"--run"}, "", "is no run of the study", '"' + name + '"', "", "See --list"});
  }
}

campaign::WorkerCommand worker_command(const Common& common, const char* verb,
                                       const campaign::SlurmSpec& slurm, const std::string& folder) {
  campaign::WorkerCommand command{
      std::filesystem::current_path(),
      {std::filesystem::read_symlink("/proc/self/exe").string(), verb, common.files.front(), "-o", folder}};
  for (const std::string& set : common.sets) {
    command.words.emplace_back("--set");
    command.words.push_back(set);
  }
  for (const std::string& word : {std::string("--worker"), std::string("--jobs"), std::to_string(slurm.cpus),
                                  std::string("--lease"), fmt::format("{}", slurm.lease)})
    command.words.push_back(word);
  return command;
}

// All cases are checked, and the folder is begun, before anything is submitted.
ExitCode submit(const Common& common, const SharedStudy& mode, const std::string& folder_name,
                std::size_t jobs) {
  Findings findings;
  campaign::check_queue(folder_name, findings);
  findings.throw_if_any();
  const document::Document file = read_document(common, common.files.front(), findings);
  const std::optional<Study> study = mode.reader.load(file, jobs, findings);
  findings.throw_if_any();
  const bool is_new = !std::filesystem::exists(folder_name);
  catch_interrupts();  // between sbatch and the number of its array nothing must end this process
  std::optional<StudyFolder> begun =
      StudyFolder::open(folder_name, study->identity, common.command_line, false, findings);
  findings.throw_if_any();
  const campaign::SlurmSpec& slurm = study->spec.slurm;
  const std::optional<std::string> job = campaign::submit(
      std::move(*begun), slurm, worker_command(common, mode.verb, slurm, folder_name), findings);
  if (!job && is_new) StudyFolder::remove_if_unused(folder_name);
  findings.throw_if_any();
  if (common.json) {
    print_json(Json{{"job", *job}, {"workers", slurm.workers}, {"folder", folder_name}}.dump(2));
  } else if (!common.quiet) {
    put_out("job array {} of {} workers submitted; --status says how far they are, --cancel ends them\n",
            *job, slurm.workers);
  }
  return ExitCode::done;
}

ExitCode draw_runs(const Common& common, const SharedStudy& mode, Study& study, const StudyFolder& folder,
                   std::size_t jobs) {
  campaign::WorkerOptions options;
  options.jobs = jobs;
  options.names = mode.runs;
  options.lease = std::chrono::milliseconds(static_cast<long>(1000 * mode.lease));
  if (!mode.shard.empty()) options.shard = campaign::parse_shard(mode.shard);
  catch_interrupts();
  ProgressBar bar(common);
  options.progress = [&](const campaign::StudyProgress& progress) {
    bar.show(progress.fraction, fmt::format("{} / {} runs", progress.done, progress.total));
    return !interrupt_requested();
  };
  const bool optimises = study.spec.optimise.has_value();
  const std::size_t done = optimises ? campaign::work_on_optimisation(study, folder, options)
                                     : campaign::work(study, folder, options);
  bar.clear();
  note_files(common, folder);
  if (common.json) {
    print_json(Json{{"done", done}, {"folder", folder.path().string()}}.dump(2));
  } else if (!common.quiet) {
    put_out("{} run{} done here; {} makes tables and the page\n", done, done == 1 ? "" : "s",
            optimises ? "the same command without --worker" : "--collect");
  }
  return ExitCode::done;
}

// Errors against references need the channels of each case.
std::optional<Study> study_of(const campaign::StudyReader& reader, const document::Document& file,
                              std::size_t jobs, Findings& findings) {
  std::optional<Study> study = reader.read(file, findings);
  return study && study->spec.reference ? reader.load(file, jobs, findings) : std::move(study);
}

}  // namespace

void note_files(const Common& common, const StudyFolder& folder) {
  for (const std::string& line : folder.notes()) note(common, line);
}

std::string study_folder(const Common& common) {
  if (!common.output.empty()) return common.output;
  // --status and --cancel need the folder alone.
  if (std::filesystem::is_directory(common.files.front())) return common.files.front();
  return std::filesystem::path(common.files.front()).stem().string();
}

std::vector<Option> options_of_workers(SharedStudy& mode) {
  return {
      {.name = "--worker",
       .target = &mode.worker,
       .text = "draw runs from the study together with other workers, until none is left"},
      {.name = "--lease",
       .target = &mode.lease,
       .text = "time in s after which the run of a lost worker is taken over; default 60",
       .type_name = "S",
       .range = std::pair(0.2, 86400.0),
       .only_with = {"--worker", "--shard", "--run"}},
      {.name = "--on",
       .target = &mode.on,
       .text = "submit workers to a batch system, as the section slurm of the study says",
       .value = "slurm"},
      {.name = "--status",
       .target = &mode.status,
       .text =
           "print what is done, how fast, what failed and by whom runs are claimed; STUDY may be the folder"},
      {.name = "--cancel",
       .target = &mode.cancel,
       .text = "end all workers, and the job array of --on slurm"}};
}

std::vector<Option> options_of(SharedStudy& mode) {
  std::vector<Option> all = options_of_workers(mode);
  all.insert(
      all.end(),
      {{.name = "--shard",
        .target = &mode.shard,
        .text = "run the I-th of N parts of the study and nothing else",
        .value = "I/N"},
       {.name = "--run", .target = &mode.runs, .text = "run only this run", .value = "NAME"},
       {.name = "--list", .target = &mode.list, .text = "print a command for each run that is not done"},
       {.name = "--collect", .target = &mode.collect, .text = "make tables and page of what is done"}});
  return all;
}

int ways_chosen(const SharedStudy& mode) {
  return mode.worker + mode.list + mode.status + mode.collect + mode.cancel + !mode.on.empty() +
         !mode.shard.empty() + !mode.runs.empty();
}

void check_ways(const Common& common, const char* ways, int chosen, Findings& findings) {
  if (chosen <= 1 && !common.force) return;
  findings.add({{ways},
                "",
                chosen > 1 ? "are given together" : "cannot remove results as --force does",
                "",
                "",
                chosen > 1 ? "Give one of them" : "Remove the folder first"});
}

ExitCode run_shared(const Common& common, const SharedStudy& mode, const std::string& folder_name,
                    std::size_t jobs) {
  Findings findings;
  if (!mode.shard.empty() && !campaign::parse_shard(mode.shard))
    findings.add({{"--shard"}, "", "is no part", '"' + mode.shard + '"', "1/8 to 8/8", ""});
  if (!mode.on.empty() && mode.on != "slurm")
    findings.add({{"--on"},
                  "",
                  "is no batch system that is known",
                  '"' + mode.on + '"',
                  "slurm",
                  "For others, start workers with --worker, or the commands of --list"});
  findings.throw_if_any();
  if (mode.cancel) return cancel(common, folder_name);
  if (mode.status && std::filesystem::is_directory(common.files.front())) {
    print_status(common, folder_name);
    return ExitCode::done;
  }
  if (!mode.on.empty()) return submit(common, mode, folder_name, jobs);
  const document::Document file = read_document(common, common.files.front(), findings);
  if (mode.worker || !mode.shard.empty() || !mode.runs.empty()) {
    campaign::StudyReader reader = mode.reader;  // names are checked before the folder is begun
    reader.read = [&](const document::Document& of, Findings& found) -> std::optional<Study> {
      std::optional<Study> read = mode.reader.read(of, found);
      if (read) check_names(*read, mode.runs, found);
      return found.empty() ? std::move(read) : std::nullopt;
    };
    std::optional<Study> study;
    const auto folder =
        campaign::join_study(reader, file, folder_name, common.command_line, jobs, study, findings);
    findings.throw_if_any();
    return draw_runs(common, mode, *study, *folder, jobs);
  }
  const std::optional<Study> study = study_of(mode.reader, file, jobs, findings);
  findings.throw_if_any();
  if (mode.list && !std::filesystem::exists(folder_name)) {
    std::vector<std::string> names;
    for (const campaign::Run& run : study->plan.runs) names.push_back(run.name);
    print_list(common, folder_name, names);
    return ExitCode::done;
  }
  const std::optional<StudyFolder> folder = StudyFolder::join(folder_name, study->identity, findings);
  findings.throw_if_any();
  if (mode.list) print_list(common, folder_name, campaign::open_runs(*study, *folder));
  if (mode.status) print_status(common, folder_name);
  if (mode.collect) {
    const campaign::Table table = campaign::collect(*study, *folder);
    campaign::write_page(*study, *folder, table, {.command_line = common.command_line, .jobs = 0});
    if (!common.quiet)
      put_out("{} of {} runs collected in {}/results.csv and {}/study.html\n", table.rows.size(),
              study->plan.runs.size(), folder_name, folder_name);
  }
  note_files(common, *folder);
  return ExitCode::done;
}

}  // namespace flangeway::app
