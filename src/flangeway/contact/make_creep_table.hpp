// Makes the creep table from solutions of the half-space, and compares the creep law with such solutions.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "flangeway/contact/creep_table.hpp"

namespace flangeway::contact {

/// Forces on an ellipse in steady rolling in reduced form: forces over −μN, moment over −μN √(ab).
struct ReducedForces {
  double longitudinal = 0, lateral = 0, moment = 0;
};
/// s of docs/theory/creep_table.md (1).
struct ReducedCreepages {
  double x = 0, y = 0, z = 0;
};

/// How the work goes on; called on the calling thread.
struct Watch {
  std::function<void(double share)> show;
  std::function<bool()> interrupted;
};

struct CreepTableSettings {
  std::size_t solutions = 9000;  ///< of each layer
  std::size_t threads = 1;
};
/// Data without layers where it was interrupted.
[[nodiscard]] CreepTableData make_creep_table(const CreepTableSettings& settings, const Watch& watch);

/// One situation of a survey and both answers.
struct SurveyPoint {
  double a_over_b = 1;
  ReducedCreepages creepages;
  ReducedForces law, half_space;
  [[nodiscard]] double force_error() const;
  [[nodiscard]] double moment_error() const;
};
/// Random situations: ln(a/b) uniform over the range of the table, the direction of s uniform on the sphere,
/// and |s|/(r₀ + |s|) uniform between 0 and 0.98. Empty where it was interrupted.
[[nodiscard]] std::vector<SurveyPoint> survey_creep_law(std::size_t count, std::size_t threads, unsigned seed,
                                                        const Watch& watch);

/// Full sliding: Coulomb friction integrated over the elliptic pressures, where the slip is that of s.
[[nodiscard]] ReducedForces full_sliding(double a_over_b, const ReducedCreepages& s);

}  // namespace flangeway::contact
