// A study as a job array of Slurm: its tasks are workers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/folder.hpp"
#include "flangeway/campaign/study_spec.hpp"

namespace flangeway::campaign {

/// Findings: what Slurm or the shell would misunderstand.
void check_slurm(const SlurmSpec& spec, Findings& findings);

/// Command of each task, as words of a command line, in the folder in which it was typed.
struct WorkerCommand {
  std::filesystem::path working_folder;
  std::vector<std::string> words;
};

/// The script for sbatch. The worker takes the place of the shell, so that Slurm's signals reach it. `folder`
/// of the study: absolute.
[[nodiscard]] std::string slurm_script(const SlurmSpec& spec, const std::filesystem::path& folder,
                                       const WorkerCommand& command);

/// The job array that the folder names; nothing if none was submitted.
[[nodiscard]] std::optional<std::string> submitted_job(const std::filesystem::path& folder);

/// Findings: sbatch is not installed, the array of this folder is still in the queue, or squeue cannot tell.
/// To be called before anything is written.
void check_queue(const std::filesystem::path& folder, Findings& findings);

/// Writes slurm.sh, gives it to sbatch and writes slurm.json; the number of the job. Findings: those of
/// check_queue(), that another process submits now, and a refusal in Slurm's own words. A refusal leaves no
/// slurm.sh, and the files of an earlier submission or cancel() stay. If sbatch ends without a number the
/// script stays. `begun` is released before sbatch is called.
[[nodiscard]] std::optional<std::string> submit(StudyFolder begun, const SlurmSpec& spec,
                                                const WorkerCommand& command, Findings& findings);

/// Leaves the mark that ends workers, and gives the array to scancel. What was cancelled, in words. A mark
/// that cannot be written is a finding, and so is a refusal of scancel; each is done though the other fails.
[[nodiscard]] std::string cancel(const std::filesystem::path& folder, Findings& findings);

}  // namespace flangeway::campaign
