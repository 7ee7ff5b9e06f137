#include "flangeway/flextrack/receptance_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/math/types.hpp"

namespace flangeway::flextrack {
namespace {

struct NamedReceptance {
  std::string key, label;
  const char* heading;
  const std::vector<std::complex<double>>& values;
};

std::string support_of(const RailReceptances& mesh) {
  return mesh.slab ? "rail seat" : "sleeper";
}

// Those of the models that the track has.
std::vector<NamedReceptance> named(const std::optional<RailReceptances>& mesh,
                                   const std::optional<MassSpringReceptances>& masses) {
  std::vector<NamedReceptance> all;
  const std::string support = mesh ? support_of(*mesh) : "", on = "on the " + support,
                    between = "between " + support + "s", key = mesh && mesh->slab ? "seat" : support;
  if (mesh) all.push_back({"vertical_on_" + key, on, "vertical on", mesh->vertical_on_sleeper});
  if (mesh) all.push_back({"vertical_between_" + key + "s", between, "between", mesh->vertical_between});
  if (masses) all.push_back({"vertical_mass_spring", "masses on springs", "vertical m-s", masses->vertical});
  if (mesh) all.push_back({"lateral_on_" + key, on, "lateral on", mesh->lateral_on_sleeper});
  if (mesh) all.push_back({"lateral_between_" + key + "s", between, "between", mesh->lateral_between});
  if (masses) all.push_back({"lateral_mass_spring", "masses on springs", "lateral m-s", masses->lateral});
  return all;
}

const std::vector<double>& frequencies_of(const TrackReceptances& r) {
  return r.mesh ? r.mesh->frequencies : r.masses->frequencies;
}

}  // namespace

std::vector<double> receptance_frequencies() {
  constexpr int count = 120;
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back(10 * std::pow(200.0, i / (count - 1.0)));
  return result;
}

std::string json_text(const TrackReceptances& r) {
  nlohmann::ordered_json json;
  if (r.mesh && r.mesh->slab)
    json = {{"on_seat", r.mesh->on_sleeper}, {"between_seats", r.mesh->between_sleepers}};
  if (r.mesh && !r.mesh->slab)
    json = {{"on_sleeper", r.mesh->on_sleeper}, {"between_sleepers", r.mesh->between_sleepers}};
  json["frequency"] = frequencies_of(r);
  for (const NamedReceptance& line : named(r.mesh, r.masses)) {
    auto& entry =
        json[line.key] = {{"real", nlohmann::json::array()}, {"imaginary", nlohmann::json::array()}};
    for (const auto& value : line.values) {
      entry["real"].push_back(value.real());
      entry["imaginary"].push_back(value.imag());
    }
  }
  return json.dump(2);
}

plot::Figure figure_of(const std::string& track, const TrackReceptances& r) {
  plot::Figure figure{.title = fmt::format("{}, left rail", track.empty() ? "Track" : track)};
  if (r.mesh) figure.title += fmt::format(" about {:.6g} m", r.mesh->on_sleeper);
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
    for (const NamedReceptance& line : named(r.mesh, r.masses)) {
      if ((line.key[0] == 'v') != (direction[0] == 'V')) continue;
      plot::Series magnitude{.name = line.label, .x = frequencies_of(r)}, angle = magnitude;
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

std::string summary_text(const TrackReceptances& r) {
  std::string text = "receptance of the left rail in m/N";
  const auto out = std::back_inserter(text);
  if (r.mesh)
    fmt::format_to(out, ", on the {0} at {1:.6g} m and between {0}s at {2:.6g} m", support_of(*r.mesh),
                   r.mesh->on_sleeper, r.mesh->between_sleepers);
  if (r.masses) text += "; m-s: masses on springs";
  const std::vector<NamedReceptance> lines = named(r.mesh, r.masses);
  fmt::format_to(out, "\n\n{:>12}", "frequency Hz");
  for (const NamedReceptance& line : lines) fmt::format_to(out, " {:>14}", line.heading);
  text += '\n';
  for (std::size_t i = 0; i < frequencies_of(r).size(); i += 7) {
    fmt::format_to(out, "{:>12.1f}", frequencies_of(r)[i]);
    for (const NamedReceptance& line : lines) fmt::format_to(out, " {:>14.5e}", std::abs(line.values[i]));
    text += '\n';
  }
  return text;
}

}  // namespace flangeway::flextrack
