#include "flangeway/wheel_on_rail/slip.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "flangeway/geometry/spatial/rows.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using contact::patch::Grid;
using geometry::spatial::Row;

// Lower bound of the reference speed of creepages, m/s: a wheel and a roller may turn against each other.
constexpr double min_speed = 1e-9;
// A surface that is slower than this part of both is at rest.
constexpr double at_rest = 1e-9;

// Slip of the true surfaces, by the rules of the program CONTACT [ContactProgram].
bool takes_slip_as_decks(const ContactProblem& problem) {
  return problem.resolution.surfaces == Surfaces::meshed && problem.reference.surface != Surface::plane;
}

// The slip of the wheel relative to the rail at one place of a row, across and along.
struct RowSlip {
  Vec3 wheel, rail;                       // velocities at the row's point at x = 0, n = 0 of the reference
  Vec3 wheel_x, wheel_n, rail_x, rail_n;  // change per m along x and along the normal
};

RowSlip row_slip(const Velocities& v, const Vec3& base, const Vec3& normal) {
  const Vec3 along = Vec3::UnitX();
  const Vec3 wheel_turn = v.wheelset.angular + v.pitch.angular + v.deviation.angular;
  const Vec3 rail_turn = v.rail.angular + v.curve.angular;
  return {v.wheel_at(base),         v.rail_at(base),        wheel_turn.cross(along),
          wheel_turn.cross(normal), rail_turn.cross(along), rail_turn.cross(normal)};
}

// Slip along x of the wheel relative to the rail in the direction midway between the motions of both surfaces
// through the contact [Vollebregt2021, eq. 20]. A surface that stands still in it has none: then that of the
// other one, and x where none leads through the contact.
Vec3 midway(const Vec3& wheel, const Vec3& rail) {
  const double rail_speed = rail.norm(), wheel_speed = wheel.norm(),
               still = at_rest * (rail_speed + wheel_speed);
  Vec3 mid = Vec3::Zero();
  if (rail_speed > still) mid += rail / rail_speed;
  if (wheel_speed > still) mid += wheel / wheel_speed;
  return mid;
}

// How slip is taken from the surfaces.
struct SlipRule {
  double forward;  // m/s, of the contact along x
  /// As the program CONTACT does: the motions themselves are averaged, with this share of the rail.
  std::optional<double> rail_share = std::nullopt;
  double ahead = 0;  // m before an element, where the solver takes the spin of the fitted creepages
};

double slip_in_midplane(const SlipRule& rule, const Vec3& wheel, const Vec3& rail, const Vec3& normal) {
  const Vec3 q = wheel - rule.forward * Vec3::UnitX(), p = rail - rule.forward * Vec3::UnitX();
  const Vec3 mid = rule.rail_share ? Vec3(*rule.rail_share * p + (1 - *rule.rail_share) * q) : midway(q, p);
  const double along = mid.x(), up = mid.dot(normal), length = std::hypot(along, up) * (along < 0 ? -1 : 1);
  const Vec3 difference = wheel - rail;
  if (!(std::abs(along) > std::abs(up))) return difference.x();
  return (along * difference.x() + up * difference.dot(normal)) / length;
}

// Least squares of w_x = ξ − φ s, w_s = η + φ x.
class CreepageFit {
 public:
  void add(double x, double s, double w_x, double w_s) {
    n_ += 1, x_ += x, s_ += s, square_ += x * x + s * s;
    wx_ += w_x, ws_ += w_s, turn_ += x * w_s - s * w_x;
  }
  [[nodiscard]] contact::Creepages result() const {
    if (n_ < 1) return {};
    const double inertia = square_ - (x_ * x_ + s_ * s_) / n_;
    const double turn = turn_ - (x_ * ws_ - s_ * wx_) / n_;
    const double spin = inertia > 0 ? turn / inertia : 0;
    return {(wx_ + spin * s_) / n_, (ws_ - spin * x_) / n_, spin};
  }

 private:
  double n_ = 0, x_ = 0, s_ = 0, square_ = 0, wx_ = 0, ws_ = 0, turn_ = 0;
};

// Rigid slip at every element, into the extra slip, and the creepages that come nearest to it where the
// surfaces overlap with the wheel `lowering` m deeper.
contact::Creepages local_slip(const Velocities& v, const SlipRule& rule, const PatchWork& work,
                              double lowering, Patch& patch) {
  const Grid& grid = patch.problem.grid;
  std::vector<double>&slip_x = patch.problem.extra_slip_x, &slip_s = patch.problem.extra_slip_y;
  slip_x.assign(grid.size(), 0), slip_s.assign(grid.size(), 0);
  CreepageFit fit;
  for (int j = 0; j < grid.ny; ++j) {
    const Row& row = work.rows[static_cast<std::size_t>(j)];
    const Vec3 normal = row.normal(), tangent = row.tangent();
    const RowSlip base = row_slip(v, Vec3(work.reference.x(), row.y, row.z), normal);
    const BelowRow n_rail = work.below(grid, j);
    const double lowered_here = lowering * work.upright(row.angle);
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t at = grid.index(i, j);
      if (!patch.problem.may_touch[at]) continue;
      const double x = grid.x(i);
      const Vec3 wheel = base.wheel + x * base.wheel_x + work.wheel[at] * base.wheel_n;
      const Vec3 rail = base.rail + x * base.rail_x + n_rail[i] * base.rail_n;
      slip_x[at] = slip_in_midplane(rule, wheel, rail, normal) / patch.reference_speed;
      slip_s[at] = (wheel - rail).dot(tangent) / patch.reference_speed;
      if (work.gap[at] < lowered_here) fit.add(x + rule.ahead, grid.y(j), slip_x[at], slip_s[at]);
    }
  }
  return fit.result();
}

void subtract_creepages(const contact::Creepages& creepages, double ahead, contact::patch::Problem& problem) {
  const Grid& grid = problem.grid;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      problem.extra_slip_x[grid.index(i, j)] -= creepages.longitudinal - creepages.spin * grid.y(j);
      problem.extra_slip_y[grid.index(i, j)] -= creepages.lateral + creepages.spin * (grid.x(i) + ahead);
    }
  }
}

// The point of the wheel for which creepages count: as deep in the rail as the deepest one of the patch.
Vec3 below_reference(const PatchWork& work, const Patch& patch) {
  return work.reference - patch.interpenetration * Row{0, 0, patch.angle}.normal();
}

// Both surfaces of a roller and its wheel run backward where the contact rolls forward. A wheel that spins on
// the spot rolls where it would go.
int rolling_direction(const ContactProblem& problem, const Velocities& v, const Vec3& on_wheel) {
  const WheelsetMotion& motion = problem.motion;
  const double along = motion.velocity.x() != 0 ? motion.velocity.x() : motion.velocity_pitch;
  const double forward = v.roller ? -(v.wheel_at(on_wheel) + v.rail_at(on_wheel)).x() : along;
  return forward < 0 ? -1 : 1;
}

double speed_of_creepages(const ContactProblem& problem, const Velocities& v, const Vec3& on_wheel) {
  const double along = std::abs(problem.motion.velocity.x());
  if (takes_slip_as_decks(problem) && !v.roller && along > min_speed) return along;
  return std::max(min_speed, reference_speed(v, on_wheel));
}

// A step of a shift takes 1 s in decks, and the contact goes 1 mm on meanwhile.
constexpr double shift_of_decks = 1e-3;

SlipRule slip_rule(const ContactProblem& problem, const Velocities& v, const contact::patch::Motion& motion,
                   const Grid& grid) {
  using contact::patch::TangentialKind;
  SlipRule rule{v.roller ? 0 : problem.motion.velocity.x()};
  if (!takes_slip_as_decks(problem)) return rule;
  const contact::Material &rail = problem.rail_material, &wheel = problem.wheel_material;
  rule.rail_share = geometry::spatial::rail_share(rail.poisson_ratio, rail.shear_modulus(),
                                                  wheel.poisson_ratio, wheel.shear_modulus());
  if (motion.kind == TangentialKind::shift) {
    if (!v.roller) rule.forward = shift_of_decks;
  } else {
    const double step = motion.kind == TangentialKind::transient_rolling ? motion.step : grid.dx;
    rule.ahead = motion.spin_offset * step * motion.direction;
  }
  return rule;
}

}  // namespace

void set_motion(const ContactProblem& problem, const Velocities& v, const PatchWork& work, double lowering,
                Patch& patch) {
  contact::patch::Motion& motion = patch.problem.motion;
  const bool shift = problem.tangential == contact::patch::TangentialKind::shift;
  const Vec3 on_wheel = below_reference(work, patch);
  patch.reference_speed = shift ? 1 : speed_of_creepages(problem, v, on_wheel);
  motion.kind = problem.tangential;
  motion.direction = rolling_direction(problem, v, on_wheel);
  motion.step = problem.rolling_distance > 0 ? problem.rolling_distance : patch.problem.grid.dx;
  motion.speed = patch.reference_speed;
  if (problem.reference.surface == Surface::plane) {
    patch.creepages = creepages(v, on_wheel, work.reference, patch.angle, patch.reference_speed);
    patch.problem.extra_slip_x.clear(), patch.problem.extra_slip_y.clear();
  } else {
    const SlipRule rule = slip_rule(problem, v, motion, patch.problem.grid);
    patch.creepages = local_slip(v, rule, work, lowering, patch);
    subtract_creepages(patch.creepages, rule.ahead, patch.problem);
  }
  motion.longitudinal = {contact::patch::Control::creepage, patch.creepages.longitudinal};
  motion.lateral = {contact::patch::Control::creepage, patch.creepages.lateral};
  motion.spin = patch.creepages.spin;
}

}  // namespace flangeway::wheel_on_rail
