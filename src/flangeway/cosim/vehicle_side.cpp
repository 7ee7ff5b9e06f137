#include "flangeway/cosim/vehicle_side.hpp"

#include <algorithm>

#include "flangeway/cosim/track_side.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::cosim {

VehicleSide::VehicleSide(const vehicle::CaseModel& model, Exchange& exchange)
    : model_(model),
      exchange_(exchange),
      wheelsets_(12 * model.contact.wheelsets.size()),
      row_size_(simulate::track_channel_count(model)) {}

bool VehicleSide::exchange(const Request& request, double seconds) {
  if (!problem_.empty()) return false;
  write_request(request, wheelsets_, exchange_.outgoing());
  exchange_.send();
  if (exchange_.receive(seconds)) return true;
  problem_ = exchange_.finished() ? "the track side has ended before the run" : exchange_.problem();
  return false;
}

EvalStatus VehicleSide::ask(simulate::Question question, double t, const double* y,
                            wheelrail::Workspace& contacts, std::vector<wheelrail::ContactAnswer>& answers) {
  constexpr double longest_rest = 120;  // [s] the equilibrium of a whole mesh is no step
  gather_wheelsets(model_, y, wheelsets_);
  const double seconds = question == simulate::Question::rest ? longest_rest : patience;
  if (!exchange({false, question, t}, seconds)) return EvalStatus::fatal;
  const Reply reply = read_reply(exchange_.incoming(), contacts.wheelsets, answers);
  if (reply.status == EvalStatus::ok && !reply.sound) {
    problem_ = "the track side sent a number that is not finite";
    return EvalStatus::fatal;
  }
  report_ = reply.report;
  return reply.status;
}

void VehicleSide::track_row(double* row) {
  if (exchange({true, {}, 0}, patience)) {
    std::copy_n(exchange_.incoming(), row_size_, row);
  } else {
    std::fill_n(row, row_size_, 0.0);
  }
}

std::string serve(TrackSide& track, Exchange& exchange, const std::function<bool()>& stop) {
  constexpr double longest_start =
      30;  // [s] the vehicle makes its result file before it asks for the first time
  for (double seconds = longest_start; exchange.receive(seconds, stop); seconds = patience) {
    track.answer(exchange.incoming(), exchange.outgoing());
    exchange.send();
  }
  return exchange.problem();
}

}  // namespace flangeway::cosim
