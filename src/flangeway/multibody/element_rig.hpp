// One element on a test rig: one component of its deflection is prescribed, the others stay nominal.
// Theory: docs/theory/suspension.md.
#pragma once

#include <array>
#include <complex>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

enum class StrokeShape { sine, triangle };
inline constexpr auto alternatives_of(StrokeShape) {
  return std::to_array<Alternative<StrokeShape>>({
      {StrokeShape::sine, "sine", "sinusoidal in time"},
      {StrokeShape::triangle, "triangle", "at constant speed between the ends"},
  });
}
enum class RigMethod { rk4, abm4, dormand_prince, bdf };
inline constexpr auto alternatives_of(RigMethod) {
  return std::to_array<Alternative<RigMethod>>({
      {RigMethod::rk4, "rk4", "Runge–Kutta of order 4 with fixed steps"},
      {RigMethod::abm4, "abm4", "Adams–Bashforth–Moulton of order 4 with fixed steps"},
      {RigMethod::dormand_prince, "dormand_prince", "Dormand–Prince of order 5 with adaptive steps"},
      {RigMethod::bdf, "bdf", "backward differentiation formulas with adaptive steps"},
  });
}

struct Stroke {
  StrokeShape shape = StrokeShape::sine;
  double amplitude = 0.01;  ///< m or rad
  double frequency = 1;     ///< Hz
  double mean = 0;          ///< m or rad: the stroke begins there, with motion along +
  long cycles = 3;          ///< the last one is reported
  RigMethod method = RigMethod::bdf;
  long steps = 1000;  ///< of a cycle, with fixed steps; and the least number with adaptive ones
};

/// One closed cycle.
struct RigLoop {
  EvalStatus status = EvalStatus::ok;
  std::vector<std::array<double, 2>> points;  ///< deflection and force
  double work = 0;                            ///< done on the element, J
  double loss = 0;                            ///< dissipated in it, J
  double supplied = 0;                        ///< by valves, J
  double stored = 0;                          ///< change over the cycle, J
  /// First harmonic of the force over the amplitude: real part in phase with the deflection, imaginary part
  /// with its rate. N/m or Nm/rad
  std::complex<double> stiffness;
};

/// A component of the element of Model::elements[element]. Forces of other elements, as normal forces, stay
/// nominal.
[[nodiscard]] RigLoop run_stroke(const Model& model, std::size_t element, std::size_t component,
                                 const Stroke& stroke);

/// Complex stiffness for small motions about the nominal position, from the derivatives of the law. Friction
/// sticks.
[[nodiscard]] std::complex<double> small_stiffness(const Model& model, std::size_t element,
                                                   std::size_t component, double frequency);

/// Force of each component in the nominal position.
[[nodiscard]] std::vector<double> nominal_force(const Model& model, std::size_t element);

}  // namespace flangeway::multibody
