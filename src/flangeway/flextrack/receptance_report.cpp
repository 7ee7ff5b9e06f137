#include "flangeway/flextrack/receptance_report.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/math/types.hpp"

namespace flangeway::flextrack {
namespace {

struct NamedReceptance {
  const char *key, *label;
  const std::vector<std::complex<double>>& values;
};

std::array<NamedReceptance, 4> named(const RailReceptances& r) {
  return {{{"vertical_on_sleeper", "on the sleeper", r.vertical_on_sleeper},
           {"vertical_between_sleepers", "between sleepers", r.vertical_between},
           {"lateral_on_sleeper", "on the sleeper", r.lateral_on_sleeper},
           {"lateral_between_sleepers", "between sleepers", r.lateral_between}}};
}

}  // namespace

std::vector<double> receptance_frequencies() {
  constexpr int count = 120;
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back(10 * std::pow(200.0, i / (count - 1.0)));
  return result;
}

std::string json_text(const RailReceptances& r) {
  nlohmann::ordered_json json{
      {"on_sleeper", r.on_sleeper}, {"between_sleepers", r.between_sleepers}, {"frequency", r.frequencies}};
  for (const NamedReceptance& line : named(r)) {
    auto& entry =
        json[line.key] = {{"real", nlohmann::json::array()}, {"imaginary", nlohmann::json::array()}};
    for (const auto& value : line.values) {
      entry["real"].push_back(value.real());
      entry["imaginary"].push_back(value.imag());
    }
  }
  return json.dump(2);
}

plot::Figure figure_of(const std::string& track, const RailReceptances& r) {
  plot::Figure figure{
      .title = fmt::format("{}, left rail about {:.6g} m", track.empty() ? "Track" : track, r.on_sleeper)};
  for (const char* direction : {"Vertical", "Lateral"}) {
    plot::Panel size{.title = fmt::format("{} receptance", direction),
                     .x_label = "frequency in Hz",
                     .y_label = "m/N",
                     .x_log = true,
                     .y_log = true},
        phase{.title = fmt::format("{} receptance, phase", direction),
              .x_label = "frequency in Hz",
              .y_label = "degrees",
              .x_log = true,
              .height = 120};
    for (const NamedReceptance& line : named(r)) {
      if ((line.key[0] == 'v') != (direction[0] == 'V')) continue;
      plot::Series magnitude{.name = line.label, .x = r.frequencies}, angle = magnitude;
      for (const auto& value : line.values) {
        magnitude.y.push_back(std::abs(value));
        angle.y.push_back(std::arg(value) * 180 / pi);
      }
      size.series.push_back(magnitude);
      phase.series.push_back(angle);
    }
    figure.panels.push_back(size);
    figure.panels.push_back(phase);
  }
  return figure;
}

std::string summary_text(const RailReceptances& r) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(
      out,
      "receptance of the left rail in m/N, on the sleeper at {:.6g} m and between sleepers at {:.6g} m\n\n",
      r.on_sleeper, r.between_sleepers);
  fmt::format_to(out, "{:>12} {:>14} {:>14} {:>14} {:>14}\n", "frequency Hz", "vertical on", "between",
                 "lateral on", "between");
  for (std::size_t i = 0; i < r.frequencies.size(); i += 7) {
    fmt::format_to(out, "{:>12.1f}", r.frequencies[i]);
    for (const NamedReceptance& line : named(r)) fmt::format_to(out, " {:>14.5e}", std::abs(line.values[i]));
    fmt::format_to(out, "\n");
  }
  return text;
}

}  // namespace flangeway::flextrack
