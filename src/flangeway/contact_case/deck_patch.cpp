#include "flangeway/contact_case/deck_patch.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/contact/patch/problem/inclinations.hpp"
#include "flangeway/contact_case/hertz_gap.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::Grid;
using contact::patch::Problem;

constexpr double max_skew = 0.02;  // sin CHI: 3.14 or 3.1416 is meant as π

// Shape data for the pressure of a Hertzian contact that the grid does not contain.
struct Shape {
  Grid grid;       // mm
  HertzGap hertz;  // SI
};

double modulus_of(const std::array<double, 2>& poisson, const std::array<double, 2>& shear) {
  return 1e6 / ((1 - poisson[0]) / (2 * shear[0]) + (1 - poisson[1]) / (2 * shear[1]));
}

HertzGap hertz_of(const deck::Case& one) {
  const deck::Values& v = one.values;
  const deck::Formation& f = v.formation;
  const auto& p = v.potential.values;
  const double modulus = modulus_of(f.poisson, f.shear);
  const HertzLoad load{f.control == 1, f.control == 1 ? f.normal : f.normal * mm};
  switch (v.potential.kind) {
    case -1:
      return from_curvatures(p[0] / mm, p[1] / mm, load, modulus);
    case -2:
      return from_ratio(p[0] / mm, p[1], load, modulus);
    case -3:
      return from_axes(p[0] * mm, p[1] * mm, load, modulus);
    case -4:
      return line_from_curvature(p[0] / mm, p[1] * mm, load.value, modulus);
    case -5:
      return line_from_width(p[0] * mm, p[1] * mm, load.value, modulus);
    default:
      return {0, 0, p[0] * mm, (p[1] + p[2]) / 2 * mm};
  }
}

// Rows over the length of a line contact: the ends of the line are ends of elements.
double line_element(long rows, double scale, double half_length) {
  if (scale <= 1) return 2 * half_length / static_cast<double>(rows);
  long n = std::lround(static_cast<double>(rows) / scale);
  if ((n - rows) % 2 != 0) ++n;
  return 2 * half_length / static_cast<double>(std::max(n, 1L));
}

Grid hertz_grid(const deck::PotentialContact& potential, const HertzGap& hertz) {
  const double scale = potential.values[potential.kind == -6 ? 3 : 2];
  const double mx = static_cast<double>(potential.mx), my = static_cast<double>(potential.my);
  Grid grid;
  grid.dx = 2 * scale * hertz.a / mx;
  grid.dy = 2 * scale * hertz.b / my;
  if (potential.kind == -4 || potential.kind == -5) grid.dy = line_element(potential.my, scale, hertz.b);
  grid.x_first = -grid.dx * (mx - 1) / 2;
  grid.y_first = -grid.dy * (my - 1) / 2;
  return grid;
}

// Kinds 1 to 4: lower left corner or centre, then element size or the opposite.
Grid given_grid(const deck::PotentialContact& potential) {
  const auto& v = potential.values;
  const double mx = static_cast<double>(potential.mx), my = static_cast<double>(potential.my);
  const bool centre = potential.kind >= 3, opposite = potential.kind % 2 == 0;
  const double nx = centre ? mx - 1 : mx, ny = centre ? my - 1 : my;  // steps to the opposite
  Grid grid;
  grid.dx = (opposite ? (v[2] - v[0]) / std::max(nx, 1.0) : v[2]) * mm;
  grid.dy = (opposite ? (v[3] - v[1]) / std::max(ny, 1.0) : v[3]) * mm;
  grid.x_first = v[0] * mm + (centre ? 0 : grid.dx / 2);
  grid.y_first = v[1] * mm + (centre ? 0 : grid.dy / 2);
  return grid;
}

Shape shape_of(const deck::Case& one) {
  const deck::PotentialContact& potential = one.values.potential;
  Shape shape;
  if (potential.kind < 0) shape.hertz = hertz_of(one);
  shape.grid = potential.kind < 0 ? hertz_grid(potential, shape.hertz) : given_grid(potential);
  shape.grid.nx = static_cast<int>(potential.mx);
  shape.grid.ny = static_cast<int>(potential.my);
  return shape;
}

// p(y) through the points, linear between them and beyond.
double pointwise(const deck::Gap& gap, double y) {
  const auto& h = *gap.values;
  const double place = (y - gap.y1) / gap.dy1;
  const double last = static_cast<double>(h.size()) - 2;
  const std::size_t k = static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, last));
  return h[k] + (place - static_cast<double>(k)) * (h[k + 1] - h[k]);
}

// Undeformed distance in mm at a place in mm.
double distance(const deck::Gap& gap, std::size_t element, double x, double y) {
  const auto& b = gap.b;
  switch (gap.base) {
    case 1:
      return b[0] * x * x + b[1] * x * y + b[2] * y * y + b[3] * x + b[4] * y + b[5];
    case 2:
      return pointwise(gap, y) + (x - gap.xm) * (x - gap.xm) / (2 * gap.rm);
    case 3:
      return b[0] * std::sin(b[1] * (x - b[2])) - b[3] * std::sin(b[4] * (x - b[5])) + x * x / b[6] +
             y * y / b[7];
    default:
      return (*gap.values)[element];
  }
}

// The sub-patch of IPLAN = 4 at a place in mm; −1: none. Where two overlap it is the later one.
int sub_patch_at(const deck::Gap& gap, double x, double y) {
  for (std::size_t k = gap.patches.size(); k-- > 0;) {
    const deck::Patch4& p = gap.patches[k];
    if (x >= p.x_low && x <= p.x_high && y >= p.y_low && y <= p.y_high) return static_cast<int>(k);
  }
  return -1;
}

bool inside_planform(const deck::Gap& gap, double x, double y) {
  if (gap.planform == 4) return sub_patch_at(gap, x, y) >= 0;
  const auto& p = gap.pl;
  if (gap.planform == 2) return p[0] * x * x + p[1] * x * y + p[2] * y * y + p[3] * x + p[4] * y + p[5] < 0;
  if (gap.planform != 3) return true;
  return (x >= p[0] && x <= p[1] && y >= p[2] && y <= p[3]) ||
         (x >= p[4] && x <= p[5] && y >= p[6] && y <= p[7]);
}

template <typename Visit>
void for_each(const Grid& grid, const Visit& visit) {
  for (int iy = 0; iy < grid.ny; ++iy)
    for (int ix = 0; ix < grid.nx; ++ix) visit(grid.index(ix, iy), grid.x(ix), grid.y(iy));
}

void fill_gap(const deck::Case& one, const Shape& shape, Problem& problem) {
  const Grid& grid = problem.grid;
  const deck::Values& v = one.values;
  problem.gap.resize(grid.size());
  const bool line = v.potential.kind == -4 || v.potential.kind == -5;
  if (line || (v.potential.kind > 0 && v.gap.planform > 1)) problem.may_touch.resize(grid.size());
  for_each(grid, [&](std::size_t i, double x, double y) {
    if (v.potential.kind < 0) {
      problem.gap[i] = shape.hertz.a1 * x * x + shape.hertz.b1 * y * y;
      if (line) problem.may_touch[i] = std::abs(y) <= shape.hertz.b;
    } else {
      problem.gap[i] = distance(v.gap, i, x / mm, y / mm) * mm;
      if (v.gap.planform > 1) problem.may_touch[i] = inside_planform(v.gap, x / mm, y / mm);
    }
  });
}

void add_finding(const deck::Case& one, std::size_t word, std::string problem, std::string got,
                 std::string allowed, std::string advice, Findings& findings) {
  findings.add({one.where[word], fmt::format("case {}", one.number), std::move(problem), std::move(got),
                std::move(allowed), std::move(advice)});
}

// Elements in no sub-patch cannot touch, so that their number does not matter.
void fill_interaction(const deck::Case& one, Problem& problem) {
  const deck::Gap& gap = one.values.gap;
  const bool approximate = one.control.bound == 5 || one.control.bound == 6;
  if (one.values.potential.kind < 0 || gap.planform != 4 || approximate) return;
  auto& [part, factor, whole_displacements] = problem.interaction;
  whole_displacements = true;
  part.resize(problem.grid.size());
  for_each(problem.grid, [&, &parts = part](std::size_t i, double x, double y) {
    parts[i] = std::max(sub_patch_at(gap, x / mm, y / mm), 0);
  });
  // Sub-patches without an element have no number in the grid.
  const std::size_t count = gap.patches.size(),
                    used = static_cast<std::size_t>(*std::max_element(part.begin(), part.end())) + 1;
  factor.assign(used * used, 1);
  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j, ++next)
      if (j < used) factor[i * used + j] = factor[j * used + i] = gap.weights[next];
}

// Fields of module 1's convention never get here: the frame of module 3 is that of the solver.
void fill_extra_slip(const deck::Case& one, Problem& problem) {
  if (!one.values.extra_slip) return;
  const double scale = one.control.tangential == 1 ? mm : 1;
  for (std::size_t i = 0; i < problem.grid.size(); ++i) {
    problem.extra_slip_x.push_back(scale * (*one.values.extra_slip)[2 * i]);
    problem.extra_slip_y.push_back(scale * (*one.values.extra_slip)[2 * i + 1]);
  }
}

void fill_conformity(const deck::Case& one, Problem& problem) {
  const deck::Material& material = one.values.material;
  if (material.influence != 4) return;
  const auto table =
      material.method == 0 ? contact::patch::straightened(material.inclinations) : material.inclinations;
  problem.conformity.correction = angle_correction(material);
  for (int iy = 0; iy < problem.grid.ny; ++iy)
    problem.conformity.inclination.push_back(contact::patch::inclination_at(table, problem.grid.y(iy) / mm));
}

// C = 9. False, and findings, if the coefficients cannot be read or do not fit the grid. Approximate contact
// has no use for them.
bool fill_coefficients(const deck::Case& one, const std::string& deck_file, CoefficientCache& cache,
                       Problem& problem, Findings& findings) {
  const deck::Material& material = one.values.material;
  if (material.influence != 9 || one.control.bound == 5 || one.control.bound == 6) return true;
  const auto read = cache.get(material.coefficient_file, deck_file, findings);
  if (!read) return false;
  if (read->matrices != 1 && read->matrices != problem.grid.ny) {
    add_finding(one, 1, "the influence coefficients are those of another number of rows",
                fmt::format("{} in {}", read->matrices, material.coefficient_file),
                fmt::format("1 or {}", problem.grid.ny), {}, findings);
    return false;
  }
  contact::patch::GivenCoefficients made;
  made.nx = static_cast<int>(read->mx), made.ny = static_cast<int>(read->my);
  made.rows = static_cast<int>(read->matrices);
  made.dx = read->dx * mm, made.dy = read->dy * mm;
  made.values = read->values;
  for (auto& values : made.values)
    for (double& value : values) value *= mm / problem.material.shear_modulus;
  if (std::abs(made.dx - problem.grid.dx) > 1e-5 * mm || std::abs(made.dy - problem.grid.dy) > 1e-5 * mm) {
    add_finding(one, 1, "the influence coefficients are those of elements of another size",
                fmt::format("{} × {} mm in {}", read->dx, read->dy, material.coefficient_file),
                fmt::format("{} × {} mm", problem.grid.dx / mm, problem.grid.dy / mm), {}, findings);
    return false;
  }
  problem.coefficients = std::make_shared<const contact::patch::GivenCoefficients>(std::move(made));
  return true;
}

// Given pressures in place of the normal problem.
void simplify(const deck::Case& one, const Shape& shape, PatchCase& patch) {
  Problem& problem = patch.problem;
  const deck::Control& c = one.control;
  if (c.bound < 2 || c.bound > 4) return;
  using namespace contact::patch;
  problem.method.ellipse = Ellipse{shape.hertz.a, shape.hertz.b};
  if (c.bound == 4) {
    const auto& axes = one.values.potential.values;
    problem.given_pressure = double_ellipse_pressure(problem.grid, axes[0] * mm, axes[1] * mm, axes[2] * mm,
                                                     one.values.loads.normal);
    return;
  }
  const double force = one.control.normal == 1 ? one.values.loads.normal : shape.hertz.force;
  const int kind = one.values.potential.kind;
  problem.given_pressure = hertz_pressure(problem.grid, shape.hertz, force, kind == -4 || kind == -5,
                                          c.bound == 2 ? GivenPressure::elliptic : GivenPressure::parabolic);
  problem.normal_force = force;
  problem.approach = shape.hertz.approach;
}

void fill_motion(const deck::Case& one, contact::patch::Motion& motion) {
  const deck::Control& c = one.control;
  const deck::Loads& loads = one.values.loads;
  const bool rolls = c.tangential >= 2;
  const double shift = c.tangential == 1 ? mm : 1;
  using contact::patch::Control;
  const auto prescribed = [&](bool force, double value) {
    return force ? contact::patch::Prescribed{Control::force_over_mu_n, value}
                 : contact::patch::Prescribed{Control::creepage, value * shift};
  };
  motion.kind = tangential_kind(c.tangential);
  motion.longitudinal = prescribed(c.force >= 1, loads.x);
  motion.lateral = prescribed(c.force >= 2, loads.y);
  motion.spin = rolls ? loads.spin / mm : loads.spin;
  motion.spin_centre_x = loads.spin_x * mm;
  motion.spin_centre_y = loads.spin_y * mm;
  motion.spin_across = c.extra != 2, motion.spin_along = c.extra != 3;
  motion.spin_offset = rolls ? one.values.rolling.spin_offset : 0;
  if (!rolls) return;
  motion.direction = std::cos(one.values.rolling.direction) < 0 ? -1 : 1;
  motion.step = one.values.rolling.step * mm;
  motion.speed = one.values.rolling.speed * mm;
}

bool check(const deck::Case& one, Findings& findings) {
  const deck::Values& v = one.values;
  const bool rolls = one.control.tangential >= 2;
  if (rolls && std::abs(std::sin(v.rolling.direction)) > max_skew) {
    add_finding(one, 0, "rolls in a direction that is neither forward nor backward",
                fmt::format("CHI = {} rad", v.rolling.direction), "0 or π", "Turn the grid instead",
                findings);
    return false;
  }
  const std::size_t size = v.potential.elements();
  const auto fits = [&](const auto& values, std::size_t count, const char* what) {
    if (!values || values->size() == count) return true;
    add_finding(one, 1, fmt::format("{} was given for a grid of another size", what),
                fmt::format("{} values, {} elements", values->size(), size), {}, "Give it anew for this grid",
                findings);
    return false;
  };
  return (v.gap.base != 9 || v.potential.kind < 0 || fits(v.gap.values, size, "the undeformed distance")) &&
         fits(v.extra_slip, 2 * size, "the extra rigid slip");
}

}  // namespace

std::optional<PatchCase> patch_case(const deck::Case& one, const std::string& deck_file,
                                    CoefficientCache& cache, Findings& findings) {
  if (!check(one, findings)) return std::nullopt;
  const deck::Values& v = one.values;
  const Shape shape = shape_of(one);
  PatchCase patch;
  Problem& problem = patch.problem;
  problem.grid = shape.grid;
  if (v.material.influence == 3) problem.element = contact::patch::ElementKind::bilinear;
  fill_gap(one, shape, problem);
  fill_interaction(one, problem);
  problem.normal_control = one.control.normal == 1 ? contact::patch::NormalControl::force
                                                   : contact::patch::NormalControl::approach;
  (one.control.normal == 1 ? problem.normal_force : problem.approach) =
      one.control.normal == 1 ? v.loads.normal : v.loads.normal * mm;
  fill_motion(one, problem.motion);
  problem.material = contact::patch::combine(material(one, 0), material(one, 1),
                                             problem.motion.direction * problem.motion.speed);
  problem.material.coupled = !problem.material.is_viscous();  // as there
  if (!fill_coefficients(one, deck_file, cache, problem, findings)) return std::nullopt;
  fill_extra_slip(one, problem);
  problem.friction.clear();
  for (const deck::FrictionSet& set : v.friction.sets)
    problem.friction.push_back(friction_law(v.friction.law, set));
  problem.memory = {v.friction.memory_distance * mm, v.friction.memory_speed * mm};
  problem.settings = solver_settings(one, problem.motion.speed);
  fill_conformity(one, problem);
  problem.layer_flexibility = layer_flexibility(one);
  problem.third_body = third_body(one);
  if (one.control.material == 4) problem.motion.step = problem.grid.dx;
  problem.heat = heat(one);
  problem.method = method(one);
  patch.extras = extras(one);
  patch.notes = step_notes(one, v.rolling.step, problem.grid.dx / mm);
  simplify(one, shape, patch);
  patch.friction_at_rest =
      v.friction.variation == 0 ? contact::patch::static_friction(problem.friction.front()) : 1;
  return patch;
}

}  // namespace flangeway::contact_case
