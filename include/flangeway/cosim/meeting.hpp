// Where the two sides of a co-simulation meet.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "flangeway/cosim/exchange.hpp"
#include "flangeway/cosim/track_side.hpp"

namespace flangeway::cosim {

/// Of what both sides of a run compute: the texts of its files and "key.path=value" of its case.
[[nodiscard]] std::string identity_of(const vehicle_case::CaseModel& model,
                                      const std::vector<std::string>& sets);

/// Where files of programs that run lie, in memory if the system has such a folder.
[[nodiscard]] std::filesystem::path runtime_folder();

/// The folder in which sides that are started by hand meet unless they are told another one.
[[nodiscard]] std::filesystem::path meeting_place(const std::string& identity);

/// What a side needs to meet the other one.
struct Meeting {
  const vehicle_case::CaseModel& model;
  std::string identity;
  std::filesystem::path folder;
  double wait = 60;                              ///< s, for the other side to come
  std::function<void(const std::string&)> note;  ///< takes what a user is to know
};

/// Takes a seat. Throws BadInput where the folder or the file in it cannot be used.
[[nodiscard]] Exchange join(const Meeting& meeting, Side side);

/// What came of the track's side, and what went wrong; empty: nothing.
struct TrackOutcome {
  simulate::TrackReport report;
  std::string problem;
};
/// Takes the track's side from its meeting with the vehicle to the end of the run. `hindrance`: asked while
/// the vehicle has not come; a text says why it will not. `stop`: asked now and then; true ends the run.
[[nodiscard]] TrackOutcome run_track(const Meeting& meeting, const std::function<std::string()>& hindrance,
                                     const std::function<bool()>& stop);

}  // namespace flangeway::cosim
