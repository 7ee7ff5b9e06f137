#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include "flangeway/profile/measure.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"

namespace flangeway::wheel_on_rail {
namespace {

// Lower bound of the mean speed of wheel and roller, m/s: below it there is no rolling velocity.
constexpr double min_common = 1e-2;

class Faults {
 public:
  void require(bool condition, const std::string& name, double got, const char* allowed) {
    if (!condition) texts_.push_back(fmt::format("{} (got {}; allowed {})", name, got, allowed));
  }
  void require(bool condition, const char* text) {
    if (!condition) texts_.emplace_back(text);
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(texts_); }

 private:
  std::vector<std::string> texts_;
};

bool not_negative(double value) {
  return value >= 0 && std::isfinite(value);
}

void check_material(const contact::Material& material, const std::string& name, Faults& faults) {
  faults.require(material.shear_modulus() > 0, name, material.shear_modulus(), "a shear modulus > 0 in Pa");
  faults.require(material.poisson_ratio >= 0 && material.poisson_ratio <= 0.5, name + ".poisson_ratio",
                 material.poisson_ratio, "a Poisson ratio from 0 to 0.5");
  faults.require(not_negative(material.delayed_compliance), name + ".delayed_compliance",
                 material.delayed_compliance, ">= 0");
  faults.require(not_negative(material.delay_time), name + ".delay_time", material.delay_time, ">= 0 in s");
}

void check_resolution(const Resolution& resolution, Faults& faults) {
  faults.require(resolution.dx > 0, "dx", resolution.dx, "> 0 in m");
  faults.require(resolution.ds > 0, "ds", resolution.ds, "> 0 in m");
  faults.require(resolution.most_elements > 0, "max_elements", static_cast<double>(resolution.most_elements),
                 "> 0");
  faults.require(resolution.separate_distance >= resolution.combine_distance, "separate_distance",
                 resolution.separate_distance, ">= combine_distance");
}

void check_friction(const std::vector<FrictionAt>& friction, Faults& faults) {
  faults.require(!friction.empty(), "friction: give at least one law");
  for (std::size_t i = 0; i < friction.size(); ++i) {
    faults.require(friction[i].law.kinetic >= 0, "friction.kinetic", friction[i].law.kinetic, ">= 0");
    if (i > 0)
      faults.require(friction[i].inclination > friction[i - 1].inclination, "friction.inclination",
                     friction[i].inclination, "rising inclinations");
  }
}

bool rolls(const ContactProblem& problem) {
  using contact::patch::TangentialKind;
  return problem.tangential == TangentialKind::steady_rolling ||
         problem.tangential == TangentialKind::transient_rolling;
}

// Nothing moves: rolling without creepage, whatever the speed.
bool at_rest(const ContactProblem& problem) {
  const WheelsetMotion& m = problem.motion;
  const RailPlace& rail = problem.rail_place;
  const WheelPlace& wheel = problem.wheel_place;
  const auto none = [](std::initializer_list<double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
  };
  return problem.longitudinal != LongitudinalControl::force && m.velocity.isZero(0) &&
         wheel.deviation_velocity.isZero(0) &&
         none({m.velocity_roll, m.velocity_yaw, m.velocity_pitch, rail.roller_velocity_pitch, rail.velocity_y,
               rail.velocity_z, rail.velocity_roll, wheel.deviation_velocity_roll,
               wheel.deviation_velocity_yaw, wheel.deviation_velocity_pitch});
}

bool positive(double value) {
  return value > 0 && std::isfinite(value);
}

void check_roller(const ContactProblem& problem, Faults& faults) {
  const RailPlace& rail = problem.rail_place;
  faults.require(positive(*rail.roller_radius), "rail_place.roller_radius", *rail.roller_radius, "> 0 in m");
  if (positive(*rail.roller_radius) && problem.rail)
    faults.require(*rail.roller_radius > min_roller_radius(*problem.rail), "rail_place.roller_radius",
                   *rail.roller_radius, "more than its profile lies below z = 0, in m");
  if (!rolls(problem)) return;
  faults.require(
      rail.roller_velocity_pitch != 0 || at_rest(problem),
      "motion: rolling on a roller needs a velocity of the roller that is not zero, or none at all");
  faults.require(
      !turn_against_each_other(problem),
      "motion: wheel and roller turn against each other: their surfaces have no common rolling velocity");
}

void check_springs(const RailSprings& springs, Faults& faults) {
  faults.require(positive(springs.stiffness_y), "springs.stiffness_y", springs.stiffness_y, "> 0 in N/m");
  faults.require(positive(springs.stiffness_z), "springs.stiffness_z", springs.stiffness_z, "> 0 in N/m");
}

void check_control(const ContactProblem& problem, Faults& faults) {
  if (problem.vertical == VerticalControl::force)
    faults.require(problem.vertical_force > 0, "vertical_force", problem.vertical_force, "> 0 in N");
  using contact::patch::TangentialKind;
  using contact::patch::TangentialMethod;
  faults.require(problem.method.tangential != TangentialMethod::fastrip ||
                     problem.tangential == TangentialKind::steady_rolling ||
                     problem.tangential == TangentialKind::none,
                 "method.tangential: FaStrip is for steady rolling");
  const bool viscous =
      problem.wheel_material.delayed_compliance != 0 || problem.rail_material.delayed_compliance != 0;
  faults.require(!viscous || problem.tangential == TangentialKind::steady_rolling,
                 "tangential: visco-elastic bodies need steady rolling");
  faults.require(!viscous || problem.method.tangential == TangentialMethod::boundary_elements,
                 "method.tangential: tractions of visco-elastic bodies need boundary elements");
  if (problem.rail_place.roller_radius) return check_roller(problem, faults);
  const bool moves = problem.motion.velocity.x() != 0 || problem.motion.velocity_pitch != 0;
  faults.require(!rolls(problem) || moves || at_rest(problem),
                 "motion: rolling needs a forward or pitch velocity that is not zero, or none at all");
}

}  // namespace

double surface_speed(const RailPlace& rail) {
  return rail.roller_radius.value_or(0) * rail.roller_velocity_pitch;
}

bool turn_against_each_other(const ContactProblem& problem) {
  const double below = surface_speed(problem.rail_place),
               above = problem.motion.velocity_pitch * problem.wheel_place.nominal_radius;
  if (below == 0 || !rolls(problem) || problem.longitudinal == LongitudinalControl::force) return false;
  return std::abs(below + above) <= min_common * (std::abs(below) + std::abs(above));
}

double min_roller_radius(const profile::Curve& rail) {
  return -profile::extent(rail).z_low;
}

std::vector<std::string> find_faults(const ContactProblem& problem) {
  Faults faults;
  faults.require(problem.wheel != nullptr, "wheel: there is no profile");
  faults.require(problem.rail != nullptr, "rail: there is no profile");
  faults.require(problem.wheel_place.nominal_radius > 0, "wheel_radius", problem.wheel_place.nominal_radius,
                 "> 0 in m");
  check_material(problem.wheel_material, "wheel_material", faults);
  check_material(problem.rail_material, "rail_material", faults);
  check_resolution(problem.resolution, faults);
  check_friction(problem.friction, faults);
  check_control(problem, faults);
  faults.require(
      !problem.conformal_coefficients || problem.method.normal != contact::patch::NormalMethod::strips,
      "method.normal: strip has no angle correction for conformal contact");
  faults.require(problem.layer_flexibility >= 0, "layer_flexibility", problem.layer_flexibility,
                 ">= 0 in m/Pa");
  faults.require(problem.layer_flexibility == 0 ||
                     problem.method.normal == contact::patch::NormalMethod::boundary_elements,
                 "method.normal: strip has no elastic layer between wheel and rail");
  if (problem.springs) check_springs(*problem.springs, faults);
  faults.require(problem.reference.power == 1 || problem.reference.power == 2, "reference.power",
                 problem.reference.power, "1 or 2");
  return faults.take();
}

}  // namespace flangeway::wheel_on_rail
