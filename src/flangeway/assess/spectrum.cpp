#include "flangeway/assess/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "flangeway/assess/estimate.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/lane_fft.hpp"

namespace flangeway::assess {
namespace {

constexpr std::size_t min_segment = 16;

std::vector<double> taper_of(std::size_t n, Taper taper) {
  std::vector<double> window(n, 1.0);
  if (taper == Taper::rectangular) return window;
  for (std::size_t k = 0; k < n; ++k)
    window[k] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  return window;
}

// Segments side by side as LaneFft wants them: sample k of segment l at k·lanes + l.
std::vector<double> tapered_segments(std::span<const double> values, const std::vector<double>& window,
                                     std::size_t lanes, std::size_t advance, bool remove_mean) {
  FLANGEWAY_ASSERT(lanes >= 1 && (lanes - 1) * advance + window.size() <= values.size(),
                   "all segments lie within the series");
  const std::size_t n = window.size();
  std::vector<double> segments(n * lanes);
  for (std::size_t l = 0; l < lanes; ++l) {
    const std::span<const double> segment = values.subspan(l * advance, n);
    const double mean =
        remove_mean ? std::accumulate(segment.begin(), segment.end(), 0.0) / static_cast<double>(n) : 0;
    for (std::size_t k = 0; k < n; ++k) segments[k * lanes + l] = window[k] * (segment[k] - mean);
  }
  return segments;
}

// A power of two.
std::size_t segment_length(std::size_t wanted, std::size_t longest) {
  std::size_t n = min_segment;
  while (2 * n <= std::min(wanted, longest)) n *= 2;
  return n;
}

std::size_t advance_of(std::size_t n, double overlap) {
  const double share = std::clamp(1 - overlap, 0.0, 1.0);
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share * static_cast<double>(n))));
}

struct Transforms {
  std::vector<double> re, im;  // line k of segment l at k·lanes + l
};

Transforms transformed(std::vector<double> segments, std::size_t n, std::size_t lanes) {
  FLANGEWAY_ASSERT(segments.size() == n * lanes, "there are this many segments of this length");
  std::vector<double> im(segments.size()), work_re(segments.size()), work_im(segments.size());
  const math::LaneFft transform(static_cast<int>(n));
  const bool in_place =
      transform.transform(segments.data(), im.data(), work_re.data(), work_im.data(), lanes);
  return in_place ? Transforms{std::move(segments), std::move(im)}
                  : Transforms{std::move(work_re), std::move(work_im)};
}

double power_of(const std::vector<double>& window) {
  return std::inner_product(window.begin(), window.end(), window.begin(), 0.0);
}

// How many of `segments` overlapping ones are as good as independent: they are correlated as the squares of
// their tapers' overlaps. [Welch1967]
double independent(std::size_t segments, const std::vector<double>& window, std::size_t advance) {
  double sum = 1;
  for (std::size_t k = 1; k < segments && k * advance < window.size(); ++k) {
    const double common = std::inner_product(window.begin() + static_cast<std::ptrdiff_t>(k * advance),
                                             window.end(), window.begin(), 0.0) /
                          power_of(window);
    sum += 2 * (1 - static_cast<double>(k) / static_cast<double>(segments)) * common * common;
  }
  return static_cast<double>(segments) / sum;
}

}  // namespace

Spectrum power_spectral_density(std::span<const double> values, double step, const WelchSettings& settings) {
  if (values.size() < min_segment || !(step > 0)) return {};
  const std::size_t n = segment_length(settings.segment, values.size());
  const std::size_t advance = advance_of(n, settings.overlap);
  const std::size_t lanes = (values.size() - n) / advance + 1;
  const std::vector<double> window = taper_of(n, settings.taper);
  const auto [re, im] =
      transformed(tapered_segments(values, window, lanes, advance, settings.remove_mean), n, lanes);
  const double power = power_of(window);
  Spectrum spectrum;
  for (std::size_t k = 1; k <= n / 2; ++k) {
    double sum = 0;
    for (std::size_t i = k * lanes; i < (k + 1) * lanes; ++i) sum += re[i] * re[i] + im[i] * im[i];
    const double sides = k == n / 2 ? 1 : 2;
    spectrum.frequency.push_back(static_cast<double>(k) / (static_cast<double>(n) * step));
    spectrum.density.push_back(sides * sum / static_cast<double>(lanes) * step / power);
  }
  return spectrum;
}

CrossSpectrum cross_spectral_density(std::span<const Piece> pieces, double step,
                                     const WelchSettings& settings) {
  std::size_t longest = 0;
  for (const Piece& piece : pieces) longest = std::max(longest, piece.first.size());
  if (longest < min_segment || !(step > 0)) return {};
  const std::size_t n = segment_length(settings.segment, longest), advance = advance_of(n, settings.overlap);
  const std::vector<double> window = taper_of(n, settings.taper);
  const double scale = step / power_of(window);
  CrossSpectrum result;
  result.first.resize(n / 2);
  result.second.resize(n / 2);
  result.cross.resize(n / 2);
  for (const Piece& piece : pieces) {
    if (piece.first.size() < n) continue;
    const std::size_t lanes = (piece.first.size() - n) / advance + 1;
    const auto transform_of = [&](std::span<const double> values) {
      return transformed(tapered_segments(values, window, lanes, advance, settings.remove_mean), n, lanes);
    };
    const Transforms a = transform_of(piece.first), b = transform_of(piece.second);
    for (std::size_t k = 1; k <= n / 2; ++k)
      for (std::size_t i = k * lanes; i < (k + 1) * lanes; ++i) {
        const std::complex<double> one(a.re[i], a.im[i]), two(b.re[i], b.im[i]);
        result.first[k - 1] += std::norm(one);
        result.second[k - 1] += std::norm(two);
        result.cross[k - 1] += std::conj(one) * two;
      }
    result.segments += lanes;
    result.averages += independent(lanes, window, advance);
  }
  for (std::size_t k = 1; k <= n / 2; ++k) {
    const double factor = (k == n / 2 ? 1 : 2) * scale / static_cast<double>(result.segments);
    result.frequency.push_back(static_cast<double>(k) / (static_cast<double>(n) * step));
    result.first[k - 1] *= factor;
    result.second[k - 1] *= factor;
    result.cross[k - 1] *= factor;
  }
  return result;
}

std::vector<double> CrossSpectrum::coherence() const {
  std::vector<double> result(frequency.size(), 0.0);
  for (std::size_t k = 0; k < result.size(); ++k)
    if (const double both = first[k] * second[k]; both > 0)
      result[k] = std::min(1.0, std::norm(cross[k]) / both);
  return result;
}

std::vector<double> CrossSpectrum::phase() const {
  std::vector<double> result;
  for (const std::complex<double>& one : cross) result.push_back(std::arg(one));
  return result;
}

Interval density_interval(double probability, double averages) {
  FLANGEWAY_ASSERT(probability > 0 && probability < 1, "a probability is between 0 and 1");
  FLANGEWAY_ASSERT(averages > 0, "there is at least one segment");
  const double degrees = 2 * averages, rest = (1 - probability) / 2;
  return {degrees / chi_square_quantile(1 - rest, degrees), degrees / chi_square_quantile(rest, degrees)};
}

double coherence_threshold(double probability, double averages) {
  FLANGEWAY_ASSERT(probability >= 0 && probability < 1, "a probability is between 0 and 1");
  return averages > 1 ? 1 - std::pow(1 - probability, 1 / (averages - 1)) : 1;
}

}  // namespace flangeway::assess
