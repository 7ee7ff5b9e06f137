// Rendezvous of the two sides of a co-simulation.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "flangeway/cosim/exchange.hpp"
#include "flangeway/cosim/track_side.hpp"

namespace flangeway::cosim {

/// Identifies the computation of both sides of a run: the texts of its files and "key.path=value" of its
/// case.
[[nodiscard]] std::string identity_of(const vehicle_case::CaseModel& model,
                                      const std::vector<std::string>& sets);

/// Folder for files of running programs, in memory if the system has one.
[[nodiscard]] std::filesystem::path runtime_folder();

/// The default folder in which sides that are started by hand meet.
[[nodiscard]] std::filesystem::path meeting_place(const std::string& identity);

/// Data that one side needs to find the other.
struct Meeting {
  const vehicle_case::CaseModel& model;
  std::string identity;
  std::filesystem::path folder;
  double wait = 60;                              ///< s, for the other side to come
  std::function<void(const std::string&)> note;  ///< receives messages for the user
};

/// Takes a seat. Throws BadInput where the folder or the file in it cannot be used.
[[nodiscard]] Exchange join(const Meeting& meeting, Side side);

/// Outcome of the track side and its error message (empty: none).
struct TrackOutcome {
  simulate::TrackReport report;
  std::string problem;
};
/// Takes the track's side from its meeting with the vehicle to the end of the run. `hindrance`: asked while
/// the vehicle has not come; a text says why it will not. `stop`: asked now and then; true ends the run.
[[nodiscard]] TrackOutcome run_track(const Meeting& meeting, const std::function<std::string()>& hindrance,
                                     const std::function<bool()>& stop);

}  // namespace flangeway::cosim
