#include "flangeway/simulate/steppers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flangeway/integrate/bdf.hpp"
#include "flangeway/integrate/dormand_prince.hpp"
#include "flangeway/integrate/fixed_steps.hpp"
#include "flangeway/integrate/ndf.hpp"
#include "flangeway/simulate/coordinates.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::simulate {
namespace {

using vehicle_case::IntegrationSettings;
using vehicle_case::IntegratorMethod;
using vehicle_case::StepFailure;

integrate::Tolerances tolerances(const IntegrationSettings& settings) {
  integrate::Tolerances result;
  result.relative = settings.relative_tolerance;
  result.absolute = settings.absolute_tolerance;
  result.max_step = settings.max_step;
  result.first_step = settings.max_step > 0 ? std::min(settings.step, settings.max_step) : settings.step;
  result.max_order = settings.max_order;
  if (settings.error_norm == vehicle_case::ErrorNorm::maximum) result.norm = integrate::ErrorNorm::maximum;
  return result;
}

std::unique_ptr<integrate::Stepper> fixed_steps(integrate::FixedMethod method,
                                                const IntegrationSettings& settings) {
  integrate::FixedStepOptions options{.method = method, .step = settings.step};
  if (settings.step_failure == StepFailure::halve) options.max_halvings = max_halvings;
  options.jump_to_halve = jump_to_halve / velocity_unit;
  options.jump_to_fail = jump_to_stop / velocity_unit;
  return std::make_unique<integrate::FixedSteps>(options);
}

std::string fixed_text(const IntegrationSettings& settings) {
  return fmt::format(", step {} s{}", settings.step,
                     settings.step_failure == StepFailure::halve ? ", halved where it fails" : "");
}

std::string adaptive_text(const IntegrationSettings& settings, const std::string& order) {
  std::string text = fmt::format(", relative tolerance {}, absolute tolerance {}",
                                 settings.relative_tolerance, settings.absolute_tolerance);
  text += order;
  if (settings.error_norm == vehicle_case::ErrorNorm::maximum) text += ", maximum norm of the errors";
  if (settings.max_step > 0) text += fmt::format(", step up to {} s", settings.max_step);
  return text;
}

// Integrator with its description.
struct Choice {
  std::unique_ptr<integrate::Stepper> stepper;
  std::string text;
};

Choice choose(const IntegrationSettings& settings) {
  switch (settings.method) {
    case IntegratorMethod::automatic:  // never in a model: choice.open stands for it
    case IntegratorMethod::abm4:
      return {fixed_steps(integrate::FixedMethod::abm4, settings), fixed_text(settings)};
    case IntegratorMethod::rk4:
      return {fixed_steps(integrate::FixedMethod::rk4, settings), fixed_text(settings)};
    case IntegratorMethod::dormand_prince:
      return {std::make_unique<integrate::DormandPrince>(tolerances(settings)), adaptive_text(settings, "")};
    case IntegratorMethod::ndf:
      return {std::make_unique<integrate::Ndf>(tolerances(settings)),
              adaptive_text(settings, fmt::format(", order up to {}", settings.max_order))};
    case IntegratorMethod::bdf:
      break;
  }
  return {std::make_unique<integrate::Bdf>(tolerances(settings)),
          adaptive_text(settings, fmt::format(", order up to {}", settings.max_order))};
}

}  // namespace

std::unique_ptr<integrate::Stepper> make_stepper(const IntegrationSettings& settings) {
  return choose(settings).stepper;
}

std::string integrator_text(const IntegrationSettings& settings) {
  const std::string text = std::string(name_of(settings.method)) + choose(settings).text;
  return settings.choice.reason.empty() ? text : fmt::format("{} (auto: {})", text, settings.choice.reason);
}

}  // namespace flangeway::simulate
