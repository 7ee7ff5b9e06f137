// From a [patch] to what is solved.
#include <cmath>

#include <fmt/format.h>

#include "flangeway/contact_case/hertz_gap.hpp"
#include "flangeway/contact_case/toml_case.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::Grid;
using contact::patch::NormalMethod;
using contact::patch::Problem;
using contact::patch::TangentialKind;

// How the distance is given, in the order of the keys.
enum class SurfaceKind { curvatures, semi_axes, ratio, line, quadratic, heights, waves, distances };

class PatchMaker {
 public:
  PatchMaker(const PatchSpec& spec, Findings& findings) : spec_(spec), findings_(findings) {}

  std::optional<PatchCase> make() {
    const auto shape = find_shape();
    check();
    if (failed_) return std::nullopt;
    Problem& problem = made_.problem;
    const double forward = spec_.direction == Direction::forward ? 1 : -1;
    problem.material =
        contact::patch::combine(material(spec_.upper), material(spec_.lower), forward * spec_.speed);
    problem.material.coupled = spec_.coupled;
    if (spec_.elements.bilinear) problem.element = contact::patch::ElementKind::bilinear;
    form(*shape);
    if (failed_) return std::nullopt;
    fill_loads();
    problem.friction = friction_laws(spec_.friction);
    problem.memory = {spec_.friction.memory_distance, spec_.friction.memory_speed};
    problem.extra_slip_x = spec_.extra_slip_x;
    problem.extra_slip_y = spec_.extra_slip_y;
    problem.method = method(spec_.method);
    problem.settings.divide_steps = spec_.long_steps == LongSteps::divide;
    problem.layer_flexibility = spec_.layer_flexibility;
    problem.third_body = third_body(spec_);
    if (spec_.third_body && spec_.tangential == TangentialKind::transient_rolling)
      problem.motion.step = problem.grid.dx;
    problem.heat = heat(spec_, spec_.upper, spec_.lower);
    made_.extras = extras(spec_.below, spec_.stiffness, material(spec_.upper), material(spec_.lower),
                          spec_.where, "patch", findings_);
    made_.friction_at_rest = contact::patch::static_friction(problem.friction.front());
    return std::move(made_);
  }

 private:
  void complain(const char* key, std::string problem, std::string got = {}, std::string allowed = {},
                std::string advice = {}) {
    findings_.add({spec_.where, fmt::format("patch.{}", key), std::move(problem), std::move(got),
                   std::move(allowed), std::move(advice)});
    failed_ = true;
  }

  std::optional<SurfaceKind> find_shape() {
    const SurfaceShape& s = spec_.surface;
    std::vector<SurfaceKind> given;
    if (!s.curvatures.empty()) given.push_back(SurfaceKind::curvatures);
    if (!s.semi_axes.empty()) given.push_back(SurfaceKind::semi_axes);
    if (s.axis_ratio > 0) given.push_back(SurfaceKind::ratio);
    if (s.length > 0) given.push_back(SurfaceKind::line);
    if (!s.quadratic.empty()) given.push_back(SurfaceKind::quadratic);
    if (!s.heights.empty()) given.push_back(SurfaceKind::heights);
    if (!s.waves.empty()) given.push_back(SurfaceKind::waves);
    if (!s.distances.empty()) given.push_back(SurfaceKind::distances);
    if (given.size() == 1) return given.front();
    complain("surface",
             given.empty() ? "gives no distance of the bodies" : "gives the distance of the bodies twice", {},
             "one of curvatures, semi_axes, axis_ratio, length, quadratic, heights, waves, distances");
    return std::nullopt;
  }

  void check() {
    const bool force = spec_.control == GivenNormal::force;
    if (force && !(spec_.normal_force > 0))
      complain("normal_force", "is needed", {}, "> 0 N", "Give it, or control = \"approach\"");
    if (force && spec_.approach != 0)
      complain("approach", "is found from the normal force and cannot be given, too", {}, {},
               "Take one of them out, or control = \"approach\"");
    if (!force && spec_.normal_force != 0)
      complain("normal_force", "is found from the approach and cannot be given, too", {}, {},
               "Take one of them out, or control = \"force\"");
    const bool rolls = spec_.tangential == TangentialKind::steady_rolling ||
                       spec_.tangential == TangentialKind::transient_rolling;
    if (rolls && !(spec_.speed > 0))
      complain("speed", "the rolling velocity is zero, but the case rolls", fmt::format("{}", spec_.speed),
               "> 0 m/s", "Give it, or take tangential = \"shift\"");
    if (spec_.tangential == TangentialKind::transient_rolling && !(spec_.step > 0))
      complain("step", "transient rolling needs the distance of a step", {}, "> 0 m");
    if (!force && (spec_.longitudinal == GivenTangential::force || spec_.lateral == GivenTangential::force))
      complain("control", "a tangential force can be given with the normal force only", "approach", "force");
    const auto unused = [&](GivenTangential given, const char* key, double creepage, const char* force_key,
                            double force_value) {
      if (given == GivenTangential::creepage && force_value != 0)
        complain(force_key, "is not used: the creepage is given in this direction");
      if (given == GivenTangential::force && creepage != 0)
        complain(key, "is not used: the force is given in this direction");
    };
    unused(spec_.longitudinal, "longitudinal_creepage", spec_.longitudinal_creepage, "longitudinal_force",
           spec_.longitudinal_force);
    unused(spec_.lateral, "lateral_creepage", spec_.lateral_creepage, "lateral_force", spec_.lateral_force);
    for (const auto& [key, body] : {std::pair("upper", &spec_.upper), std::pair("lower", &spec_.lower)})
      if (has_two_moduli(*body))
        complain(key, "has both shear_modulus and youngs_modulus", {}, "one of them",
                 "Leave one out: the other follows from poisson_ratio");
    if (!spec_.friction.over_inclination.empty())
      complain("friction.over_inclination", "belongs to a wheel on a rail; a patch has one coefficient");
    const std::size_t before = findings_.all().size();
    check_solution(spec_, spec_.tangential, spec_.where, "patch", findings_);
    check_bodies(spec_, spec_.tangential, {{"upper", &spec_.upper}, {"lower", &spec_.lower}}, spec_.where,
                 "patch", findings_);
    failed_ = failed_ || findings_.all().size() > before;
    const auto size = static_cast<std::size_t>(spec_.elements.nx * spec_.elements.ny);
    const auto fits = [&](const char* key, const std::vector<double>& values, std::size_t wanted) {
      if (!values.empty() && values.size() != wanted)
        complain(key, "has the wrong number of values", fmt::format("{}", values.size()),
                 fmt::format("{}", wanted));
    };
    fits("surface.distances", spec_.surface.distances, size);
    fits("extra_slip_x", spec_.extra_slip_x, size);
    fits("extra_slip_y", spec_.extra_slip_y, size);
    if (spec_.extra_slip_x.empty() != spec_.extra_slip_y.empty())
      complain("extra_slip_x", "and extra_slip_y are given together or not at all");
  }

  void form(SurfaceKind shape) {
    const bool hertzian = shape <= SurfaceKind::line;
    if (hertzian) hertz_ = hertz(shape);
    if (failed_) return;
    form_grid(hertzian, shape == SurfaceKind::line);
    if (failed_) return;
    const Grid& grid = made_.problem.grid;
    made_.problem.gap.resize(grid.size());
    const bool limited =
        shape == SurfaceKind::line || !spec_.elements.inside.empty() || !spec_.elements.rectangles.empty();
    if (limited) made_.problem.may_touch.resize(grid.size());
    for (int iy = 0; iy < grid.ny; ++iy)
      for (int ix = 0; ix < grid.nx; ++ix) {
        const std::size_t i = grid.index(ix, iy);
        made_.problem.gap[i] = distance(shape, i, grid.x(ix), grid.y(iy));
        if (limited)
          made_.problem.may_touch[i] = inside(grid.x(ix), grid.y(iy)) &&
                                       (shape != SurfaceKind::line || std::abs(grid.y(iy)) <= hertz_.b);
      }
  }

  HertzGap hertz(SurfaceKind shape) {
    const SurfaceShape& s = spec_.surface;
    const auto& m = made_.problem.material;
    const double modulus = m.shear_modulus / (1 - m.poisson_ratio);
    const bool force = spec_.control == GivenNormal::force;
    const HertzLoad load{force, force ? spec_.normal_force : spec_.approach};
    if (!(load.value > 0)) {
      complain("approach", "a Hertzian contact needs a positive one", fmt::format("{}", load.value), "> 0 m");
      return {};
    }
    if ((shape == SurfaceKind::ratio || shape == SurfaceKind::line) && !(s.curvature_x > 0)) {
      complain("surface.curvature_x", "is needed with axis_ratio and with length", {}, "> 0 1/m");
      return {};
    }
    if (shape == SurfaceKind::curvatures)
      return from_curvatures(s.curvatures[0] / 2, s.curvatures[1] / 2, load, modulus);
    if (shape == SurfaceKind::semi_axes) return from_axes(s.semi_axes[0], s.semi_axes[1], load, modulus);
    if (shape == SurfaceKind::ratio) return from_ratio(s.curvature_x / 2, s.axis_ratio, load, modulus);
    if (!force) {
      complain("control", "a line contact needs the normal force", "approach", "force");
      return {};
    }
    return line_from_curvature(s.curvature_x / 2, s.length / 2, load.value, modulus);
  }

  void form_grid(bool hertzian, bool line) {
    const ElementsSpec& e = spec_.elements;
    Grid& grid = made_.problem.grid;
    grid.nx = static_cast<int>(e.nx);
    grid.ny = static_cast<int>(e.ny);
    if (static_cast<double>(e.nx) * static_cast<double>(e.ny) > 2e6) {
      complain("elements", "has more elements than memory allows", fmt::format("{} × {}", e.nx, e.ny),
               "2000000 at most", "Take larger elements");
      return;
    }
    grid.dx = e.dx > 0 ? e.dx : hertzian ? 2 * e.margin * hertz_.a / grid.nx : 0;
    grid.dy = e.dy > 0 ? e.dy : hertzian ? 2 * (line ? 1 : e.margin) * hertz_.b / grid.ny : 0;
    if (!(grid.dx > 0 && grid.dy > 0)) {
      complain("elements.dx", "and dy are needed: only a Hertzian contact tells how large it will be", {},
               "> 0 m");
      return;
    }
    grid.x_first = e.first.empty() ? -grid.dx * (grid.nx - 1) / 2 : e.first[0];
    grid.y_first = e.first.empty() ? -grid.dy * (grid.ny - 1) / 2 : e.first[1];
  }

  [[nodiscard]] double distance(SurfaceKind shape, std::size_t element, double x, double y) const {
    const SurfaceShape& s = spec_.surface;
    if (shape <= SurfaceKind::line) return hertz_.a1 * x * x + hertz_.b1 * y * y;
    if (shape == SurfaceKind::distances) return s.distances[element];
    if (shape == SurfaceKind::heights) return height(y) + rolling_body(x);
    const auto& b = shape == SurfaceKind::quadratic ? s.quadratic : s.waves;
    if (shape == SurfaceKind::quadratic)
      return b[0] * x * x + b[1] * x * y + b[2] * y * y + b[3] * x + b[4] * y + b[5];
    return b[0] * std::sin(b[1] * (x - b[2])) - b[3] * std::sin(b[4] * (x - b[5])) +
           (b[6] != 0 ? x * x / b[6] : 0) + (b[7] != 0 ? y * y / b[7] : 0);
  }

  [[nodiscard]] double rolling_body(double x) const {
    const SurfaceShape& s = spec_.surface;
    return s.radius_x != 0 ? (x - s.centre_x) * (x - s.centre_x) / (2 * s.radius_x) : 0;
  }

  [[nodiscard]] double height(double y) const {
    const auto& h = spec_.surface.heights;
    std::size_t k = 0;
    while (k + 2 < h.size() && y > h[k + 1][0]) ++k;
    return h[k][1] + (y - h[k][0]) * (h[k + 1][1] - h[k][1]) / (h[k + 1][0] - h[k][0]);
  }

  [[nodiscard]] bool inside(double x, double y) const {
    const auto& p = spec_.elements.inside;
    const auto& r = spec_.elements.rectangles;
    const bool in_conic =
        p.empty() || p[0] * x * x + p[1] * x * y + p[2] * y * y + p[3] * x + p[4] * y + p[5] < 0;
    const auto in_rectangle = [&](std::size_t k) {
      return x >= r[k] && x <= r[k + 1] && y >= r[k + 2] && y <= r[k + 3];
    };
    return in_conic && (r.empty() || in_rectangle(0) || in_rectangle(4));
  }

  void fill_loads() {
    Problem& problem = made_.problem;
    const bool force = spec_.control == GivenNormal::force;
    using namespace contact::patch;
    problem.normal_control = force ? NormalControl::force : NormalControl::approach;
    problem.normal_force = spec_.normal_force;
    problem.approach = spec_.approach;
    Motion& motion = problem.motion;
    motion.kind = spec_.tangential;
    const auto prescribed = [](GivenTangential given, double creepage, double value) {
      return given == GivenTangential::force ? Prescribed{Control::force, value}
                                             : Prescribed{Control::creepage, creepage};
    };
    motion.longitudinal =
        prescribed(spec_.longitudinal, spec_.longitudinal_creepage, spec_.longitudinal_force);
    motion.lateral = prescribed(spec_.lateral, spec_.lateral_creepage, spec_.lateral_force);
    motion.spin = spec_.spin;
    motion.spin_centre_x = spec_.spin_centre_x;
    motion.spin_centre_y = spec_.spin_centre_y;
    motion.direction = spec_.direction == Direction::forward ? 1 : -1;
    motion.step = spec_.step;
    motion.speed = spec_.speed > 0 ? spec_.speed : 1;
    if (motion.kind == TangentialKind::shift || motion.kind == TangentialKind::none) motion.spin_offset = 0;
  }

  const PatchSpec& spec_;
  Findings& findings_;
  PatchCase made_;
  HertzGap hertz_;
  bool failed_ = false;
};

}  // namespace

contact::Material material(const MaterialSpec& spec) {
  const double modulus =
      spec.youngs_modulus > 0 ? spec.youngs_modulus : 2 * spec.shear_modulus * (1 + spec.poisson_ratio);
  return {modulus, spec.poisson_ratio, spec.delayed_compliance, spec.delay_time};
}

bool has_two_moduli(const MaterialSpec& spec) {
  return spec.youngs_modulus > 0 && spec.shear_modulus != MaterialSpec{}.shear_modulus;
}

Extras extras(const BelowSpec& below, bool stiffness, const contact::Material& above,
              const contact::Material& beneath, const SourceLocation& where, const std::string& path,
              Findings& findings) {
  const auto complain = [&](const char* key, const char* problem) {
    findings.add({where, fmt::format("{}.below.{}", path, key), problem, {}, {}, {}});
  };
  if (below.x.empty() != below.y.empty()) complain("x", "and y are given together or not at all");
  if (below.depths.empty() && !below.x.empty()) complain("depths", "is needed with x and y");
  Extras made{{}, above, beneath, stiffness};
  if (!below.depths.empty()) made.below.push_back({below.x.empty(), {}, {}, below.x, below.y, below.depths});
  return made;
}

contact::patch::Method method(const MethodSpec& spec) {
  contact::patch::Method made;
  made.normal = spec.normal;
  made.tangential = spec.tangential;
  made.slope = {spec.slope_initial, spec.slope_limit, spec.slope_rate};
  return made;
}

std::optional<PatchCase> patch_case(const PatchSpec& spec, Findings& findings) {
  return PatchMaker(spec, findings).make();
}

}  // namespace flangeway::contact_case
