// Makes contact cases from a Spec. Private to the room.
#pragma once

#include "flangeway/contact_case/case.hpp"
#include "flangeway/contact_case/profile_cache.hpp"
#include "flangeway/contact_case/spec.hpp"

namespace flangeway::contact_case {

[[nodiscard]] std::optional<PatchCase> patch_case(const PatchSpec& spec, Findings& findings);
[[nodiscard]] std::optional<WheelRailCase> wheel_rail_case(const WheelOnRailSpec& spec, ProfileCache& cache,
                                                           Findings& findings);
[[nodiscard]] std::vector<contact::patch::FrictionLaw> friction_laws(const FrictionSpec& spec);
/// None where none is given.
[[nodiscard]] contact::patch::ThirdBody third_body(const SolutionSpec& spec);
[[nodiscard]] std::optional<contact::patch::Heat> heat(const SolutionSpec& spec, const MaterialSpec& body_1,
                                                       const MaterialSpec& body_2);
/// Reports settings that exclude each other; `path` names the section in findings.
void check_solution(const SolutionSpec& spec, contact::patch::TangentialKind motion,
                    const SourceLocation& where, const std::string& path, Findings& findings);
/// Whether the bodies go with the motion and the method.
void check_bodies(const SolutionSpec& spec, contact::patch::TangentialKind motion,
                  std::initializer_list<std::pair<const char*, const MaterialSpec*>> bodies,
                  const SourceLocation& where, const std::string& path, Findings& findings);
[[nodiscard]] contact::patch::Method method(const MethodSpec& spec);
[[nodiscard]] contact::Material material(const MaterialSpec& spec);
/// Both moduli are given, although one is enough.
[[nodiscard]] bool has_two_moduli(const MaterialSpec& spec);
/// Results requested in addition to the contact; `path` names the section in findings.
[[nodiscard]] Extras extras(const BelowSpec& below, bool stiffness, const contact::Material& above,
                            const contact::Material& beneath, const SourceLocation& where,
                            const std::string& path, Findings& findings);

}  // namespace flangeway::contact_case
