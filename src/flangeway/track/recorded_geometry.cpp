#include "flangeway/track/recorded_geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "flangeway/assess/filter.hpp"
#include "flangeway/assess/spectrum.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/lane_fft.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::track {

namespace {

constexpr double min_gain = 0.05;                                             // of a chord
constexpr double min_restored_wavelength = 3, max_restored_wavelength = 200;  // m
const double none = std::numeric_limits<double>::quiet_NaN();

std::complex<double> chord_response(const Chord& chord, double omega) {
  const double a = chord.before, b = chord.after;
  const std::complex<double> i(0, 1);
  return 1.0 - (b * std::exp(-i * omega * a) + a * std::exp(i * omega * b)) / (a + b);
}

}  // namespace

std::string quantity_of(const std::string& column) {
  for (const char* side : {"_left", "_right"})
    if (column.ends_with(side)) return column.substr(0, column.size() - std::string(side).size());
  return column;
}

std::array<WaveBand, 3> wave_bands(std::string_view quantity) {
  return {{{"D1", 3, 25}, {"D2", 25, 70}, {"D3", 70, quantity.starts_with("alignment") ? 200.0 : 150.0}}};
}

std::vector<double> band_part(const RecordedGeometry& geometry, const std::vector<double>& values,
                              const WaveBand& band) {
  FLANGEWAY_ASSERT(values.size() == geometry.count, "each place has a value");
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

double chord_gain(const Chord& chord, double wavelength) {
  FLANGEWAY_ASSERT(wavelength > 0, "a wave has a length");
  return std::abs(chord_response(chord, 2 * pi / wavelength));
}

namespace {

// Wavelengths at which something holds, as ranges.
template <typename Holds>
std::vector<std::array<double, 2>> wavelengths_where(double shortest, double longest, const Holds& holds) {
  FLANGEWAY_ASSERT(shortest > 0 && shortest < longest, "the range of wavelengths rises");
  std::vector<std::array<double, 2>> ranges;
  // Even steps of the wave number, fine enough for 0.3 m at a wavelength of 200 m.
  const double low = 1 / longest, high = 1 / shortest;
  constexpr int steps = 50000;
  bool inside = false;
  for (int i = 0; i <= steps; ++i) {
    const double wavelength = i == steps ? longest : 1 / (high - (high - low) * i / steps);
    const bool is_there = holds(wavelength);
    if (is_there && !inside) ranges.push_back({wavelength, wavelength});
    if (is_there) ranges.back()[1] = wavelength;
    inside = is_there;
  }
  return ranges;
}

// Density of white noise, one-sided, m²/(1/m): its integral up to half the sampling rate is the variance.
double noise_density(const Chord& chord, double step) {
  return 2 * chord.noise * chord.noise * step;
}

double density_at(const PowerLaw& law, double frequency) {
  return law.factor * std::pow(frequency, law.exponent);
}

// S/(|H|² S + N): the Wiener filter without the conjugate of H. [Wiener1949]
double wiener_factor(const PowerLaw& law, double gain_squared, double noise, double frequency) {
  const double density = density_at(law, frequency);
  return density / (gain_squared * density + noise);
}

}  // namespace

std::vector<std::array<double, 2>> blind_wavelengths(const Chord& chord, double shortest, double longest) {
  return wavelengths_where(shortest, longest,
                           [&](double wavelength) { return chord_gain(chord, wavelength) < min_gain; });
}

std::vector<std::array<double, 2>> weak_wavelengths(const Chord& chord, const PowerLaw& law, double step,
                                                    double shortest, double longest) {
  return wavelengths_where(shortest, longest, [&](double wavelength) {
    const double gain = chord_gain(chord, wavelength), squared = gain * gain;
    return squared * wiener_factor(law, squared, noise_density(chord, step), 1 / wavelength) < 0.5;
  });
}

std::optional<PowerLaw> power_law_of_offsets(const std::vector<double>& values, double step,
                                             const Chord& chord, double shortest, double longest) {
  FLANGEWAY_ASSERT(step > 0, "samples are a distance apart");
  FLANGEWAY_ASSERT(shortest > 0 && shortest < longest, "the range of wavelengths rises");
  constexpr double min_fitted_gain = 0.5, min_noise_ratio = 2;
  constexpr std::size_t min_lines = 4;
  // Segments that show the longest wave, and several of them.
  const auto segment = static_cast<std::size_t>(2 * longest / step);
  const assess::Spectrum measured = assess::power_spectral_density(values, step, {.segment = segment});
  const double noise = noise_density(chord, step);
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  std::size_t lines = 0;
  for (std::size_t k = 0; k < measured.frequency.size(); ++k) {
    const double frequency = measured.frequency[k], gain = chord_gain(chord, 1 / frequency);
    if (frequency < 1 / longest || frequency > 1 / shortest || gain < min_fitted_gain ||
        measured.density[k] < min_noise_ratio * noise)
      continue;
    const double x = std::log(frequency), y = std::log((measured.density[k] - noise) / (gain * gain));
    sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y, ++lines;
  }
  const double count = static_cast<double>(lines), spread = count * sum_xx - sum_x * sum_x;
  if (lines < min_lines || !(spread > 0)) return std::nullopt;
  const double exponent = (count * sum_xy - sum_x * sum_y) / spread;
  return PowerLaw{std::exp((sum_y - exponent * sum_x) / count), exponent};
}

std::vector<double> shape_of_offsets(const std::vector<double>& values, double step, const Chord& chord,
                                     double shortest, double longest) {
  FLANGEWAY_ASSERT(step > 0, "samples are a distance apart");
  FLANGEWAY_ASSERT(shortest > 0 && shortest < longest, "the range of wavelengths rises");
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
  const std::optional<PowerLaw> law =
      chord.noise > 0 ? power_law_of_offsets(values, step, chord, shortest, longest) : std::nullopt;
  run(re, im);
  for (std::size_t k = 0; k < size; ++k) {
    const double line =
        k <= size / 2 ? static_cast<double>(k) : static_cast<double>(k) - static_cast<double>(n);
    const double wave_number = line / (static_cast<double>(n) * step);
    const std::complex<double> gain = chord_response(chord, 2 * pi * wave_number);
    const bool is_wanted = std::abs(wave_number) >= 1 / longest && std::abs(wave_number) <= 1 / shortest;
    std::complex<double> inverse = 0;
    if (is_wanted && law) {
      inverse = std::conj(gain) *
                wiener_factor(*law, std::norm(gain), noise_density(chord, step), std::abs(wave_number));
    } else if (is_wanted && std::abs(gain) >= min_gain) {
      inverse = 1.0 / gain;
    }
    const std::complex<double> shape = std::complex<double>(re[k], im[k]) * inverse;
    re[k] = shape.real() / n;
    im[k] = shape.imag() / n;
  }
  run(im, re);  // the inverse
  re.resize(values.size());
  return re;
}

namespace {

// How the offsets of one column were restored; once for all of its pieces without a gap.
void note_filter(const std::vector<double>& values, const std::string& column, const Chord& chord,
                 RecordedGeometry& geometry) {
  const auto law =
      power_law_of_offsets(values, geometry.step, chord, min_restored_wavelength, max_restored_wavelength);
  std::string note = column + ": ";
  if (!law) {
    note +=
        fmt::format("its offsets do not stand out of noise of {:.3g} mm; restored without a Wiener filter",
                    1e3 * chord.noise);
  } else {
    note +=
        fmt::format("Wiener filter for noise of {:.3g} mm and a spectrum that falls with the power {:.2f}",
                    1e3 * chord.noise, -law->exponent);
    std::string weak;
    for (const auto& range :
         weak_wavelengths(chord, *law, geometry.step, min_restored_wavelength, max_restored_wavelength))
      weak += fmt::format("{}{:.4g} to {:.4g} m", weak.empty() ? "" : ", ", range[0], range[1]);
    if (!weak.empty()) note += "; less than half is restored of waves of " + weak;
  }
  if (std::find(geometry.notes.begin(), geometry.notes.end(), note) == geometry.notes.end())
    geometry.notes.push_back(std::move(note));
}

}  // namespace

void restore_shapes(RecordedGeometry& geometry, const Chord& chord) {
  geometry.chord = chord;
  for (RecordedColumn& column : geometry.columns) {
    const std::string quantity = quantity_of(column.name);
    if (quantity != "alignment" && quantity != "longitudinal_level") continue;
    for (const Stretch& stretch : geometry.stretches) {
      const auto first = column.values.begin() + static_cast<std::ptrdiff_t>(stretch.first);
      const auto end = column.values.begin() + static_cast<std::ptrdiff_t>(stretch.end);
      if (chord.noise > 0) note_filter({first, end}, column.name, chord, geometry);
      const std::vector<double> shape = shape_of_offsets({first, end}, geometry.step, chord,
                                                         min_restored_wavelength, max_restored_wavelength);
      std::copy(shape.begin(), shape.end(), first);
    }
  }
}

namespace {

// At the nodes of `grid`, 0 outside the stretches.
std::vector<double> on_grid(const RecordedGeometry& geometry, const std::vector<double>& values, double start,
                            double step, std::size_t count) {
  FLANGEWAY_ASSERT(values.size() == geometry.count, "each place has a value");
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
  FLANGEWAY_ASSERT(first.size() == other.size(), "both columns have the same length");
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
  FLANGEWAY_ASSERT(first.step > 0, "samples are a distance apart");
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
