// Creep and friction laws of the user's in an evaluation: Settings::creep_law and friction_law.
// docs/howto/own_laws.md
#pragma once

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// The coefficients of friction at the sliding speeds (m/s); 0 and a failure where the law has none. By
/// reference, because functions with and without AVX return a Batch in different places.
void own_friction(const law::Law& law, const WheelsetBatch& wheelsets, const ContactBatch& contacts,
                  const math::Batch& sliding, math::Batch& coefficient, LawFailure& failure);

/// The normal force of an elastic contact and its slope over the indentation, by the user's law; 0 and a
/// failure where it has none. `input`: flangeway_normal_in.
[[nodiscard]] contact::ImpactForce own_normal_force(const law::Law& law,
                                                    const std::array<double, FLANGEWAY_NORMAL_IN_ROWS>& input,
                                                    LawFailure& failure);

/// respond() where a law of the user's takes part.
[[nodiscard]] EvalStatus respond_with_laws(const Settings& settings, Workspace& workspace);

/// contact_damping() where a law of the user's takes part. A failure is noted in the contacts, and the
/// damping is 0.
[[nodiscard]] contact::BasicCreepDamping<math::Batch> own_damping(const Settings& settings,
                                                                  const WheelsetBatch& wheelsets,
                                                                  const ContactBatch& contacts);

}  // namespace flangeway::wheelrail
