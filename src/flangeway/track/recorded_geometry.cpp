#include "flangeway/track/recorded_geometry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "flangeway/assess/filter.hpp"
#include "flangeway/math/lane_fft.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::track {

namespace {

constexpr double least_gain = 0.05;                              // of a chord
constexpr double shortest_restored = 3, longest_restored = 200;  // m
const double none = std::numeric_limits<double>::quiet_NaN();

// "alignment_left" → "alignment"
std::string quantity_of(const std::string& column) {
  for (const char* side : {"_left", "_right"})
    if (column.ends_with(side)) return column.substr(0, column.size() - std::string(side).size());
  return column;
}

std::complex<double> chord_response(const Chord& chord, double omega) {
  const double a = chord.before, b = chord.after;
  const std::complex<double> i(0, 1);
  return 1.0 - (b * std::exp(-i * omega * a) + a * std::exp(i * omega * b)) / (a + b);
}

double deviation(const std::vector<double>& values, std::size_t first, std::size_t end) {
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = first; i < end; ++i) {
    if (std::isnan(values[i])) return none;
    sum += values[i], squares += values[i] * values[i], ++count;
  }
  if (count < 2) return none;
  return std::sqrt(std::max(0.0, squares / count - sum * sum / (count * count)));
}

struct Severity {
  const char* name;
  double limit;
};

// Stretches of one column, or of its part in a band, that are beyond the lowest limit.
void find_defects(const RecordedGeometry& geometry, const std::vector<double>& values,
                  const std::string& quantity, const std::string& band, const QualityLimitSpec& spec,
                  std::vector<Defect>& defects) {
  const std::array severities{Severity{"immediate", spec.immediate},
                              Severity{"intervention", spec.intervention}, Severity{"alert", spec.alert}};
  double lowest = std::numeric_limits<double>::infinity();
  for (const Severity& severity : severities)
    if (severity.limit > 0) lowest = std::min(lowest, severity.limit);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(std::abs(values[i]) > lowest)) continue;
    Defect defect{.quantity = quantity, .band = band, .from = geometry.at(i), .to = 0, .peak_at = 0};
    for (; i < values.size() && std::abs(values[i]) > lowest; ++i) {
      if (std::abs(values[i]) > std::abs(defect.peak))
        defect.peak = values[i], defect.peak_at = geometry.at(i);
      defect.to = geometry.at(i);
    }
    for (const Severity& severity : severities) {
      if (!(severity.limit > 0) || !(std::abs(defect.peak) > severity.limit)) continue;
      defect.level = severity.name, defect.limit = severity.limit;
      break;
    }
    defects.push_back(std::move(defect));
  }
}

// The entry of a speed: the one with the lowest speed that is not exceeded.
const QualityLimitSpec* limit_for(const QualityLimitsSpec& limits, const std::string& quantity,
                                  std::string_view band, double speed_kmh) {
  const QualityLimitSpec* best = nullptr;
  for (const QualityLimitSpec& one : limits.limits) {
    if (one.quantity.value != quantity || one.band.value != band || speed_kmh > one.to_speed_kmh) continue;
    if (best == nullptr || one.to_speed_kmh < best->to_speed_kmh) best = &one;
  }
  return best;
}

// From cross level over a base: (c(s + base/2) − c(s − base/2))/base.
std::vector<double> twist_of(const RecordedGeometry& geometry, const std::vector<double>& cross_level,
                             double base) {
  std::vector<double> twist(geometry.count, none);
  const double half = base / (2 * geometry.step);
  const auto whole = static_cast<std::size_t>(half);
  const double part = half - static_cast<double>(whole);
  for (const Stretch& stretch : geometry.stretches) {
    for (std::size_t i = stretch.first + whole + 1; i + whole + 1 < stretch.end; ++i) {
      const double after = (1 - part) * cross_level[i + whole] + part * cross_level[i + whole + 1];
      const double before = (1 - part) * cross_level[i - whole] + part * cross_level[i - whole - 1];
      twist[i] = (after - before) / base;
    }
  }
  return twist;
}

void judge_defects(const RecordedGeometry& geometry, const QualitySettings& settings,
                   const QualityLimitsSpec& limits, QualityReport& report) {
  bool has_twist = false;
  const auto judge = [&](const std::string& column, const std::vector<double>& values) {
    const std::string quantity = quantity_of(column);
    if (const auto* raw = limit_for(limits, quantity, "", settings.speed_kmh))
      find_defects(geometry, values, column, "", *raw, report.defects);
    for (const WaveBand& band : wave_bands(quantity))
      if (const auto* limit = limit_for(limits, quantity, band.name, settings.speed_kmh))
        find_defects(geometry, band_part(geometry, values, band), column, std::string(band.name), *limit,
                     report.defects);
  };
  for (const RecordedColumn& column : geometry.columns) {
    has_twist = has_twist || column.name == "twist";
    judge(column.name, column.values);
  }
  for (const RecordedColumn& column : geometry.columns)
    if (!has_twist && column.name == "cross_level")
      judge("twist", twist_of(geometry, column.values, settings.twist_base));
  std::stable_sort(report.defects.begin(), report.defects.end(),
                   [](const Defect& a, const Defect& b) { return a.from < b.from; });
}

}  // namespace

std::array<WaveBand, 3> wave_bands(std::string_view quantity) {
  return {{{"D1", 3, 25}, {"D2", 25, 70}, {"D3", 70, quantity.starts_with("alignment") ? 200.0 : 150.0}}};
}

std::vector<double> band_part(const RecordedGeometry& geometry, const std::vector<double>& values,
                              const WaveBand& band) {
  std::vector<double> result(values.size(), none);
  const assess::Butterworth wanted{
      .band = assess::Band::band_pass, .order = 2, .low = 1 / band.longest, .high = 1 / band.shortest};
  if (!assess::problem(wanted, geometry.step).empty()) return result;
  const assess::Filter filter = assess::butterworth(wanted, geometry.step);
  for (const Stretch& stretch : geometry.stretches) {
    // A stretch shorter than the longest wave has no such wave.
    if (static_cast<double>(stretch.end - stretch.first) * geometry.step < band.longest) continue;
    const std::vector<double> part =
        assess::filtered_both_ways(filter, {values.data() + stretch.first, stretch.end - stretch.first});
    std::copy(part.begin(), part.end(), result.begin() + static_cast<std::ptrdiff_t>(stretch.first));
  }
  return result;
}

void describe(document::Visitor& v, QualityLimitSpec& spec) {
  spec.where = v.here();
  v.text("quantity", spec.quantity, document::Presence::required,
         "alignment, longitudinal_level, gauge, cross_level or twist");
  v.text("band", spec.band, document::Presence::optional, "D1, D2 or D3; as recorded if none is given");
  v.number("to_speed_kmh", spec.to_speed_kmh,
           {.presence = document::Presence::required, .unit = "km/h", .minimum = 0, .minimum_excluded = true},
           "highest speed for which this entry holds");
  v.number("alert", spec.alert, {.unit = "m", .minimum = 0}, "alert limit; 0: none");
  v.number("intervention", spec.intervention, {.unit = "m", .minimum = 0}, "intervention limit; 0: none");
  v.number("immediate", spec.immediate, {.unit = "m", .minimum = 0}, "immediate action limit; 0: none");
}

void describe(document::Visitor& v, QualityLimitsSpec& spec) {
  v.text("name", spec.name, document::Presence::required, "name of the limits, for reports");
  v.text("source", spec.source, document::Presence::required, "publication that the limits come from");
  v.text("date", spec.date, document::Presence::required, "date of that publication");
  v.flag("from_memory", spec.from_memory, "whether the numbers have not been compared with the publication");
  v.list("limits", spec.limits, {.presence = document::Presence::required, .least = 1},
         "limits of one quantity and band up to a speed");
}

void check(const QualityLimitsSpec& spec, Findings& findings) {
  static const std::vector<std::string> quantities{"alignment", "longitudinal_level", "gauge", "cross_level",
                                                   "twist"},
      bands{"D1", "D2", "D3"};
  const auto check_name = [&](const document::Located<std::string>& name, const std::string& key,
                              const char* problem, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), name.value) != known.end()) return;
    const std::string near = nearest_name(name.value, known);
    findings.add({name.where, key, problem, '"' + name.value + '"', fmt::format("{}", fmt::join(known, ", ")),
                  near.empty() ? "" : "Did you mean " + near});
  };
  for (std::size_t i = 0; i < spec.limits.size(); ++i) {
    const QualityLimitSpec& one = spec.limits[i];
    const std::string key = fmt::format("limits[{}]", i);
    check_name(one.quantity, key + ".quantity", "is no quantity of a recording", quantities);
    if (!one.band.value.empty()) check_name(one.band, key + ".band", "is no band of wavelengths", bands);
    if (one.alert == 0 && one.intervention == 0 && one.immediate == 0)
      findings.add({one.where, key, "has no limit", "", "", "Give alert, intervention or immediate"});
  }
}

double chord_gain(const Chord& chord, double wavelength) {
  return std::abs(chord_response(chord, 2 * pi / wavelength));
}

std::vector<std::array<double, 2>> blind_wavelengths(const Chord& chord, double shortest, double longest) {
  std::vector<std::array<double, 2>> ranges;
  // Even steps of the wave number, fine enough for 0.3 m at a wavelength of 200 m.
  const double low = 1 / longest, high = 1 / shortest;
  constexpr int steps = 50000;
  bool inside = false;
  for (int i = 0; i <= steps; ++i) {
    const double wavelength = i == steps ? longest : 1 / (high - (high - low) * i / steps);
    const bool blind = chord_gain(chord, wavelength) < least_gain;
    if (blind && !inside) ranges.push_back({wavelength, wavelength});
    if (blind) ranges.back()[1] = wavelength;
    inside = blind;
  }
  return ranges;
}

std::vector<double> shape_of_offsets(const std::vector<double>& values, double step, const Chord& chord,
                                     double shortest, double longest) {
  // Room for the longest wave keeps the end from reaching the start of the periodic transform.
  const auto room = static_cast<std::size_t>(std::ceil(longest / step));
  const int n = math::fast_length(static_cast<int>(values.size() + room));
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> re(size, 0.0), im(size, 0.0), work_re(size), work_im(size);
  std::copy(values.begin(), values.end(), re.begin());
  const math::LaneFft transform(n);
  const auto run = [&](std::vector<double>& a, std::vector<double>& b) {
    if (!transform.transform(a.data(), b.data(), work_re.data(), work_im.data(), 1)) {
      a.swap(work_re);
      b.swap(work_im);
    }
  };
  run(re, im);
  for (std::size_t k = 0; k < size; ++k) {
    const double line =
        k <= size / 2 ? static_cast<double>(k) : static_cast<double>(k) - static_cast<double>(n);
    const double wave_number = line / (static_cast<double>(n) * step);
    const std::complex<double> gain = chord_response(chord, 2 * pi * wave_number);
    const bool kept = std::abs(wave_number) >= 1 / longest && std::abs(wave_number) <= 1 / shortest &&
                      std::abs(gain) >= least_gain;
    const std::complex<double> shape = kept ? std::complex<double>(re[k], im[k]) / gain : 0;
    re[k] = shape.real() / n;
    im[k] = shape.imag() / n;
  }
  run(im, re);  // the inverse
  re.resize(values.size());
  return re;
}

void restore_shapes(RecordedGeometry& geometry, const Chord& chord) {
  geometry.chord = chord;
  for (RecordedColumn& column : geometry.columns) {
    const std::string quantity = quantity_of(column.name);
    if (quantity != "alignment" && quantity != "longitudinal_level") continue;
    for (const Stretch& stretch : geometry.stretches) {
      const auto first = column.values.begin() + static_cast<std::ptrdiff_t>(stretch.first);
      const auto end = column.values.begin() + static_cast<std::ptrdiff_t>(stretch.end);
      const std::vector<double> shape =
          shape_of_offsets({first, end}, geometry.step, chord, shortest_restored, longest_restored);
      std::copy(shape.begin(), shape.end(), first);
    }
  }
}

QualityReport judge_quality(const RecordedGeometry& geometry, const QualitySettings& settings,
                            const std::optional<QualityLimitsSpec>& limits) {
  QualityReport report;
  const auto samples = static_cast<std::size_t>(std::lround(settings.section / geometry.step));
  for (std::size_t first = 0; first + samples <= geometry.count; first += samples)
    report.sections.push_back({geometry.at(first), geometry.at(first + samples), {}});
  for (const RecordedColumn& column : geometry.columns) {
    std::array<std::vector<double>, 3> parts;
    const auto bands = wave_bands(quantity_of(column.name));
    for (std::size_t b = 0; b < bands.size(); ++b) parts[b] = band_part(geometry, column.values, bands[b]);
    for (std::size_t i = 0; i < report.sections.size(); ++i) {
      std::array<double, 3> sd{};
      for (std::size_t b = 0; b < bands.size(); ++b)
        sd[b] = deviation(parts[b], i * samples, (i + 1) * samples);
      report.sections[i].sd.push_back(sd);
    }
  }
  if (limits) {
    report.limits = limits->name.value + ", " + limits->source.value + ", " + limits->date.value;
    report.from_memory = limits->from_memory;
    judge_defects(geometry, settings, *limits, report);
  }
  return report;
}

namespace {

// At the nodes of `grid`, 0 outside the stretches.
std::vector<double> on_grid(const RecordedGeometry& geometry, const std::vector<double>& values, double start,
                            double step, std::size_t count) {
  std::vector<double> result(count, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = (start + step * static_cast<double>(i) - geometry.start) / geometry.step;
    if (!(x >= 0) || !(x < static_cast<double>(geometry.count) - 1)) continue;
    const auto k = static_cast<std::size_t>(x);
    const double share = x - static_cast<double>(k);
    const double value = (1 - share) * values[k] + share * values[k + 1];
    if (!std::isnan(value)) result[i] = value;
  }
  return result;
}

// Correlation of first(s) and other(s + lag steps), over the places that both have.
double correlation(const std::vector<double>& first, const std::vector<double>& other, std::ptrdiff_t lag) {
  double product = 0, one = 0, two = 0;
  const auto size = static_cast<std::ptrdiff_t>(first.size());
  for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, -lag); i < size && i + lag < size; ++i) {
    const double a = first[static_cast<std::size_t>(i)], b = other[static_cast<std::size_t>(i + lag)];
    product += a * b, one += a * a, two += b * b;
  }
  return one > 0 && two > 0 ? product / std::sqrt(one * two) : 0;
}

}  // namespace

std::optional<Shift> shift_between(const RecordedGeometry& first, const RecordedGeometry& other,
                                   double reach) {
  std::optional<Shift> best;
  const double step = first.step, start = std::min(first.start, other.start);
  const double end = std::max(first.start + first.length(), other.start + other.length());
  const auto count = static_cast<std::size_t>((end - start) / step) + 1;
  const auto most = static_cast<std::ptrdiff_t>(std::ceil(reach / step));
  for (const RecordedColumn& column : first.columns) {
    const auto same = std::find_if(other.columns.begin(), other.columns.end(),
                                   [&](const RecordedColumn& one) { return one.name == column.name; });
    if (same == other.columns.end()) continue;
    const WaveBand band = wave_bands(column.name)[0];
    const std::vector<double> a = on_grid(first, band_part(first, column.values, band), start, step, count);
    const std::vector<double> b = on_grid(other, band_part(other, same->values, band), start, step, count);
    std::vector<double> all;
    for (std::ptrdiff_t lag = -most; lag <= most; ++lag) all.push_back(correlation(a, b, lag));
    const auto top = static_cast<std::size_t>(std::max_element(all.begin(), all.end()) - all.begin());
    if (best && !(all[top] > best->correlation)) continue;
    // The parabola through the best lag and its neighbours.
    double part = 0;
    if (top > 0 && top + 1 < all.size()) {
      const double bend = all[top - 1] - 2 * all[top] + all[top + 1];
      if (bend < 0) part = (all[top - 1] - all[top + 1]) / (2 * bend);
    }
    best = Shift{(static_cast<double>(top) - static_cast<double>(most) + part) * step, all[top], column.name};
  }
  return best;
}

}  // namespace flangeway::track
