// Common parts of all kinds of elements.
//
// A kind is a template of one file of this folder: template <typename P> struct Kind. P is double in a Model,
// and math::Batch where a step evaluates four elements side by side. It has
//   - its parameters, every one of them made of P;
//   - Motion<T> (motion.hpp): what it calls a deflection;
//   - states: how many auxiliary states it may have, has_state(k): which of them it has;
//   - curves: how many tables it may have; or calls_library: it calls a law of the user's;
//   - inputs, which may be left out: how many forces of other elements it depends on;
//   - respond(curves, deformation): its law over a scalar T, which is P, math::Dual or an expression. The
//     definition is in laws, so that only those who evaluate the law read it;
//   - remove_dampers(tables): takes the dampers out of it.
// Those with friction surfaces, whose places are states that do not move at rest, have slip_rate(k): how fast
// they relax once they move, 1/s; 0 for other states.
// Those with a preload have `preload` and preload_sign: how it enters the force of respond(). Where only one
// component has a preload, this is preload_component, and static_stiffness() is its stiffness without
// friction. Forces of a step, output, energy, Jacobian, preloads, relaxation rates and generated code come
// from these.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "flangeway/multibody/elements/motion.hpp"
#include "flangeway/multibody/elements/table.hpp"

namespace flangeway::law {
struct Law;
}

namespace flangeway::multibody {

/// Arguments of a law.
template <typename T, std::size_t Components, std::size_t States = 0, std::size_t Inputs = 0>
struct Deformation {
  std::array<T, Components> deflection, rate;  ///< m and m/s, or rad and rad/s
  std::array<T, States> state;                 ///< auxiliary
  std::array<bool, States> has{};              ///< the element, or one of four, has this state
  std::array<T, Inputs> input{};               ///< forces of other elements
};

/// Result of a law.
template <typename T, std::size_t Components, std::size_t States = 0>
struct Response {
  std::array<T, Components> force;     ///< resists the deflection, N or Nm
  std::array<T, States> state_rate{};  ///< of the states that it has
  std::array<T, States> drag{};        ///< friction on each surface whose place is a state, N or Nm
  std::array<T, States> lead{};        ///< of these: over the friction time, how far the surface will slip
  T energy = 0.0;                      ///< stored, J; 0 at zero deflection
  T loss = 0.0;                        ///< dissipated power, W, without that of `drag`
  T supplied = 0.0;                    ///< power from outside, as of a valve, W
};

/// A law with friction surfaces, whose places are states.
template <typename Law>
concept has_surfaces = requires(const Law& law) {
  law.slip_rate(0);
};

/// How many forces of other elements a law depends on: Kind::inputs, where it is given.
template <typename Law>
inline constexpr std::size_t inputs_of = 0;
template <typename Law>
requires requires {
  Law::inputs;
}
inline constexpr std::size_t inputs_of<Law> = Law::inputs;

/// A component of the force of another element, which stands before this one in Model::elements; or a
/// command.
struct ForceSource {
  std::size_t command = no_index;  ///< in Model::commands, in place of an element
  std::string element;             ///< its name; empty: none
  std::size_t component = 0;
  std::size_t place = no_index, output = no_index;  ///< in Model::elements, in Workspace::element_force
};

/// A kind whose law a user brings: library.hpp.
template <typename Law>
concept calls_library = Law::calls_library;

/// The law that an element calls, for kinds that do.
template <typename Law>
struct CalledLaw {};
template <calls_library Law>
struct CalledLaw<Law> {
  std::shared_ptr<const law::Law> law;
};

/// An element of a Model between two poses.
template <template <typename> class Kind>
struct Element : Kind<double>, CalledLaw<Kind<double>> {
  std::string name, type;  ///< as in the vehicle file
  std::size_t i = 0, j = 0;
  bool auto_preload = true;  ///< solve_preloads() sets the preload
  /// Attachment of an element without points to both poses; none: nowhere in particular. A body that
  /// bends turns it there.
  std::optional<std::array<Vec3, 2>> seats;
  std::array<Table, Kind<double>::curves> tables;
  std::array<std::size_t, Kind<double>::states> auxiliary{};  ///< no_index: the element has not this state
  std::array<ForceSource, inputs_of<Kind<double>>> sources;
};

// Properties of an element, of a type E that is an Element.
template <typename E>
inline constexpr std::size_t component_count = E::template Motion<double>::components;
template <typename E>
inline constexpr std::size_t state_count = std::tuple_size_v<decltype(E::auxiliary)>;
template <typename E>
inline constexpr std::size_t input_count = std::tuple_size_v<decltype(E::sources)>;
template <typename E>
using MotionOf = typename E::template Motion<double>;
template <typename E, typename T>
using DeformationOf = Deformation<T, component_count<E>, state_count<E>, input_count<E>>;
template <typename E, typename T>
using ResponseOf = Response<T, component_count<E>, state_count<E>>;

/// Poses, auxiliary states and forces of other elements as seen by one element. T is double or
/// an expression, State gives the auxiliary state of an index, `forces` are those of
/// Workspace::element_force.
template <typename T, typename E, typename State, typename Forces>
[[nodiscard]] DeformationOf<E, T> deformation_of(const E& element,
                                                 const typename E::template Motion<T>& motion,
                                                 const State& state, const Forces& forces) {
  DeformationOf<E, T> at{motion.deflection, motion.rate, {}, {}, {}};
  for (std::size_t k = 0; k < input_count<E>; ++k)
    at.input[k] = element.sources[k].output == no_index ? T(0.0) : T(forces[element.sources[k].output]);
  for (std::size_t k = 0; k < state_count<E>; ++k) {
    at.has[k] = element.auxiliary[k] != no_index;
    if (at.has[k]) at.state[k] = state(element.auxiliary[k]);
  }
  return at;
}

}  // namespace flangeway::multibody
