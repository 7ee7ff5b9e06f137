#include "flangeway/vehicle/vehicle_elements.hpp"

#include "flangeway/vehicle/element_lists.hpp"
#include "flangeway/vehicle/vehicle_expand.hpp"
#include "flangeway/vehicle/vehicle_rows.hpp"

template class flangeway::Indirect<flangeway::vehicle::ElementSpecs>;

namespace flangeway::vehicle {

void ElementBuilder::add(const multibody::AppliedForce& force) {
  model_.lists->applied_forces.push_back(force);
}

namespace {

template <typename... Specs>
void describe_lists(document::Visitor& v, std::tuple<std::vector<Specs>...>& lists) {
  (v.list(Specs::list, std::get<std::vector<Specs>>(lists), {}, Specs::help), ...);
}

template <typename Spec>
void add_all(const std::vector<Spec>& specs, ElementBuilder& builder) {
  for (const Spec& spec : specs) {
    if (spec.mirror_y && side_of(spec).is_central()) {
      builder.complain(spec, "mirror_y",
                       {"would put the mirror image onto the element itself", "", "",
                        "Leave out mirror_y, or move the element to one side"});
    }
    for (const Spec& one : row_of(spec, builder)) {
      one.check(builder);
      for (const Spec& element : expand(one)) element.place(builder);
    }
  }
}

}  // namespace

void describe_elements(document::Visitor& v, ElementSpecs& elements) {
  describe_lists(v, elements.suspension);
  describe_lists(v, elements.joints);
  v.list("flexible_bodies", elements.flexible_bodies, {}, "bodies that bend, by modes");
}

AddedElements add_elements(const VehicleSpec& spec, VehicleModel& vehicle, Findings& findings) {
  ElementBuilder builder(spec, vehicle.bodies, findings);
  const auto add = [&](const auto&... lists) { (add_all(lists, builder), ...); };
  std::apply(add, spec.elements->suspension);
  std::apply(add, spec.elements->joints);
  return {builder.joints(), builder.loaded(), builder.valves(), builder.sources()};
}

namespace {

/// Vertical preload of an element that pushes body j.
template <typename E>
double load_of(const E& element) {
  if constexpr (requires { element.preload[2]; }) {
    return element.preload[2];
  } else if constexpr (requires { element.preload; }) {
    return element.preload;
  } else {
    return 0;
  }
}

}  // namespace

void check_loads(const std::vector<ElementSpec>& loaded, const VehicleModel& vehicle, Findings& findings) {
  multibody::for_each_element(vehicle.bodies, [&](const auto& element) {
    for (const ElementSpec& spec : loaded) {
      if (spec.name.value != element.name || load_of(element) > 0) continue;
      complain(findings, spec, "",
               {fmt::format("\"{}\" carries no load in the nominal position", element.name),
                fmt::format("{:.0f} N", load_of(element)), "a force above 0 N that pushes body_j up",
                "Let body_i be below and body_j above, and put the element under its load"});
    }
  });
}

void check_valves(const std::vector<ElementSpec>& valves, const VehicleModel& vehicle, Findings& findings) {
  const auto& springs = multibody::elements_of<multibody::AirSpring>(vehicle.bodies);
  for (std::size_t k = 0; k < valves.size(); ++k) {
    const multibody::DifferentialValve& valve = vehicle.bodies.lists->differential_valves[k];
    const double difference =
        std::abs(springs[valve.i].nominal_pressure() - springs[valve.j].nominal_pressure());
    if (difference < valve.opens_at) continue;
    complain(
        findings, valves[k], "opening_pressure",
        {"is exceeded in the nominal position, so that the vehicle would sink",
         fmt::format("a difference of {:.0f} Pa", difference), fmt::format("below {:g} Pa", valve.opens_at),
         "Raise it, or give the springs areas in proportion to their loads"});
  }
}

}  // namespace flangeway::vehicle
