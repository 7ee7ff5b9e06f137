// Calls of laws that a user brings, for numbers, four numbers side by side and dual numbers.
#pragma once

#include <array>
#include <memory>

#include "flangeway/math/dual.hpp"

namespace flangeway::law {
struct Law;
}

namespace flangeway::multibody {

/// Most states of an element law, and rows of its arguments and answers, as in flangeway_law.h.
inline constexpr std::size_t library_states = 4, library_inputs = 2 + library_states,
                             library_values = 3 + library_states,
                             library_slopes = library_inputs * (2 + library_states);

/// Force, state rates, energy and loss; then, where they are known, the slopes of force, state rates and
/// energy over each argument.
using LibraryAnswer = std::array<double, library_values + library_slopes>;

/// The law of one element, for code that evaluates it outside of a step: a law without an answer throws
/// NumericalFailure.
struct LibraryCall {
  const law::Law* law = nullptr;
  [[nodiscard]] LibraryAnswer values(const std::array<double, library_inputs>& in) const;
  /// With slopes, by the law or by central differences.
  [[nodiscard]] LibraryAnswer slopes(const std::array<double, library_inputs>& in) const;
};

/// Why the law of an element in a batch had no answer.
struct LibraryFailure {
  const law::Law* law = nullptr;  ///< none: it had one
  std::size_t lane = 0;
  int code = 0;
  std::array<double, library_inputs> input{};
};

/// The laws of four elements.
struct LibraryLanes {
  std::array<const law::Law*, math::batch_size> laws{};
  mutable LibraryFailure failure;  ///< of the last call

  /// Rows of four numbers each. Throws and allocates nothing; answers are 0 after a failure.
  void call(const std::array<math::Batch, library_inputs>& in,
            std::array<math::Batch, library_values>& out) const;
};

}  // namespace flangeway::multibody
