#include "flangeway/cosim/wire.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::cosim {
namespace {

using wheelrail::Contact;
using wheelrail::ContactAnswer;
using wheelrail::ContactState;
using wheelrail::WheelsetHistory;
using wheelrail::WheelsetResult;

// One description of a message, walked along by who writes it and by who reads it.
struct Writer {
  double* at;
  void number(const double& x) { *at++ = x; }
  template <typename T>
  void whole(const T& x) {
    *at++ = static_cast<double>(x);
  }
};
struct Reader {
  const double* at;
  bool sound = true;  // all numbers so far are finite
  void number(double& x) {
    x = *at++;
    sound = sound && std::isfinite(x);
  }
  template <typename T>
  void whole(T& x) {
    const double number = *at++;  // from another process: anything
    sound = sound && std::isfinite(number);
    x = static_cast<T>(number >= 0 && number < 1e15 ? static_cast<long>(number) : 0);
  }
};

template <typename Wire, typename Matrix>
void matrix(Wire& wire, Matrix& m) {
  for (Eigen::Index i = 0; i < m.size(); ++i) wire.number(m.data()[i]);
}

template <typename Wire, typename C>
void walk_contact(Wire& wire, C& contact) {
  for (auto& value : contact.values) wire.number(value);
  for (auto* v : {&contact.arm, &contact.normal, &contact.lateral, &contact.force}) matrix(wire, *v);
  matrix(wire, contact.longitudinal);
  for (auto* x :
       {&contact.indentation, &contact.angle, &contact.normal_force, &contact.stiffness, &contact.hertz_force,
        &contact.creepages.longitudinal, &contact.creepages.lateral, &contact.creepages.spin,
        &contact.forces.longitudinal, &contact.forces.lateral, &contact.forces.spin_moment})
    wire.number(*x);
  wire.whole(contact.side);
  wire.whole(contact.flange);
}

// Derailments look at where the touches of a wheel are.
template <typename Wire, typename W>
void walk_wheel(Wire& wire, W& wheel) {
  wire.number(wheel.placement.y);
  wire.number(wheel.placement.z);
  wire.whole(wheel.candidates.count);
  for (auto& touch : wheel.candidates.at) {
    wire.number(touch.wheel_s);
    wire.whole(touch.pressed);
  }
}

template <typename Wire, typename R, typename H, typename A>
void walk_wheelset(Wire& wire, R& result, H& history, A& answer) {
  wire.whole(result.failure);
  matrix(wire, result.reaction);
  matrix(wire, history.damping);
  matrix(wire, answer.stiffness);
  matrix(wire, answer.damping);
  for (std::size_t side = 0; side < 2; ++side) {
    wire.whole(result.lifted[side]);
    wire.number(result.gap[side]);
    wire.number(history.forces[side].discontinuity);
    walk_wheel(wire, result.wheels[side]);
  }
  wire.whole(result.contact_count);
}

template <typename Wire, typename R>
void walk_head(Wire& wire, R& reply) {
  wire.whole(reply.status);
  wire.whole(reply.report.steps);
  wire.whole(reply.report.unknowns);
  wire.number(reply.report.wall_time);
}

std::size_t max_reply_numbers(std::size_t wheelsets) {
  std::vector<double> space(1 << 16);
  Writer wire{space.data()};
  walk_head(wire, static_cast<const Reply&>(Reply{}));
  const auto head = static_cast<std::size_t>(wire.at - space.data());
  const WheelsetResult result;
  const WheelsetHistory history;
  walk_wheelset(wire, result, history, static_cast<const ContactAnswer&>(ContactAnswer{}));
  for (const Contact& contact : result.contacts) walk_contact(wire, contact);
  return head + wheelsets * (static_cast<std::size_t>(wire.at - space.data()) - head);
}

// In place of a question.
constexpr double row_request = -1, deformed_track_request = -2;

}  // namespace

Agreement agreement(const vehicle_case::CaseModel& model, const std::string& identity) {
  const std::size_t wheelsets = model.contact.wheelsets.size();
  return {identity, 2 + 12 * wheelsets,
          std::max({max_reply_numbers(wheelsets), simulate::track_channel_count(model),
                    simulate::deformed_track_places(model).numbers()})};
}

void gather_wheelsets(const vehicle_case::CaseModel& model, const double* y, std::vector<double>& wheelsets) {
  const std::size_t velocities = model.vehicle.bodies.velocity_offset();
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    const double* q = y + 6 * model.contact.wheelsets[i].body;
    std::copy_n(q, 6, &wheelsets[12 * i]);
    std::copy_n(q + velocities, 6, &wheelsets[12 * i + 6]);
  }
}

void write_request(const Request& request, const std::vector<double>& wheelsets, double* to) {
  *to++ = request.wanted == Wanted::row              ? row_request
          : request.wanted == Wanted::deformed_track ? deformed_track_request
                                                     : static_cast<double>(request.question);
  *to++ = request.t;
  std::copy(wheelsets.begin(), wheelsets.end(), to);
}

Request read_request(const double* from, std::vector<double>& wheelsets) {
  Request request;
  if (*from == row_request) request.wanted = Wanted::row;
  if (*from == deformed_track_request) request.wanted = Wanted::deformed_track;
  const bool asks = request.wanted == Wanted::contacts;
  if (asks) Reader{from}.whole(request.question);
  request.t = from[1];
  std::copy_n(from + 2, wheelsets.size(), wheelsets.begin());
  const auto finite = [](double x) { return std::isfinite(x); };
  request.sound = !asks || (std::isfinite(*from) && std::isfinite(request.t) &&
                            std::all_of(wheelsets.begin(), wheelsets.end(), finite));
  return request;
}

void write_reply(const Reply& reply, const std::vector<WheelsetResult>& wheelsets, const ContactState& state,
                 const std::vector<ContactAnswer>& answers, double* to) {
  Writer wire{to};
  walk_head(wire, reply);
  for (std::size_t i = 0; i < wheelsets.size(); ++i) {
    walk_wheelset(wire, wheelsets[i], state.wheelsets[i], answers[i]);
    for (std::size_t k = 0; k < wheelsets[i].contact_count; ++k) walk_contact(wire, wheelsets[i].contacts[k]);
  }
}

Reply read_reply(const double* from, std::vector<WheelsetResult>& wheelsets, ContactState& state,
                 std::vector<ContactAnswer>& answers) {
  Reader wire{from};
  Reply reply;
  walk_head(wire, reply);
  for (std::size_t i = 0; i < wheelsets.size(); ++i) {
    WheelsetResult& result = wheelsets[i];
    walk_wheelset(wire, result, state.wheelsets[i], answers[i]);
    result.contact_count = std::min(result.contact_count, result.contacts.size());
    for (auto& wheel : result.wheels)
      wheel.candidates.count = std::min(wheel.candidates.count, wheel.candidates.at.size());
    for (std::size_t k = 0; k < result.contact_count; ++k) {
      result.contacts[k].elastic = true;
      walk_contact(wire, result.contacts[k]);
      result.contacts[k].side = std::min<std::size_t>(result.contacts[k].side, 1);
    }
  }
  reply.sound = wire.sound;
  return reply;
}

}  // namespace flangeway::cosim
