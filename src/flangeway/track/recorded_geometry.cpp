#include "flangeway/track/recorded_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "flangeway/assess/filter.hpp"
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
    const bool blind = chord_gain(chord, wavelength) < min_gain;
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
                      std::abs(gain) >= min_gain;
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
