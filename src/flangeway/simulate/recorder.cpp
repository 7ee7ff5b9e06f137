#include "flangeway/simulate/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "flangeway/multibody/axle_twist.hpp"
#include "flangeway/multibody/differential_valves.hpp"
#include "flangeway/multibody/flexible.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/simulate/channel_table.hpp"
#include "flangeway/simulate/steady_running.hpp"

namespace flangeway::simulate {
namespace {

constexpr const char* sides[] = {".left.", ".right."};
constexpr const char* contact_names[] = {"tread.", "flange."};
constexpr const char* command_text = "command of the controller";
constexpr const char* mode_text = "coordinate of a mode of the body, from the nominal state";
constexpr const char* displacement_text =
    "displacement of the point by the modes of its body, axes of the body";

// Everything that is recorded, in the order of a row: names and values both follow it.
template <typename Visitor>
void visit_vehicle(const vehicle_case::CaseModel& model, Visitor& visit) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  visit.run();
  if (has_chainage(model)) visit.chainage();
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) visit.body(i);
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    visit.wheelset(i);
    if (model.roller_rig) visit.rollers(i);
    for (std::size_t side = 0; side < 2; ++side) {
      if (!has_wheel(model, i, side)) continue;
      visit.wheel(i, side);
      if (!model.contact.surfaces.even()) visit.rise(i, side);
      if (rails_vary(model)) visit.rails(i, side);
      if (model.vehicle.wheelsets[i].twist != multibody::no_index) visit.single_wheel(i, side);
      for (const bool flange : {false, true}) {
        visit.contact(i, side, flange);
        if (wheelrail::friction_varies(model.contact.settings)) visit.friction(i, side, flange);
      }
    }
  }
  for (const multibody::ElementInfo& element : vehicle.elements) {
    for (std::size_t i = 0; i < element.components; ++i) visit.element(element, i);
  }
  for (const multibody::DifferentialValve& valve : multibody::differential_valves(vehicle))
    visit.valve(valve);
  for (const multibody::Joint& joint : vehicle.joints) visit.joint(joint);
  for (const multibody::FlexibleBody& body : multibody::flexible_bodies(vehicle)) visit.flexible_body(body);
  for (const multibody::RecoveredPoint& point : multibody::recovered_points(vehicle))
    visit.recovered_point(point);
  for (const control::Controller& controller : model.control.controllers) visit.controller(controller);
  visit.track_place();
  visit.energy();
  if (!model.mass_spring) return;
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) visit.moving_rail(i, side);
    if (model.mass_spring->track.coordinates() > flextrack::MassSpringTrack::rail_coordinates)
      visit.moving_sleeper(i);
  }
}

template <typename Visitor>
void visit_attack(const vehicle_case::CaseModel& model, Visitor& visit) {
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) visit.attack(i, side);
  }
}

template <typename Visitor>
void visit_flexible_track(const vehicle_case::CaseModel& model, Visitor& visit) {
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) visit.rail(i, side);
  }
  for (const double place : model.output.track_places) {
    visit.sleeper(place);
    for (std::size_t side = 0; side < 2; ++side) visit.sleeper_end(place, side);
  }
}

class Names {
 public:
  explicit Names(const vehicle_case::CaseModel& model) : model_(model) {}

  void run() { add(run_channels, ""); }
  void chainage() { add(chainage_channels, ""); }
  void body(std::size_t i) { add(body_channels, model_.vehicle.bodies.bodies[i].name + "."); }
  void wheelset(std::size_t i) { add(wheelset_channels, name_of(i) + "."); }
  void rollers(std::size_t i) { add(roller_channels, name_of(i) + ".rollers."); }
  void wheel(std::size_t i, std::size_t side) { add(wheel_channels, name_of(i) + sides[side]); }
  void rise(std::size_t i, std::size_t side) { add(rise_channels, name_of(i) + sides[side]); }
  void rails(std::size_t i, std::size_t side) { add(rails_channels, name_of(i) + sides[side]); }
  void single_wheel(std::size_t i, std::size_t side) { add(single_wheel_channels, name_of(i) + sides[side]); }
  void contact(std::size_t i, std::size_t side, bool flange) {
    add(contact_channels, name_of(i) + sides[side] + contact_names[flange]);
  }
  void friction(std::size_t i, std::size_t side, bool flange) {
    add(friction_channels, name_of(i) + sides[side] + contact_names[flange]);
  }
  void element(const multibody::ElementInfo& element, std::size_t component) {
    static constexpr const char* axes[] = {".x", ".y", ".z", ".roll", ".pitch", ".yaw"};
    const bool rotational = element.rotational || component >= 3;
    const std::string name = element.name + (element.components > 1 ? axes[component] : "");
    for (const ElementEntry& e : element_channels) {
      const char* text = rotational ? e.rotational_text : e.text;
      list_.push_back({name + e.name, rotational ? e.rotational_unit : e.unit, "element",
                       fmt::format(fmt::runtime(text), element.type)});
    }
  }
  void valve(const multibody::DifferentialValve& valve) { add(valve_channels, valve.name + "."); }
  void joint(const multibody::Joint& joint) {
    const std::string& body = model_.vehicle.bodies.bodies[joint.i].name;
    for (const JointEntry& e : joint_channels) {
      if (!e.exists(joint.type)) continue;
      list_.push_back({joint.name + e.name, e.unit, "joint", fmt::format(fmt::runtime(e.text), body)});
    }
  }
  void flexible_body(const multibody::FlexibleBody& body) {
    for (std::size_t k = 0; k < body.modes.size(); ++k)
      list_.push_back({fmt::format("{}.mode{}", model_.vehicle.bodies.bodies[body.body].name, k + 1), "m",
                       "body", mode_text});
  }
  void recovered_point(const multibody::RecoveredPoint& point) {
    for (const char* axis : {"x", "y", "z"})
      list_.push_back({point.name + ".displacement_" + axis, "m", "body", displacement_text});
  }
  void controller(const control::Controller& controller) {
    for (const std::string& output : controller.outputs)
      list_.push_back({controller.name + "." + output, unit_of_command(output), "", command_text});
  }
  void track_place() { add(track_channels, "track."); }
  void energy() { add(energy_channels, "vehicle."); }
  void rail(std::size_t i, std::size_t side) { add(rail_channels, name_of(i) + sides[side]); }
  void attack(std::size_t i, std::size_t side) { add(attack_channels, name_of(i) + sides[side]); }
  void moving_rail(std::size_t i, std::size_t side) { add(moving_rail_channels, name_of(i) + sides[side]); }
  void moving_sleeper(std::size_t i) { add(moving_sleeper_channels, name_of(i) + "."); }
  void sleeper(double) {}
  void sleeper_end(double place, std::size_t side) {
    add(sleeper_channels, fmt::format("track.{:g}m{}", place, sides[side]));
  }
  [[nodiscard]] const std::vector<results::Channel>& list() const { return list_; }

 private:
  [[nodiscard]] const char* unit_of_command(const std::string& name) const {
    if (name.ends_with(".valve")) return "m3/s";
    for (const multibody::ElementInfo& element : model_.vehicle.bodies.elements)
      if (element.name == name) return element.rotational ? "Nm" : "N";
    return "Nm";
  }
  [[nodiscard]] const std::string& name_of(std::size_t wheelset) const {
    return model_.vehicle.bodies.bodies[model_.contact.wheelsets[wheelset].body].name;
  }
  template <typename Entry, std::size_t N>
  void add(const Entry (&entries)[N], const std::string& prefix) {
    for (const Entry& e : entries) list_.push_back({prefix + e.name, e.unit, e.frame, e.text});
  }

  const vehicle_case::CaseModel& model_;
  std::vector<results::Channel> list_;
};

// The contact of one kind that carries most; in a transition between two tread contacts the other one is left
// out.
const wheelrail::Contact* main_contact(const wheelrail::WheelsetResult& state, std::size_t side,
                                       bool flange) {
  const wheelrail::Contact* best = nullptr;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    if (contact.side != side || contact.back || contact.flange != flange) continue;
    if (!best || contact.normal_force > best->normal_force) best = &contact;
  }
  return best;
}

// Writes the values of one subject, one after the other.
class Row {
 public:
  explicit Row(double* next) : next_(next) {}

  template <typename Subject, std::size_t N>
  void put(const ChannelEntry<Subject> (&entries)[N], const std::type_identity_t<Subject>& subject) {
    for (const ChannelEntry<Subject>& e : entries) *next_++ = e.value(subject);
  }
  void put_zeros(std::size_t count) { next_ = std::fill_n(next_, count, 0.0); }
  void put(double value) { *next_++ = value; }
  [[nodiscard]] double* next() const { return next_; }

 private:
  double* next_;
};

class VehicleValues {
 public:
  VehicleValues(const Simulation& simulation, double t, double distance, const double* y,
                const EnergyInstant& energy, double* row)
      : simulation_(simulation),
        model_(simulation.model()),
        place_{t, distance},
        y_(y),
        energy_(energy),
        row_(row) {}

  void run() { row_.put(run_channels, place_); }
  void chainage() {
    const double s = y_[6 * model_.vehicle.bodies.reference_body];
    row_.put(chainage_channels, model_.track.chainage(s).value_or(0));
  }
  void body(std::size_t i) {
    row_.put(body_channels, {y_ + 6 * i, y_ + model_.vehicle.bodies.velocity_offset() + 6 * i});
  }
  void wheelset(std::size_t i) { row_.put(wheelset_channels, body_of(i)); }
  void rollers(std::size_t i) {
    row_.put(roller_channels, look_at_rollers(model_, simulation_.contacts(), place_.time, y_, i));
  }
  void wheel(std::size_t i, std::size_t side) {
    WheelInstant instant = look_at_wheel(state(i), side);
    instant.force_discontinuity = simulation_.state().contact.wheelsets[i].forces[side].discontinuity;
    row_.put(wheel_channels, {instant, wheelrail::sign_of(side), creep_power(body_of(i), state(i), side),
                              body_of(i).velocity.x(), add_up_contacts(state(i), side)});
  }
  void rise(std::size_t i, std::size_t side) { row_.put(rise_channels, state(i).rise[side]); }
  void rails(std::size_t i, std::size_t side) { row_.put(rails_channels, look_at_rails(state(i), side)); }
  void single_wheel(std::size_t i, std::size_t side) {
    const multibody::Model& vehicle = model_.vehicle.bodies;
    const multibody::AxleTwist& twist = vehicle.axle_twists[model_.vehicle.wheelsets[i].twist];
    const double sign = wheelrail::sign_of(side), mean = y_[vehicle.velocity_offset() + 6 * twist.body + 4];
    row_.put(single_wheel_channels,
             {mean + sign * body_of(i).twist_rate / 2,
              simulation_.equations().motor_torque(i, side, place_.time) -
                  sign * multibody::axle_moment(twist, y_ + vehicle.auxiliary_offset())});
  }
  void contact(std::size_t i, std::size_t side, bool flange) {
    if (const wheelrail::Contact* contact = main_contact(state(i), side, flange)) {
      row_.put(contact_channels, *contact);
    } else {
      row_.put_zeros(std::size(contact_channels));
    }
  }
  void friction(std::size_t i, std::size_t side, bool flange) {
    const wheelrail::Contact* contact = main_contact(state(i), side, flange);
    row_.put(friction_channels, contact != nullptr ? *contact : wheelrail::Contact{});
  }
  void element(const multibody::ElementInfo& element, std::size_t component) {
    const multibody::Workspace& bodies = simulation_.bodies();
    const std::size_t output = element.output + component;
    const ElementComponent subject{bodies.element_deflection[output], bodies.element_force[output]};
    for (const ElementEntry& e : element_channels) row_.put(e.value(subject));
  }
  void valve(const multibody::DifferentialValve& valve) {
    const multibody::Model& vehicle = model_.vehicle.bodies;
    row_.put(valve_channels,
             multibody::flow_through(vehicle, valve, y_ + vehicle.auxiliary_offset(), simulation_.bodies()));
  }
  void joint(const multibody::Joint& joint) {
    const multibody::JointReaction reaction = multibody::joint_reaction(joint, simulation_.bodies());
    for (const JointEntry& e : joint_channels) {
      if (e.exists(joint.type)) row_.put(e.value(reaction));
    }
  }
  void flexible_body(const multibody::FlexibleBody& body) {
    for (const multibody::BodyMode& mode : body.modes)
      row_.put(y_[model_.vehicle.bodies.auxiliary_offset() + mode.coordinate]);
  }
  void recovered_point(const multibody::RecoveredPoint& point) {
    const multibody::Model& vehicle = model_.vehicle.bodies;
    const Vec3 moved =
        multibody::displacement(vehicle, point.flexible, point.shapes, y_ + vehicle.auxiliary_offset());
    for (const double value : moved) row_.put(value);
  }
  void controller(const control::Controller& controller) {
    for (const std::size_t command : controller.commands)
      row_.put(simulation_.state().control.commands[command]);
  }
  void track_place() {
    const double s = y_[6 * model_.vehicle.bodies.reference_body];
    track::Irregularity irregularity;
    track::evaluate_irregularity(model_.track, s, irregularity);
    row_.put(track_channels,
             {model_.track.curvature(s), model_.track.cant(s), track::measures_of_rails(irregularity.value)});
  }

  void energy() { row_.put(energy_channels, energy_); }
  void moving_rail(std::size_t i, std::size_t side) {
    row_.put(moving_rail_channels, y_ + model_.mass_spring->state_of(i) + 2 * side);
  }
  void moving_sleeper(std::size_t i) {
    row_.put(moving_sleeper_channels,
             y_ + model_.mass_spring->state_of(i) + flextrack::MassSpringTrack::rail_coordinates);
  }

  /// Behind the last value.
  [[nodiscard]] double* end() const { return row_.next(); }

 private:
  [[nodiscard]] const multibody::BodyState& body_of(std::size_t wheelset) const {
    return simulation_.bodies().bodies[model_.contact.wheelsets[wheelset].body];
  }
  [[nodiscard]] const wheelrail::WheelsetResult& state(std::size_t wheelset) const {
    return simulation_.contacts().wheelsets[wheelset];
  }

  const Simulation& simulation_;
  const vehicle_case::CaseModel& model_;
  RunPlace place_;
  const double* y_;
  const EnergyInstant& energy_;
  Row row_;
};

class TrackValues {
 public:
  TrackValues(const FlexibleTrack& track, double* row) : track_(track), row_(row) {}

  void rail(std::size_t i, std::size_t side) { row_.put(rail_channels, track_.under(i, side).displacement); }
  void sleeper(double place) { view_ = track_.track().view(place); }
  void sleeper_end(double, std::size_t side) {
    row_.put(sleeper_channels, {view_.rail[side].displacement.head<3>(), view_.sleeper[side], view_.pad[side],
                                view_.ballast[side]});
  }

 private:
  const FlexibleTrack& track_;
  flextrack::SleeperView view_;
  Row row_;
};

/// From what the track has put into the row behind, in whichever process it runs.
class AttackValues {
 public:
  AttackValues(const vehicle_case::CaseModel& model, const double* y, const double* rails, double* row)
      : model_(model), y_(y), rails_(rails), row_(row) {}

  void attack(std::size_t i, std::size_t side) {
    constexpr std::size_t yaw = 5, count = std::size(rail_channels);
    static_assert(std::string_view(rail_channels[3].name) == "rail_yaw");
    row_.put(attack_channels,
             {y_[6 * model_.contact.wheelsets[i].body + yaw], rails_[count * (2 * i + side) + 3]});
  }

 private:
  const vehicle_case::CaseModel& model_;
  const double *y_, *rails_;
  Row row_;
};

void add_line(const std::string& name, const std::string& unit, const std::string& text, std::string& out) {
  std::string cell;  // a bar would end the cell
  for (const char c : text) cell += c == '|' ? "\\|" : std::string(1, c);
  out += fmt::format("| `{}` | {} | {} |\n", name, unit, cell);
}

template <typename Entry, std::size_t N>
void add_lines(const Entry (&entries)[N], const std::string& prefix, std::string& out) {
  for (const Entry& e : entries) add_line(prefix + e.name, e.unit, e.text, out);
}

}  // namespace

bool has_chainage(const vehicle_case::CaseModel& model) {
  return !model.track.alignment().chainages().empty() && !model.roller_rig;
}

std::vector<results::Channel> channels(const vehicle_case::CaseModel& model) {
  Names names(model);
  visit_vehicle(model, names);
  if (model.structure) visit_attack(model, names), visit_flexible_track(model, names);
  return names.list();
}

std::size_t track_channel_count(const vehicle_case::CaseModel& model) {
  Names names(model);
  if (model.structure) visit_flexible_track(model, names);
  return names.list().size();
}

void fill_track_row(const vehicle_case::CaseModel& model, const FlexibleTrack& track, double* row) {
  TrackValues values(track, row);
  visit_flexible_track(model, values);
}

void fill_row(const Simulation& simulation, double t, double distance, const double* y,
              const EnergyInstant& energy, double* row) {
  const vehicle_case::CaseModel& model = simulation.model();
  VehicleValues values(simulation, t, distance, y, energy, row);
  visit_vehicle(model, values);
  if (!model.structure) return;
  double* const rails = values.end() + 2 * model.contact.wheelsets.size();
  if (const FlexibleTrack* flexible = simulation.flexible_track()) fill_track_row(model, *flexible, rails);
  if (simulation.remote() != nullptr) simulation.remote()->contact().track_row(rails);
  AttackValues attack(model, y, rails, values.end());
  visit_attack(model, attack);
}

std::string channels_page() {
  std::string out =
      "# Channels of a result file\n\nMade by `flangeway explain --page channels` from the table that "
      "records "
      "them.\n`BODY`, `WHEELSET`, `ELEMENT` and `JOINT` stand for the names in the vehicle file, `SIDE` for "
      "`left` or `right`.\nThe result file has the same texts and units.\n\n| channel | unit | meaning |\n| "
      "--- | --- | --- |\n";
  add_lines(run_channels, "", out);
  for (const auto& e : chainage_channels)
    add_line(e.name, e.unit, std::string(e.text) + "; on a track with chainage", out);
  add_lines(body_channels, "BODY.", out);
  add_lines(wheelset_channels, "WHEELSET.", out);
  for (const auto& e : roller_channels)
    add_line("WHEELSET.rollers." + std::string(e.name), e.unit, std::string(e.text) + "; on a roller rig",
             out);
  add_lines(wheel_channels, "WHEELSET.SIDE.", out);
  add_lines(rise_channels, "WHEELSET.SIDE.", out);
  add_lines(rails_channels, "WHEELSET.SIDE.", out);
  for (const auto& e : single_wheel_channels)
    add_line("WHEELSET.SIDE." + std::string(e.name), e.unit,
             std::string(e.text) + "; where the wheels turn against each other", out);
  add_lines(contact_channels, "WHEELSET.SIDE.tread.", out);
  add_lines(friction_channels, "WHEELSET.SIDE.tread.", out);
  add_line("WHEELSET.SIDE.flange.…", "", "the same quantities at the flange", out);
  for (const ElementEntry& e : element_channels) {
    add_line(
        "ELEMENT" + std::string(e.name), fmt::format("{}, {}", e.unit, e.rotational_unit),
        fmt::format(fmt::runtime(e.text), "element") + "; in several directions `ELEMENT.x" + e.name + "` …",
        out);
  }
  add_lines(valve_channels, "VALVE.", out);
  for (const JointEntry& e : joint_channels)
    add_line("JOINT" + std::string(e.name), e.unit, fmt::format(fmt::runtime(e.text), "`body_i`"), out);
  add_line("BODY.mode1", "m", std::string(mode_text) + "; and so on", out);
  add_line("BODY.POINT.displacement_x", "m", std::string(displacement_text) + "; and `_y`, `_z`", out);
  add_line("CONTROLLER.OUTPUT", "N, Nm, m3/s", command_text, out);
  add_lines(track_channels, "track.", out);
  add_lines(energy_channels, "vehicle.", out);
  add_lines(rail_channels, "WHEELSET.SIDE.", out);
  add_lines(attack_channels, "WHEELSET.SIDE.", out);
  add_lines(moving_sleeper_channels, "WHEELSET.", out);
  add_lines(sleeper_channels, "track.PLACEm.SIDE.", out);
  return out;
}

}  // namespace flangeway::simulate
