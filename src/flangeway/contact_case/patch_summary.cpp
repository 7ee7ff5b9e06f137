#include "flangeway/contact_case/patch_summary.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::Problem;
using contact::patch::Solution;
using contact::patch::TangentialKind;
using nlohmann::ordered_json;

// Factors from SI to what is printed.
struct Scale {
  double length = 1, moment = 1, stress = 1;
};

Scale scale_of(Convention convention) {
  return convention == Convention::deck ? Scale{1e3, 1e3, 1e-6} : Scale{};
}

struct Printed {
  double x, y, spin;
};

// Creepages, or shifts in the unit of length.
Printed creepages(const Problem& problem, const Solution& solution, const Scale& scale) {
  const double shift = problem.motion.kind == TangentialKind::shift ? scale.length : 1;
  const double spin = rolls(problem.motion.kind) ? problem.motion.spin / scale.length : problem.motion.spin;
  return {solution.creepage_x * shift, solution.creepage_y * shift, spin};
}

ordered_json row(const Problem& problem, const Solution& s, int ix, int iy, const Scale& scale) {
  const std::size_t i = problem.grid.index(ix, iy);
  const double shift = problem.motion.kind == TangentialKind::shift ? scale.length : 1;
  const Vec2 rigid = shift * rigid_slip(problem, s, ix, iy);
  const double px = s.tractions.x[i], py = s.tractions.y[i];
  return {problem.grid.y(iy) * scale.length,
          problem.grid.x(ix) * scale.length,
          (problem.gap[i] - s.approach) * scale.length,
          s.tractions.pressure[i] * scale.stress,
          traction_bound(problem, s, i) * scale.stress,
          std::hypot(px, py) * scale.stress,
          std::atan2(py, px) * 180 / pi,
          std::hypot(s.slip_x[i], s.slip_y[i]) * shift,
          rigid.x(),
          rigid.y()};
}

ordered_json element_table(const Problem& problem, const Solution& solution, const Scale& scale) {
  ordered_json rows = ordered_json::array();
  for (int iy = 0; iy < problem.grid.ny; ++iy)
    for (int ix = 0; ix < problem.grid.nx; ++ix)
      if (solution.state[problem.grid.index(ix, iy)] != contact::patch::ElementState::outside)
        rows.push_back(row(problem, solution, ix, iy, scale));
  return {{"columns",
           {"y", "x", "h_minus_pen", "pn", "traction_bound", "abs_pt", "arg_pt_deg", "abs_s", "rigid_slip_x",
            "rigid_slip_y"}},
          {"rows", std::move(rows)}};
}

double over(double value, double divisor) {
  return divisor > 0 ? value / divisor : 0;
}

}  // namespace

Vec2 rigid_slip(const Problem& problem, const Solution& solution, int ix, int iy) {
  const auto& motion = problem.motion;
  const double step = motion.kind == TangentialKind::transient_rolling ? motion.step : problem.grid.dx;
  const double ahead = rolls(motion.kind) ? motion.spin_offset * step * motion.direction : 0;
  const auto spin = contact::patch::spin_slip(motion, problem.grid.x(ix), problem.grid.y(iy), ahead);
  Vec2 slip(solution.creepage_x + spin.x, solution.creepage_y + spin.y);
  if (!problem.extra_slip_x.empty()) {
    const std::size_t i = problem.grid.index(ix, iy);
    slip += Vec2(problem.extra_slip_x[i], problem.extra_slip_y[i]);
  }
  return slip;
}

double traction_bound(const Problem& problem, const Solution& s, std::size_t i) {
  const double friction = s.tractions.pressure[i] * s.friction[i];
  return problem.third_body.yield_stress > 0 ? std::min(friction, s.tractions.yield_stress[i]) : friction;
}

bool rolls(TangentialKind kind) {
  return kind == TangentialKind::transient_rolling || kind == TangentialKind::steady_rolling;
}

ordered_json metadata_json(const Metadata& metadata) {
  ordered_json json{{"case", metadata.number}, {"module", metadata.module}};
  if (!metadata.name.empty()) json["name"] = metadata.name;
  if (!metadata.control[0].empty()) json["control"] = metadata.control;
  return json;
}

ordered_json patch_json(const PatchCase& patch, const Solution& s, Convention convention, bool with_table) {
  const Problem& problem = patch.problem;
  const Scale scale = scale_of(convention);
  const Printed creep = creepages(problem, s, scale);
  // A given pressure belongs to a given force, which coarse elements do not quite sum up to.
  const double normal = problem.given_pressure.empty() ? s.normal_force : problem.normal_force;
  const double bound = patch.friction_at_rest * normal;
  ordered_json json{{"x", nullptr},
                    {"y", nullptr},
                    {"z", nullptr},
                    {"contact_angle", nullptr},
                    {"creepages", {creep.x, creep.y, creep.spin}},
                    {"FN", normal},
                    {"FX", s.force_x},
                    {"FS", s.force_y},
                    {"MN", s.moment_z * scale.moment},
                    {"approach", s.approach * scale.length},
                    {"pmax", s.max_pressure * scale.stress},
                    {"pressure_centre", {s.centre_x * scale.length, s.centre_y * scale.length}},
                    {"elements",
                     {{"contact", s.contact_elements},
                      {"adhesion", s.adhesion_elements},
                      {"slip", s.slip_elements},
                      {"potential", problem.grid.size()}}},
                    {"scaled",
                     {{"FN/G", normal / (problem.material.shear_modulus * scale.stress)},
                      {"FX/FSTAT/FN", over(s.force_x, bound)},
                      {"FY/FSTAT/FN", over(s.force_y, bound)}}},
                    {"elastic_energy", s.elastic_energy}};
  if (problem.third_body.yield_stress > 0) json["elements"]["plastic"] = s.plastic_elements;
  if (problem.heat) json["max_temperature"] = s.max_temperature;
  const auto& motion = problem.motion;
  if (!rolls(motion.kind)) {
    json["friction_work"] = s.frictional_power;
  } else {
    const double step = motion.kind == TangentialKind::transient_rolling ? motion.step : problem.grid.dx;
    json["friction_power"] = s.frictional_power;
    json["rolling"] = {{"chi", motion.direction < 0 ? pi : 0.0},
                       {"dq", step * scale.length},
                       {"veloc", motion.speed * scale.length}};
  }
  if (with_table) json["element_table"] = element_table(problem, s, scale);
  return json;
}

}  // namespace flangeway::contact_case
