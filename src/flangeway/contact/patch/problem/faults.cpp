#include <algorithm>
#include <cmath>
#include <string>

#include "flangeway/contact/patch/problem/faults.hpp"

namespace flangeway::contact::patch {
namespace {

std::string number(double value) {
  std::string text = std::to_string(value);
  if (std::abs(value) < 1e-3 && value != 0) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%g", value);
    text = buffer;
  }
  return text;
}

class Faults {
 public:
  void require(bool good, const std::string& text) {
    if (!good) found.push_back(text);
  }
  template <typename T>
  void require_size(const std::vector<T>& field, std::size_t n, const char* name) {
    require(field.size() == n, std::string(name) + " has the wrong size (got " +
                                   std::to_string(field.size()) + " values; the grid has " +
                                   std::to_string(n) + " elements)");
  }
  std::vector<std::string> found;
};

void check_material(const ElasticPair& m, Faults& f) {
  f.require(m.shear_modulus > 0 && std::isfinite(m.shear_modulus),
            "material.shear_modulus is not positive (got " + number(m.shear_modulus) + "; allowed: > 0 Pa)");
  f.require(
      m.poisson_ratio >= 0 && m.poisson_ratio <= 0.5,
      "material.poisson_ratio is out of range (got " + number(m.poisson_ratio) + "; allowed: 0 ... 0.5)");
}

void check_viscous(const Problem& p, Faults& f) {
  if (!p.material.is_viscous()) return;
  for (const DelayedResponse& d : p.material.delayed)
    f.require(d.compliance >= 0 && std::isfinite(d.compliance) && std::isfinite(d.length),
              "material.delayed: a compliance is negative or a length is not finite (got " +
                  number(d.compliance) + " 1/Pa, " + number(d.length) + " m)");
  if (p.motion.kind == TangentialKind::steady_rolling)
    for (const DelayedResponse& d : p.material.delayed)
      f.require(!(d.length * p.motion.direction < 0),
                "material.delayed: a length has another sign than motion.direction (got " + number(d.length) +
                    " m, " + number(p.motion.direction) + ")");
  f.require(p.motion.kind == TangentialKind::steady_rolling || p.motion.kind == TangentialKind::none,
            "material.delayed: visco-elastic bodies need steady rolling");
  f.require(p.method.tangential == TangentialMethod::boundary_elements,
            "material.delayed: tractions of visco-elastic bodies need boundary elements");
}

void check_motion(const Motion& m, Faults& f) {
  if (m.kind == TangentialKind::none) return;
  f.require(m.direction == 1 || m.direction == -1, "motion.direction is neither forward nor backward (got " +
                                                       number(m.direction) + "; allowed: 1, -1)");
  const bool rolling = m.kind != TangentialKind::shift;
  f.require(!rolling || m.speed > 0,
            "motion.speed: rolling needs a velocity (got " + number(m.speed) + "; allowed: > 0 m/s)");
  f.require(m.kind != TangentialKind::transient_rolling || m.step > 0,
            "motion.step: transient rolling needs a distance per step (got " + number(m.step) +
                "; allowed: > 0 m)");
}

void check_conformity(const Problem& p, Faults& f) {
  const std::size_t count = p.conformity.inclination.size(), rows = static_cast<std::size_t>(p.grid.ny);
  if (count == 0) return;
  f.require(count == rows, "conformity.inclination has " + std::to_string(count) + " angles (the grid has " +
                               std::to_string(rows) + " rows)");
  f.require(p.method.normal != NormalMethod::strips,  // overlaps need no coefficients
            "method.normal: strips have no angle correction for conformal contact");
  f.require(!p.settings.gauss_seidel, "conformity: settings.gauss_seidel solves planes only");
}

void check_coefficients(const Problem& p, Faults& f) {
  if (p.coefficients == nullptr) return;
  const GivenCoefficients& c = *p.coefficients;
  const auto differ = [](double a, double b) { return !(std::abs(a - b) <= 1e-8); };  // m
  f.require(!differ(c.dx, p.grid.dx) && !differ(c.dy, p.grid.dy),
            "coefficients: are those of elements of another size (got " + number(c.dx) + " x " +
                number(c.dy) + " m; the grid has " + number(p.grid.dx) + " x " + number(p.grid.dy) + " m)");
  f.require(c.rows == 1 || c.rows == p.grid.ny, "coefficients: are given for " + std::to_string(c.rows) +
                                                    " rows (the grid has " + std::to_string(p.grid.ny) + ")");
  for (const auto& values : c.values)
    f.require(c.nx > 0 && c.ny > 0 && values.size() == c.size(), "coefficients: some are missing");
  f.require(!p.settings.gauss_seidel, "coefficients: settings.gauss_seidel solves half-spaces only");
  f.require(p.conformity.inclination.empty() && !p.material.is_viscous(),
            "coefficients: go with neither an angle correction nor delays");
  f.require(p.method.normal == NormalMethod::boundary_elements, "coefficients: need boundary elements");
  f.require(p.motion.kind != TangentialKind::transient_rolling || !differ(p.motion.step, p.grid.dx),
            "motion.step: with given coefficients one element per step (got " + number(p.motion.step) +
                "; allowed: " + number(p.grid.dx) + " m)");
}

void check_interaction(const Problem& p, Faults& f) {
  const SubPatchInteraction& b = p.interaction;
  if (b.part.empty()) return;
  const int parts = *std::max_element(b.part.begin(), b.part.end()) + 1;
  f.require(b.by_rows(p.grid) || b.part.size() == p.grid.size(),
            "interaction.part has " + std::to_string(b.part.size()) + " numbers (the grid has " +
                std::to_string(p.grid.ny) + " rows, " + std::to_string(p.grid.size()) + " elements)");
  f.require(*std::min_element(b.part.begin(), b.part.end()) >= 0 &&
                b.factor.size() == static_cast<std::size_t>(parts) * static_cast<std::size_t>(parts),
            "interaction.factor does not fit the parts (got " + std::to_string(b.factor.size()) +
                " factors, " + std::to_string(parts) + " parts)");
  f.require(!p.settings.gauss_seidel, "interaction: settings.gauss_seidel solves whole patches only");
}

void check_method(const Problem& p, Faults& f) {
  const Method& m = p.method;
  f.require(m.tangential != TangentialMethod::fastrip || p.motion.kind == TangentialKind::steady_rolling ||
                p.motion.kind == TangentialKind::none,
            "method.tangential: FaStrip is for steady rolling");
  f.require(m.normal == NormalMethod::boundary_elements || p.grid.nx >= 3,
            "method.normal: strips need three elements along x (got " + std::to_string(p.grid.nx) + ")");
  f.require(p.layer_flexibility >= 0 && std::isfinite(p.layer_flexibility),
            "layer_flexibility is negative (got " + number(p.layer_flexibility) + "; allowed: >= 0 m/Pa)");
  f.require(m.normal == NormalMethod::boundary_elements || p.layer_flexibility == 0,
            "method.normal: strips know no layer_flexibility between the bodies (got layer_flexibility = " +
                number(p.layer_flexibility) + "; allowed: 0 m/Pa)");
  f.require(m.slope.initial > 0 && m.slope.initial <= 1 && m.slope.limit >= 0 && m.slope.limit <= 1 &&
                m.slope.rate >= 0,
            "method.slope is out of range (allowed: 0 < initial <= 1, 0 <= limit <= 1, rate >= 0)");
}

void check_third_body(const Problem& p, Faults& f) {
  const ThirdBody& t = p.third_body;
  f.require(t.flexibility >= 0 && std::isfinite(t.flexibility),
            "third_body.flexibility is negative (got " + number(t.flexibility) + "; allowed: >= 0 m/Pa)");
  f.require(t.yield_stress >= 0 && std::isfinite(t.yield_stress),
            "third_body.yield_stress is negative (got " + number(t.yield_stress) + "; allowed: >= 0 Pa)");
  if (t.flexibility == 0 && t.yield_stress == 0) return;
  f.require(p.method.tangential == TangentialMethod::boundary_elements,
            "third_body: FASTSIM and FaStrip know none");
  f.require(!p.settings.gauss_seidel, "third_body: settings.gauss_seidel knows none");
  f.require(p.motion.kind != TangentialKind::transient_rolling || p.motion.step == p.grid.dx,
            "motion.step: a third body rolls one element per step (got " + number(p.motion.step) +
                "; allowed: " + number(p.grid.dx) + " m)");
  const bool falls = std::any_of(p.friction.begin(), p.friction.end(), [](const FrictionLaw& law) {
    return law.kind != FrictionKind::coulomb && law.kind != FrictionKind::temperature;
  });
  f.require(t.yield_stress == 0 || t.hardening == 0 || !falls,
            "third_body.hardening: goes with friction that does not depend on the slip");
}

void check_heat(const Problem& p, Faults& f) {
  const bool hot = std::any_of(p.friction.begin(), p.friction.end(),
                               [](const FrictionLaw& law) { return law.kind == FrictionKind::temperature; });
  f.require(!hot || p.heat, "friction: depends on the temperature, but no heat is given");
  f.require(!hot || p.method.tangential == TangentialMethod::boundary_elements,
            "friction: FASTSIM and FaStrip know none that depends on the temperature");
  if (!p.heat) return;
  f.require(p.motion.kind == TangentialKind::steady_rolling || p.motion.kind == TangentialKind::none,
            "heat: is computed in steady rolling only");
  for (const ThermalBody* body : {&p.heat->body_1, &p.heat->body_2})
    f.require(body->effusivity > 0 && std::isfinite(body->effusivity) && std::isfinite(body->temperature),
              "heat: a body has no temperature or no effusivity (got " + number(body->temperature) + ", " +
                  number(body->effusivity) + "; allowed: effusivity > 0)");
}

void check_friction(const Problem& p, Faults& f) {
  f.require(p.memory.distance >= 0 && p.memory.minimal_speed >= 0,
            "memory: a distance or a speed is negative (got " + number(p.memory.distance) + " m, " +
                number(p.memory.minimal_speed) + " m/s; allowed: >= 0)");
  const std::size_t count = p.friction.size(), rows = static_cast<std::size_t>(p.grid.ny);
  f.require(count == 1 || count == rows || count == p.grid.size(),
            "friction has " + std::to_string(count) + " laws (allowed: 1, one per row, one per element)");
  for (const FrictionLaw& law : p.friction) {
    const bool good = law.kinetic >= 0 && law.amplitude_1 >= 0 && law.amplitude_2 >= 0 &&
                      (law.amplitude_1 == 0 || law.speed_1 > 0) &&
                      (law.amplitude_2 == 0 || law.speed_2 > 0) && law.range > 0 &&
                      law.kinetic + law.change >= 0;
    f.require(good, "friction: a coefficient or amplitude is negative, or a slip speed is not positive");
    if (!good) return;
  }
}

}  // namespace

std::vector<std::string> find_faults(const Problem& p) {
  Faults f;
  f.require(p.grid.nx > 0 && p.grid.ny > 0, "grid has no elements");
  f.require(p.grid.dx > 0 && p.grid.dy > 0, "grid: the sides of an element are not positive (got " +
                                                number(p.grid.dx) + " x " + number(p.grid.dy) + ")");
  check_material(p.material, f);
  check_viscous(p, f);
  if (p.given_pressure.empty())
    f.require_size(p.gap, p.grid.size(), "gap");
  else
    f.require_size(p.given_pressure, p.grid.size(), "given_pressure");
  if (!p.may_touch.empty()) f.require_size(p.may_touch, p.grid.size(), "may_touch");
  if (!p.extra_slip_x.empty() || !p.extra_slip_y.empty()) {
    f.require_size(p.extra_slip_x, p.grid.size(), "extra_slip_x");
    f.require_size(p.extra_slip_y, p.grid.size(), "extra_slip_y");
  }
  f.require(p.normal_control == NormalControl::approach || p.normal_force > 0,
            "normal_force is not positive (got " + number(p.normal_force) + "; allowed: > 0 N)");
  const bool forces =
      p.motion.longitudinal.control != Control::creepage || p.motion.lateral.control != Control::creepage;
  f.require(!p.settings.gauss_seidel || !forces, "settings.gauss_seidel solves for given creepages only");
  check_method(p, f);
  check_interaction(p, f);
  check_conformity(p, f);
  check_coefficients(p, f);
  check_motion(p.motion, f);
  check_friction(p, f);
  check_third_body(p, f);
  check_heat(p, f);
  return f.found;
}

}  // namespace flangeway::contact::patch
