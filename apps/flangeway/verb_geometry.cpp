// flangeway geometry: where the wheels of a case touch the rails, against lateral displacement.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/geometry/curve.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/vehicle_case/geometry.hpp"
#include "geometry_compare.hpp"

namespace flangeway::app {
namespace {

using geometry::ContactCurve;

struct GeometryOptions {
  std::vector<double> gauge_mm;
  double step_mm = 0.1;
  std::string plot;
  bool compare = false;
};

// Without --gauge: the nominal gauge, or for the comparison the papers' range, on and between the table's
// rows.
std::vector<double> gauges(const GeometryOptions& options) {
  if (!options.gauge_mm.empty()) return options.gauge_mm;
  if (!options.compare) return {0};
  return {-9, -7.5, -6, -4.5, -3, -1.5, 0, 1.5, 3, 4.5, 6, 7.5, 9};
}

nlohmann::ordered_json landmark(const std::optional<double> (&value)[2]) {
  nlohmann::ordered_json json{{"left", nullptr}, {"right", nullptr}};
  if (value[0]) json["left"] = *value[0];
  if (value[1]) json["right"] = *value[1];
  return json;
}

nlohmann::ordered_json json_of(const ContactCurve& curve) {
  return {{"gauge_variation", curve.gauge_variation},
          {"y", curve.y},
          {"z", curve.z},
          {"roll", curve.roll},
          {"rolling_radius_left", curve.rolling_radius[0]},
          {"rolling_radius_right", curve.rolling_radius[1]},
          {"contact_angle_left", curve.contact_angle[0]},
          {"contact_angle_right", curve.contact_angle[1]},
          {"wheel_s_left", curve.wheel_s[0]},
          {"wheel_s_right", curve.wheel_s[1]},
          {"rail_s_left", curve.rail_s[0]},
          {"rail_s_right", curve.rail_s[1]},
          {"points_left", curve.points[0]},
          {"points_right", curve.points[1]},
          {"flange_contact_y", landmark(curve.flange_contact)},
          {"climb_end_y", landmark(curve.climb_end)}};
}

std::vector<double> scaled(std::vector<double> values, double factor, double offset = 0) {
  for (double& value : values) value = (value - offset) * factor;
  return values;
}

std::string picture(const std::vector<ContactCurve>& curves, double radius) {
  plot::Figure figure{.title = "Contact of the wheelset", .shared_x = true};
  const auto panel = [&](const char* title, const char* label, const auto& values_of) {
    plot::Panel result{.title = title, .x_label = "lateral displacement in mm", .y_label = label};
    for (const ContactCurve& curve : curves) {
      result.series.push_back({.name = fmt::format("gauge {:+.1f} mm", curve.gauge_variation * 1e3),
                               .x = scaled(curve.y, 1e3),
                               .y = values_of(curve)});
    }
    figure.panels.push_back(std::move(result));
  };
  panel("Height of the wheelset", "z − r0 in mm",
        [&](const ContactCurve& c) { return scaled(c.z, 1e3, radius); });
  panel("Roll", "roll in mrad", [](const ContactCurve& c) { return scaled(c.roll, 1e3); });
  panel("Rolling radius difference, left − right", "Δr in mm", [](const ContactCurve& c) {
    std::vector<double> difference = c.rolling_radius[0];
    for (std::size_t i = 0; i < difference.size(); ++i)
      difference[i] = (difference[i] - c.rolling_radius[1][i]) * 1e3;
    return difference;
  });
  panel("Contact angle of the left wheel", "angle in deg",
        [](const ContactCurve& c) { return scaled(c.contact_angle[0], 180 / pi); });
  panel("Contact on the left wheel's profile", "s of the wheel in mm",
        [](const ContactCurve& c) { return scaled(c.wheel_s[0], 1e3); });
  return plot::svg(figure);
}

std::string displacement(const std::optional<double>& y) {
  return y ? fmt::format("{:.3f} mm", *y * 1e3) : "none";
}

// Why a wheel has no flange contact, or does not climb.
void explain_missing(const ContactCurve& curve) {
  for (const std::size_t side : {0u, 1u}) {
    if (curve.climb_end[side]) continue;
    const double last = side == 0 ? curve.y.back() : curve.y.front();
    put_out("gauge variation {:+.2f} mm: the {} wheel {} up to y = {:.2f} mm, the end of the search\n",
            curve.gauge_variation * 1e3, side == 0 ? "left" : "right",
            curve.flange_contact[side] ? "does not get over its flange" : "has no flange contact",
            last * 1e3);
  }
}

void print_summary(const std::vector<ContactCurve>& curves) {
  put_out("{:>16} {:>22} {:>22} {:>22} {:>22}\n", "gauge variation", "flange contact left", "climb end left",
          "flange contact right", "climb end right");
  for (const ContactCurve& c : curves) {
    put_out("{:>13.2f} mm {:>22} {:>22} {:>22} {:>22}\n", c.gauge_variation * 1e3,
            displacement(c.flange_contact[0]), displacement(c.climb_end[0]),
            displacement(c.flange_contact[1]), displacement(c.climb_end[1]));
  }
  for (const ContactCurve& c : curves) explain_missing(c);
}

ExitCode show(const Common& common, const GeometryOptions& options) {
  Findings findings;
  check_output(options.plot, common.force, findings);
  const auto loaded = vehicle_case::load_geometry(common.files.front(), common.sets, findings);
  findings.throw_if_any();
  if (options.compare)
    return compare_methods(common, *loaded, {gauges(options), options.step_mm, options.plot});
  const auto& p = loaded->profiles;
  const geometry::PositionSearch search(geometry::make_geometry(
      p[0], p[1], p[2], p[3], loaded->profile_position, loaded->radius, loaded->placement));
  std::vector<ContactCurve> curves;
  for_each_gauge(common, gauges(options), [&](double gauge) {
    curves.push_back(geometry::contact_curve(search, gauge * 1e-3, options.step_mm * 1e-3));
    if (curves.back().y.empty()) {
      findings.add({{common.files.front(), 0, 0},
                    "",
                    "wheel and rail do not touch at the centred position",
                    fmt::format("gauge variation {} mm", gauge),
                    "",
                    "Check profile_position, the gauge or lateral_position of the rails, and the profiles"});
    }
  });
  findings.throw_if_any();
  if (!options.plot.empty()) write_picture_file(options.plot, picture(curves, loaded->radius), common.force);
  if (common.json) {
    nlohmann::ordered_json json{
        {"wheel", p[0].name}, {"rail", p[2].name}, {"gauge_variations", nlohmann::json::array()}};
    for (const ContactCurve& curve : curves) json["gauge_variations"].push_back(json_of(curve));
    print_json(json.dump());
  } else if (!common.quiet) {
    print_summary(curves);
  }
  return ExitCode::done;
}

}  // namespace

void add_geometry(CommandLine& program, Common& common) {
  auto options = std::make_shared<GeometryOptions>();
  program.add(
      {.name = "geometry",
       .summary = "Shows where wheels and rails touch against lateral displacement",
       .files = "CASE.toml",
       .files_text = "case with wheels and rails",
       .example = "flangeway geometry models/cases/manchester_r500.toml --gauge -5 0 5 --plot contact.svg",
       .options =
           {{.name = "--gauge",
             .target = &options->gauge_mm,
             .text = "gauge variations in mm; default 0, with --compare -9 to 9 by 1.5",
             .count = {1, 1000}},
            {.name = "--step",
             .target = &options->step_mm,
             .text = "step of the lateral displacement in mm",
             .range = std::pair(0.001, 5.0),
             .shows_default = true},
            {.name = "--compare",
             .target = &options->compare,
             .text = "height and roll by lookup table and by equivalent profiles, and how far they differ"},
            {.name = "--plot",
             .target = &options->plot,
             .text = "write a picture (SVG or PDF, chosen by the ending)",
             .file = FileUse::output,
             .format = Format::picture}},
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
