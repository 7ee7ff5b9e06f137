#include "flangeway/evolution/wear_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "flangeway/law/law.hpp"
#include "section_map.hpp"

namespace flangeway::evolution {
namespace {

using damage::Section;
using damage::WearLaw;
using damage::WheelWear;

std::size_t deepest(const Section& section) {
  const auto& depth = section.depth();
  return static_cast<std::size_t>(std::max_element(depth.begin(), depth.end()) - depth.begin());
}

double share_beyond(const WheelWear& wear) {
  return wear.work() > 0 ? wear.beyond() / wear.work() : 0;
}

plot::Panel panel_of(const RunWear& run, bool rail) {
  plot::Panel panel{.title = rail ? "Rails" : "Wheels",
                    .x_label = "lateral place on the profile in mm, as of a left wheel",
                    .y_label = rail ? "depth in nm per pass" : "depth in nm per km"};
  const double scale = 1e9 / run.distance() * (rail ? 1 : 1e3);
  for (const WornWheel& wheel : run.wheels()) {
    const Section& section = rail ? wheel.wear.rail() : wheel.wear.wheel();
    plot::Series series{.name = wheel.name};
    for (std::size_t bin = 0; bin < section.size(); ++bin) {
      series.x.push_back(section.place(bin) * 1e3);
      series.y.push_back(section.depth()[bin] * scale);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

// One range for all wheels, so that their maps have one scale.
plot::Range worn_part(const RunWear& run) {
  WornPart part;
  for (const WornWheel& wheel : run.wheels()) {
    const Section& section = wheel.wear.wheel();
    for (std::size_t bin = 0; bin < section.size(); ++bin) part.add(section.place(bin), section.depth()[bin]);
  }
  return part.range();
}

std::string cells(const Section& section, std::size_t bin, double scale) {
  if (bin >= section.size()) return ",";
  return fmt::format("{:.6g},{:.6g}", section.place(bin), section.depth()[bin] * scale);
}

}  // namespace

std::string wear_json(const RunWear& run, const WearLaw& law, const simulate::Summary& summary) {
  nlohmann::ordered_json json{
      {"law", law.name.value},          {"source", law.source.value},
      {"from_memory", law.from_memory}, {"status", simulate::status_name(summary.status)},
      {"distance", run.distance()},     {"wheels", nlohmann::ordered_json::object()}};
  if (law.function) json["library"] = {{"name", law.function->name}, {"sha256", law.function->sha256}};
  const double per_km = 1e3 / run.distance();
  const std::vector<damage::SubsurfaceMap> below = run.below_the_surface();
  for (std::size_t i = 0; i < below.size(); ++i) {
    const WornWheel& wheel = run.wheels()[i];
    const WheelWear& wear = wheel.wear;
    const std::size_t wheel_bin = deepest(wear.wheel()), rail_bin = deepest(wear.rail());
    json["wheels"][wheel.name] = {{"volume_per_km", wear.volume() * per_km},
                                  {"area_per_km", wear.wheel().area() * per_km},
                                  {"deepest_per_km", wear.wheel().depth()[wheel_bin] * per_km},
                                  {"deepest_at", wear.wheel().place(wheel_bin)},
                                  {"rail_area_per_pass", wear.rail().area() / run.distance()},
                                  {"rail_deepest_per_pass", wear.rail().depth()[rail_bin] / run.distance()},
                                  {"rail_deepest_at", wear.rail().place(rail_bin)},
                                  {"t_gamma", wear.work() / run.distance()},
                                  {"t_gamma_fastsim", wear.solved_work() / run.distance()},
                                  {"beyond_tests", share_beyond(wear)},
                                  {"surface_fatigue_index_max", wheel.fatigue.largest_index},
                                  {"surface_fatigue_share", wheel.fatigue.ratchets / run.distance()},
                                  {"crack_damage_per_pass", wheel.fatigue.cracks / run.distance()},
                                  {"pressure_max", wheel.pressure},
                                  {"pressure_max_at", wheel.place},
                                  {"dang_van_stress_max", below[i].largest},
                                  {"dang_van_stress_depth", below[i].z_largest}};
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string wear_text(const RunWear& run, const WearLaw& law) {
  const double per_km = 1e3 / run.distance();
  std::string out = fmt::format("{}; {}\n{:.1f} m; wheels per km run, rails per pass of the wheel\n\n",
                                law.name.value, law.source.value, run.distance());
  if (law.function) out += fmt::format("law {}, SHA-256 {}\n\n", law.function->name, law.function->sha256);
  out += fmt::format("{:<20}{:>10}{:>12}{:>12}{:>12}{:>8}{:>12}{:>8}{:>8}{:>8}{:>8}{:>8}\n", "wheel", "Tγ/N",
                     "FASTSIM Tγ", "mm²/km", "deepest/nm", "at/mm", "rail/nm", "at/mm", "FI", "cracks",
                     "DV/MPa", "z/mm");
  const std::vector<damage::SubsurfaceMap> below = run.below_the_surface();
  for (std::size_t i = 0; i < below.size(); ++i) {
    const WornWheel& wheel = run.wheels()[i];
    const WheelWear& wear = wheel.wear;
    const std::size_t wheel_bin = deepest(wear.wheel()), rail_bin = deepest(wear.rail());
    out += fmt::format(
        "{:<20}{:>9.1f}{:>12.1f}{:>12.3g}{:>12.4g}{:>8.1f}{:>12.4g}{:>8.1f}{:>8.3f}{:>8.3f}{:>8.0f}{:>8.2f}"
        "\n",
        wheel.name, wear.work() / run.distance(), wear.solved_work() / run.distance(),
        wear.wheel().area() * per_km * 1e6, wear.wheel().depth()[wheel_bin] * per_km * 1e9,
        wear.wheel().place(wheel_bin) * 1e3, wear.rail().depth()[rail_bin] / run.distance() * 1e9,
        wear.rail().place(rail_bin) * 1e3, wheel.fatigue.largest_index, wheel.fatigue.cracks / run.distance(),
        below[i].largest * 1e-6, below[i].z_largest * 1e3);
  }
  return out;
}

std::string wear_csv(const RunWear& run) {
  std::string out;
  std::size_t rows = 0;
  for (const WornWheel& wheel : run.wheels()) {
    out += fmt::format(
        "{0}{1}.wheel_y [m],{1}.wheel_depth_per_km [m],{1}.rail_y [m],{1}.rail_depth_per_pass [m]",
        out.empty() ? "" : ",", wheel.name);
    rows = std::max({rows, wheel.wear.wheel().size(), wheel.wear.rail().size()});
  }
  out += '\n';
  for (std::size_t bin = 0; bin < rows; ++bin) {
    std::string line;
    for (const WornWheel& wheel : run.wheels()) {
      line += fmt::format("{}{},{}", line.empty() ? "" : ",",
                          cells(wheel.wear.wheel(), bin, 1e3 / run.distance()),
                          cells(wheel.wear.rail(), bin, 1 / run.distance()));
    }
    out += line + '\n';
  }
  return out;
}

plot::Figure wear_figure(const RunWear& run, const WearLaw& law) {
  return {.title = "Wear by " + law.name.value, .panels = {panel_of(run, false), panel_of(run, true)}};
}

plot::MapFigure fatigue_figure(const RunWear& run) {
  plot::MapFigure figure{
      .title = "Dang Van's stress in the wheels, below the contact with the largest pressure",
      .x_label = "across the patch in mm",
      .y_label = "height in mm, 0 at the surface"};
  const std::vector<damage::SubsurfaceMap> below = run.below_the_surface();
  for (std::size_t i = 0; i < below.size(); ++i) {
    const damage::SubsurfaceMap& map = below[i];
    if (map.y.size() < 2 || map.z.size() < 2) continue;
    const WornWheel& wheel = run.wheels()[i];
    plot::MapPanel panel{.title = fmt::format("{}: {:.0f} MPa, y {:.1f} mm", wheel.name,
                                              wheel.pressure * 1e-6, wheel.place * 1e3),
                         .unit = "MPa"};
    panel.grid = {map.y.size(),
                  map.z.size(),
                  map.y.front() * 1e3,
                  -map.z.back() * 1e3,
                  (map.y[1] - map.y[0]) * 1e3,
                  (map.z[1] - map.z[0]) * 1e3};
    for (std::size_t row = map.z.size(); row-- > 0;)
      for (std::size_t column = 0; column < map.y.size(); ++column)
        panel.values.push_back(map.stress[column + map.y.size() * row] * 1e-6);
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

plot::MapFigure wear_map(const RunWear& run) {
  plot::MapFigure figure{.title = "Wear of the wheels over their sections and the distance",
                         .x_label = "distance in m",
                         .y_label = "y in mm",
                         .own_scales = 200};
  const plot::Range worn = worn_part(run);
  for (const WornWheel& wheel : run.wheels()) {
    const Section& section = wheel.wear.wheel();
    if (wheel.history.size() < 2) continue;
    SectionMap map(worn, run.cell() * static_cast<double>(wheel.history.size()), wheel.history.size(),
                   section.width());
    for (std::size_t cell = 0; cell < wheel.history.size(); ++cell) {
      for (std::size_t bin = 0; bin < section.size(); ++bin) {
        const double before = cell > 0 ? wheel.history[cell - 1][bin] : 0;
        map.put(cell, section.place(bin), (wheel.history[cell][bin] - before) / run.cell() * 1e12);
      }
    }
    figure.panels.push_back(std::move(map).panel(wheel.name, "nm per km"));
  }
  return figure;
}

double share_beyond_tests(const RunWear& run) {
  double share = 0;
  for (const WornWheel& wheel : run.wheels()) share = std::max(share, share_beyond(wheel.wear));
  return share;
}

}  // namespace flangeway::evolution
