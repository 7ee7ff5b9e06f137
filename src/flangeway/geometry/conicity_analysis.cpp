#include "flangeway/geometry/conicity_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/core/assertion.hpp"

namespace flangeway::geometry {
namespace {

using assess::Conicity;
using profile::Profile;

constexpr double delta_r_per_metre = 1e4;  // every 0.1 mm, as the tables of EN 15302
constexpr double gauge_depth = 0.014;      // m below the running plane

// A rail with a position of its own stays there, unless a gauge is requested.
RailPlacement placement_of(const ConicityInput& input) {
  if (input.placement) return *input.placement;
  const Profile& rail = input.rails[0];
  RailPlacement placement{.gauge_depth = gauge_depth};
  if (!has_its_place(rail)) placement.inclination = input.inclination;
  if (rail.lateral_origin && !input.gauge) {
    placement.lateral = *rail.lateral_origin;
  } else {
    placement.gauge = input.gauge.value_or(usual_gauge);
  }
  return placement;
}

// Distance of the gauge faces of the rails as placed, in m.
double measured_gauge(const WheelsetGeometry& pair) {
  double gauge = 0;
  for (const Side* side : {&pair.left, &pair.right}) {
    double inner = 1e9;
    for (double s = 0; s < side->rail.length(); s += 1e-6) {
      const Vec2 point = side->rail.point(s);
      if (point.y() >= -gauge_depth) inner = std::min(inner, point.x());
    }
    gauge += inner;
  }
  return gauge;
}

// Multiples of the step within the contact and within the range of the largest amplitude.
std::vector<double> displacements(const ConicityAnalysis& analysis) {
  const Conicity& widest = analysis.conicity.back();
  const double reach = widest.amplitude + std::abs(widest.centre);
  const auto steps = static_cast<int>(std::ceil(reach * delta_r_per_metre - 1e-9));
  std::vector<double> all;
  for (int i = -steps; i <= steps; ++i) {
    const double y = i / delta_r_per_metre;
    if (y >= analysis.difference.y.front() && y <= analysis.difference.y.back()) all.push_back(y);
  }
  return all;
}

nlohmann::ordered_json names_of(const std::vector<Profile>& profiles) {
  FLANGEWAY_ASSERT(profiles.size() == 2, "there are a left and a right profile");
  if (profiles[0].name == profiles[1].name) return profiles[0].name;
  return {{"left", profiles[0].name}, {"right", profiles[1].name}};
}

std::string title_of(const std::vector<Profile>& profiles) {
  FLANGEWAY_ASSERT(profiles.size() == 2, "there are a left and a right profile");
  return profiles[0].name == profiles[1].name ? profiles[0].name
                                              : profiles[0].name + " | " + profiles[1].name;
}

}  // namespace

bool has_its_place(const Profile& rail) {
  return rail.lateral_origin.has_value() || rail.built_in_inclination != 0;
}

std::optional<ConicityAnalysis> analyse_conicity(ConicityInput input, Findings& findings) {
  const RailPlacement placement = placement_of(input);
  const WheelsetGeometry pair = make_geometry(input.wheels[0], input.wheels[1], input.rails[0],
                                              input.rails[1], input.tape_circle / 2, input.radius, placement);
  ConicityAnalysis analysis{.input = std::move(input),
                            .gauge = placement.gauge > 0 ? placement.gauge : measured_gauge(pair),
                            .inclination = placement.inclination,
                            .difference = {},
                            .conicity = {}};
  analysis.difference = radius_difference(pair, {.roll = analysis.input.roll});
  const Profile& rail = analysis.input.rails[0];
  if (has_its_place(rail) && !analysis.input.placement) analysis.inclination = rail.built_in_inclination;
  const std::size_t before = findings.all().size();
  analysis.conicity = assess::equivalent_conicities(analysis.difference, analysis.input.amplitudes, findings);
  if (findings.all().size() != before) return std::nullopt;
  return analysis;
}

std::string json_text(const ConicityAnalysis& analysis) {
  nlohmann::ordered_json json{{"wheel", names_of(analysis.input.wheels)},
                              {"rail", names_of(analysis.input.rails)},
                              {"gauge", analysis.gauge},
                              {"inclination", analysis.inclination},
                              {"tape_circle", analysis.input.tape_circle},
                              {"radius", analysis.input.radius},
                              {"roll", analysis.input.roll},
                              {"delta_r_is", "left minus right, y to the left"},
                              {"delta_r", nlohmann::json::array()},
                              {"conicity", nlohmann::json::array()}};
  for (const double y : displacements(analysis))
    json["delta_r"].push_back({{"y", y}, {"value", analysis.difference.at(y)}});
  for (const Conicity& c : analysis.conicity) {
    nlohmann::ordered_json row{{"amplitude", c.amplitude},
                               {"centre", c.centre},
                               {"nonlinear", nullptr},
                               {"regression", c.regression},
                               {"harmonic", c.harmonic}};
    if (c.nonlinear) row["nonlinear"] = *c.nonlinear;
    json["conicity"].push_back(std::move(row));
  }
  return json.dump();
}

plot::Figure figure_of(const ConicityAnalysis& analysis) {
  plot::Series delta;
  for (const double y : displacements(analysis)) {
    delta.x.push_back(y * 1e3);
    delta.y.push_back(analysis.difference.at(y) * 1e3);
  }
  plot::Series nonlinear{.name = "non-linear integration"}, regression{.name = "linear regression"},
      harmonic{.name = "harmonic linearisation"};
  for (const Conicity& c : analysis.conicity) {
    for (plot::Series* series : {&nonlinear, &regression, &harmonic}) series->x.push_back(c.amplitude * 1e3);
    nonlinear.y.push_back(c.nonlinear.value_or(std::nan("")));
    regression.y.push_back(c.regression);
    harmonic.y.push_back(c.harmonic);
  }
  plot::Figure figure{.title = fmt::format("{} on {}, gauge {:.2f} mm, {}", title_of(analysis.input.wheels),
                                           title_of(analysis.input.rails), 1e3 * analysis.gauge,
                                           analysis.input.roll ? "with roll" : "without roll")};
  figure.panels.push_back({.title = "Rolling radius difference, left − right",
                           .x_label = "lateral displacement in mm (to the left)",
                           .y_label = "Δr in mm",
                           .series = {std::move(delta)}});
  figure.panels.push_back({.title = "Equivalent conicity",
                           .x_label = "amplitude in mm",
                           .y_label = "tan γe",
                           .series = {std::move(nonlinear), std::move(regression), std::move(harmonic)}});
  return figure;
}

std::string summary_text(const ConicityAnalysis& analysis) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(
      out,
      "{} on {}\ngauge {:.2f} mm, rails inclined by {:.4g}, tape circles {:g} mm apart, radius {:g} mm, "
      "{}\n\n",
      title_of(analysis.input.wheels), title_of(analysis.input.rails), 1e3 * analysis.gauge,
      analysis.inclination, 1e3 * analysis.input.tape_circle, 1e3 * analysis.input.radius,
      analysis.input.roll ? "roll solved" : "each wheel on its own (no roll)");
  fmt::format_to(out, "tan γe\n{:>12} {:>12} {:>12} {:>12}\n", "amplitude", "non-linear", "regression",
                 "harmonic");
  for (const Conicity& c : analysis.conicity) {
    fmt::format_to(out, "{:>9.2f} mm {:>12} {:>12.4f} {:>12.4f}\n", c.amplitude * 1e3,
                   c.nonlinear ? fmt::format("{:.4f}", *c.nonlinear) : "none", c.regression, c.harmonic);
  }
  return text;
}

}  // namespace flangeway::geometry
