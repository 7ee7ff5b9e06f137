#include "flangeway/evolution/wear_diffusion.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/evolution/worn_profile.hpp"

namespace flangeway::evolution {
namespace {

// 1/m, of wheel and rail across a patch. On treads and heads of rails contacts move as the profiles wear, and
// this is what they have there. In roots and corners they jump, and a small one keeps long steps stable.
constexpr double level_curvature = 4.5;
constexpr double steep_curvature = 1.5;
constexpr double level_slope = 0.12;       // of a tread or the head of a rail, at most
constexpr double window = 5e-3;            // m, standard deviation
constexpr double min_modelled = 0.05;      // change of the depth, over its deviation from the mean
constexpr double rounding_share = 1e-6;    // of the depth
constexpr double min_window_share = 0.01;  // of the largest answer on the surface

// Relative curvature of each end of a bin but the last, 1/m.
std::vector<double> relative_curvatures(const Surface& surface) {
  const profile::Curve curve(surface.points);
  std::vector<double> curvatures;
  for (std::size_t i = 0; i < surface.rate.depth.size(); ++i) {
    const Vec2 tangent = curve.tangent(static_cast<double>(i + 1) * surface.rate.bin);
    curvatures.push_back(std::abs(tangent.y()) < level_slope * std::abs(tangent.x()) ? level_curvature
                                                                                     : steep_curvature);
  }
  return curvatures;
}

}  // namespace

std::vector<double> conductances(const Surface& surface, double length) {
  const WearRate& rate = surface.rate;
  if (rate.depth.size() < 2) return {};
  const std::vector<double> curvature = relative_curvatures(surface);
  const auto ratio = [&](std::size_t i) { return surface.response.empty() ? 1 : surface.response[i]; };
  std::vector<double> result;
  for (std::size_t i = 0; i + 1 < rate.depth.size(); ++i)
    result.push_back(length * (rate.depth[i] + rate.depth[i + 1]) * (ratio(i) + ratio(i + 1)) /
                     (4 * curvature[i] * rate.bin * rate.bin));
  return result;
}

std::vector<double> flow(const std::vector<double>& conductance, const std::vector<double>& x) {
  std::vector<double> result(x.size(), 0.0);
  for (std::size_t i = 0; i < conductance.size(); ++i) {
    const double moved = conductance[i] * (x[i + 1] - x[i]);
    result[i] += moved, result[i + 1] -= moved;
  }
  return result;
}

// Thomas' algorithm is stable, as the diagonal dominates.
void spread(const std::vector<double>& conductance, double factor, std::vector<double>& x) {
  if (conductance.empty()) return;
  const std::size_t count = x.size();
  std::vector<double> ratio(count, 0.0);
  double below = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double above = i + 1 < count ? factor * conductance[i] : 0,
                 before = i > 0 ? below * ratio[i - 1] : 0;
    const double pivot = 1 + below + above - before;
    x[i] = (x[i] + (i > 0 ? below * x[i - 1] : 0)) / pivot;
    ratio[i] = above / pivot;
    below = above;
  }
  for (std::size_t i = count - 1; i-- > 0;) x[i] += ratio[i] * x[i + 1];
}

std::vector<double> response_ratio(const std::vector<double>& modelled, const std::vector<double>& answer,
                                   const std::vector<double>& worn, double bin) {
  std::vector<double> products, squares;
  const std::vector<double> even = smoothed(worn, bin, window),
                            weight = smoothed(std::vector<double>(worn.size(), 1.0), bin, window);
  for (std::size_t i = 0; i < modelled.size(); ++i) {
    const double idle = min_modelled * (worn[i] - even[i] / weight[i]), rounding = rounding_share * worn[i];
    products.push_back(modelled[i] * answer[i]);
    squares.push_back(modelled[i] * modelled[i] + idle * idle + rounding * rounding);
  }
  products = smoothed(products, bin, window), squares = smoothed(squares, bin, window);
  const double max_square = squares.empty() ? 0 : *std::max_element(squares.begin(), squares.end());
  std::vector<double> ratio(modelled.size(), 0.0);
  for (std::size_t i = 0; i < ratio.size(); ++i)
    if (squares[i] > min_window_share * max_square) ratio[i] = products[i] / squares[i];
  return ratio;
}

std::vector<double> resampled(const std::vector<double>& ratio, std::size_t count) {
  if (ratio.empty()) return std::vector<double>(count, 1.0);
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(ratio[std::min(ratio.size() - 1, (2 * i + 1) * ratio.size() / (2 * count))]);
  return result;
}

}  // namespace flangeway::evolution
