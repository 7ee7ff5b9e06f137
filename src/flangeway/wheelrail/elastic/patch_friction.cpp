#include "flangeway/wheelrail/patch_friction.hpp"

#include <cmath>

namespace flangeway::wheelrail::elastic {

using contact::patch::FrictionKind;
using contact::patch::FrictionLaw;

// μ0 ((1 − A) e^(−B w) + A) as kinetic + a₁ 2^(−w/v₁).
FrictionLaw patch_friction_law(const contact::Friction& friction, double coefficient) {
  FrictionLaw law;
  law.kinetic = coefficient;
  if (friction.decay > 0 && friction.limit_ratio < 1) {
    law.kind = FrictionKind::exponential;
    law.kinetic = coefficient * friction.limit_ratio;
    law.amplitude_1 = coefficient * (1 - friction.limit_ratio);
    law.speed_1 = std::log(2.0) / friction.decay;
  }
  return law;
}

std::vector<wheel_on_rail::FrictionAt> patch_friction(const RailFriction& rail) {
  if (rail.over_angle.empty()) return {{0, patch_friction_law(rail.law, rail.law.coefficient)}};
  std::vector<wheel_on_rail::FrictionAt> friction;
  for (auto entry = rail.over_angle.rbegin(); entry != rail.over_angle.rend(); ++entry) {
    if ((*entry)[0] > 0) friction.push_back({-(*entry)[0], patch_friction_law(rail.law, (*entry)[1])});
  }
  for (const auto& [angle, coefficient] : rail.over_angle)
    friction.push_back({angle, patch_friction_law(rail.law, coefficient)});
  return friction;
}

}  // namespace flangeway::wheelrail::elastic
