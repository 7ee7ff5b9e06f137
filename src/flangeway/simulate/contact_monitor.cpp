#include "flangeway/simulate/contact_monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/simulate/energy.hpp"
#include "flangeway/simulate/run_texts.hpp"
#include "flangeway/wheelrail/flange_spring.hpp"

namespace flangeway::simulate {
namespace {

constexpr double min_load_share = 0.1;        // contacts that carry less of the wheel load are ignored
constexpr double min_reference_speed = 0.05;  // [m/s] lower bound of the reference speed of creepages
constexpr double saturation_share = 0.99;     // of the friction
constexpr double max_half_width = 0.5;        // half a patch over the radius of a profile: 30° to each side
constexpr double max_axis_ratio = 20;  // of the axes of an ellipse, at the end of the table of creep forces
constexpr double min_duration = 0.1;   // [s] minimum duration of a reported condition
constexpr double max_jump = 0.5;       // of the mean load, on rails without short deviations
constexpr double energy_depth = 1e-4, energy_share = 0.05;  // [m] of indentation under the load; of the work
constexpr double creep_share = 0.01;  // of the creep work: less does not sustain an oscillation

void record_condition(double value, double step, double distance, MonitoredCondition& condition) {
  if (condition.duration == 0) condition.start = distance;
  condition.duration += step;
  if (value > condition.max_value) condition.max_value = value, condition.position = distance;
}

// Input of the monitors for one wheel.
struct MonitoredWheel {
  const vehicle_case::CaseModel& model;
  const WheelSummary& wheel;
  const WheelDiagnostics& diagnostics;
};

// Severity: ratio of the condition to its limit; below 1 there is no warning.
double of_chatter(const MonitoredWheel& w) {
  return w.wheel.chatter.time / chatter_to_warn;
}
double of_energy(const MonitoredWheel& w) {
  const IndentationBalance& balance = w.diagnostics.energy;
  const double allowed = energy_depth * std::abs(w.wheel.q_mean) + energy_share * balance.both_ways +
                         creep_share * balance.creep;
  return allowed > 0 ? balance.gained / allowed : 0;
}
double of_jumps(const MonitoredWheel& w) {
  const double load = std::max(std::abs(w.wheel.q_mean), min_load);
  return w.model.contact.surfaces.even() ? w.wheel.force_discontinuity_max / (max_jump * load) : 0;
}
template <MonitoredCondition WheelDiagnostics::*member>
double of_contacts(const MonitoredWheel& w) {
  return (w.diagnostics.*member).duration / min_duration;
}

std::string describe_chattering(const MonitoredWheel& w) {
  return describe_chatter(w.wheel.name, w.wheel.chatter);
}
std::string describe_energy(const MonitoredWheel& w) {
  const IndentationBalance& balance = w.diagnostics.energy;
  if (wheelrail::constrained(*w.model.contact.method)) {
    return fmt::format(
        "the normal forces of {} gave {:.3g} J more than they took between {:.1f} and {:.1f} m: the contact "
        "method does not give them the direction of its constraints or of its indentation there. Use "
        "contact.method = \"{}\" to see what it changes",
        w.wheel.name.substr(0, w.wheel.name.rfind('.')), balance.gained, balance.from, balance.to,
        w.model.contact.settings.method == wheelrail::Method::lut ? "kec" : "elastic");
  }
  return fmt::format(
      "the normal forces of {} gave {:.3g} J more than they took between {:.1f} and {:.1f} m: do not trust "
      "oscillations there. Shorten contact.elastic.max_step and integration.step; with solved patches, lower "
      "contact.patch_tolerance",
      w.wheel.name, balance.gained, balance.from, balance.to);
}
std::string describe_jumps(const MonitoredWheel& w) {
  const bool constrained = wheelrail::constrained(*w.model.contact.method);
  return fmt::format(
      "the force of {} jumped by {:.1f} kN between two steps at {:.1f} m, {:.0f} % of its mean load. Shorten "
      "integration.step{}: a smooth force jumps a quarter as much with half the step. If it does not, the "
      "contact itself jumps there{}",
      w.wheel.name, 1e-3 * w.wheel.force_discontinuity_max, w.wheel.force_discontinuity_max_distance,
      100 * w.wheel.force_discontinuity_max / std::max(std::abs(w.wheel.q_mean), min_load),
      constrained ? "" : " and contact.elastic.max_step",
      constrained ? "; use contact.method = \"elastic\"" : "");
}
std::string describe_wide_patch(const MonitoredWheel& w) {
  const MonitoredCondition& condition = w.diagnostics.wide_patch;
  return fmt::format(
      "a contact ellipse of {} was wider than the arc of the profile that it lies on, for {:.2f} s from "
      "{:.1f} m on (half its width is {:.2f} of the radius at {:.1f} m): its size and pressure are not those "
      "of the profiles. Use contact.method = \"elastic\" with contact.patch = \"strip\" or \"halfspace\"",
      w.wheel.name, condition.duration, condition.start, condition.max_value, condition.position);
}
std::string describe_slow_slide(const MonitoredWheel& w) {
  const MonitoredCondition& condition = w.diagnostics.slow_slide;
  return fmt::format(
      "{} slid for {:.2f} s from {:.1f} m on with {:.0f} % of its friction while it rolled slower than "
      "{:.2g} m/s, where creepages are divided by that speed: do not trust its creep forces there. End the "
      "run earlier, or hold the vehicle by a brake or a stop",
      w.wheel.name, condition.duration, condition.start, 100 * condition.max_value, min_reference_speed);
}
std::string describe_table_end(const MonitoredWheel& w) {
  const MonitoredCondition& condition = w.diagnostics.table_end;
  return fmt::format(
      "a contact ellipse of {} had axes of up to {:.3g} to 1 at {:.1f} m, for {:.2f} s from {:.1f} m on: the "
      "table of creep forces ends at {:.0f} to 1 and goes on with the forces of its end. Look for an edge in "
      "the profiles there, or use contact.patch = \"halfspace\"",
      w.wheel.name, condition.max_value, condition.position, condition.duration, condition.start,
      max_axis_ratio);
}

struct Monitor {
  double (*severity)(const MonitoredWheel&);
  std::string (*describe)(const MonitoredWheel&);
};
constexpr std::array monitors{Monitor{of_chatter, describe_chattering},
                              Monitor{of_energy, describe_energy},
                              Monitor{of_jumps, describe_jumps},
                              Monitor{of_contacts<&WheelDiagnostics::wide_patch>, describe_wide_patch},
                              Monitor{of_contacts<&WheelDiagnostics::slow_slide>, describe_slow_slide},
                              Monitor{of_contacts<&WheelDiagnostics::table_end>, describe_table_end}};

std::string others(std::size_t count) {
  return count == 0 ? "" : fmt::format(" ({} other wheel{}, too)", count, count == 1 ? "" : "s");
}

// Power (W) of the undamped normal forces of a wheel, and the energy that they store, J: (1).
struct Indentation {
  WheelPush push;
  double stored = 0;
};

// By how much the rail at the contact runs on where the frame of the track runs on by 1: it is bent, and the
// inner rail is shorter. Contacts have the normal of a bent rail, but not that of a twisted one.
Vec3 rail_direction(const multibody::BodyState& body, const Vec3& arm) {
  const Vec3& bent = body.frame.curvature;
  const Vec3 place = body.position + arm;
  return (1 - bent.z() * place.y()) * Vec3(1, bent.z() * arm.x(), -bent.y() * arm.x());
}

Indentation indentation(const vehicle_case::CaseModel& model, const multibody::BodyState& body,
                        const wheelrail::WheelsetResult& result, std::size_t wheelset, std::size_t side,
                        const double* coordinates, double spin) {
  const wheelrail::WheelResult& wheel = result.wheels[side];
  const wheelrail::RailMotion& rail = wheel.rail;
  const wheelrail::elastic::Shape& shape =
      model.contact.pairs[model.contact.wheelsets[wheelset].pair]->shapes[side];
  const Vec3 origin(rail.displacement.x(),
                    wheelrail::sign_of(side) * (shape.rail_reference.x() + wheel.placement.rail.y),
                    shape.rail_reference.y() + wheel.placement.rail.z);
  Indentation sum;
  WheelPush& push = sum.push;
  push.place = Vec3(coordinates[0], body.position.y(), body.position.z());
  push.roll = coordinates[3], push.yaw = coordinates[5];
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const wheelrail::Contact& contact = result.contacts[k];
    if (contact.side != side || !(contact.normal_force > 0)) continue;
    const Vec3 force = contact.hertz_force * contact.normal;
    const Vec3 moment = contact.hertz_force / contact.normal_force * contact.moment;
    const Vec3 below = rail.velocity + rail.angular_velocity.cross(body.position + contact.arm - origin);
    push.force += Vec3(force.dot(rail_direction(body, contact.arm)), force.y(), force.z());
    push.moment += contact.arm.cross(force) + moment;
    push.moved += force.dot(below) + moment.dot(rail.angular_velocity) +
                  force.z() * result.rise[side].wheel.first * spin;
    sum.stored += contact.energy;
  }
  return sum;
}

// Excess power of a wheelset on constraints: W done on its normal forces, and J that they store. Forces in
// the direction of the constraints do no work; work of the multipliers in another direction has no source. A
// flange of the hybrid table stores 2/5 N δ.
struct Surplus {
  double power = 0, stored = 0;
};
Surplus constraint_surplus(const wheelrail::Settings& settings, const wheelrail::WheelsetResult& result,
                           const Eigen::Map<const Vec6>& velocity) {
  Surplus sum;
  for (Eigen::Index j = 0; j < 2; ++j) {
    const Vec6 beside = result.directions.col(j) - result.jacobian.row(j).transpose();
    sum.power -= result.multipliers[j] * beside.dot(velocity);
  }
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const wheelrail::Contact& contact = result.contacts[k];
    if (!contact.elastic || !(contact.indentation > 0)) continue;
    const double stiffness = wheelrail::flange_spring(settings, contact.values[geometry::patch_approach]);
    const double force = stiffness * contact.indentation * std::sqrt(contact.indentation);
    sum.power -= force * wheelrail::normal_direction(contact).dot(velocity);
    sum.stored += 0.4 * force * contact.indentation;
  }
  return sum;
}

}  // namespace

// By the places at both ends, with the mean of the forces. The velocities of a long step of an integrator are
// those of its end, and their errors would add up, which those of places do not.
double work_between(const WheelPush& before, const WheelPush& after, double step) {
  const double roll = after.roll - before.roll, yaw = (before.yaw + after.yaw) / 2;
  const Vec3 turned(std::cos(yaw) * roll, std::sin(yaw) * roll, after.yaw - before.yaw);
  const Vec3 force = (before.force + after.force) / 2, moment = (before.moment + after.moment) / 2;
  return step / 2 * (before.moved + after.moved) - force.dot(after.place - before.place) - moment.dot(turned);
}

void add_energy(double work, double stored, double distance, IndentationBalance& balance) {
  if (!balance.started) {
    balance.started = true;
    balance.stored = stored;
    balance.least_place = distance;
  } else {
    balance.work += work;
    balance.both_ways += std::abs(work);
  }
  const double surplus = stored - balance.stored - balance.work;
  if (surplus < balance.least) balance.least = surplus, balance.least_place = distance;
  if (surplus - balance.least <= balance.gained) return;
  balance.gained = surplus - balance.least;
  balance.from = balance.least_place, balance.to = distance;
}

CurvatureTable::CurvatureTable(const profile::Curve& curve) {
  constexpr double spacing = 2.5e-4, window = 2e-3;  // [m]
  for (double s = 0; s <= curve.length(); s += spacing) {
    const double y = curve.point(s).x();
    if (!y_.empty() && y <= y_.back()) continue;  // an undercut: nothing touches there
    y_.push_back(y);
    curvature_.push_back(std::abs(profile::smoothed_curvature(curve, s, window)));
  }
}

double CurvatureTable::at(double y) const {
  const auto next = std::lower_bound(y_.begin(), y_.end(), y);
  return curvature_[std::min(static_cast<std::size_t>(next - y_.begin()), curvature_.size() - 1)];
}

ContactMonitor::ContactMonitor(const vehicle_case::CaseModel& model)
    : model_(model), wheels_(2 * model.contact.wheelsets.size()) {
  if (model.contact.settings.kec.conicity > 0) return;  // cones in place of the profiles
  for (const profile::Profile& wheel : model.shapes.wheels) wheel_profiles_.emplace_back(wheel.curve);
  for (const profile::Profile& rail : model.shapes.rails) rail_profiles_.emplace_back(rail.curve);
}

// Half the width of an ellipse over the smaller radius of both profiles within its middle half.
double ContactMonitor::width_over_radius(const wheelrail::Contact& contact, std::size_t wheel) const {
  if (wheel >= wheel_profiles_.size() || contact.side >= rail_profiles_.size()) return 0;
  const double half = contact.values[geometry::patch_b] * std::cbrt(contact.normal_force);
  double curvature = 0;
  for (const double offset : {-0.5, 0.0, 0.5}) {
    const double y = offset * half * std::cos(contact.angle);
    curvature = std::max({curvature, wheel_profiles_[wheel].at(contact.values[geometry::wheel_profile_y] + y),
                          rail_profiles_[contact.side].at(contact.values[geometry::rail_profile_y] + y)});
  }
  return half * curvature;
}

void ContactMonitor::check_contacts(const wheelrail::WheelsetResult& result, std::size_t wheelset,
                                    std::size_t side, double speed, double step, double distance) {
  const wheelrail::Settings& settings = model_.contact.settings;
  const bool from_table = settings.creep.law == contact::CreepLaw::kalker_table;
  const bool solved = wheelrail::solves_patches(settings.patch_solution.model);
  double load = 0;
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const wheelrail::Contact& contact = result.contacts[k];
    if (contact.side == side) load += std::max(contact.normal_force, 0.0);
  }
  WheelDiagnostics& diagnostics = wheels_[2 * wheelset + side];
  // The worst of its contacts.
  double wide = 0, slid = 0, ratio = 0;
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const wheelrail::Contact& contact = result.contacts[k];
    if (contact.side != side || contact.back || !(contact.normal_force > min_load_share * load)) continue;
    const double a = contact.values[geometry::patch_a], b = contact.values[geometry::patch_b];
    if (a > 0 && b > 0) ratio = std::max({ratio, a / b, b / a});
    wide = std::max(wide, width_over_radius(contact, 2 * wheelset + side));
    const double friction = contact.friction * contact.normal_force;
    if (friction > 0)
      slid = std::max(slid, std::hypot(contact.forces.longitudinal, contact.forces.lateral) / friction);
  }
  if (wide > max_half_width && !solved) record_condition(wide, step, distance, diagnostics.wide_patch);
  if (slid > saturation_share && std::abs(speed) < min_reference_speed)
    record_condition(slid, step, distance, diagnostics.slow_slide);
  if (ratio > max_axis_ratio && from_table && !solved)
    record_condition(ratio, step, distance, diagnostics.table_end);
}

void ContactMonitor::add(const Simulation& simulation, double step, double distance) {
  constexpr double check_interval = 0.01;  // [s] shorter than min_duration; other steps cost nothing
  unchecked_time_ += step;
  const double seen = unchecked_time_ >= check_interval ? unchecked_time_ : 0;
  if (seen > 0) unchecked_time_ = 0;
  const bool elastic = !wheelrail::constrained(*model_.contact.method);
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    const std::size_t place = model_.contact.wheelsets[i].body;
    const multibody::BodyState& body = simulation.bodies().bodies[place];
    const wheelrail::WheelsetResult& result = simulation.contacts().wheelsets[i];
    const double* coordinates = simulation.state().y.data() + 6 * place;
    const double* rates = coordinates + model_.vehicle.bodies.velocity_offset();
    if (!elastic) {
      const Surplus now = constraint_surplus(model_.contact.settings, result, Eigen::Map<const Vec6>(rates));
      IndentationBalance& balance = wheels_[2 * i].energy;
      add_energy(step / 2 * (balance.power + now.power), now.stored, distance, balance);
      balance.power = now.power;
      balance.creep += step * (creep_power(body, result, 0) + creep_power(body, result, 1));
    }
    const double spin = rates[4];
    for (std::size_t side = 0; side < 2; ++side) {
      if (seen > 0) check_contacts(result, i, side, body.velocity.x(), seen, distance);
      if (!elastic || !has_wheel(model_, i, side)) continue;
      const Indentation now = indentation(model_, body, result, i, side, coordinates, spin);
      IndentationBalance& balance = wheels_[2 * i + side].energy;
      add_energy(work_between(balance.push, now.push, step), now.stored, distance, balance);
      balance.push = now.push;
    }
  }
}

std::vector<std::string> ContactMonitor::warnings(const std::vector<WheelSummary>& wheels) const {
  std::vector<WheelDiagnostics> diagnostics;
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    if (has_wheel(model_, i / 2, i % 2)) diagnostics.push_back(wheels_[i]);
  return describe_warnings(model_, wheels, diagnostics);
}

std::vector<std::string> describe_warnings(const vehicle_case::CaseModel& model,
                                           const std::vector<WheelSummary>& wheels,
                                           const std::vector<WheelDiagnostics>& diagnostics) {
  std::vector<std::string> out;
  for (const Monitor& monitor : monitors) {
    double worst = 0;
    std::size_t count = 0, at = 0;
    for (std::size_t i = 0; i < wheels.size(); ++i) {
      const double severity = monitor.severity({model, wheels[i], diagnostics[i]});
      if (!(severity > 1)) continue;
      ++count;
      if (severity > worst) worst = severity, at = i;
    }
    if (count > 0) out.push_back(monitor.describe({model, wheels[at], diagnostics[at]}) + others(count - 1));
  }
  return out;
}

}  // namespace flangeway::simulate
