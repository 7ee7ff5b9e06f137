// The parts of a transfer function: how a wave of the rails drives states and outputs. Private to the room.
#pragma once

#include <complex>

#include "flangeway/response/response.hpp"

namespace flangeway::response {

/// For each wheelset: the irregularity there, its first and its second derivative, per metre of the
/// wave at the leading wheelset. [docs/theory/linear_response.md, eq. 2]
using InputWeights = std::vector<std::array<std::complex<double>, 3>>;
[[nodiscard]] InputWeights input_weights(const LinearModel& model, double frequency);
/// Their change where the speed and the places of the wheelsets change.
[[nodiscard]] InputWeights input_weight_changes(const LinearModel& model, const LinearModel& change,
                                                double frequency);

/// Σ B u and Σ D u of a wave of each input.
struct Driven {
  Eigen::MatrixXcd states, outputs;
};
[[nodiscard]] Driven driven(const LinearModel& model, const InputWeights& weights);

/// Accelerations are -ω² times displacements.
void scale_accelerations(const LinearModel& model, double omega, Eigen::MatrixXcd& output);

}  // namespace flangeway::response
