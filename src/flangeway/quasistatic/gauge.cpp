#include "flangeway/quasistatic/gauge.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/document/read.hpp"

namespace flangeway::quasistatic {
namespace {

constexpr double tight_radius = 250;  // m

void check_gauge(const GaugeSpec& gauge, Findings& findings) {
  const std::size_t count = gauge.heights.size();
  if (count < 2 || gauge.half_widths.size() != count)
    findings.add({gauge.where, "half_widths", "has not one number for each height", "", "two or more corners",
                  "Give heights and half_widths of the same corners, from the top down"});
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (!(gauge.heights[i] >= gauge.heights[i + 1]))
      findings.add({gauge.where, "heights", "does not fall from the top down", "", "falling heights",
                    "Sort the corners"});
  if (gauge.upper_widening > 0 && !(gauge.upper_height > 0))
    findings.add(
        {gauge.where, "upper_height", "is missing", "", "a height in m", "Give it with upper_widening"});
}

// The wider one of two corners at one height holds.
double contour_at(const GaugeSpec& gauge, double height) {
  double width = 0;
  for (std::size_t i = 0; i + 1 < gauge.heights.size(); ++i) {
    const double top = gauge.heights[i], bottom = gauge.heights[i + 1];
    if (height > top || height < bottom) continue;
    const double share = top > bottom ? (top - height) / (top - bottom) : 0;
    const double here = gauge.half_widths[i] + share * (gauge.half_widths[i + 1] - gauge.half_widths[i]);
    width = std::max(width, top > bottom ? here : std::max(gauge.half_widths[i], gauge.half_widths[i + 1]));
  }
  return width;
}

}  // namespace

void describe(document::Visitor& v, GaugeSpec& spec) {
  using document::Presence;
  spec.where = v.here();
  v.text("name", spec.name, Presence::required, "name of the gauge");
  v.text("source", spec.source, Presence::required, "source of the numbers, for the reports");
  v.numbers("heights", spec.heights,
            {.presence = Presence::required, .unit = "m", .minimum = 0, .maximum = 10},
            "heights of the corners of the reference contour above the rails, from the top down");
  v.numbers("half_widths", spec.half_widths,
            {.presence = Presence::required, .unit = "m", .minimum = 0, .maximum = 5},
            "distances of the same corners from the middle of the track");
  v.number("track_widening", spec.track_widening, {.unit = "m", .minimum = 0, .maximum = 0.1},
           "widening everywhere: half of the difference between the widest track and the nominal gauge");
  v.number("wide_curves", spec.wide_curves, {.unit = "m²", .minimum = 0, .maximum = 100},
           "widening times radius in curves of at least 250 m");
  v.numbers("tight_inside", spec.tight_inside, {.presence = Presence::required, .least = 2, .most = 2},
            "[a, b] of the widening a/R − b on the inside of curves from 150 to 250 m");
  v.numbers("tight_outside", spec.tight_outside, {.presence = Presence::required, .least = 2, .most = 2},
            "the same on the outside");
  v.number("upper_widening", spec.upper_widening, {.unit = "m²", .minimum = 0, .maximum = 100},
           "further widening times radius at upper_height above upper_from, in proportion to the height");
  v.number("upper_from", spec.upper_from, {.unit = "m", .minimum = 0, .maximum = 10},
           "height at which the further widening begins");
  v.number("upper_height", spec.upper_height, {.unit = "m", .minimum = 0, .maximum = 10},
           "height above upper_from at which it has its full value");
  v.number("max_deficiency", spec.max_deficiency, {.unit = "m", .minimum = 0, .maximum = 0.3},
           "cant deficiency and excess up to which the displacements of a vehicle have to stay inside");
}

std::optional<GaugeSpec> load_gauge(const std::filesystem::path& file, Findings& findings) {
  Findings own;
  std::optional<GaugeSpec> gauge;
  const auto document = document::Document::from_file(file, own);
  if (own.empty()) document.fill(gauge.emplace(), own);
  if (own.empty()) check_gauge(*gauge, own);
  findings.append(own);
  return own.empty() ? gauge : std::nullopt;
}

std::optional<double> half_width_at(const GaugeSpec& gauge, double height, double curvature, bool is_inside) {
  const double bend = std::abs(curvature);
  if (height < gauge.heights.back() || bend * min_gauge_radius > 1 + 1e-9) return std::nullopt;
  if (height > gauge.heights.front()) return 0.0;
  const std::vector<double>& tight = is_inside ? gauge.tight_inside : gauge.tight_outside;
  const bool is_tight = bend * tight_radius > 1 + 1e-9;
  const double widening = is_tight ? tight[0] * bend - tight[1] : gauge.wide_curves * bend;
  double upper = 0;
  if (gauge.upper_widening > 0 && !is_tight)  // no rule for tight curves was found
    upper = gauge.upper_widening * bend * std::max(0.0, height - gauge.upper_from) / gauge.upper_height;
  return contour_at(gauge, height) + gauge.track_widening + widening + upper;
}

}  // namespace flangeway::quasistatic
