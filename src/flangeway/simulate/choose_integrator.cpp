#include "flangeway/simulate/choose_integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "flangeway/integrate/amplification.hpp"
#include "flangeway/simulate/fast_modes.hpp"
#include "flangeway/simulate/steppers.hpp"

namespace flangeway::simulate {
namespace {

using integrate::FixedMethod;
using vehicle_case::CaseModel;
using vehicle_case::IntegratorMethod;

// A mode may be faster in a curve than at the start: a mode a quarter faster has to be stable, too. The
// growth of an oscillation per step is small relative to the duration of a run.
bool follows(const FastMode& mode, FixedMethod method, double step) {
  constexpr double faster = 1.25, max_growth_of_faster = 2;  // [1, 1/s]
  return added_growth(mode, method, step) <= max_added_growth &&
         added_growth(mode, method, step, faster) <= max_growth_of_faster;
}

struct Candidate {
  IntegratorMethod method = IntegratorMethod::abm4;
  double step = 0;
};

class Choice {
 public:
  Choice(const CaseModel& model, std::vector<FastMode> modes)
      : given_(model.integration), modes_(std::move(modes)) {}

  // In the order of their evaluations in a second. A step that the case gives is kept if a method stands it.
  Candidate make() {
    constexpr int max_halvings = 12, before_bdf = 2;
    const vehicle_case::IntegratorChoice& open = given_.choice;
    if (open.step_given && !fits(FixedMethod::abm4, given_.step) && fits(FixedMethod::rk4, given_.step))
      return {IntegratorMethod::rk4, given_.step};
    for (int i = 0; i <= (open.needs_fixed ? max_halvings : before_bdf); ++i) {
      const double step = std::ldexp(given_.step, -i);
      if (fits(FixedMethod::abm4, step)) return {IntegratorMethod::abm4, step};
      // The exponential form of RK4 wants rates that are known well.
      if (fits(FixedMethod::abm4, step / 2)) return {IntegratorMethod::abm4, step / 2};
      if (fits(FixedMethod::rk4, step)) return {IntegratorMethod::rk4, step};
    }
    if (!open.needs_fixed) return {IntegratorMethod::bdf, given_.step};
    return {IntegratorMethod::rk4, std::ldexp(given_.step, -max_halvings)};
  }
  [[nodiscard]] const FastMode* hindering() const { return hindering_; }

 private:
  bool fits(FixedMethod method, double step) {
    constexpr double max_relaxation = 2;  // within a step of RK4: docs/theory/integrators.md
    for (const FastMode& mode : modes_) {
      if (method == FixedMethod::rk4 && mode.rate * step > max_relaxation) return false;
      if (follows(mode, method, step)) continue;
      if (hindering_ == nullptr) hindering_ = &mode;
      return false;
    }
    return true;
  }

  const vehicle_case::IntegrationSettings& given_;
  std::vector<FastMode> modes_;
  const FastMode* hindering_ = nullptr;  // the first mode that abm4 with the step of the case does not follow
};

std::string name_and_step(IntegratorMethod method, double step) {
  return fmt::format("{} with steps of {:.4g} ms", name_of(method), 1e3 * step);
}

// A step ends at each sample of a controller: shortens it so that it does.
double step_to_samples(const control::Model& control, double step) {
  double shortest = 0;
  for (const control::Controller& controller : control.controllers)
    shortest = shortest > 0 ? std::min(shortest, controller.sample_time) : controller.sample_time;
  return shortest > 0 ? shortest / std::ceil(shortest / step * (1 - 1e-9)) : step;
}

// Patches are solved as often as before.
void shorten_step(double step, CaseModel& model) {
  model.contact.settings.patch_solution.interval *= std::lround(model.integration.step / step);
  model.integration.step = step;
}

bool rails_vary(const wheelrail::Model& contact) {
  return std::any_of(contact.pairs.begin(), contact.pairs.end(), [](const auto& pair) {
    return !pair->shapes[0].varying.empty() || !pair->shapes[1].varying.empty();
  });
}

// Contacts that yield are stiff: fixed steps have to be 0.5 ms long at most whatever happens, and bdf takes
// steps as long as the motion allows. It would step over what is shorter than its steps, and controllers end
// them anyway.
bool suits_bdf(const CaseModel& model) {
  constexpr std::size_t most_states = 600;  // its matrix is factorised anew many times
  const vehicle_case::IntegratorChoice& open = model.integration.choice;
  return model.contact.settings.method == wheelrail::Method::elastic && !open.needs_fixed &&
         !open.step_given && model.features.empty() && model.track.surface().empty() &&
         !rails_vary(model.contact) && model.control.controllers.empty() &&
         !model.contact.wheelsets.empty() && model.vehicle.bodies.state_size() <= most_states;
}

void choose(CaseModel& model) {
  vehicle_case::IntegrationSettings& settings = model.integration;
  if (!settings.choice.open) return;
  settings.choice.open = false;
  if (model.mass_spring && !settings.choice.needs_fixed) {
    settings.method = IntegratorMethod::bdf;
    settings.choice.reason = "rails that move are light, and on a flange they need an implicit method";
    return;
  }
  if (suits_bdf(model)) {
    settings.method = IntegratorMethod::bdf;
    settings.choice.reason = "contacts that yield would need fixed steps of 0.5 ms";
    return;
  }
  settings.choice.reason = "no modes are known at the start";
  Simulation simulation(model);
  std::vector<FastMode> modes = fast_modes(simulation);
  if (modes.empty()) {
    shorten_step(step_to_samples(model.control, settings.step), model);
    if (simulation.state().y.size() > most_states_of_modes)
      settings.choice.reason =
          fmt::format("modes of more than {} states are not computed", most_states_of_modes);
    return;
  }
  const std::string fastest = describe(simulation, modes.front());
  Choice choice(model, std::move(modes));
  const Candidate taken = choice.make();
  const bool as_given = taken.method == settings.method && taken.step == settings.step;
  const std::string usual = name_and_step(settings.method, settings.step);
  if (choice.hindering() == nullptr || as_given) {
    settings.choice.reason = fmt::format("it follows the fastest mode, {}", fastest);
  } else {
    settings.choice.reason =
        fmt::format("{} would not follow {}", usual, describe(simulation, *choice.hindering()));
    if (settings.choice.step_given && taken.step != settings.step)
      settings.choice.warning = fmt::format(
          "integration.step = {} s is not stable for {}: {} was taken. Leave out integration.step, or give "
          "integration.method",
          settings.step, describe(simulation, *choice.hindering()),
          taken.method == IntegratorMethod::bdf ? "bdf" : name_and_step(taken.method, taken.step));
  }
  settings.method = taken.method;
  if (has_fixed_steps(taken.method)) {
    shorten_step(step_to_samples(model.control, taken.step), model);
  } else {
    settings.step = taken.step;
  }
}

}  // namespace

void choose_integrator(CaseModel& model) {
  choose(model);
  tell_contact_of_steps(model);
}

void tell_contact_of_steps(CaseModel& model) {
  model.contact.settings.look = vehicle_case::look_with(model.integration.method);
}

}  // namespace flangeway::simulate
