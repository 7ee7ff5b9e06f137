#include "flangeway/stability/mode_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/core/csv_cell.hpp"

namespace flangeway::stability {
namespace {

using simulate::Mode;
using simulate::ModeKind;

std::string kind_name(const Mode& mode) {
  return std::string(name_of(kind_of(mode)));
}

std::string row(std::size_t number, const Mode& mode) {
  const bool oscillates = kind_of(mode) == ModeKind::oscillation;
  return fmt::format("{:>4} {:>12} {:>14} {:>14.4g}  {}.{}\n", number,
                     oscillates ? fmt::format("{:.4f}", mode.frequency) : "-",
                     oscillates ? fmt::format("{:.4f}", mode.damping_ratio) : kind_name(mode),
                     mode.eigenvalue.real(), mode.body, mode.coordinate);
}

// Modes of a kind follow each other; those that decay slowest come first.
std::string folded(const std::vector<Mode>& modes, ModeKind kind) {
  const auto is = [&](const Mode& mode) { return kind_of(mode) == kind; };
  const auto count = std::count_if(modes.begin(), modes.end(), is);
  if (count == 0) return "";
  std::string what = "rigid-body motions, turning wheels, friction that sticks";
  if (kind == ModeKind::overdamped) {
    const auto slowest = std::find_if(modes.begin(), modes.end(), is);
    what = fmt::format("decay by {:.4g} 1/s or more", -slowest->eigenvalue.real());
  }
  return fmt::format("{} {} mode{} ({}): --all shows {}\n", count, name_of(kind), count > 1 ? "s" : "", what,
                     count > 1 ? "them" : "it");
}

// Oscillations and their derivatives with respect to one key.
std::string sensitivity_text(const ModeList& list, const ModeSensitivity& one) {
  std::string out = fmt::format("\nderivatives with respect to {} = {:.6g}, and the change for 1 % more\n",
                                one.key.key, one.key.value);
  out += fmt::format("{:>4} {:>16} {:>12} {:>18} {:>10} {:>18}\n", "mode", "of frequency", "Hz",
                     "of damping ratio", "", "of growth");
  for (std::size_t i = 0; i < list.modes.size(); ++i) {
    const Mode& mode = list.modes[i];
    if (kind_of(mode) != ModeKind::oscillation) continue;
    if (!one.eigenvalues[i]) {
      out += fmt::format("{:>4} none, as another mode has the same eigenvalue\n", i + 1);
      continue;
    }
    const double frequency = frequency_derivative(*one.eigenvalues[i]),
                 damping = damping_derivative(mode.eigenvalue, *one.eigenvalues[i]),
                 share = 0.01 * one.key.value;
    out += fmt::format("{:>4} {:>16.6g} {:>+12.6f} {:>18.6g} {:>+10.6f} {:>18.6g}\n", i + 1, frequency,
                       share * frequency, damping, share * damping, one.eigenvalues[i]->real());
  }
  return out;
}

nlohmann::ordered_json sensitivities_json(const ModeList& list, std::size_t mode) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const ModeSensitivity& one : list.sensitivities) {
    const auto& value = one.eigenvalues[mode];
    all[one.key.key] = value
                           ? nlohmann::ordered_json{{"real", value->real()},
                                                    {"imaginary", value->imag()},
                                                    {"frequency", frequency_derivative(*value)},
                                                    {"damping_ratio",
                                                     damping_derivative(list.modes[mode].eigenvalue, *value)}}
                           : nlohmann::ordered_json();
  }
  return all;
}

}  // namespace

std::string text(const ModeList& list, bool all) {
  std::string out;
  for (const SteadyPlace& place : list.steady)
    out += fmt::format("steady running: {} y {:.4f} mm, yaw {:.4f} mrad\n", place.wheelset, 1e3 * place.y,
                       1e3 * place.yaw);
  out += fmt::format("{:>4} {:>12} {:>14} {:>14}  {}\n", "mode", "frequency/Hz", "damping ratio",
                     "growth in 1/s", "moves most");
  for (std::size_t i = 0; i < list.modes.size(); ++i) {
    const ModeKind kind = kind_of(list.modes[i]);
    if (all || kind == ModeKind::growing || kind == ModeKind::oscillation) out += row(i + 1, list.modes[i]);
  }
  if (!all) out += folded(list.modes, ModeKind::overdamped) + folded(list.modes, ModeKind::neutral);
  for (const ModeSensitivity& one : list.sensitivities) out += sensitivity_text(list, one);
  return out;
}

std::string json_text(const ModeList& list) {
  nlohmann::ordered_json json{{"dampers", list.dampers}, {"speed", list.speed}};
  for (const SteadyPlace& place : list.steady)
    json["steady_running"][place.wheelset] = {{"y", place.y}, {"yaw", place.yaw}};
  json["modes"] = nlohmann::json::array();
  for (std::size_t i = 0; i < list.modes.size(); ++i) {
    const Mode& mode = list.modes[i];
    json["modes"].push_back({{"kind", kind_name(mode)},
                             {"frequency", mode.frequency},
                             {"damping_ratio", mode.damping_ratio},
                             {"real", mode.eigenvalue.real()},
                             {"imaginary", mode.eigenvalue.imag()},
                             {"body", mode.body},
                             {"coordinate", mode.coordinate}});
    if (!list.sensitivities.empty()) json["modes"].back()["sensitivities"] = sensitivities_json(list, i);
  }
  return json.dump();
}

std::string csv_text(const ModeList& list) {
  std::string out = "mode,kind,frequency [Hz],damping_ratio,real [1/s],imaginary [1/s],body,coordinate\n";
  for (std::size_t i = 0; i < list.modes.size(); ++i) {
    const Mode& mode = list.modes[i];
    out += fmt::format("{},{},{},{},{},{},{},{}\n", i + 1, kind_name(mode), mode.frequency,
                       mode.damping_ratio, mode.eigenvalue.real(), mode.eigenvalue.imag(),
                       csv_cell(mode.body), csv_cell(mode.coordinate));
  }
  return out;
}

plot::Figure figure_of(const ModeList& list) {
  constexpr std::size_t most_colours = 8;  // of plot::Series: more bodies have one colour and no legend
  std::vector<plot::Series> series;
  plot::Series together{.style = plot::Style::points};
  for (std::size_t i = 0; i < list.modes.size(); ++i) {
    const Mode& mode = list.modes[i];
    if (kind_of(mode) != ModeKind::oscillation) continue;
    auto of_body =
        std::find_if(series.begin(), series.end(), [&](const auto& s) { return s.name == mode.body; });
    if (of_body == series.end())
      of_body = series.insert(series.end(), {.name = mode.body, .style = plot::Style::points});
    for (plot::Series* one : {&*of_body, &together}) {
      one->x.push_back(mode.frequency);
      one->y.push_back(mode.damping_ratio);
      one->labels.push_back(fmt::format("{}", i + 1));
    }
  }
  plot::Panel panel{.x_label = "frequency in Hz",
                    .y_label = "damping ratio",
                    .series = {together},
                    .limits = {{.y = 0, .label = "grows below"}},
                    .x_log = true,
                    .height = 420};
  // With room for the points at both ends.
  if (!together.x.empty()) panel.x_range = {0.8 * together.x.front(), 1.25 * together.x.back()};
  if (series.size() <= most_colours && !series.empty()) panel.series = std::move(series);
  return {.title = list.title, .panels = {std::move(panel)}};
}

}  // namespace flangeway::stability
