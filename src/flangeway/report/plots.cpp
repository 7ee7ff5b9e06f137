#include "flangeway/report/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numbers>

namespace flangeway::report {
namespace {

using results::Reader;
using Json = nlohmann::ordered_json;

// A number takes about 8 characters, so that all curves together stay near 4 MB.
constexpr std::size_t most_numbers = 500'000;
constexpr double degree = 180 / std::numbers::pi;

struct Curve {
  std::string name;     // in the legend
  std::string channel;  // in the file
  std::size_t colour;   // 0 …
  bool dashed = false;
};
struct Panel {
  std::string title, unit;
  double scale;  // from SI to the unit
  std::vector<Curve> curves;
  bool contact_angle = false;  // of the flange where it touches, else of the tread
};

/// Names that stand before `ending` in the channels of the file, in its order.
std::vector<std::string> owners(const Reader& results, std::string_view ending) {
  std::vector<std::string> names;
  for (const results::Channel& channel : results.channels()) {
    if (channel.name.ends_with(ending))
      names.push_back(channel.name.substr(0, channel.name.size() - ending.size()));
  }
  return names;
}

struct Vehicle {
  std::vector<std::string> wheelsets, others;
};

Vehicle vehicle_of(const Reader& results) {
  Vehicle vehicle;
  for (const std::string& name : owners(results, ".yaw")) {
    (results.has(name + ".left.Q") ? vehicle.wheelsets : vehicle.others).push_back(name);
  }
  return vehicle;
}

Panel over_bodies(std::string title, std::string unit, double scale, const std::vector<std::string>& bodies,
                  const std::string& quantity) {
  Panel panel{std::move(title), std::move(unit), scale, {}};
  for (std::size_t i = 0; i < bodies.size(); ++i)
    panel.curves.push_back({bodies[i], bodies[i] + quantity, i});
  return panel;
}

Panel over_wheels(std::string title, std::string unit, double scale, const Vehicle& vehicle,
                  const std::string& quantity) {
  Panel panel{std::move(title), std::move(unit), scale, {}};
  for (std::size_t i = 0; i < vehicle.wheelsets.size(); ++i) {
    for (const char* side : {".left", ".right"}) {
      const std::string wheel = vehicle.wheelsets[i] + side;
      panel.curves.push_back({wheel, wheel + quantity, i, side == std::string_view(".right")});
    }
  }
  return panel;
}

std::vector<Panel> panels_of(const Reader& results) {
  const Vehicle vehicle = vehicle_of(results);
  std::vector<Panel> panels{
      {"Track: curvature, left positive", "1/km", 1e3, {{"curvature", "track.curvature", 0}}},
      {"Track: cant, right rail above left", "mm", 1e3, {{"cant", "track.cant", 0}}},
      {"Track: irregularities",
       "mm",
       1e3,
       {{"alignment", "track.alignment", 0},
        {"vertical profile", "track.vertical_profile", 1},
        {"gauge variation", "track.gauge_variation", 2},
        {"cross level", "track.cross_level", 3}}},
      over_bodies("Wheelsets: lateral displacement, left positive", "mm", 1e3, vehicle.wheelsets, ".y"),
      over_bodies("Wheelsets: yaw, to the left positive", "mrad", 1e3, vehicle.wheelsets, ".yaw"),
      over_wheels("Vertical wheel force Q", "kN", 1e-3, vehicle, ".Q"),
      over_wheels("Lateral wheel force Y, left positive", "kN", 1e-3, vehicle, ".Y"),
      over_wheels("Y/Q, positive towards the field side", "1", 1, vehicle, ".YQ"),
      over_wheels("Nadal’s limit of Y/Q at the present contact angle of the flange", "1", 1, vehicle,
                  ".nadal_limit"),
      over_wheels("Flange: normal force", "kN", 1e-3, vehicle, ".flange.normal_force"),
      over_wheels("Contact angle, of the flange where it touches", "deg", degree, vehicle,
                  ".flange.contact_angle"),
      over_bodies("Car body and bogies: lateral displacement, left positive", "mm", 1e3, vehicle.others,
                  ".y"),
      over_bodies("Car body and bogies: roll, left side up positive", "mrad", 1e3, vehicle.others, ".roll")};
  for (Panel& panel : panels) {
    panel.contact_angle = panel.title.starts_with("Contact angle");
    std::erase_if(panel.curves, [&](const Curve& curve) { return !results.has(curve.channel); });
  }
  std::erase_if(panels, [](const Panel& panel) { return panel.curves.empty(); });
  return panels;
}

/// Five digits are more than a screen shows.
Json rounded(const std::vector<double>& values, double scale) {
  Json list = Json::array();
  for (const double value : values) list.push_back(std::stod(fmt::format("{:.5g}", value * scale)));
  return list;
}

Json places(const Reader& results, const std::string& channel, std::size_t run) {
  Json list = Json::array();
  for (const double value : thinned_places(results.read(channel), run)) {
    list.push_back(std::stod(fmt::format("{:.8g}", value)));
  }
  return list;
}

std::vector<double> values_of(const Reader& results, const Panel& panel, const Curve& curve) {
  std::vector<double> values = results.read(curve.channel);
  if (!panel.contact_angle) return values;
  const std::string wheel = curve.channel.substr(0, curve.channel.rfind(".flange"));
  const std::vector<double> tread = results.read(wheel + ".tread.contact_angle");
  const std::vector<double> force = results.read(wheel + ".flange.normal_force");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (force[i] == 0) values[i] = tread[i];
  }
  return values;
}

}  // namespace

std::vector<double> thinned(const std::vector<double>& values, std::size_t run) {
  if (run <= 1) return values;
  std::vector<double> kept;
  for (auto from = values.begin(); from < values.end();) {
    const auto to = from + std::min(static_cast<std::ptrdiff_t>(run), values.end() - from);
    auto [first, second] = std::minmax_element(from, to);
    if (second < first) std::swap(first, second);
    kept.insert(kept.end(), {*first, *second});
    from = to;
  }
  return kept;
}

std::vector<double> thinned_places(const std::vector<double>& values, std::size_t run) {
  if (run <= 1) return values;
  std::vector<double> kept;
  for (std::size_t from = 0; from < values.size(); from += run) {
    const std::size_t middle = std::min(from + run / 2, values.size() - 1);
    kept.insert(kept.end(), {values[from], values[middle]});
  }
  return kept;
}

std::string plots_json(const Reader& results) {
  const std::vector<Panel> panels = panels_of(results);
  std::size_t curves = 3;
  for (const Panel& panel : panels) curves += panel.curves.size();
  const std::size_t points = std::max<std::size_t>(most_numbers / curves, 2);
  // Two numbers stay of each run.
  const std::size_t run = results.rows() <= points ? 1 : (2 * results.rows() + points - 1) / points;
  Json json{{"run", run}, {"places", Json::object()}, {"panels", Json::array()}};
  if (results.has("distance")) json["places"]["distance"] = places(results, "distance", run);
  if (results.has("t")) json["places"]["time"] = places(results, "t", run);
  if (results.has("track.curvature"))
    json["curvature"] = rounded(thinned(results.read("track.curvature"), run), 1);
  for (const Panel& panel : panels) {
    Json curves_of_panel = Json::array();
    for (const Curve& curve : panel.curves) {
      curves_of_panel.push_back(
          {{"name", curve.name},
           {"colour", curve.colour},
           {"dashed", curve.dashed},
           {"values", rounded(thinned(values_of(results, panel, curve), run), panel.scale)}});
    }
    json["panels"].push_back(
        {{"title", panel.title}, {"unit", panel.unit}, {"curves", std::move(curves_of_panel)}});
  }
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace flangeway::report
