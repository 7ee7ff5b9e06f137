// Fields of a problem and of a solution, element by element. Private to the folder.
#pragma once

#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

/// Every field at the grid's size and zero, nothing in contact, no forces.
inline void clear_fields(const Problem& problem, Solution& s) {
  const std::size_t n = problem.grid.size();
  for (auto* field : {&s.tractions.pressure, &s.tractions.x, &s.tractions.y, &s.slip_x, &s.slip_y,
                      &s.displacement_x, &s.displacement_y, &s.displacement_z, &s.friction}) {
    field->assign(n, 0.0);
  }
  const bool yields = problem.third_body.yield_stress > 0;
  for (auto* field : {&s.plastic_x, &s.plastic_y, &s.tractions.yield_stress})
    field->assign(yields ? n : 0, 0.0);
  s.tractions.friction.assign(problem.memory.distance > 0 ? n : 0, 0.0);
  s.temperature_1.clear(), s.temperature_2.clear();
  s.max_temperature = 0;
  s.state.assign(n, ElementState::outside);
  s.approach = problem.approach;
  s.normal_iterations = s.tangential_iterations = s.outer_iterations = s.products = 0;
  s.creepage_x = s.creepage_y = s.normal_force = s.force_x = s.force_y = s.moment_z = 0;
  s.centre_x = s.centre_y = s.max_pressure = s.elastic_energy = s.frictional_power = 0;
  s.contact_elements = s.adhesion_elements = s.slip_elements = s.plastic_elements = 0;
  s.touches_border = false;
  s.outcome = Outcome::solved;
}

/// The friction law of an element.
inline const FrictionLaw& law_of(const Problem& problem, std::size_t i) {
  if (problem.friction.size() == 1) return problem.friction.front();
  const bool per_row = problem.friction.size() == static_cast<std::size_t>(problem.grid.ny);
  return problem.friction[per_row ? i / static_cast<std::size_t>(problem.grid.nx) : i];
}

}  // namespace flangeway::contact::patch
