// Tells which elements of a model have dry friction, by their states and not by the names of their kinds.
#pragma once

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {

/// Whether a state of the kind is dry friction. Kinds with friction surfaces have slip_rate(); a new kind
/// with other states needs an overload, or its elements do not compile here.
template <typename E>
[[nodiscard]] bool is_dry_friction(const E& element, std::size_t k) {
  static_assert(state_count<E> == 0 || has_surfaces<E>, "state which states of this kind are dry friction");
  if constexpr (has_surfaces<E>) return element.slip_rate(k) > 0;
  return false;
}
inline bool is_dry_friction(const Element<LeafSpring>&, std::size_t) {
  return true;
}
inline bool is_dry_friction(const Element<RubberSpring>&, std::size_t k) {
  return k < Element<RubberSpring>::viscous;
}
inline bool is_dry_friction(const Element<MaxwellDamper>&, std::size_t) {
  return false;
}
inline bool is_dry_friction(const Element<AxisDamper>&, std::size_t) {
  return false;
}
inline bool is_dry_friction(const Element<Bushing>&, std::size_t) {
  return false;
}
/// Unknown: a user brings the law.
inline bool is_dry_friction(const Element<LibraryLine>&, std::size_t) {
  return false;
}
inline bool is_dry_friction(const Element<LibraryDirection>&, std::size_t) {
  return false;
}
inline bool is_dry_friction(const Element<Actuator>&, std::size_t) {
  return false;
}
inline bool is_dry_friction(const Element<TorqueActuator>&, std::size_t) {
  return false;
}

/// Whether the element has friction that holds it where it is: a kind with friction may have elements without
/// any.
template <typename E>
[[nodiscard]] bool has_dry_friction(const E& element) {
  for (std::size_t k = 0; k < state_count<E>; ++k)
    if (element.auxiliary[k] != no_index && is_dry_friction(element, k)) return true;
  return false;
}

}  // namespace flangeway::multibody
