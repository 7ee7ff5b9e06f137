#include "flangeway/report/channel_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "flangeway/plot/figure.hpp"
#include "flangeway/report/position_axis.hpp"

namespace flangeway::report {
namespace {

using results::Reader;
using results::RowRange;

// Small lengths and angles and large forces read better in the units that people say.
struct Shown {
  std::string unit;
  double factor = 1;
};

// The quantity that is measured in a unit, for the title of an axis.
std::string quantity_of(const std::string& unit) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> quantities{
      {{"N", "force"},
       {"Nm", "moment"},
       {"m", "length"},
       {"rad", "angle"},
       {"s", "time"},
       {"m/s", "velocity"},
       {"rad/s", "angular velocity"},
       {"m/s²", "acceleration"},
       {"1/m", "curvature"},
       {"Pa", "stress"},
       {"J", "energy"},
       {"W", "power"},
       {"1", "ratio"},
       {"", "value"},
       {"m²", "area"},
       {"K", "temperature"}}};
  for (const auto& [name, quantity] : quantities)
    if (name == unit) return std::string(quantity);
  return "value";
}

// "lateral displacement in mm" where all channels of a panel are the same of several bodies, else "length in
// mm".
std::string axis_title(const std::vector<std::string>& descriptions, const std::string& unit,
                       const std::string& shown_unit) {
  std::string title = quantity_of(unit);
  const std::string start = descriptions.front().substr(0, descriptions.front().find_first_of(",;:("));
  const bool same = std::all_of(descriptions.begin(), descriptions.end(), [&](const std::string& other) {
    return other.substr(0, other.find_first_of(",;:(")) == start;
  });
  constexpr std::size_t max_characters = 48;  // at the side of a panel
  if (same && !start.empty() && start.size() <= max_characters)
    title = start.substr(0, start.find_last_not_of(' ') + 1);
  return shown_unit.empty() || shown_unit == "1" ? title : title + " in " + shown_unit;
}

Shown shown(const std::string& unit, const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  if (unit == "m" && largest < 0.5) return {"mm", 1e3};
  if (unit == "rad" && largest < 0.5) return {"mrad", 1e3};
  if (unit == "N" && largest > 2e3) return {"kN", 1e-3};
  if (unit == "1/m" && largest < 0.1) return {"1/km", 1e3};
  return {unit, 1};
}

// Stretches of full curvature, from the track as it was run over.
std::vector<plot::Band> curves(const Reader& reader, const std::vector<double>& x, RowRange range) {
  std::vector<plot::Band> bands;
  if (!reader.has("track.curvature")) return bands;
  const std::vector<double> curvature = reader.read("track.curvature", range);
  const std::size_t count = std::min(curvature.size(), x.size());
  for (std::size_t i = 0; i < count;) {
    std::size_t end = i + 1;
    while (end < count && curvature[end] == curvature[i]) ++end;
    if (curvature[i] != 0 && end - i > 2) {
      bands.push_back({.from = std::min(x[i], x[end - 1]),
                       .to = std::max(x[i], x[end - 1]),
                       .label = fmt::format("R {:.0f} m {}", 1 / std::abs(curvature[i]),
                                            curvature[i] > 0 ? "left" : "right")});
    }
    i = end;
  }
  return bands;
}

}  // namespace

std::string channel_picture(const Reader& reader, const std::vector<std::string>& names, RowRange range,
                            const std::string& title) {
  const PositionAxis axis = position_axis(reader, range);
  const std::vector<double>& x = axis.x;
  const bool over_distance = reader.has("distance");
  const std::vector<plot::Band> bands = over_distance ? curves(reader, x, range) : std::vector<plot::Band>{};
  plot::Figure figure{.title = title, .shared_x = true};
  struct Kind {
    std::string unit;
    double factor;
    std::string shown_unit;
    std::vector<std::string> descriptions;
  };
  std::vector<Kind> kinds;  // one per panel; the first channel of a unit settles how it is shown
  for (const results::Channel& channel : reader.channels()) {
    if (std::find(names.begin(), names.end(), channel.name) == names.end()) continue;
    std::vector<double> y = reader.read(channel.name, range);
    auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.unit == channel.unit; });
    const auto panel = static_cast<std::size_t>(kind - kinds.begin());
    if (kind == kinds.end()) {
      const Shown scale = shown(channel.unit, y);
      kind = kinds.insert(kinds.end(), {channel.unit, scale.factor, scale.unit, {}});
      figure.panels.push_back({.x_label = axis.label, .bands = bands});
    }
    kind->descriptions.push_back(channel.description);
    // Nadal's limit is recorded as 0 where no flange touches: there is none.
    if (channel.name.ends_with(".nadal_limit"))
      std::replace(y.begin(), y.end(), 0.0, std::numeric_limits<double>::quiet_NaN());
    for (double& value : y) value *= kind->factor;
    figure.panels[panel].series.push_back({.name = channel.name, .x = x, .y = std::move(y)});
  }
  for (std::size_t i = 0; i < kinds.size(); ++i)
    figure.panels[i].y_label = axis_title(kinds[i].descriptions, kinds[i].unit, kinds[i].shown_unit);
  return plot::svg(figure);
}

}  // namespace flangeway::report
