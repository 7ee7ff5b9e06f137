#include "flangeway/simulate/initial_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/simulate/balance_in_curve.hpp"
#include "flangeway/simulate/rollers.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::simulate {
namespace {

constexpr double first_indentation = 5e-5;  // [m] of elastic contact

class Start {
 public:
  Start(Equations& equations, State& state)
      : equations_(equations), model_(equations.model()), y_(state.y), rate_(state.y.size()) {}

  void find() {
    // Two rounds: the second one starts from the contacts of the first and settles the velocities.
    for (int i = 0; i < 2; ++i) {
      multibody::Workspace& bodies = equations_.workspace().bodies;
      multibody::evaluate_kinematics(model_.vehicle.bodies, model_.track, y_.data(), bodies);
      (void)equations_.settle_wheels(0, y_.data());
      hang();
      if (!wheelrail::constrained(*model_.contact.method)) rest_on_rails();
      if (i == 0) lift_onto_wheelsets();
      bend_to_curve();
      roll_without_slip();
    }
    if (model_.structure || model_.mass_spring) settle_on_track();
    if (equations_.remote() != nullptr) ask_remote(Question::start);
    equations_.commit();
    equations_.begin_run(std::max(status_, hung_));
  }

 private:
  void hang() {
    if (equations_.joints().any()) hung_ = equations_.hang(y_.data());
  }

  // Asks once: a failure that the run does not ask for again fails its first evaluation.
  void ask_remote(Question question) {
    status_ = std::max(status_, equations_.ask_remote(question, y_.data()));
  }

  [[nodiscard]] const wheelrail::WheelsetResult& contacts_of(std::size_t wheelset) const {
    return equations_.workspace().contacts.wheelsets[wheelset];
  }

  void rest_on_rails();
  void place(std::size_t wheelset, bool at_stiffness);
  void place_one_wheel(std::size_t wheelset, double stiffness);
  void settle_on_track();
  void lift_onto_wheelsets();
  void bend_to_curve();
  void roll_without_slip();
  void roll_apart(std::size_t wheelset, double creepage_over_radius);

  Equations& equations_;
  const vehicle_case::CaseModel& model_;
  std::vector<double>&y_, rate_;
  EvalStatus hung_ = EvalStatus::ok;    // joints went where their wheelsets are
  EvalStatus status_ = EvalStatus::ok;  // the worst of the other solver's
};

// Elastic contact: first both wheels of each wheelset to a common indentation, then, with the stiffness of
// the contacts, to where the vertical force and the roll moment vanish.
void Start::rest_on_rails() {
  constexpr int placing = 20, rounds = 40;
  for (int round = 0; round < rounds; ++round) {
    (void)equations_.derivative(0, y_.data(), rate_.data());
    for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) place(i, round >= placing);
    hang();
  }
}

// Its carrier does not roll. No stiffness: onto the rail.
void Start::place_one_wheel(std::size_t i, double stiffness) {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t body = model_.contact.wheelsets[i].body,
                    side = multibody::side_of_wheel(vehicle.bodies[body]);
  double& z = y_[6 * body + 2];
  if (stiffness > 0) {
    z += equations_.workspace().bodies.bodies[body].mass * rate_[vehicle.velocity_offset() + 6 * body + 2] /
         stiffness;
  } else {
    z -= contacts_of(i).gap[side] + first_indentation;
  }
}

void Start::place(std::size_t i, bool at_stiffness) {
  constexpr double half_base = 0.75;  // [m]
  const wheelrail::WheelsetResult& wheelset = contacts_of(i);
  const std::size_t body = 6 * model_.contact.wheelsets[i].body;
  double vertical = 0, rolling = 0;  // stiffness
  for (std::size_t k = 0; k < wheelset.contact_count; ++k) {
    const wheelrail::Contact& contact = wheelset.contacts[k];
    const double stiffness = contact.stiffness * contact.normal.z() * contact.normal.z();
    vertical += stiffness;
    rolling += stiffness * contact.arm.y() * contact.arm.y();
  }
  if (multibody::carries_one_wheel(model_.vehicle.bodies.bodies[model_.contact.wheelsets[i].body])) {
    place_one_wheel(i, at_stiffness ? vertical : 0);
    return;
  }
  if (!at_stiffness || !(vertical > 0 && rolling > 0)) {
    const double left = -wheelset.gap[0] - first_indentation, right = -wheelset.gap[1] - first_indentation;
    y_[body + 2] += (left + right) / 2;
    y_[body + 3] += (left - right) / (2 * half_base);
    return;
  }
  const std::size_t offset = model_.vehicle.bodies.velocity_offset();
  const multibody::BodyState& b = equations_.workspace().bodies.bodies[model_.contact.wheelsets[i].body];
  y_[body + 2] += b.mass * rate_[offset + body + 2] / vertical;
  y_[body + 3] += b.rotational_mass(0, 0) * rate_[offset + body + 3] / rolling;
}

// The track sinks under the wheels, and the vehicle follows it.
void Start::settle_on_track() {
  (void)equations_.derivative(0, y_.data(), rate_.data());
  if (equations_.remote() != nullptr) {
    ask_remote(Question::rest);
  } else {
    equations_.rest_track(y_.data());
  }
  for (int i = 0; i < 2; ++i) {
    (void)equations_.settle_wheels(0, y_.data());
    if (!wheelrail::constrained(*model_.contact.method)) rest_on_rails();
    if (i == 0) lift_onto_wheelsets();
    bend_to_curve();
    roll_without_slip();
  }
}

// Wheels touch beside their tape circle, so the wheelsets stand some tenths of a millimetre off their nominal
// height. The vehicle goes with them: else its springs would start with a load that is not the static one.
void Start::lift_onto_wheelsets() {
  if (model_.contact.wheelsets.empty()) return;
  const multibody::Model& vehicle = model_.vehicle.bodies;
  double lift = 0;
  for (const wheelrail::Wheelset& wheelset : model_.contact.wheelsets)
    lift += y_[6 * wheelset.body + 2] - vehicle.bodies[wheelset.body].initial(2);
  lift /= static_cast<double>(model_.contact.wheelsets.size());
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    if (!vehicle.bodies[i].wheelset) y_[6 * i + 2] = vehicle.bodies[i].initial(2) + lift;
  }
  hang();
}

// The suspension, in a curve. Wheelsets that it turns stand a little higher or lower: the second round puts
// them onto the rails, and balances what this changes.
void Start::bend_to_curve() {
  if (model_.contact.wheelsets.empty()) return;
  if (balance_in_curve(equations_, y_.data())) hang();
}

// Independent wheels, which have no reason to slip.
void Start::roll_apart(std::size_t i, double creepage_over_radius) {
  const std::size_t place = model_.vehicle.wheelsets[i].twist;
  if (place == multibody::no_index) return;
  const multibody::AxleTwist& twist = model_.vehicle.bodies.axle_twists[place];
  const double speed = equations_.workspace().bodies.bodies[twist.body].velocity.x();
  if (!twist.elastic)
    y_[model_.vehicle.bodies.auxiliary_offset() + twist.rate] += std::abs(speed) * creepage_over_radius;
}

// Means over the contacts of a wheel, by their load.
struct RollingWheel {
  double load = 0, radius = 0, slip = 0;  // N, m, longitudinal creepage
};

std::array<RollingWheel, 2> rolling_wheels(const wheelrail::WheelsetResult& wheelset) {
  std::array<RollingWheel, 2> wheels;
  for (std::size_t k = 0; k < wheelset.contact_count; ++k) {
    const wheelrail::Contact& contact = wheelset.contacts[k];
    if (contact.back) continue;
    RollingWheel& wheel = wheels[contact.side];
    wheel.radius -= contact.values[geometry::wheel_z] * contact.normal_force;
    wheel.load += contact.normal_force;
    wheel.slip += contact.creepages.longitudinal * contact.normal_force;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    if (!(wheels[side].load > 0)) continue;
    wheels[side].radius = wheels[side].radius / wheels[side].load + wheelset.rise[side].wheel.value;
    wheels[side].slip /= wheels[side].load;
  }
  return wheels;
}

// Every wheelset spins at the speed over the mean radius of its contacts, so that a run starts without a
// jerk. With elastic contact they do not rise with uneven surfaces: on short waves wheels stay where they
// are.
void Start::roll_without_slip() {
  if (equations_.derivative(0, y_.data(), rate_.data()) != EvalStatus::ok) return;
  const std::size_t offset = model_.vehicle.bodies.velocity_offset();
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    const wheelrail::WheelsetResult& wheelset = contacts_of(i);
    const std::array<RollingWheel, 2> wheels = rolling_wheels(wheelset);
    const std::size_t place = model_.contact.wheelsets[i].body, body = 6 * place;
    const multibody::Workspace& bodies = equations_.workspace().bodies;
    if (multibody::carries_one_wheel(model_.vehicle.bodies.bodies[place])) {
      const RollingWheel& wheel = wheels[multibody::side_of_wheel(model_.vehicle.bodies.bodies[place])];
      if (wheel.load > 0) y_[offset + body + 4] = bodies.bodies[place].velocity.x() / wheel.radius;
      continue;
    }
    if (!(wheels[0].load > 0 && wheels[1].load > 0)) continue;
    const double mean = wheels[0].radius / 2 + wheels[1].radius / 2;
    y_[offset + body + 4] = y_[offset + body] / mean;
    if (model_.roller_rig)
      y_[offset + body + 4] *= radius_at_contacts(model_, bodies, wheelset, i) / model_.roller_rig->radius;
    roll_apart(i, (wheels[0].slip - wheels[1].slip) / mean);
  }
  hang();
}

}  // namespace

State nominal_state(const vehicle_case::CaseModel& model) {
  State state;
  state.y = vehicle::rolling_state(model.vehicle, model.initial.s, model.drive.speed);
  state.contact = wheelrail::make_contact_state(model.contact);
  state.control = control::make_state(model.control);
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    state.y[6 * wheelset.body + 1] += model.initial.y;
    state.y[6 * wheelset.body + 5] += model.initial.yaw;
  }
  return state;
}

void find_initial_state(Equations& equations, State& state) {
  Start(equations, state).find();
}

}  // namespace flangeway::simulate
