// Interacting elastic strips (docs/theory/strips.md). Internal to the folder.
#pragma once

#include "flangeway/contact/patch/strips/kernel.hpp"
#include "flangeway/contact/patch/strips/normal_problem.hpp"

namespace flangeway::contact::patch::strips {

/// Part of the approach by which undeformed surfaces overlap as much as the contact is large. [Kik1996]
constexpr double virtual_part = 0.55;

/// Deflection and bending over the greatest pressure, at the middle of a strip, by one `distance` m beside
/// it; without the factor (1 − ν)/(πG).
[[nodiscard]] KernelValue between(const Kernel& kernel, double distance, double width, double half_length);

/// A strip for each of the section, without contact.
void place_strips(const Section& section, StripContact& contact);

/// Lengths and pressures at an approach in m; `compliance` is (1 − ν)/(πG).
void solve_elastic(const Section& section, double compliance, double approach, NormalWork& work,
                   StripContact& contact);

}  // namespace flangeway::contact::patch::strips
