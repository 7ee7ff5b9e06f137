#include "flangeway/contact/patch/problem/friction_law.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {
namespace {

/// The part of an amplitude that is left at speed s; order: power of s/v in the rational law.
double left_over(FrictionKind kind, double s, double v, int order) {
  switch (kind) {
    case FrictionKind::linear:
      return std::max(0.0, 1 - s / (2 * v));
    case FrictionKind::rational:
      return 1 / (1 + (order == 1 ? s / v : s / v * (s / v)));
    case FrictionKind::exponential:
      return std::exp2(-s / v);
    case FrictionKind::coulomb:
    case FrictionKind::temperature:
      break;
  }
  return 0;
}

}  // namespace

double friction_coefficient(const FrictionLaw& law, double slip_speed) {
  FLANGEWAY_ASSERT(!(slip_speed < 0), "a slip speed has no sign");
  double mu = law.kinetic;
  if (law.kind == FrictionKind::coulomb || law.kind == FrictionKind::temperature) return mu;
  if (law.amplitude_1 > 0) mu += law.amplitude_1 * left_over(law.kind, slip_speed, law.speed_1, 1);
  if (law.amplitude_2 > 0) mu += law.amplitude_2 * left_over(law.kind, slip_speed, law.speed_2, 2);
  return mu;
}

double friction_when_hot(const FrictionLaw& law, double temperature) {
  FLANGEWAY_ASSERT(law.range > 0, "the range of temperatures has a width");
  return law.kinetic + law.change * std::clamp((temperature - law.reference) / law.range, 0.0, 1.0);
}

}  // namespace flangeway::contact::patch
