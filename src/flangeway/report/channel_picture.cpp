#include "flangeway/report/channel_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/plot/figure.hpp"

namespace flangeway::report {
namespace {

using results::Reader;
using results::RowRange;

// Small lengths and angles and large forces read better in the units that people say.
struct Shown {
  std::string unit;
  double factor = 1;
};

Shown shown(const std::string& unit, const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  if (unit == "m" && largest < 0.5) return {"mm", 1e3};
  if (unit == "rad" && largest < 0.5) return {"mrad", 1e3};
  if (unit == "N" && largest > 2e3) return {"kN", 1e-3};
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
      bands.push_back({.from = x[i],
                       .to = x[end - 1],
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
  const bool over_distance = reader.has("distance");
  const std::vector<double> x = reader.read(over_distance ? "distance" : "t", range);
  const std::vector<plot::Band> bands = over_distance ? curves(reader, x, range) : std::vector<plot::Band>{};
  plot::Figure figure{.title = title, .shared_x = true};
  struct Kind {
    std::string unit;
    double factor;
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
      kind = kinds.insert(kinds.end(), {channel.unit, scale.factor});
      figure.panels.push_back(
          {.x_label = over_distance ? "distance in m" : "time in s", .y_label = scale.unit, .bands = bands});
    }
    for (double& value : y) value *= kind->factor;
    figure.panels[panel].series.push_back({.name = channel.name, .x = x, .y = std::move(y)});
  }
  return plot::svg(figure);
}

}  // namespace flangeway::report
