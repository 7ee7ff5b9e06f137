#include "flangeway/stability/linear.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::stability {
namespace {

using Eigen::VectorXd;
using simulate::Mode;
using simulate::ReducedEquations;

constexpr double least_frequency = 0.01;  // [Hz] Slower pairs are no oscillation, but two real roots.

bool grows(const Mode& mode) {
  return mode.eigenvalue.real() > 0 && mode.frequency > least_frequency;
}

struct At {
  double speed;
  VectorXd equilibrium;
  std::vector<Mode> modes;
  [[nodiscard]] long growing() const { return std::count_if(modes.begin(), modes.end(), grows); }
};

At look(ReducedEquations& equations, double speed, const VectorXd& near) {
  At at{speed, simulate::equilibrium(equations, speed, near), {}};
  at.modes = simulate::modes(equations, speed, at.equilibrium);
  return at;
}

// The oscillation nearest to the imaginary axis.
const Mode& critical_mode(const At& at) {
  const auto distance = [](const Mode& mode) {
    return mode.frequency > least_frequency ? std::abs(mode.eigenvalue.real()) : HUGE_VAL;
  };
  return *std::min_element(at.modes.begin(), at.modes.end(),
                           [&](const Mode& a, const Mode& b) { return distance(a) < distance(b); });
}

// By bisection between two speeds with unlike numbers of growing oscillations: the first change. Moves `low`
// just beyond it.
Crossing first_crossing(ReducedEquations& equations, At& low, const At& high) {
  constexpr double tolerance = 1e-10;
  At above = high;
  const long growing = low.growing();
  while (above.speed - low.speed > tolerance * high.speed) {
    At middle = look(equations, (low.speed + above.speed) / 2, low.equilibrium);
    if (middle.speed <= low.speed || middle.speed >= above.speed) break;
    (middle.growing() == growing ? low : above) = std::move(middle);
  }
  Crossing crossing{
      {above.speed, 0, above.growing() > growing, "", ""}, critical_mode(above), above.equilibrium};
  crossing.point.frequency = crossing.mode.frequency;
  crossing.point.body = crossing.mode.body;
  crossing.point.coordinate = crossing.mode.coordinate;
  low = std::move(above);
  return crossing;
}

}  // namespace

LinearStability linear_stability(ReducedEquations& equations, const Settings& settings,
                                 const Progress& progress) {
  LinearStability result;
  At last = look(equations, settings.from, VectorXd::Zero(static_cast<Eigen::Index>(equations.size())));
  result.locus.push_back({last.speed, last.modes});
  for (std::size_t i = 1; i < settings.speeds; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(settings.speeds - 1);
    if (progress && !progress(share, "root locus")) break;
    At next = look(equations, settings.from + share * (settings.to - settings.from), last.equilibrium);
    At low = std::move(last);
    while (low.growing() != next.growing() && low.speed < next.speed)
      result.crossings.push_back(first_crossing(equations, low, next));
    last = std::move(next);
    result.locus.push_back({last.speed, last.modes});
  }
  return result;
}

}  // namespace flangeway::stability
