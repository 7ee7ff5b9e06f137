// Input shared by both modules of a deck.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/contact_case/deck_patch.hpp"

namespace flangeway::contact_case {

contact::patch::FrictionLaw friction_law(int law, const deck::FrictionSet& set) {
  using contact::patch::FrictionKind;
  const auto& v = set.values;
  if (law == 0) return {FrictionKind::coulomb, v[1], 0, 0, 0, 0};
  if (law == 6) return {FrictionKind::temperature, v[0], 0, 0, 0, 0, v[2], v[1], v[3]};
  const FrictionKind kind = law == 2   ? FrictionKind::linear
                            : law == 3 ? FrictionKind::rational
                                       : FrictionKind::exponential;
  return {kind, v[0], v[1], v[2] * mm, v[3], v[4] * mm};
}

deck::FrictionSet friction_at(const deck::Friction& friction, double place) {
  const auto& sets = friction.sets;
  std::size_t k = 0;
  while (k + 2 < sets.size() && place > sets[k + 1].place) ++k;
  if (sets.size() < 2) return sets.front();
  const double share = std::clamp((place - sets[k].place) / (sets[k + 1].place - sets[k].place), 0.0, 1.0);
  deck::FrictionSet mixed = sets[k];
  for (std::size_t i = 0; i < mixed.values.size(); ++i)
    mixed.values[i] += share * (sets[k + 1].values[i] - sets[k].values[i]);
  return mixed;
}

contact::Material material(const deck::Case& one, std::size_t body) {
  const deck::Material& m = one.values.material;
  contact::Material made{2e6 * m.shear[body] * (1 + m.poisson[body]), m.poisson[body]};
  if (one.control.material != 1) return made;
  made.delayed_compliance = m.delayed[body];
  made.delay_time = m.delay_time[body];
  return made;
}

contact::patch::TangentialKind tangential_kind(int digit) {
  using contact::patch::TangentialKind;
  switch (digit) {
    case 1:
      return TangentialKind::shift;
    case 2:
      return TangentialKind::transient_rolling;
    case 3:
      return TangentialKind::steady_rolling;
    default:
      return TangentialKind::none;
  }
}

namespace {

// Numbers of columns or rows of a block, from 0.
std::vector<int> numbers(const deck::SubsurfaceBlock& block, std::size_t first,
                         const std::vector<double>& listed) {
  std::vector<int> found;
  if (block.kind == 3 || block.kind == 7) {
    for (const double number : listed) found.push_back(static_cast<int>(std::clamp(number, 0.0, 2e6)) - 1);
  } else {
    for (long i = block.range[first]; i <= std::min(block.range[first + 2], 2000000L);
         i += block.range[first + 1])
      found.push_back(static_cast<int>(i) - 1);
  }
  return found;
}

Below below(const deck::SubsurfaceBlock& block) {
  Below made;
  made.everywhere = block.kind == 1 || block.kind == 5;
  const auto metres = [](std::vector<double> values) {
    for (double& value : values) value *= mm;
    return values;
  };
  made.z = metres(block.z);
  if (block.kind == 9) {
    made.x = metres(block.x), made.y = metres(block.y);
  } else if (!made.everywhere) {
    made.columns = numbers(block, 0, block.x), made.rows = numbers(block, 3, block.y);
  }
  return made;
}

}  // namespace

Extras extras(const deck::Case& one) {
  Extras made;
  made.above = material(one, 0), made.beneath = material(one, 1);
  if (one.control.stress == 0) return made;
  for (const deck::SubsurfaceBlock& block : one.values.subsurface) made.below.push_back(below(block));
  return made;
}

contact::patch::AngleCorrection angle_correction(const deck::Material& material) {
  using contact::patch::AngleCorrection;
  switch (material.variant) {
    case 1:
      return AngleCorrection::tractions;
    case 2:
      return AngleCorrection::tractions_across;
    case 4:
      return AngleCorrection::halves;
    default:
      return AngleCorrection::displacements;
  }
}

double layer_flexibility(const deck::Case& one) {
  return one.control.bound == 1 ? 1e-9 * one.values.material.sheet : 0;  // mm³/N
}

contact::patch::Method method(const deck::Case& one) {
  using namespace contact::patch;
  const deck::Material& m = one.values.material;
  const int kind = one.control.material;
  Method method;
  if (one.control.bound == 5) method.normal = NormalMethod::kpec;
  if (one.control.bound == 6) method.normal = NormalMethod::analyn;
  if (kind != 2 && kind != 3 && kind != 5) return method;
  method.tangential = kind == 5 ? TangentialMethod::fastrip : TangentialMethod::fastsim;
  method.slope = {m.k0, m.alpha, m.beta};
  method.ellipse_by_extent = true;
  const double given = 1e-9 * m.flexibility;  // mm³/N
  if (kind == 2) method.flexibility = Flexibility{given, given, given};
  return method;
}

// Beyond these limits the program CONTACT takes it as elastic or as without thickness.
contact::patch::ThirdBody third_body(const deck::Case& one) {
  if (one.control.material != 4) return {};
  const deck::ThirdBody& layer = one.values.material.third_body;
  contact::patch::ThirdBody made;
  if (layer.thickness >= 1e-10) made.flexibility = 1e-9 * layer.thickness / layer.shear;
  if (layer.yield_stress > 1e-10 && layer.yield_stress < 1e10) {
    made.yield_stress = 1e6 * layer.yield_stress;
    made.hardening = 1e9 * layer.hardening;
  }
  return made;
}

std::optional<contact::patch::Heat> heat(const deck::Case& one) {
  if (one.control.heat == 0) return std::nullopt;
  const deck::Temperature& given = one.values.temperature;
  const auto body = [](const deck::ThermalBody& b) {
    return contact::patch::ThermalBody{b.temperature,
                                       std::sqrt(1e12 * b.conductivity * b.density * b.heat_capacity)};
  };
  return contact::patch::Heat{body(given.bodies[0]), body(given.bodies[1]), given.plastic_share, 1};
}

std::vector<std::string> step_notes(const deck::Case& one, double step, double dx) {
  constexpr int steady = 3, element_by_element = 2;
  const int kind = one.control.material;
  const bool takes_step =
      one.control.tangential == steady && kind != 2 && kind != 3 && kind != 4 && kind != 5;
  if (one.values.iteration.solver != element_by_element || !takes_step || std::abs(step - dx) <= 1e-6 * dx)
    return {};
  return {
      fmt::format("with G = 2 the program CONTACT takes {:.6g} mm (DQ) as step of steady rolling; here it is "
                  "that of the elements, {:.6g} mm (DX)",
                  step, dx)};
}

contact::patch::Settings solver_settings(const deck::Case& one, double speed) {
  contact::patch::Settings settings;
  settings.divide_steps = false;  // DQ is the step
  settings.tolerance = std::clamp(one.values.iteration.tolerance, 1e-9, 1e-5);
  if (one.values.iteration.initial_slip < 0) settings.initial_slip_speed = speed;
  // Johnson's process, which leaves out how the tangential tractions change the pressures. More turns than
  // one go on until nothing changes, as they are meant to.
  if (one.values.iteration.max_outer == 1) settings.max_outer = 1;
  return settings;
}

}  // namespace flangeway::contact_case
