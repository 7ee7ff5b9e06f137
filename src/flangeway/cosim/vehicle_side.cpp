#include "flangeway/cosim/vehicle_side.hpp"

#include <algorithm>
#include <utility>

#include "flangeway/cosim/track_side.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::cosim {
namespace {

constexpr const char* unreadable = "the track side sent a message that cannot be read";

}  // namespace

VehicleSide::VehicleSide(const vehicle_case::CaseModel& model, Exchange& exchange, std::function<bool()> stop)
    : model_(model),
      exchange_(exchange),
      stop_(std::move(stop)),
      row_size_(simulate::track_channel_count(model)),
      deformed_track_size_(simulate::deformed_track_places(model).numbers()),
      request_(make_request(model)),
      reply_(make_reply(model)) {
  reply_.shown.reserve(std::max(row_size_, deformed_track_size_));
}

// The answer to a step comes at once. The equilibrium of a whole mesh takes longer, and users may stop it.
bool VehicleSide::exchange(double seconds) {
  if (!problem_.empty()) return false;
  encoder_.clear();
  encoder_(request_);
  exchange_.send(encoder_.bytes());
  const bool rests = request_.wanted == Wanted::contacts && request_.question == simulate::Question::rest;
  if (!exchange_.receive(seconds, rests ? stop_ : nullptr)) {
    problem_ = exchange_.finished() ? "the track side has ended before the run" : exchange_.problem();
    if (problem_.empty()) problem_ = "interrupted while the track came to rest";
    return false;
  }
  const MessageFault fault = decode(exchange_.incoming(), reply_);
  if (fault == MessageFault::not_finite) problem_ = "the track side sent a number that is not finite";
  if (fault == MessageFault::malformed) problem_ = unreadable;
  return fault == MessageFault::none;
}

EvalStatus VehicleSide::ask(simulate::Question question, double t, const double* y,
                            wheelrail::Workspace& contacts, wheelrail::ContactState& state,
                            std::vector<wheelrail::ContactAnswer>& answers) {
  constexpr double max_rest = 120;  // s, for the equilibrium of a whole mesh
  request_.wanted = Wanted::contacts;
  request_.question = question;
  request_.t = t;
  gather_wheelsets(model_, y, request_.wheelsets);
  if (!exchange(question == simulate::Question::rest ? max_rest : patience)) return EvalStatus::fatal;
  take(reply_, contacts, state, answers);
  return reply_.status;
}

void VehicleSide::show(Wanted wanted, std::size_t numbers, double* to) {
  request_.wanted = wanted;
  if (exchange(patience) && reply_.shown.size() == numbers) {
    std::copy(reply_.shown.begin(), reply_.shown.end(), to);
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

std::vector<std::byte> VehicleSide::save() {
  std::vector<std::byte> state;
  const StatePiece& piece = reply_.piece;
  request_.wanted = Wanted::state;
  do {
    request_.piece.place = state.size();
    if (!exchange(patience)) return {};
    if (piece.place != state.size() || piece.bytes.empty()) {
      problem_ = unreadable;
      return {};
    }
    state.insert(state.end(), piece.bytes.begin(), piece.bytes.end());
  } while (state.size() < piece.whole);
  request_.piece = {};
  return state;
}

bool VehicleSide::load(std::span<const std::byte> state) {
  bool taken = !state.empty();
  request_.wanted = Wanted::restored_state;
  for (std::size_t place = 0; taken && place < state.size(); place += StatePiece::max_bytes) {
    const auto piece = state.subspan(place, std::min(state.size() - place, StatePiece::max_bytes));
    request_.piece = {place, state.size(), {piece.begin(), piece.end()}};
    taken = exchange(patience) && reply_.status == EvalStatus::ok;
  }
  request_.piece = {};
  return taken;
}

std::string serve(TrackSide& track, Exchange& exchange, const std::function<bool()>& stop) {
  constexpr double max_writing = 30;  // s; the vehicle makes its result file, or writes a checkpoint into it
  StateEncoder reply;
  for (double seconds = max_writing; exchange.receive(seconds, stop);
       seconds = track.is_at_checkpoint() ? max_writing : patience) {
    track.answer(exchange.incoming(), reply);
    exchange.send(reply.bytes());
  }
  return exchange.problem();
}

}  // namespace flangeway::cosim
