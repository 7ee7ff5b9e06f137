#include "flangeway/assess/conicity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/root.hpp"

namespace flangeway::assess {
namespace {

using std::numbers::pi;
constexpr int quadrature_points = 4000;  // of half a period: 1e-7 for a straight line, 1e-5 with jumps of Δr

// ∫Δr dy from the first y to each y; exact for the broken line.
std::vector<double> integral(const Series& difference) {
  std::vector<double> sum(difference.at.size(), 0.0);
  for (std::size_t i = 1; i < sum.size(); ++i) {
    sum[i] = sum[i - 1] + (difference.at[i] - difference.at[i - 1]) *
                              (difference.values[i] + difference.values[i - 1]) / 2;
  }
  return sum;
}

class Potential {
 public:
  explicit Potential(const Series& difference) : difference_(difference), sum_(integral(difference)) {}

  [[nodiscard]] double at(double y) const {
    const std::size_t i = interval(y);
    const double d = y - difference_.at[i];
    const double slope =
        (difference_.values[i + 1] - difference_.values[i]) / (difference_.at[i + 1] - difference_.at[i]);
    return sum_[i] + d * (difference_.values[i] + d * slope / 2);
  }
  // Middle of the interval of this half length that begins and ends at the same potential.
  [[nodiscard]] std::optional<double> centre(double amplitude) const {
    const double low = difference_.at.front() + amplitude, high = difference_.at.back() - amplitude;
    if (low > high) return std::nullopt;
    const auto rise = [&](double middle) { return at(middle + amplitude) - at(middle - amplitude); };
    if (low <= 0 && high >= 0 && rise(0) == 0) return 0;
    const double root = math::find_root(rise, low, high, 1e-15);
    return std::isnan(root) ? std::nullopt : std::optional(root);
  }

 private:
  [[nodiscard]] std::size_t interval(double y) const {
    const auto above =
        std::upper_bound(difference_.at.begin(), difference_.at.end(), y) - difference_.at.begin();
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - 1, 0, std::ssize(difference_.at) - 2));
  }

  const Series& difference_;
  std::vector<double> sum_;
};

double broken_line(const Series& difference, double displacement) {
  FLANGEWAY_ASSERT(difference.at.size() >= 2, "a broken line has two points at least");
  const auto& [y, value] = difference;
  const auto above = std::upper_bound(y.begin(), y.end(), displacement) - y.begin();
  const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - 1, 0, std::ssize(y) - 2));
  return value[i] + (displacement - y[i]) * (value[i + 1] - value[i]) / (y[i + 1] - y[i]);
}

}  // namespace

// With y = centre + amplitude sin θ, the time through the interval is a smooth integral over θ (midpoint
// rule); in the length x √(e r0), which drops out of tan γe, the motion is y″ = −Δr with the half period Λ/2
// = ∫dy/√(2(U0 − U)).
std::optional<Conicity> equivalent_conicity(const Series& difference, double amplitude) {
  FLANGEWAY_ASSERT(difference.at.size() == difference.values.size(),
                   "each displacement has a radius difference");
  FLANGEWAY_ASSERT(amplitude > 0, "an amplitude is positive");
  if (difference.at.size() < 2) return std::nullopt;
  const Potential potential(difference);
  const auto centre = potential.centre(amplitude);
  if (!centre) return std::nullopt;
  const double top = std::min(potential.at(*centre + amplitude), potential.at(*centre - amplitude));
  const double h = pi / quadrature_points;
  double half_period = 0, moment = 0, first_harmonic = 0;
  for (int i = 0; i < quadrature_points; ++i) {
    const double theta = -pi / 2 + h * (i + 0.5), s = std::sin(theta), c = std::cos(theta);
    const double y = *centre + amplitude * s, value = broken_line(difference, y);
    half_period += h * amplitude * c / std::sqrt(2 * (top - potential.at(y)));  // NaN or ∞ if it is held back
    moment += h * value * s * c;
    first_harmonic += h * value * s;
  }
  Conicity result{.amplitude = amplitude, .centre = *centre, .nonlinear = std::nullopt};
  if (std::isfinite(half_period)) result.nonlinear = (pi / half_period) * (pi / half_period) / 2;
  result.regression = 0.75 * moment / amplitude;
  result.harmonic = first_harmonic / (pi * amplitude);
  return result;
}

std::vector<Conicity> equivalent_conicities(const Series& difference, const std::vector<double>& amplitudes,
                                            Findings& findings) {
  std::vector<Conicity> all;
  if (difference.at.empty()) {
    findings.add({{},
                  "",
                  "wheel and rail do not touch at the centred position",
                  "",
                  "",
                  "Check the tape circle distance, the gauge and the profiles"});
    return all;
  }
  for (const double amplitude : amplitudes) {
    const auto conicity = equivalent_conicity(difference, amplitude);
    if (!conicity) {
      const double most = std::floor(largest_amplitude(difference) * 1e5) / 100;  // mm, two decimals
      findings.add({{},
                    "--amplitude",
                    "goes beyond the contact of tread and flange with the rail",
                    fmt::format("{:.6g} mm", amplitude * 1e3),
                    fmt::format("at most {:.2f} mm", most),
                    "Choose smaller amplitudes"});
      return all;
    }
    all.push_back(*conicity);
  }
  return all;
}

double largest_amplitude(const Series& difference) {
  if (difference.at.size() < 2) return 0;
  const Potential potential(difference);
  double possible = 0, impossible = (difference.at.back() - difference.at.front()) / 2;
  if (potential.centre(impossible)) return impossible;
  for (int i = 0; i < 50; ++i) {
    const double amplitude = (possible + impossible) / 2;
    (potential.centre(amplitude) ? possible : impossible) = amplitude;
  }
  return possible;
}

}  // namespace flangeway::assess
