#include "flangeway/cosim/vehicle_side.hpp"

#include <algorithm>
#include <utility>

#include "flangeway/cosim/track_side.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::cosim {

VehicleSide::VehicleSide(const vehicle_case::CaseModel& model, Exchange& exchange, std::function<bool()> stop)
    : model_(model),
      exchange_(exchange),
      stop_(std::move(stop)),
      wheelsets_(12 * model.contact.wheelsets.size()),
      row_size_(simulate::track_channel_count(model)),
      deformed_track_size_(simulate::deformed_track_places(model).numbers()) {}

// The answer to a step comes at once; the equilibrium of a whole mesh may be too long for who has stopped.
bool VehicleSide::exchange(const Request& request, double seconds) {
  if (!problem_.empty()) return false;
  write_request(request, wheelsets_, exchange_.outgoing());
  exchange_.send();
  const bool rests = request.wanted == Wanted::contacts && request.question == simulate::Question::rest;
  if (exchange_.receive(seconds, rests ? stop_ : nullptr)) return true;
  problem_ = exchange_.finished() ? "the track side has ended before the run" : exchange_.problem();
  if (problem_.empty()) problem_ = "interrupted while the track came to rest";
  return false;
}

EvalStatus VehicleSide::ask(simulate::Question question, double t, const double* y,
                            wheelrail::Workspace& contacts, wheelrail::ContactState& state,
                            std::vector<wheelrail::ContactAnswer>& answers) {
  constexpr double max_rest = 120;  // [s] the equilibrium of a whole mesh is no step
  gather_wheelsets(model_, y, wheelsets_);
  const double seconds = question == simulate::Question::rest ? max_rest : patience;
  if (!exchange({Wanted::contacts, question, t}, seconds)) return EvalStatus::fatal;
  const Reply reply = read_reply(exchange_.incoming(), contacts.wheelsets, state, answers);
  if (reply.status == EvalStatus::ok && !reply.sound) {
    problem_ = "the track side sent a number that is not finite";
    return EvalStatus::fatal;
  }
  report_ = reply.report;
  return reply.status;
}

void VehicleSide::show(Wanted wanted, std::size_t numbers, double* to) {
  if (exchange({wanted, {}, 0}, patience)) {
    std::copy_n(exchange_.incoming(), numbers, to);
  } else {
    std::fill_n(to, numbers, 0.0);
  }
}

void VehicleSide::track_row(double* row) {
  show(Wanted::row, row_size_, row);
}

void VehicleSide::deformed_track(double* record) {
  show(Wanted::deformed_track, deformed_track_size_, record);
}

std::string serve(TrackSide& track, Exchange& exchange, const std::function<bool()>& stop) {
  constexpr double max_start = 30;  // [s] the vehicle makes its result file before it asks for the first time
  for (double seconds = max_start; exchange.receive(seconds, stop); seconds = patience) {
    track.answer(exchange.incoming(), exchange.outgoing());
    exchange.send();
  }
  return exchange.problem();
}

}  // namespace flangeway::cosim
