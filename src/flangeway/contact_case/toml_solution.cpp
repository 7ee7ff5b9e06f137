// Keys shared by patches and wheels on rails of a contact file.
#include <cmath>

#include <fmt/format.h>

#include "flangeway/contact_case/toml_case.hpp"

namespace flangeway::contact_case {
namespace {

contact::patch::ThermalBody thermal_body(const MaterialSpec& spec) {
  return {spec.temperature, std::sqrt(spec.conductivity * spec.density * spec.specific_heat)};
}

}  // namespace

std::vector<contact::patch::FrictionLaw> friction_laws(const FrictionSpec& spec) {
  return {{spec.law, spec.coefficient, spec.fall_1, spec.speed_1, spec.fall_2, spec.speed_2,
           spec.temperature_change, spec.temperature_begin, spec.temperature_range}};
}

contact::patch::ThirdBody third_body(const SolutionSpec& spec) {
  if (!spec.third_body) return {};
  const ThirdBodySpec& layer = *spec.third_body;
  const double flexibility = layer.thickness > 0 ? layer.thickness / layer.shear_modulus : 0;
  return {flexibility, layer.yield_stress, layer.hardening};
}

std::optional<contact::patch::Heat> heat(const SolutionSpec& spec, const MaterialSpec& body_1,
                                         const MaterialSpec& body_2) {
  if (!spec.heat) return std::nullopt;
  const double plastic = spec.third_body ? spec.third_body->heat_share : 0;
  return contact::patch::Heat{thermal_body(body_1), thermal_body(body_2), plastic};
}

void check_solution(const SolutionSpec& spec, contact::patch::TangentialKind motion,
                    const SourceLocation& where, const std::string& path, Findings& findings) {
  using namespace contact::patch;
  const auto complain = [&](const char* key, std::string problem, std::string advice = {}) {
    findings.add({where, fmt::format("{}.{}", path, key), std::move(problem), {}, {}, std::move(advice)});
  };
  const bool elements = spec.method.normal == NormalMethod::boundary_elements &&
                        spec.method.tangential == TangentialMethod::boundary_elements;
  if (spec.layer_flexibility > 0 && spec.method.normal != NormalMethod::boundary_elements)
    complain("layer_flexibility", "goes with boundary elements only", "Take method.normal = \"halfspace\"");
  if (spec.third_body && !elements)
    complain("third_body", "goes with boundary elements only",
             "Take method.normal and method.tangential = \"halfspace\"");
  if (spec.third_body && spec.third_body->thickness > 0 && !(spec.third_body->shear_modulus > 0))
    complain("third_body.shear_modulus", "is needed with thickness");
  if (spec.third_body && spec.third_body->hardening != 0 && spec.friction.law != FrictionKind::coulomb)
    complain("third_body.hardening", "goes with constant friction only");
  if (spec.heat && motion != TangentialKind::steady_rolling)
    complain("heat", "is computed in steady rolling only", "Take tangential = \"steady_rolling\"");
  if (spec.long_steps != LongSteps::divide && motion != TangentialKind::transient_rolling)
    complain("long_steps", "is about transient rolling, and this is none", "Take it out");
  if (spec.friction.law != FrictionKind::temperature) return;
  if (!spec.heat)
    complain("friction.law", "friction depends on the temperature, which is not computed",
             "Give heat = true");
  if (!elements)
    complain("friction.law", "friction that depends on the temperature goes with boundary elements only",
             "Take method.normal and method.tangential = \"halfspace\"");
}

void check_bodies(const SolutionSpec& spec, contact::patch::TangentialKind motion,
                  std::initializer_list<std::pair<const char*, const MaterialSpec*>> bodies,
                  const SourceLocation& where, const std::string& path, Findings& findings) {
  using namespace contact::patch;
  const bool elements = spec.method.normal == NormalMethod::boundary_elements &&
                        spec.method.tangential == TangentialMethod::boundary_elements;
  for (const auto& [key, body] : bodies) {
    const auto complain = [&, name = key, material = body](std::string problem, std::string advice) {
      findings.add({where,
                    fmt::format("{}.{}.delayed_compliance", path, name),
                    std::move(problem),
                    fmt::format("{}", material->delayed_compliance),
                    {},
                    std::move(advice)});
    };
    if (body->delayed_compliance == 0) {
      if (body->delay_time != 0)
        findings.add({where,
                      fmt::format("{}.{}.delay_time", path, key),
                      "has no effect without delayed_compliance",
                      fmt::format("{}", body->delay_time),
                      {},
                      "Give both, or take it out"});
      continue;
    }
    if (motion != TangentialKind::steady_rolling)
      complain("a visco-elastic body is solved in steady rolling only",
               "Take tangential = \"steady_rolling\"");
    if (!elements)
      complain("a visco-elastic body is solved by boundary elements only",
               "Take method.normal and method.tangential = \"halfspace\"");
  }
}

}  // namespace flangeway::contact_case
