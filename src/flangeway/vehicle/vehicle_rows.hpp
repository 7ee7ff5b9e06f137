// Elements in a row: between the first and the second of the parts of a train, the second and the third, …
// Private to the room.
#pragma once

#include <string>
#include <vector>

#include "flangeway/vehicle/element_builder.hpp"
#include "flangeway/vehicle/vehicle_expand.hpp"

namespace flangeway::vehicle {

/// '#' becomes the number, and "#+1" the one after it.
[[nodiscard]] inline std::string numbered(std::string name, long number) {
  for (std::size_t at = name.find('#'); at != std::string::npos; at = name.find('#', at)) {
    const bool next = name.compare(at, 3, "#+1") == 0;
    name.replace(at, next ? 3 : 1, std::to_string(next ? number + 1 : number));
  }
  return name;
}

/// The one of that number. Copies are those of the first one.
template <typename Spec>
[[nodiscard]] Spec one_of_row(const Spec& spec, long number) {
  Spec one = spec;
  one.row = 0;
  std::string& name = one.name.value;
  name = name.find('#') == std::string::npos ? name + std::to_string(number) : numbered(name, number);
  one.body_i.value = numbered(one.body_i.value, number);
  one.body_j.value = numbered(one.body_j.value, number);
  if constexpr (requires { one.normal; })
    one.normal.normal_from.value = numbered(one.normal.normal_from.value, number);
  if constexpr (requires { one.carrier; }) one.carrier.value = numbered(one.carrier.value, number);
  if (number > 1) one.copies.clear();
  return one;
}

/// Each stands relative to its body i as the first one does.
template <typename Spec>
[[nodiscard]] std::vector<Spec> row_of(const Spec& spec, const ElementBuilder& builder) {
  if (spec.row == 0) return {spec};
  std::vector<Spec> row;
  for (long number = 1; number <= spec.row; ++number) {
    Spec one = one_of_row(spec, number);
    const double first = row.empty() ? 0 : builder.place_of(row.front().body_i.value),
                 here = row.empty() ? 0 : builder.place_of(one.body_i.value);
    transform(one, Shift(here - first));
    row.push_back(std::move(one));
  }
  return row;
}

}  // namespace flangeway::vehicle
