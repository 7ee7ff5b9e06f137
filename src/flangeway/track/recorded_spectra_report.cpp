#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/track/check.hpp"
#include "flangeway/track/recorded_spectra.hpp"
#include "flangeway/track/recorded_titles.hpp"

namespace flangeway::track {

namespace {

bool is_twist(const std::string& column) {
  return column.ends_with("twist");
}

// "alignment_left" of "other.alignment_left"
std::string quantity_of_spectrum(const std::string& column) {
  return column.starts_with("other.") ? column.substr(6) : column;
}

// Whether the middles of the lines lie in a band: f of a line in 1/m.
bool is_inside(double frequency, const WaveBand& band) {
  return frequency >= 1 / band.longest && frequency <= 1 / band.shortest;
}

// √ of the density's integral over a band; NaN where fewer than three lines lie in it.
double deviation_in(const std::vector<double>& frequency, const std::vector<double>& density,
                    const WaveBand& band) {
  double sum = 0, lines = 0;
  for (std::size_t k = 0; k < frequency.size() && k < density.size(); ++k) {
    if (!is_inside(frequency[k], band)) continue;
    sum += density[k] * frequency.front();
    ++lines;
  }
  return lines < 3 ? std::nan("") : std::sqrt(sum);
}

double mean_in(const std::vector<double>& frequency, const std::vector<double>& values,
               const WaveBand& band) {
  double sum = 0, lines = 0;
  for (std::size_t k = 0; k < frequency.size(); ++k)
    if (is_inside(frequency[k], band)) sum += values[k], ++lines;
  return lines < 3 ? std::nan("") : sum / lines;
}

struct Nearest {
  SpectrumClass quality{};
  double ratio = 0;  // of the standard deviation in D1 to that of the class; 0: there is none
};

// The published spectrum whose standard deviation in D1 is the nearest one by its ratio.
Nearest nearest_class(const RecordedSpectra& spectra, const ColumnSpectrum& column) {
  Nearest best;
  const WaveBand band = wave_bands(quantity_of_spectrum(column.name))[0];
  const double own = deviation_in(spectra.frequency, column.density, band);
  for (const auto& one : alternatives_of(SpectrumClass{})) {
    const std::vector<double> published = published_density(one.value, column.name, spectra.frequency);
    const double ratio = own / deviation_in(spectra.frequency, published, band);
    if (!(ratio > 0)) continue;
    if (best.ratio == 0 || std::abs(std::log(ratio)) < std::abs(std::log(best.ratio)))
      best = {one.value, ratio};
  }
  return best;
}

std::string text_or_dash(double value, double scale, const char* form) {
  return std::isnan(value) ? "-" : fmt::format(fmt::runtime(form), scale * value);
}

nlohmann::ordered_json json_number(double value) {
  return std::isnan(value) ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
}

nlohmann::ordered_json by_band(const std::string& column, const auto& value) {
  nlohmann::ordered_json json;
  for (const WaveBand& band : wave_bands(quantity_of_spectrum(column)))
    json[std::string(band.name)] = json_number(value(band));
  return json;
}

// Quantities of two rails, or of two recordings.
bool is_shown(const ColumnCoherence& pair) {
  if (pair.second.starts_with("other.")) return true;
  return pair.first.ends_with("_left") &&
         pair.second == pair.first.substr(0, pair.first.size() - 5) + "_right";
}

/// "ERRI B176 low", "FRA class 4"
std::string title_of_spectrum(SpectrumClass quality) {
  std::string title(name_of(quality));
  std::replace(title.begin(), title.end(), '_', ' ');
  for (const std::string_view capitals : {"ERRI B176", "FRA"}) {
    const bool same = title.size() > capitals.size() &&
                      std::equal(capitals.begin(), capitals.end(), title.begin(),
                                 [](char upper, char lower) { return std::toupper(lower) == upper; });
    if (same) title.replace(0, capitals.size(), capitals);
  }
  return title;
}

plot::Panel density_panel(const RecordedSpectra& spectra, const ColumnSpectrum& column) {
  plot::Panel panel{.title = title_of_quantity(column.name),
                    .x_label = "spatial frequency in 1/m",
                    .y_label = is_twist(column.name) ? "(mm/m)²/(1/m)" : "mm²/(1/m)",
                    .x_log = true,
                    .y_log = true,
                    .height = 200};
  const auto in_mm = [](std::vector<double> values) {
    for (double& value : values) value *= 1e6;
    return values;
  };
  panel.series.push_back(
      {.name = "recorded", .x = spectra.frequency, .y = in_mm(column.density), .colour = 0});
  std::size_t colour = 1;
  for (const SpectrumClass quality : {SpectrumClass::erri_b176_low, SpectrumClass::erri_b176_high,
                                      SpectrumClass::fra_class_4, SpectrumClass::fra_class_6}) {
    const std::vector<double> published = published_density(quality, column.name, spectra.frequency);
    if (published.empty()) continue;
    panel.series.push_back({.name = title_of_spectrum(quality),
                            .x = spectra.frequency,
                            .y = in_mm(published),
                            .style = plot::Style::dashed,
                            .colour = colour++});
  }
  return panel;
}

}  // namespace

std::string summary_text(const RecordedSpectra& spectra) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 "{} segments of {:.6g} m, as good as {:.3g} independent ones\n"
                 "a density lies within {:.3g} to {:.3g} times the estimate, with 95 %\n"
                 "independent quantities have a coherence below {:.3f}, with 95 %\n",
                 spectra.segments, spectra.segment, spectra.averages, spectra.interval.low,
                 spectra.interval.high, spectra.threshold);
  fmt::format_to(
      out, "\nstandard deviations of the bands, from the densities\n{:<32} {:>9} {:>9} {:>9}       in D1\n",
      "quantity", "D1", "D2", "D3");
  for (const ColumnSpectrum& column : spectra.columns) {
    fmt::format_to(out, "{:<32}", column.name);
    for (const WaveBand& band : wave_bands(quantity_of_spectrum(column.name)))
      fmt::format_to(out, " {:>9}",
                     text_or_dash(deviation_in(spectra.frequency, column.density, band), 1e3, "{:.3f}"));
    const Nearest nearest = nearest_class(spectra, column);
    fmt::format_to(out, " {:<4}", is_twist(column.name) ? "mm/m" : "mm");
    if (nearest.ratio > 0) fmt::format_to(out, "  {:.2f} times {}", nearest.ratio, name_of(nearest.quality));
    text += '\n';
  }
  if (spectra.pairs.empty()) return text;
  fmt::format_to(out, "\nmean coherence in the bands\n{:<58} {:>9} {:>9} {:>9}\n", "quantities", "D1", "D2",
                 "D3");
  for (const ColumnCoherence& pair : spectra.pairs) {
    fmt::format_to(out, "{:<58}", pair.first + ", " + pair.second);
    for (const WaveBand& band : wave_bands(quantity_of_spectrum(pair.first)))
      fmt::format_to(out, " {:>9}",
                     text_or_dash(mean_in(spectra.frequency, pair.coherence, band), 1, "{:.3f}"));
    text += '\n';
  }
  return text;
}

std::string json_text(const RecordedSpectra& spectra) {
  nlohmann::ordered_json json{{"segments", spectra.segments},
                              {"segment", spectra.segment},
                              {"averages", spectra.averages},
                              {"interval_95", {spectra.interval.low, spectra.interval.high}},
                              {"coherence_threshold_95", spectra.threshold},
                              {"frequency", spectra.frequency},
                              {"spectra", nlohmann::json::array()},
                              {"coherence", nlohmann::json::array()}};
  for (const ColumnSpectrum& column : spectra.columns) {
    nlohmann::ordered_json entry{{"quantity", column.name}, {"density", column.density}};
    entry["standard_deviations"] = by_band(column.name, [&](const WaveBand& band) {
      return deviation_in(spectra.frequency, column.density, band);
    });
    for (const auto& one : alternatives_of(SpectrumClass{}))
      if (auto published = published_density(one.value, column.name, spectra.frequency); !published.empty())
        entry["published"][std::string(one.name)] = std::move(published);
    if (const Nearest nearest = nearest_class(spectra, column); nearest.ratio > 0)
      entry["nearest_in_D1"] = {{"spectrum", name_of(nearest.quality)}, {"ratio", nearest.ratio}};
    json["spectra"].push_back(std::move(entry));
  }
  for (const ColumnCoherence& pair : spectra.pairs) {
    nlohmann::ordered_json entry{
        {"first", pair.first}, {"second", pair.second}, {"coherence", pair.coherence}, {"phase", pair.phase}};
    entry["mean"] = by_band(
        pair.first, [&](const WaveBand& band) { return mean_in(spectra.frequency, pair.coherence, band); });
    json["coherence"].push_back(std::move(entry));
  }
  return json.dump(2);
}

std::string csv_text(const RecordedSpectra& spectra) {
  std::string text = "frequency [1/m]";
  for (const ColumnSpectrum& column : spectra.columns)
    text += "; " + column.name + (is_twist(column.name) ? " [1/(1/m)]" : " [m2/(1/m)]");
  for (const ColumnCoherence& pair : spectra.pairs) text += "; coherence " + pair.first + " " + pair.second;
  for (const ColumnCoherence& pair : spectra.pairs)
    text += "; phase " + pair.first + " " + pair.second + " [rad]";
  text += '\n';
  for (std::size_t k = 0; k < spectra.frequency.size(); ++k) {
    text += number(spectra.frequency[k]);
    for (const ColumnSpectrum& column : spectra.columns) text += "; " + number(column.density[k]);
    for (const ColumnCoherence& pair : spectra.pairs) text += "; " + number(pair.coherence[k]);
    for (const ColumnCoherence& pair : spectra.pairs) text += "; " + number(pair.phase[k]);
    text += '\n';
  }
  return text;
}

plot::Figure figure_of(const RecordedSpectra& spectra) {
  plot::Figure figure{.title = "Spectra of track geometry", .panels = {}, .shared_x = true};
  for (const ColumnSpectrum& column : spectra.columns)
    figure.panels.push_back(density_panel(spectra, column));
  plot::Panel panel{.title = "Coherence",
                    .x_label = "spatial frequency in 1/m",
                    .y_label = "coherence",
                    .limits = {{.y = spectra.threshold, .label = "95 % of independent quantities"}},
                    .x_log = true,
                    .y_range = plot::Range{0, 1}};
  for (const ColumnCoherence& pair : spectra.pairs)
    if (is_shown(pair))
      panel.series.push_back(
          {.name = title_of_quantity(pair.first) + " and " + title_of_quantity(pair.second),
           .x = spectra.frequency,
           .y = pair.coherence});
  if (!panel.series.empty()) figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace flangeway::track
