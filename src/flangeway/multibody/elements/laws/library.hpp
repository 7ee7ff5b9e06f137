// The laws of elements that a user brings, as the program sees them.
#pragma once

#include "flangeway/multibody/elements/library.hpp"

namespace flangeway::multibody {

template <typename T>
using LibraryValues = std::array<T, library_values>;

[[nodiscard]] inline LibraryValues<double> ask_library(const LibraryCall& call,
                                                       const std::array<double, library_inputs>& in) {
  const LibraryAnswer answer = call.values(in);
  LibraryValues<double> out;
  for (std::size_t k = 0; k < library_values; ++k) out[k] = answer[k];
  return out;
}

[[nodiscard]] inline LibraryValues<math::Batch> ask_library(
    const LibraryLanes& call, const std::array<math::Batch, library_inputs>& in) {
  LibraryValues<math::Batch> out;
  call.call(in, out);
  return out;
}

/// The loss has no slopes.
template <std::size_t N>
[[nodiscard]] LibraryValues<math::Dual<N>> ask_library(const LibraryCall& call,
                                                       const std::array<math::Dual<N>, library_inputs>& in) {
  std::array<double, library_inputs> values;
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = in[k].value;
  const LibraryAnswer answer = call.slopes(values);
  constexpr std::size_t sloped = 2 + library_states;
  LibraryValues<math::Dual<N>> out;
  for (std::size_t row = 0; row < library_values; ++row) {
    out[row] = math::Dual<N>(answer[row]);
    if (row >= sloped) continue;
    for (std::size_t k = 0; k < in.size(); ++k)
      for (std::size_t n = 0; n < N; ++n)
        out[row].derivative[n] += answer[library_values + k * sloped + row] * in[k].derivative[n];
  }
  return out;
}

/// F = preload + law(deflection, rate, states). Without energies of the law, its power comes from outside.
template <typename P, template <typename> class MotionKind>
template <typename T, typename Call>
Response<T, 1, library_states> BasicLibrary<P, MotionKind>::respond(
    const Call& call, const Deformation<T, 1, library_states>& at) const {
  const T &d = at.deflection[0], &rate = at.rate[0];
  std::array<T, library_inputs> inputs;
  inputs[0] = d, inputs[1] = moves * rate;
  for (std::size_t k = 0; k < states; ++k) inputs[2 + k] = at.has[k] ? T(at.state[k]) : T(0.0);
  const LibraryValues<T> law = ask_library(call, inputs);
  Response<T, 1, states> response;
  response.force[0] = preload + law[0];
  for (std::size_t k = 0; k < states; ++k)
    if (at.has[k]) response.state_rate[k] = law[1 + k];
  response.energy = preload * d + gives_energy * law[1 + states];
  response.loss = (moves * gives_energy) * law[2 + states];
  response.supplied = (gives_energy - 1.0) * (law[0] * rate);
  return response;
}

}  // namespace flangeway::multibody
