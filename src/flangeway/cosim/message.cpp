#include "flangeway/cosim/message.hpp"

#include <algorithm>

#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::cosim {
namespace {

template <typename Message>
std::size_t encoded_size(const Message& message) {
  return encode_state(message).size();
}

// No message of a case is longer than these.
Request longest_request(const vehicle_case::CaseModel& model) {
  Request request = make_request(model);
  request.piece.bytes.resize(StatePiece::max_bytes);
  return request;
}

Reply longest_reply(const vehicle_case::CaseModel& model) {
  Reply reply = make_reply(model);
  for (wheelrail::WheelsetResult& wheelset : reply.wheelsets) {
    wheelset.contact_count = wheelset.contacts.size();
    for (wheelrail::WheelResult& wheel : wheelset.wheels) wheel.candidates.count = wheel.candidates.at.size();
  }
  reply.shown.resize(
      std::max(simulate::track_channel_count(model), simulate::deformed_track_places(model).numbers()));
  reply.piece.bytes.resize(StatePiece::max_bytes);
  return reply;
}

bool is_one_of(EvalStatus status) {
  return status >= EvalStatus::ok && status <= EvalStatus::fatal;
}

bool is_sound(const Request& request, std::size_t numbers) {
  return request.wanted >= Wanted::contacts && request.wanted <= Wanted::restored_state &&
         request.question >= simulate::Question::look && request.question <= simulate::Question::step &&
         request.wheelsets.size() == numbers;
}

bool is_sound(const Reply& reply, std::size_t wheelsets) {
  return is_one_of(reply.status) && reply.forces.size() == wheelsets && reply.carried.size() == wheelsets &&
         reply.answers.size() == wheelsets &&
         std::all_of(reply.wheelsets.begin(), reply.wheelsets.end(),
                     [](const wheelrail::WheelsetResult& wheelset) { return wheelrail::is_sound(wheelset); });
}

}  // namespace

Request make_request(const vehicle_case::CaseModel& model) {
  Request request;
  request.wheelsets.resize(12 * model.contact.wheelsets.size());
  return request;
}

Reply make_reply(const vehicle_case::CaseModel& model) {
  const std::size_t wheelsets = model.contact.wheelsets.size();
  Reply reply;
  reply.wheelsets.resize(wheelsets);
  reply.forces.assign(wheelsets, Vec6::Zero());
  reply.carried.resize(wheelsets);
  reply.answers.resize(wheelsets);
  return reply;
}

Agreement agreement(const vehicle_case::CaseModel& model, const std::string& identity) {
  return {identity, encoded_size(longest_request(model)), encoded_size(longest_reply(model))};
}

void gather_wheelsets(const vehicle_case::CaseModel& model, const double* y, std::vector<double>& wheelsets) {
  const std::size_t velocities = model.vehicle.bodies.velocity_offset();
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    const double* q = y + 6 * model.contact.wheelsets[i].body;
    std::copy_n(q, 6, &wheelsets[12 * i]);
    std::copy_n(q + velocities, 6, &wheelsets[12 * i + 6]);
  }
}

MessageFault decode(std::span<const std::byte> bytes, Request& request) {
  const std::size_t numbers = request.wheelsets.size();
  if (!decode_state(bytes, request) || !is_sound(request, numbers)) {
    request.wheelsets.resize(numbers);
    return MessageFault::malformed;
  }
  return all_finite(request) ? MessageFault::none : MessageFault::not_finite;
}

// A reply without an answer may have any numbers.
MessageFault decode(std::span<const std::byte> bytes, Reply& reply) {
  const std::size_t wheelsets = reply.wheelsets.size();
  if (!decode_state(bytes, reply) || !is_sound(reply, wheelsets)) return MessageFault::malformed;
  return reply.status != EvalStatus::ok || all_finite(reply) ? MessageFault::none : MessageFault::not_finite;
}

void take(const Reply& reply, wheelrail::Workspace& contacts, wheelrail::ContactState& state,
          std::vector<wheelrail::ContactAnswer>& answers) {
  std::copy(reply.wheelsets.begin(), reply.wheelsets.end(), contacts.wheelsets.begin());
  std::copy(reply.answers.begin(), reply.answers.end(), answers.begin());
  for (std::size_t i = 0; i < reply.carried.size(); ++i) {
    contacts.wheelsets[i].reaction = reply.forces[i];
    wheelrail::WheelsetHistory& history = state.wheelsets[i];
    history.damping = reply.carried[i].damping;
    for (std::size_t side = 0; side < 2; ++side)
      history.forces[side].discontinuity = reply.carried[i].discontinuity[side];
  }
}

}  // namespace flangeway::cosim
