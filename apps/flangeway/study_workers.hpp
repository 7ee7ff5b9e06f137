// The ways of flangeway study and flangeway optimise to share their runs among processes.
#pragma once

#include "command.hpp"
#include "flangeway/campaign/optimise.hpp"

namespace flangeway::app {

struct SharedStudy {
  const char* verb = "study";  ///< or "optimise"
  campaign::StudyReader reader = {};
  bool worker = false, list = false, status = false, collect = false, cancel = false;
  std::string shard = {}, on = {};
  std::vector<std::string> runs = {};
  double lease = 60;  // s
};

[[nodiscard]] std::vector<Option> options_of(SharedStudy& mode);
/// Those that an optimisation has, too, whose runs are not known beforehand.
[[nodiscard]] std::vector<Option> options_of_workers(SharedStudy& mode);
[[nodiscard]] int ways_chosen(const SharedStudy& mode);
/// Findings: more than one way, or one with --force. `ways` names all that there are.
void check_ways(const Common& common, const char* ways, int chosen, Findings& findings);
/// Notes which run files do not count, or have no checksums.
void note_files(const Common& common, const campaign::StudyFolder& folder);
/// The folder that is given, or the name of the file without its ending.
[[nodiscard]] std::string study_folder(const Common& common);
/// Findings: a part that is none, and what the folder refuses.
[[nodiscard]] ExitCode run_shared(const Common& common, const SharedStudy& mode, const std::string& folder,
                                  std::size_t jobs);

}  // namespace flangeway::app
