// Choices of the section `contact` of a case, and their words.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::wheelrail {

/// How contacts are found and how their normal forces follow.
enum class Method { kec, lut, elastic };

/// Settings of a method in a table of its own may stay in a file that chooses another method, so that a study
/// compares methods; on the command line they are refused (apps/flangeway/case_settings.hpp).
constexpr auto alternatives_of(Method) {
  using One = Alternative<Method>;
  return std::array{
      One{Method::kec,
          "kec",
          "rigid contact on knife-edge equivalent profiles. The fastest; one or two contacts per wheel",
          {"lift_off", "normal_force"}},
      One{Method::lut,
          "lut",
          "rigid contact of the tread from a lookup table, elastic contact of the flange",
          {"normal_force"}},
      One{.value = Method::elastic,
          .name = "elastic",
          .text = "elastic contact, detected in each evaluation. For lift-off, impacts, flexible tracks and "
                  "contact patches that are not elliptic",
          .keys = {"patch", "reference", "element_size", "patch_tolerance", "patch_threads"},
          .former = "online",
          .merged = {{{"strip", "patch"}, {"halfspace", "patch"}}}}};
}

/// How the contact patches of elastic contact are solved.
enum class PatchModel { hertz, strip, halfspace };

constexpr auto alternatives_of(PatchModel) {
  using One = Alternative<PatchModel>;
  return std::array{
      One{PatchModel::hertz, "hertz", "one Hertzian ellipse per contact, with the creep law. The fastest"},
      One{PatchModel::strip,
          "strip",
          "strips along the rolling direction. For non-elliptic patches at moderate cost",
          {"reference", "element_size", "patch_tolerance", "patch_threads"}},
      One{PatchModel::halfspace,
          "halfspace",
          "boundary elements. The most accurate, and the slowest",
          {"reference", "element_size", "patch_tolerance", "patch_threads"}}};
}

/// Patches are solved during the run, beside Hertz's.
[[nodiscard]] constexpr bool solves_patches(PatchModel patch) {
  return patch != PatchModel::hertz;
}

/// Source of the normal force in the creep laws.
enum class NormalForceCoupling {
  solved,  ///< normal and creep forces of one instant agree: the right-hand side depends on the state alone
  previous_step,  ///< the papers' shortcut: creep forces of the normal force at the end of the last step
};

constexpr auto alternatives_of(NormalForceCoupling) {
  using One = Alternative<NormalForceCoupling>;
  return std::array{
      One{NormalForceCoupling::solved, "solved",
          "normal and creep forces of one instant are solved together"},
      One{NormalForceCoupling::previous_step, "previous_step",
          "creep forces use the normal force of the step before: an approximation, for comparison with "
          "published results that used it"}};
}

}  // namespace flangeway::wheelrail
