// Bodies and wheelsets of a vehicle file. Internal to compile().
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::vehicle {

[[nodiscard]] inline Vec3 vec(const Triple& t) {
  return {t[0], t[1], t[2]};
}

struct Complaint {
  std::string problem, got, allowed, advice;
};

/// Error in the name of a body or an element: names of channels begin with it.
[[nodiscard]] std::optional<Complaint> fault_of_name(const std::string& name);

/// A finding about `field` of the table that `spec` was read from.
template <typename Spec>
void complain(Findings& findings, const Spec& spec, std::string_view field, Complaint c) {
  const std::string key = spec.key.empty() ? std::string(field)
                          : field.empty()  ? spec.key
                                           : fmt::format("{}.{}", spec.key, field);
  findings.add(
      {spec.where, key, std::move(c.problem), std::move(c.got), std::move(c.allowed), std::move(c.advice)});
}

/// Checks them and adds them to the vehicle: bodies first, then wheelsets.
void add_bodies(const VehicleSpec& spec, VehicleModel& vehicle, Findings& findings);

}  // namespace flangeway::vehicle
