// What the numbers of an exchange mean.
#pragma once

#include <string>
#include <vector>

#include "flangeway/cosim/header.hpp"
#include "flangeway/simulate/remote_contact.hpp"

namespace flangeway::cosim {

/// What a message of the vehicle asks for; of what results show of the track, all else is not looked at.
enum class Wanted { contacts, row, deformed_track };

/// A message of the vehicle.
struct Request {
  Wanted wanted = Wanted::contacts;
  simulate::Question question = simulate::Question::look;
  double t = 0;
  bool sound = true;  ///< as read: all numbers are finite
};
/// A message of the track, besides what it says of the wheelsets.
struct Reply {
  EvalStatus status = EvalStatus::ok;
  simulate::TrackReport report;
  bool sound = true;  ///< as read: all numbers are finite
};

/// Of both sides of a case; `identity`: of its files.
[[nodiscard]] Agreement agreement(const vehicle_case::CaseModel& model, const std::string& identity);

/// From the state y of a vehicle: per wheelset q, then q̇, 12 numbers.
void gather_wheelsets(const vehicle_case::CaseModel& model, const double* y, std::vector<double>& wheelsets);

/// `wheelsets`: as of gather_wheelsets().
void write_request(const Request& request, const std::vector<double>& wheelsets, double* to);
[[nodiscard]] Request read_request(const double* from, std::vector<double>& wheelsets);

void write_reply(const Reply& reply, const std::vector<wheelrail::WheelsetResult>& wheelsets,
                 const wheelrail::ContactState& state, const std::vector<wheelrail::ContactAnswer>& answers,
                 double* to);
/// Fills of the wheelsets, and of what their contacts carry, what results, events and derailments look at.
[[nodiscard]] Reply read_reply(const double* from, std::vector<wheelrail::WheelsetResult>& wheelsets,
                               wheelrail::ContactState& state,
                               std::vector<wheelrail::ContactAnswer>& answers);

}  // namespace flangeway::cosim
