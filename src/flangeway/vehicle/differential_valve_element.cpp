#include "flangeway/vehicle/differential_valve_element.hpp"

#include <algorithm>

namespace flangeway::vehicle {

using multibody::AirSpring;
using multibody::no_index;

void DifferentialValveSpec::describe(document::Visitor& v) {
  where = v.here(), key = v.key_path();
  v.text("name", name, document::Presence::required, "name of the valve; no two elements have the same");
  v.text("spring_i", body_i, document::Presence::required, "air spring at one end, one of air_springs");
  v.text("spring_j", body_j, document::Presence::required, "air spring at the other end");
  v.flag("between_tanks", between_tanks, "true: the valve joins the tanks of both springs; else their bags");
  v.number("opening_pressure", opening_pressure, required_positive("Pa"),
           "difference of pressure at which the valve begins to open");
  v.number("full_opening_pressure", full_opening_pressure, required_positive("Pa"),
           "difference of pressure at which it is open; between both it opens in proportion");
  v.number("throttle_resistance", throttle_resistance, required_positive("Pa s/m³"),
           "difference of pressure over the flow through the open valve, at the nominal density of spring_i");
  v.number("orifice_coefficient", orifice_coefficient, not_negative("Pa s²/m⁶"),
           "further difference of pressure over the square of the flow");
  v.number("opening_time", opening_time, not_negative("s"),
           "time constant with which the valve opens and shuts; 0: at once");
}

void DifferentialValveSpec::check(ElementBuilder& b) const {
  if (full_opening_pressure <= opening_pressure && full_opening_pressure > 0)
    b.complain(*this, "full_opening_pressure",
               {"is not above opening_pressure", fmt::format("{:g}", full_opening_pressure),
                fmt::format("above {:g} Pa", opening_pressure), ""});
}

std::size_t DifferentialValveSpec::find_spring(ElementBuilder& b, std::string_view end,
                                               const document::Located<std::string>& wanted) const {
  if (wanted.value.empty()) return no_index;  // the reader has said so
  std::vector<std::string> names;
  for (const auto& spring : multibody::elements_of<AirSpring>(b.model())) names.push_back(spring.name);
  const auto found = std::find(names.begin(), names.end(), wanted.value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string nearest = nearest_name(wanted.value, names);
  b.complain(*this, end,
             {"names no air spring", "\"" + wanted.value + "\"", "one of air_springs",
              nearest.empty() ? "" : fmt::format("Did you mean \"{}\"", nearest)});
  return no_index;
}

void DifferentialValveSpec::place(ElementBuilder& b) const {
  b.check_name(*this);
  multibody::DifferentialValve valve;
  valve.name = name.value;
  valve.i = find_spring(b, "spring_i", body_i), valve.j = find_spring(b, "spring_j", body_j);
  if (valve.i == no_index || valve.j == no_index) return;
  if (valve.i == valve.j)
    return b.complain(*this, "spring_j",
                      {"is the same as spring_i", "\"" + body_j.value + "\"", "another air spring", ""});
  const auto& springs = multibody::elements_of<AirSpring>(b.model());
  for (const auto& [end, spring] : {std::pair{"spring_i", valve.i}, std::pair{"spring_j", valve.j}})
    if (between_tanks && springs[spring].has_tank == 0)
      b.complain(*this, end,
                 {"has no tank", "\"" + springs[spring].name + "\"", "",
                  "Give its tank_volume, or leave out between_tanks"});
  valve.between_tanks = between_tanks;
  valve.opens_at = opening_pressure, valve.open_at = full_opening_pressure;
  valve.resistance = throttle_resistance, valve.orifice = orifice_coefficient;
  valve.opening_rate = opening_time > 0 ? 1 / opening_time : 0;
  b.add(*this, valve);
}

}  // namespace flangeway::vehicle
