// The messages that the two sides exchange, encoded like states (core/state_codec.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/cosim/header.hpp"
#include "flangeway/simulate/remote_contact.hpp"
#include "flangeway/wheelrail/result_codec.hpp"

namespace flangeway::cosim {

/// Request of the vehicle. The row and the deformed track are for the results only. A checkpoint takes the
/// state of the track, and a run that is continued gives it back.
enum class Wanted { contacts, row, deformed_track, state, restored_state };

/// A piece of the state of the track, which is longer than a message.
struct StatePiece {
  static constexpr std::size_t max_bytes = 1 << 16;
  std::uint64_t place = 0;  ///< of its first byte in the state
  std::uint64_t whole = 0;  ///< bytes of the whole state
  std::vector<std::byte> bytes;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<StatePiece> piece) {
  codec(piece.place, piece.whole, piece.bytes);
}

/// A message of the vehicle.
struct Request {
  Wanted wanted = Wanted::contacts;
  simulate::Question question = simulate::Question::look;
  double t = 0;                   ///< s
  std::vector<double> wheelsets;  ///< q, then q̇ of each wheelset: 12 numbers
  StatePiece piece;               ///< restored_state: the piece; state: its place alone
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Request> request) {
  codec(request.wanted, request.question, request.t, request.wheelsets, request.piece);
}

/// State that the contacts of a wheelset carry from step to step, as far as results show it or the vehicle
/// uses it.
struct CarriedByContacts {
  Vec6 damping = Vec6::Zero();            ///< 1/s, rates of damping by creep
  std::array<double, 2> discontinuity{};  ///< N, of the force of the left and the right wheel
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<CarriedByContacts> carried) {
  codec(carried.damping, carried.discontinuity);
}

/// A message of the track. `shown` is the row or the record of the deformed track, and `piece` the piece of
/// the state, if the vehicle wanted it. The other vectors have one element per wheelset.
/// Fields needed by other programs come first.
struct Reply {
  EvalStatus status = EvalStatus::ok;
  simulate::TrackReport report;
  std::vector<Vec6> forces;  ///< N, Nm: generalised forces of the contacts
  std::vector<wheelrail::ContactAnswer> answers;
  std::vector<CarriedByContacts> carried;
  std::vector<wheelrail::WheelsetResult> wheelsets;
  std::vector<double> shown;
  StatePiece piece;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Reply> reply) {
  codec(reply.status, reply.report.steps, reply.report.unknowns, reply.report.wall_time, reply.forces,
        reply.answers, reply.carried, reply.shown, reply.piece);
  for (auto& wheelset : reply.wheelsets) codec(wheelset);
}

/// Message with the sizes of a case; a message is decoded into one of these.
[[nodiscard]] Request make_request(const vehicle_case::CaseModel& model);
[[nodiscard]] Reply make_reply(const vehicle_case::CaseModel& model);

/// For both sides of a case; `identity`: of its files.
[[nodiscard]] Agreement agreement(const vehicle_case::CaseModel& model, const std::string& identity);

/// Takes the wheelsets from the state y of a vehicle.
void gather_wheelsets(const vehicle_case::CaseModel& model, const double* y, std::vector<double>& wheelsets);

/// Problem of a received message.
enum class MessageFault { none, malformed, not_finite };
/// Decodes the bytes of another process, which may be anything, into a message of this case.
[[nodiscard]] MessageFault decode(std::span<const std::byte> bytes, Request& request);
[[nodiscard]] MessageFault decode(std::span<const std::byte> bytes, Reply& reply);

/// Hands the contents of a reply to the vehicle.
void take(const Reply& reply, wheelrail::Workspace& contacts, wheelrail::ContactState& state,
          std::vector<wheelrail::ContactAnswer>& answers);

}  // namespace flangeway::cosim
