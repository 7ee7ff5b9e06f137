// The recorded channels: one table for each kind of subject. A line here is all that a channel needs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/assess/limits.hpp"
#include "flangeway/geometry/contact_data.hpp"
#include "flangeway/multibody/elements/differential_valve.hpp"
#include "flangeway/multibody/workspace.hpp"
#include "flangeway/simulate/energy.hpp"
#include "flangeway/simulate/joint_channels.hpp"
#include "flangeway/simulate/rollers.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {

/// One channel of every subject of a kind. The unit is SI; `value` is called for each recorded row.
template <typename Subject>
struct ChannelEntry {
  const char *name, *unit, *frame, *text;
  double (*value)(const Subject&);
};

struct RunPlace {
  double time, distance;
};

struct BodyMotion {
  const double *q, *rate;  ///< [6] each: s, y, z, roll, pitch, yaw
};

struct WheelOnRail {
  WheelInstant instant;
  double field_side;   ///< +1 on the left, −1 on the right: sign of a lateral force towards the field side
  double creep_power;  ///< W
  double speed;        ///< m/s, of the wheelset
  WheelTotals totals;
};

struct TrackPlace {
  double curvature, cant;
  std::array<double, 4> irregularity;  ///< as track::measures_of_rails()
};

/// At the sleeper of a flexible track that is nearest to a place, on one side.
struct SleeperEnd {
  Vec3 rail, sleeper;  ///< displacement, m
  Vec3 pad, ballast;   ///< force of the rail on the sleeper, and of the sleeper's half on the ballast, N
};

/// One direction of a suspension element.
struct ElementComponent {
  double deflection, force;
};
/// {} is the type of the element.
struct ElementEntry {
  const char *name, *unit, *text, *rotational_unit, *rotational_text;
  double (*value)(const ElementComponent&);
};

inline constexpr ChannelEntry<RunPlace> run_channels[] = {
    {"t", "s", "", "time", [](const RunPlace& p) { return p.time; }},
    {"distance", "m", "track", "distance run by the vehicle's reference",
     [](const RunPlace& p) { return p.distance; }},
};

/// On tracks with chainage.
inline constexpr ChannelEntry<double> chainage_channels[] = {
    {"chainage", "m", "track", "chainage of the vehicle's reference", [](const double& c) { return c; }},
};

inline constexpr ChannelEntry<BodyMotion> body_channels[] = {
    {"s", "m", "track", "arc length of the body's track frame", [](const BodyMotion& b) { return b.q[0]; }},
    {"y", "m", "track", "lateral position of the centre of gravity, left positive",
     [](const BodyMotion& b) { return b.q[1]; }},
    {"z", "m", "track", "height of the centre of gravity above the plane of the rails",
     [](const BodyMotion& b) { return b.q[2]; }},
    {"roll", "rad", "track", "roll angle relative to the track frame, left side up positive",
     [](const BodyMotion& b) { return b.q[3]; }},
    {"pitch", "rad", "track", "pitch angle relative to the track frame",
     [](const BodyMotion& b) { return b.q[4]; }},
    {"yaw", "rad", "track", "yaw angle relative to the track frame, to the left positive",
     [](const BodyMotion& b) { return b.q[5]; }},
    {"vs", "m/s", "track", "rate of s", [](const BodyMotion& b) { return b.rate[0]; }},
    {"vy", "m/s", "track", "rate of y", [](const BodyMotion& b) { return b.rate[1]; }},
    {"vz", "m/s", "track", "rate of z", [](const BodyMotion& b) { return b.rate[2]; }},
    {"vroll", "rad/s", "track", "rate of the roll angle", [](const BodyMotion& b) { return b.rate[3]; }},
    {"vpitch", "rad/s", "track", "rate of the pitch angle", [](const BodyMotion& b) { return b.rate[4]; }},
    {"vyaw", "rad/s", "track", "rate of the yaw angle", [](const BodyMotion& b) { return b.rate[5]; }},
};

inline constexpr ChannelEntry<multibody::BodyState> wheelset_channels[] = {
    {"speed", "m/s", "track", "speed of the wheelset's centre along the track",
     [](const multibody::BodyState& b) { return b.velocity.x(); }},
};

/// Both rollers below a wheelset.
inline constexpr ChannelEntry<RollerInstant> roller_channels[] = {
    {"speed", "m/s", "track", "speed of the surface of the rollers, in the running direction positive",
     [](const RollerInstant& r) { return r.speed; }},
    {"torque", "Nm", "", "torque of the contact forces on the rollers; negative: the wheelset brakes them",
     [](const RollerInstant& r) { return r.torque; }},
};

/// A wheel of a wheelset whose wheels turn against each other.
struct SingleWheel {
  double spin, torque;
};
inline constexpr ChannelEntry<SingleWheel> single_wheel_channels[] = {
    {"spin", "rad/s", "track", "rate at which the wheel turns about the axle, as WHEELSET.vpitch",
     [](const SingleWheel& w) { return w.spin; }},
    {"drive_torque", "Nm", "", "torque of motors, brakes and the axle on the wheel, about the axle",
     [](const SingleWheel& w) { return w.torque; }},
};

/// Power per speed, N; 0 at walking pace and below, where rows tell nothing of it.
inline double per_distance(double power, double speed) {
  constexpr double min_speed = 0.05;
  return std::abs(speed) < min_speed ? 0 : power / std::abs(speed);
}

inline constexpr ChannelEntry<WheelOnRail> wheel_channels[] = {
    {"Q", "N", "track", "vertical force of the wheel on the rail, downwards positive",
     [](const WheelOnRail& w) { return w.instant.forces.q; }},
    {"Y", "N", "track", "lateral force of the wheel on the rail, to the left positive",
     [](const WheelOnRail& w) { return w.instant.forces.y; }},
    {"YQ", "1", "track", "Y/Q, positive towards the field side; 0 where the wheel does not press",
     [](const WheelOnRail& w) {
       return assess::force_ratio(w.field_side * w.instant.forces.y, w.instant.forces.q);
     }},
    {"nadal_limit", "1", "track",
     "Nadal's limit of Y/Q for the present contact angle and friction of the loaded "
     "flange; 0 without flange contact",
     [](const WheelOnRail& w) { return w.instant.nadal; }},
    {"lift", "m", "track", "height of the wheel above its rail where it has lifted off; 0 in contact",
     [](const WheelOnRail& w) { return w.instant.lift; }},
    {"force_discontinuity", "N", "track",
     "discontinuity of the force F = (Q, Y) at the previous step: "
     "|F(n−1) − (F(n−2) + F(n))/2|",
     [](const WheelOnRail& w) { return w.instant.force_discontinuity; }},
    {"contacts", "1", "", "number of contacts of the wheel that carry load",
     [](const WheelOnRail& w) { return w.totals.contacts; }},
    {"normal_force", "N", "", "sum of the normal forces of all contacts of the wheel",
     [](const WheelOnRail& w) { return w.totals.normal_force; }},
    {"creep_force_x", "N", "track", "sum of the creep forces on the wheel, forwards positive",
     [](const WheelOnRail& w) { return w.totals.creep_force.x(); }},
    {"creep_force_y", "N", "track", "sum of the creep forces on the wheel, to the left positive",
     [](const WheelOnRail& w) { return w.totals.creep_force.y(); }},
    {"creep_force_z", "N", "track", "sum of the creep forces on the wheel, upwards positive",
     [](const WheelOnRail& w) { return w.totals.creep_force.z(); }},
    {"contact_moment_x", "Nm", "track",
     "moment of all contact forces on the wheel about the wheelset's centre, roll",
     [](const WheelOnRail& w) { return w.totals.moment.x(); }},
    {"contact_moment_y", "Nm", "track",
     "moment of all contact forces on the wheel about the wheelset's centre, pitch",
     [](const WheelOnRail& w) { return w.totals.moment.y(); }},
    {"contact_moment_z", "Nm", "track",
     "moment of all contact forces on the wheel about the wheelset's centre, yaw",
     [](const WheelOnRail& w) { return w.totals.moment.z(); }},
    {"creep_power", "W", "", "power that creep dissipates in all contacts of the wheel",
     [](const WheelOnRail& w) { return w.creep_power; }},
    {"resistance", "N", "",
     "running resistance by creep: creep power divided by the speed of the wheelset; 0 at rest",
     [](const WheelOnRail& w) { return per_distance(w.creep_power, w.speed); }},
};

/// Channels of runs with wheels that are not round, or with irregularities.surface.
inline constexpr ChannelEntry<wheelrail::Rise> rise_channels[] = {
    {"wheel_deviation", "m", "track",
     "height of the wheel's centre above that of a round wheel: its deviation from the circle at the contact",
     [](const wheelrail::Rise& r) { return r.wheel.value; }},
    {"rail_deviation", "m", "track",
     "height of the wheel's centre above that on an even rail: the rail's surface as the wheel meets it",
     [](const wheelrail::Rise& r) { return r.rail.value; }},
};

/// Channels of runs on rails that vary along the track, or with check rails.
inline constexpr ChannelEntry<WheelAmongRails> rails_channels[] = {
    {"carrying_rail", "1", "",
     "rail of its side that carries most of the wheel: 0 the running rail, 1 and more those with a name, in "
     "the order of the track file",
     [](const WheelAmongRails& w) { return w.rail; }},
    {"check_rail_force", "N", "track", "normal force of check rails on the back of the wheel",
     [](const WheelAmongRails& w) { return w.check_force; }},
};

/// Hertz: the semi-axes of a patch grow with the cube root of the normal force.
inline double patch_scale(const wheelrail::Contact& contact) {
  return std::cbrt(std::max(contact.normal_force, 0.0));
}

/// 3N/2πab of an ellipse, or that of solved patches, Pa.
inline double largest_pressure(const wheelrail::Contact& contact) {
  const double scale = patch_scale(contact), a = contact.values[geometry::patch_a] * scale,
               b = contact.values[geometry::patch_b] * scale;
  return a > 0 && b > 0 ? contact.pressure_ratio * 1.5 * contact.normal_force / (pi * a * b) : 0;
}

/// Channels of the tread and of the flange; all are 0 without contact there.
inline constexpr ChannelEntry<wheelrail::Contact> contact_channels[] = {
    {"wheel_s", "m", "wheel profile",
     "lateral position of the contact on the wheel profile, as of a left wheel; 0 without contact",
     [](const wheelrail::Contact& c) { return c.values[geometry::wheel_profile_y]; }},
    {"rail_s", "m", "rail profile",
     "lateral position of the contact on the rail profile, as of a left rail; 0 without contact",
     [](const wheelrail::Contact& c) { return c.values[geometry::rail_profile_y]; }},
    {"contact_angle", "rad", "track", "angle of the contact plane, positive on the flange; 0 without contact",
     [](const wheelrail::Contact& c) { return c.angle; }},
    {"normal_force", "N", "contact",
     "normal force, positive in compression; a bilateral constraint can make it negative",
     [](const wheelrail::Contact& c) { return c.normal_force; }},
    {"creepage_x", "1", "contact", "longitudinal creepage",
     [](const wheelrail::Contact& c) { return c.creepages.longitudinal; }},
    {"creepage_y", "1", "contact", "lateral creepage",
     [](const wheelrail::Contact& c) { return c.creepages.lateral; }},
    {"spin", "1/m", "contact", "spin creepage", [](const wheelrail::Contact& c) { return c.creepages.spin; }},
    {"creep_force_x", "N", "contact", "longitudinal creep force on the wheel, forwards positive",
     [](const wheelrail::Contact& c) { return c.forces.longitudinal; }},
    {"creep_force_y", "N", "contact",
     "lateral creep force on the wheel, in the contact plane, to the left positive",
     [](const wheelrail::Contact& c) { return c.forces.lateral; }},
    {"spin_moment", "Nm", "contact", "moment of the creep forces about the contact normal, on the wheel",
     [](const wheelrail::Contact& c) { return c.forces.spin_moment; }},
    {"semi_axis_a", "m", "contact",
     "half the length of the patch along the rail: semi-axis of the ellipse, or of solved patches",
     [](const wheelrail::Contact& c) { return c.values[geometry::patch_a] * patch_scale(c); }},
    {"semi_axis_b", "m", "contact",
     "half the width of the patch across the rail: semi-axis of the ellipse, or of solved patches",
     [](const wheelrail::Contact& c) { return c.values[geometry::patch_b] * patch_scale(c); }},
    {"max_pressure", "Pa", "contact", "largest pressure of the patch",
     [](const wheelrail::Contact& c) { return largest_pressure(c); }},
    {"indentation", "m", "contact",
     "indentation of an elastic contact: the flange of the hybrid lookup table, or any contact of a method "
     "without constraints; 0 otherwise",
     [](const wheelrail::Contact& c) { return c.indentation; }},
};

/// Channels of runs whose friction varies along the track.
inline constexpr ChannelEntry<wheelrail::Contact> friction_channels[] = {
    {"friction", "1", "contact",
     "friction coefficient at zero slip, where it varies along the track; 0 without contact",
     [](const wheelrail::Contact& c) { return c.friction; }},
};

inline constexpr ElementEntry element_channels[] = {
    {".deflection", "m", "deflection of the {}", "rad", "deflection of the {}",
     [](const ElementComponent& e) { return e.deflection; }},
    {".force", "N", "force of the {}", "Nm", "moment of the {}",
     [](const ElementComponent& e) { return e.force; }},
};

/// Channels of a differential valve between two air springs.
inline constexpr ChannelEntry<multibody::ValveFlow<double>> valve_channels[] = {
    {"flow", "m3/s", "", "flow from spring_i to spring_j, at the nominal density of spring_i",
     [](const multibody::ValveFlow<double>& v) { return v.flow; }},
    {"pressure_difference", "Pa", "", "pressure at spring_i less that at spring_j",
     [](const multibody::ValveFlow<double>& v) { return v.difference; }},
    {"opening", "1", "", "how far the valve is open: 0 shut, 1 open",
     [](const multibody::ValveFlow<double>& v) { return v.opening; }},
};

/// At the vehicle's reference.
inline constexpr ChannelEntry<TrackPlace> track_channels[] = {
    {"curvature", "1/m", "track", "plan curvature at the vehicle's reference, left positive",
     [](const TrackPlace& t) { return t.curvature; }},
    {"cant", "m", "track", "cant at the vehicle's reference, right rail above left",
     [](const TrackPlace& t) { return t.cant; }},
    {"alignment", "m", "track", "mean lateral displacement of the rails at the vehicle's reference",
     [](const TrackPlace& t) { return t.irregularity[0]; }},
    {"vertical_profile", "m", "track", "mean vertical displacement of the rails at the vehicle's reference",
     [](const TrackPlace& t) { return t.irregularity[1]; }},
    {"gauge_variation", "m", "track", "widening of the gauge at the vehicle's reference",
     [](const TrackPlace& t) { return t.irregularity[2]; }},
    {"cross_level", "m", "track", "left rail above right by irregularity at the vehicle's reference",
     [](const TrackPlace& t) { return t.irregularity[3]; }},
};

/// Channels of the whole vehicle. Work: docs/theory/energy.md.
inline constexpr ChannelEntry<EnergyInstant> energy_channels[] = {
    {"stored_energy", "J", "", "kinetic and gravitational energy of all bodies, and energy of all springs",
     [](const EnergyInstant& e) { return e.stored; }},
    {"contact_energy", "J", "", "energy of the indentation of elastic contacts; not part of stored_energy",
     [](const EnergyInstant& e) { return e.contact_stored; }},
    {"drive_power", "W", "",
     "power of prescribed motion, motor torques and applied forces, into the vehicle positive",
     [](const EnergyInstant& e) { return e.power.drive; }},
    {"valve_power", "W", "", "power that levelling valves of air springs let in",
     [](const EnergyInstant& e) { return e.power.valves; }},
    {"suspension_power", "W", "",
     "power that dampers and friction of the suspension dissipate; of friction surfaces the mean over the "
     "step of "
     "the integrator",
     [](const EnergyInstant& e) { return e.power.suspension; }},
    {"creep_power", "W", "", "power that creep dissipates at all wheels",
     [](const EnergyInstant& e) { return e.power.creep; }},
    {"contact_power", "W", "",
     "power that the contacts of all wheels take: by creep, in elastic contacts and by rails that move",
     [](const EnergyInstant& e) { return e.power.contact; }},
    {"resistance", "N", "",
     "running resistance by creep and suspension: their power divided by the vehicle's speed; 0 at rest",
     [](const EnergyInstant& e) { return per_distance(e.power.creep + e.power.suspension, e.speed); }},
    {"drive_work", "J", "", "drive_power, integrated since the start",
     [](const EnergyInstant& e) { return e.work.drive; }},
    {"valve_work", "J", "", "valve_power, integrated since the start",
     [](const EnergyInstant& e) { return e.work.valves; }},
    {"suspension_work", "J", "",
     "what dampers and friction of the suspension have dissipated since the start",
     [](const EnergyInstant& e) { return e.work.suspension; }},
    {"creep_work", "J", "", "creep_power, integrated since the start",
     [](const EnergyInstant& e) { return e.work.creep; }},
    {"contact_work", "J", "", "contact_power, integrated since the start",
     [](const EnergyInstant& e) { return e.work.contact; }},
    {"energy_residual", "J", "",
     "error of the energy balance: growth of stored_energy since the start, less the work of drive and "
     "valves, plus that taken by suspension and contacts",
     [](const EnergyInstant& e) { return e.residual; }},
};

/// Displacement of the rail of a flexible track under a wheel: [x, y, z, roll, …].
inline constexpr ChannelEntry<Vec6> rail_channels[] = {
    {"rail_y", "m", "track", "lateral displacement of the rail under the wheel, to the left positive",
     [](const Vec6& d) { return d(1); }},
    {"rail_z", "m", "track", "vertical displacement of the rail under the wheel",
     [](const Vec6& d) { return d(2); }},
    {"rail_roll", "rad", "track", "roll of the rail under the wheel", [](const Vec6& d) { return d(3); }},
    {"rail_yaw", "rad", "track",
     "rotation of the rail under the wheel about the vertical, to the left positive",
     [](const Vec6& d) { return d(5); }},
};

/// Yaw of the wheelset and of the rail at a wheel on a flexible track, rad.
struct YawOfWheelAndRail {
  double wheelset, rail;
};
inline constexpr ChannelEntry<YawOfWheelAndRail> attack_channels[] = {
    {"angle_of_attack", "rad", "track", "yaw of the wheelset less that of the deflected rail under the wheel",
     [](const YawOfWheelAndRail& yaw) { return yaw.wheelset - yaw.rail; }}};

/// Channels of a track of masses on springs: y and z of one rail in the state, m.
inline constexpr ChannelEntry<const double*> moving_rail_channels[] = {
    {rail_channels[0].name, "m", "track", rail_channels[0].text, [](const double* const& x) { return x[0]; }},
    {rail_channels[1].name, "m", "track", rail_channels[1].text,
     [](const double* const& x) { return x[1]; }}};

/// Channels of its sleeper: y, z and roll in the state.
inline constexpr ChannelEntry<const double*> moving_sleeper_channels[] = {
    {"sleeper_y", "m", "track",
     "lateral displacement of the sleeper that moves with the wheelset, to the left positive",
     [](const double* const& x) { return x[0]; }},
    {"sleeper_z", "m", "track", "vertical displacement of the sleeper that moves with the wheelset",
     [](const double* const& x) { return x[1]; }},
    {"sleeper_roll", "rad", "track", "roll of the sleeper that moves with the wheelset",
     [](const double* const& x) { return x[2]; }}};

/// At the places that output.track_places names.
inline constexpr ChannelEntry<SleeperEnd> sleeper_channels[] = {
    {"rail_y", "m", "track", "lateral displacement of the rail at the nearest sleeper",
     [](const SleeperEnd& e) { return e.rail.y(); }},
    {"rail_z", "m", "track", "vertical displacement of the rail at the nearest sleeper",
     [](const SleeperEnd& e) { return e.rail.z(); }},
    {"sleeper_y", "m", "track", "lateral displacement of the sleeper under the rail",
     [](const SleeperEnd& e) { return e.sleeper.y(); }},
    {"sleeper_z", "m", "track", "vertical displacement of the sleeper under the rail",
     [](const SleeperEnd& e) { return e.sleeper.z(); }},
    {"pad_y", "N", "track", "lateral force of the rail on the sleeper",
     [](const SleeperEnd& e) { return e.pad.y(); }},
    {"pad_z", "N", "track", "vertical force of the rail on the sleeper",
     [](const SleeperEnd& e) { return e.pad.z(); }},
    {"ballast_y", "N", "track", "lateral force of the sleeper's half on the ballast",
     [](const SleeperEnd& e) { return e.ballast.y(); }},
    {"ballast_z", "N", "track", "vertical force of the sleeper's half on the ballast",
     [](const SleeperEnd& e) { return e.ballast.z(); }},
};

}  // namespace flangeway::simulate
