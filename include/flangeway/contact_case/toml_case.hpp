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
[[nodiscard]] contact::patch::Method method(const MethodSpec& spec);
[[nodiscard]] contact::Material material(const MaterialSpec& spec);
/// Both moduli are given, of which one is enough.
[[nodiscard]] bool has_two_moduli(const MaterialSpec& spec);
/// What is asked for beside the contact; `path` names the section in findings.
[[nodiscard]] Extras extras(const BelowSpec& below, bool stiffness, const contact::Material& above,
                            const contact::Material& beneath, const SourceLocation& where,
                            const std::string& path, Findings& findings);

}  // namespace flangeway::contact_case
