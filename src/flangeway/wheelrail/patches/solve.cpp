#include "flangeway/wheelrail/patches/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/math/root.hpp"
#include "flangeway/wheelrail/patches/search.hpp"

namespace flangeway::wheelrail::patches {
namespace {

// A wheel that has sunk by less than this part of its depth since its patches were formed keeps them: their
// change is of the order of the product of both.
constexpr double formed_well = 5e-3;
constexpr double press_tolerance = 1e-3;  // of normal problems on the way
constexpr int most_forms = 40;
constexpr int most_rolls = 12;
constexpr int patient_rolls = 3;   // of these until a secant is taken
constexpr double most_ahead = 20;  // times the step without it
constexpr int most_pitches = 15;
// Where the division into adhesion and slip jumps between two solutions, the force is met within this part of
// what friction can carry.
constexpr double coarse_force = 1e-2;
// A rail on springs is looked for as if it carried at least this, N.
constexpr double least_load = 1;
// A rail's lateral deflection is looked for in steps from this on, m.
constexpr double first_reach = 1e-3;
// … and deflections are met as if a contact on a flange were as stiff as this across, N/m.
constexpr double contact_stiffness = 1e9;
// Between two heights closer than this (m) the force has jumped.
constexpr double jump_width = 1e-10;
// A wheel pressed deeper than this (m) is no contact of elastic bodies any more.
constexpr double deepest_press = 2e-3;

// Heights known to be too low and too high for the prescribed force, m.
struct Bracket {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  [[nodiscard]] double keep_inside(double z) const {
    if (z > low && z < high) return z;
    return std::isfinite(low) && std::isfinite(high) ? (low + high) / 2 : z;
  }
  [[nodiscard]] bool closed() const { return high - low < jump_width; }
};

double friction_limit(const Contact& contact) {
  double limit = 0;
  for (const Patch& patch : contact.patches) limit += patch.friction * patch.sum_of_pressure;
  return limit;
}

// Pitch velocity at which the longitudinal force is the prescribed one. The force grows with the velocity:
// secant steps inside what is known of both sides, from where the last search ended.
class PitchSearch {
 public:
  explicit PitchSearch(const Situation& situation) : situation_(situation) {
    velocity_ = situation.motion.velocity_pitch;
    const double speed = situation.motion.velocity.x() + surface_speed(situation.rail_place);
    if (by_force() && velocity_ == 0) velocity_ = speed / situation.wheel_place.nominal_radius;
  }
  [[nodiscard]] bool by_force() const { return situation_.longitudinal == LongitudinalControl::force; }
  [[nodiscard]] double velocity() const { return velocity_; }
  void begin() { low_ = high_ = {}; }

  /// Whether the force is met; else velocity() is the next to try. `slope` guesses how the force grows, N
  /// s/rad.
  bool meets(const Contact& contact, double slope) {
    const double excess = contact.total.wheelset.force.x() - situation_.longitudinal_force;
    if (std::abs(excess) < situation_.force_tolerance * friction_limit(contact)) return true;
    if (!known(slope_)) slope_ = guess_ = slope;
    if (known(last_excess_) && velocity_ != last_velocity_) {
      const double learnt = (excess - last_excess_) / (velocity_ - last_velocity_);
      if (learnt > 0.01 * guess_ && learnt < 3 * guess_)
        slope_ = learnt;  // else the division of elements jumped
    }
    last_excess_ = excess, last_velocity_ = velocity_;
    (excess < 0 ? low_ : high_) = {velocity_, excess};
    velocity_ -= excess / slope_;
    if (!known(low_.excess) || !known(high_.excess)) return false;
    const double width = high_.velocity - low_.velocity, inside = (velocity_ - low_.velocity) / width;
    if (!(inside > 0.01 && inside < 0.99)) {
      const double part = std::clamp(-low_.excess / (high_.excess - low_.excess), 0.1, 0.9);
      velocity_ = low_.velocity + part * width;
    }
    return false;
  }

 private:
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  static bool known(double x) { return !std::isnan(x); }
  struct Side {
    double velocity = 0, excess = unknown;
  };
  const Situation& situation_;
  double velocity_ = 0, slope_ = unknown, guess_ = unknown, last_velocity_ = 0, last_excess_ = unknown;
  Side low_, high_;
};

// Solves everything where the wheel stands; sunk by `sunk` since its patches were formed. Vertical force, N.
double roll_with_force(const Situation& situation, double sunk, PitchSearch& pitch, Pressing& pressing,
                       Contact& contact) {
  if (!pitch.by_force()) return pressing.roll(sunk, pitch.velocity());
  pitch.begin();
  double force = 0;
  for (int i = 0; i < most_pitches; ++i) {
    force = pressing.roll(sunk, pitch.velocity());
    pressing.sum();
    if (std::abs(situation.longitudinal_force) >= friction_limit(contact)) {
      contact.status = Status::longitudinal_unreachable;
      return force;
    }
    if (pitch.meets(contact, pressing.estimated_pitch_stiffness())) return force;
  }
  const double missed = std::abs(contact.total.wheelset.force.x() - situation.longitudinal_force);
  if (missed > coarse_force * friction_limit(contact)) contact.status = Status::not_converged;
  return force;
}

void solve_position(const Situation& situation, Pressing& pressing, Contact& contact) {
  pressing.form(situation.motion.z);
  if (contact.patches.empty()) {
    contact.status = Status::no_contact;
    return;
  }
  PitchSearch pitch(situation);
  roll_with_force(situation, 0, pitch, pressing, contact);
  pressing.settle(0);
}

// The step through the last two excesses of the vertical force: on a flange that slides friction is nearly as
// large as the pressures' part, and grows with it.
struct Secant {
  double sunk = 0, excess = 0;
  [[nodiscard]] double next(double here, double now, double otherwise) const {
    const double slope = (now - excess) / (here - sunk), step = -now / slope;
    return slope > 0 && std::abs(step) < most_ahead * std::abs(otherwise - here) ? here + step : otherwise;
  }
};

// With patches as formed at z: all of it until the vertical force is met, from a guess how far the wheel
// sinks. Returns how far it has sunk, and stops where that is too far for the patches.
double sink_and_roll(const Situation& situation, const VerticalDemand& demand, double z, double sunk,
                     bool keep, double& friction_part, PitchSearch& pitch, Pressing& pressing,
                     Contact& contact) {
  SinkSteps steps(pressing.depth(), demand.stiffness);
  Secant secant;
  // Pressures alone cost a small part of all of it.
  const double pressed = pressing.press(sunk, situation.solver.tolerance);
  sunk = steps.next(sunk, pressed, demand.at(z - sunk) - friction_part);
  if (!keep && std::abs(sunk) > formed_well * pressing.depth()) return sunk;
  for (int i = 0; i < most_rolls; ++i) {
    const double total = roll_with_force(situation, sunk, pitch, pressing, contact),
                 normal = pressing.normal_part(), wanted = demand.at(z - sunk);
    friction_part = total - normal;
    if (std::abs(total - wanted) < situation.force_tolerance * std::abs(wanted)) return sunk;
    const double here = sunk;
    sunk = steps.next(sunk, normal, wanted - friction_part);
    if (i >= patient_rolls) sunk = secant.next(here, total - wanted, sunk);
    secant = {here, total - wanted};
    if (!keep && std::abs(sunk) > formed_well * pressing.depth()) return sunk;
  }
  contact.status = Status::not_converged;
  return sunk;
}

void solve_force(const Situation& situation, const VerticalDemand& demand, Pressing& pressing,
                 Contact& contact) {
  if (!(demand.at(pressing.touching_height()) > 0)) {
    contact.patches.clear();
    contact.status = Status::no_contact;
    return;
  }
  double z = pressing.estimated_height(demand), friction_part = 0;
  bool rolled = false;
  PitchSearch pitch(situation);
  const Bracket all{-std::numeric_limits<double>::infinity(), pressing.touching_height()};
  Bracket bracket = all;
  for (int i = 0; i < most_forms; ++i) {
    const bool too_deep = pressing.touching_height() - z > deepest_press;
    if (too_deep) z = pressing.touching_height() - deepest_press;
    pressing.form(z);
    if (too_deep) {
      contact.status = Status::force_unreachable;
      roll_with_force(situation, 0, pitch, pressing, contact);
      return pressing.settle(0);
    }
    const bool last = bracket.closed() || i + 1 == most_forms;
    const double pressed = pressing.press(0, press_tolerance);
    if (!rolled) friction_part = pressing.estimated_friction(pitch.velocity());
    double sunk =
        SinkSteps(pressing.depth(), demand.stiffness).next(0, pressed, demand.at(z) - friction_part);
    if (last || std::abs(sunk) < formed_well * pressing.depth()) {
      sunk = sink_and_roll(situation, demand, z, sunk, last, friction_part, pitch, pressing, contact);
      rolled = true;
      if (last || std::abs(sunk) < formed_well * pressing.depth()) {
        // A force that jumps leaves the wheel further from where its patches were formed than rounding does.
        if (last && std::abs(sunk) > 4 * formed_well * pressing.depth()) contact.status = Status::force_jumps;
        return pressing.settle(sunk);
      }
      bracket = all;  // friction is another one now
    }
    (sunk > 0 ? bracket.high : bracket.low) = z;
    z = bracket.keep_inside(z - sunk);
  }
}

void collect_outcomes(const Situation& situation, Contact& contact) {
  using contact::halfspace::Outcome;
  for (const Patch& patch : contact.patches) {
    if (patch.problem.grid.dx > 1.5 * situation.resolution.dx)
      contact.warnings.push_back(fmt::format(
          "elements of {} mm would be more than {}: they are {} mm long", 1e3 * situation.resolution.dx,
          situation.resolution.most_elements, 1e3 * patch.problem.grid.dx));
    const Outcome outcome = patch.solution.outcome;
    if (outcome != Outcome::solved && outcome != Outcome::no_contact) {
      if (contact.status == Status::solved) contact.status = Status::not_converged;
      contact.warnings.emplace_back(contact::halfspace::message(outcome));
    }
    if (patch.at_profile_edge)
      contact.warnings.emplace_back("a patch reaches the end of a profile: the real one may be larger");
    if (patch.solution.touches_border)
      contact.warnings.emplace_back("contact reaches the border of the elements");
  }
}

void clear(Contact& contact) {
  contact.status = Status::solved;
  contact.warnings.clear();
  contact.total = {};
  contact.average_position.setZero();
  contact.rail_deflection_y = contact.rail_deflection_z = 0;
  contact.position_iterations = contact.normal_solutions = 0;
}

// The wheel on a rail that stands where it is, at the height that is given or that `demand` asks for.
void solve_on_firm_rail(const Situation& situation, const VerticalDemand* demand, const Contact* previous,
                        Workspace& workspace, Contact& contact) {
  clear(contact);
  contact.z = situation.motion.z;
  contact.velocity_pitch = situation.motion.velocity_pitch;
  Pressing pressing(situation, previous, workspace.memory(), contact);
  if (!pressing.overlaps()) {
    contact.patches.clear();
    contact.status = Status::no_overlap;
    return;
  }
  if (demand != nullptr) {
    solve_force(situation, *demand, pressing, contact);
  } else {
    solve_position(situation, pressing, contact);
  }
  collect_outcomes(situation, contact);
}

// Wheelset and rail together moved up by `rise` (m): nothing else changes.
void lift(double rise, Contact& contact) {
  const Vec3 up(0, 0, rise);
  const auto move = [&](Wrench& track) { track.moment += up.cross(track.force); };
  for (Patch& patch : contact.patches) {
    patch.position += up;
    move(patch.wrench.track);
    for (PatchRow& row : patch.rows) row.z += rise;
  }
  move(contact.total.track);
  contact.average_position += up;
  contact.z += rise;
}

// What the springs below the rail ask for while the wheelset stands still: with it the height above the rail,
// and the deflection, are found at once. docs/theory/patch_geometry.md, eq. 5
VerticalDemand vertical_demand(const Situation& situation) {
  if (situation.vertical == VerticalControl::force) return {situation.vertical_force, 0};
  const RailSprings& springs = *situation.springs;
  return {springs.force_z - springs.stiffness_z * situation.motion.z, springs.stiffness_z};
}

// Vertical deflection of the rail below a contact that was found with the rail at rest.
double vertical_deflection(const Situation& situation, const Contact& contact) {
  const RailSprings& springs = *situation.springs;
  if (situation.vertical == VerticalControl::force)
    return (springs.force_z - situation.vertical_force) / springs.stiffness_z;
  const bool free = contact.patches.empty();
  return free ? springs.force_z / springs.stiffness_z : situation.motion.z - contact.z;
}

// A lateral deflection of the rail, and by how much the forces on it exceed what its spring carries there, N.
struct Deflected {
  double deflection = 0, excess = 0;
};

// Lateral deflection at which the imbalance, which falls with it, is nothing; `contact` is the last that it
// has solved. Steps as if the contact were not there go too far or just far enough, and short ones do not
// leave out the nearest balance. NaN: none found.
template <typename Imbalance>
double nearest_balance(const Situation& situation, const Imbalance& imbalance, const Contact& contact) {
  const double stiffness = situation.springs->stiffness_y;
  Deflected low{0, imbalance(0)}, high = low;
  const bool rises = low.excess > 0;
  double reach = first_reach;
  for (int i = 0; i < 40 && high.excess != 0 && (high.excess > 0) == rises; ++i, reach *= 2) {
    low = high;
    high.deflection += std::clamp(low.excess / stiffness, -reach, reach);
    high.excess = imbalance(high.deflection);
  }
  const double load = std::max(contact.total.track.force.z(), least_load);
  const double tolerance = situation.force_tolerance * load / std::max(stiffness, contact_stiffness);
  const auto excess = [&](double deflection) {
    if (deflection == low.deflection) return low.excess;
    return deflection == high.deflection ? high.excess : imbalance(deflection);
  };
  return math::find_root(excess, low.deflection, high.deflection, tolerance);
}

// The vertical deflection follows from the prescribed force, or is found with the height above the rail; the
// lateral one is where the springs and the contact agree.
void solve_on_springs(const Situation& situation, const Contact* previous, Workspace& workspace,
                      Contact& contact) {
  const RailSprings& springs = *situation.springs;
  const VerticalDemand demand = vertical_demand(situation);
  Situation deflected = situation;
  const auto imbalance = [&](double deflection) {
    deflected.rail_place.deviation_y = situation.rail_place.deviation_y + deflection;
    solve_on_firm_rail(deflected, &demand, previous, workspace, contact);
    return springs.force_y - contact.total.track.force.y() - springs.stiffness_y * deflection;
  };
  const double found = nearest_balance(situation, imbalance, contact);
  if (std::isnan(found)) {
    contact.status = Status::not_converged;
    return;
  }
  const double missing = std::abs(imbalance(found));
  // The root is met to 1e-5 of the load unless the force jumps there.
  if (contact.status == Status::solved && missing > coarse_force * contact.total.track.force.norm())
    contact.status = Status::springs_jump;
  contact.rail_deflection_y = found;
  contact.rail_deflection_z = vertical_deflection(situation, contact);
  if (contact.patches.empty()) {
    contact.z = situation.motion.z;
  } else {
    lift(contact.rail_deflection_z, contact);
  }
}

}  // namespace

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void solve(const Situation& situation, const Contact* previous, Workspace& workspace, Contact& contact) {
  if (situation.springs) {
    solve_on_springs(situation, previous, workspace, contact);
  } else {
    const VerticalDemand demand{situation.vertical_force, 0};
    const bool by_force = situation.vertical == VerticalControl::force;
    solve_on_firm_rail(situation, by_force ? &demand : nullptr, previous, workspace, contact);
  }
}

Contact solve(const Situation& situation) {
  Workspace workspace;
  Contact contact;
  solve(situation, nullptr, workspace, contact);
  return contact;
}

}  // namespace flangeway::wheelrail::patches
