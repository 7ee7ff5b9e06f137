// A study as a job array of Slurm: its tasks are workers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/study_spec.hpp"

namespace flangeway::campaign {

/// Findings: what Slurm or the shell would misunderstand.
void check_slurm(const SlurmSpec& spec, Findings& findings);

/// What each task does, as words of a command line, in the folder in which it was typed.
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

/// Findings: sbatch is not installed, or the array of this folder is still in the queue. To be asked before
/// anything is written.
void check_queue(const std::filesystem::path& folder, Findings& findings);

/// Writes slurm.sh, gives it to sbatch and writes slurm.json; the number of the job. A refusal is a finding
/// with Slurm's own words and leaves neither file. `folder` has been begun.
[[nodiscard]] std::optional<std::string> submit(const std::filesystem::path& folder, const SlurmSpec& spec,
                                                const WorkerCommand& command, Findings& findings);

/// Leaves the mark that ends workers, and gives the array to scancel. What was cancelled, in words. A refusal
/// of scancel is a finding; the mark stays.
[[nodiscard]] std::string cancel(const std::filesystem::path& folder, Findings& findings);

}  // namespace flangeway::campaign
