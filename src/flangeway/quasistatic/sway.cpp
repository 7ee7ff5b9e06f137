#include <fmt/format.h>

#include <cmath>

#include "flangeway/quasistatic/kinds.hpp"

namespace flangeway::quasistatic {

namespace {

double mean_shift(const SteadyRunning& steady) {
  double sum = 0;
  const std::size_t count = steady.model().contact.wheelsets.size();
  for (std::size_t w = 0; w < count; ++w) sum += steady.value(steady.wheelset_name(w) + ".y");
  return sum / static_cast<double>(count);
}

}  // namespace

// Roll angles are small enough for the difference of two states; docs/theory/quasi_static.md, eq. 4 and 5.
Outcome sway(const vehicle_case::CaseModel& model, const std::vector<double>& cants) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  const std::string body = vehicle.bodies[carbody(vehicle)].name;
  SteadyRunning steady(model);
  const double base = model.track.rail_distance();
  (void)steady.at({});
  const double height = steady.value(body + ".z"), rest_y = steady.value(body + ".y") - mean_shift(steady),
               rest_roll = steady.value(body + ".roll");
  Outcome outcome{"sway", "Sway on canted track", model.name};
  outcome.label = "cant";
  outcome.columns = {
      {"slope of the track", "rad"},      {"roll of " + body, "rad"},
      {"flexibility coefficient", "1"},   {"lateral shift of " + body + " from the wheelsets", "m"},
      {"height of the roll centre", "m"}, {"unloading of the higher wheels", "1"}};
  for (const double cant : cants) {
    Condition condition;
    condition.cant = cant;
    (void)steady.at(condition);
    const double slope = std::asin(cant / base);  // the right rail is higher: the body leans to the left
    const double roll = rest_roll - steady.value(body + ".roll"),
                 shift = steady.value(body + ".y") - mean_shift(steady) - rest_y;
    double load = 0, higher = 0;
    for (std::size_t w = 0; w < model.contact.wheelsets.size(); ++w) {
      const std::string name = steady.wheelset_name(w);
      higher += steady.value(name + ".right.Q");
      load += (steady.value(name + ".left.Q") + steady.value(name + ".right.Q")) / 2;
    }
    outcome.rows.push_back({fmt::format("{:g} m", cant),
                            {slope, roll, roll / slope, shift, height - shift / roll, 1 - higher / load}});
  }
  const Row& last = outcome.rows.back();
  outcome.numbers = {{"flexibility_coefficient", "1", last.values[2],
                      "roll of the body in its suspension per slope of the track, s of UIC 505-5"},
                     {"roll_centre_height", "m", last.values[4], "above the top of rail"}};
  outcome.notes = doubts(model);
  return outcome;
}

}  // namespace flangeway::quasistatic
