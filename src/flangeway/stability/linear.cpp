#include "flangeway/stability/linear.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/relax.hpp"
#include "flangeway/stability/mode_tracking.hpp"

namespace flangeway::stability {
namespace {

using Eigen::VectorXd;
using simulate::Mode;
using simulate::ReducedEquations;

bool grows(const Mode& mode) {
  return mode.eigenvalue.real() > 0 && mode.frequency > least_frequency;
}

using Roots = std::vector<std::optional<std::size_t>>;

struct At {
  double speed;
  VectorXd equilibrium;
  std::vector<Mode> modes;
  Roots roots = {};
  [[nodiscard]] long growing() const { return std::count_if(modes.begin(), modes.end(), grows); }
};

At look(ReducedEquations& equations, double speed, const VectorXd& near) {
  At at{speed, simulate::steady_running(equations, speed, near), {}};
  at.modes = simulate::modes(equations, speed, at.equilibrium);
  return at;
}

// The place of the oscillation nearest to the imaginary axis.
std::size_t critical_mode(const At& at) {
  const auto distance = [](const Mode& mode) {
    return mode.frequency > least_frequency ? std::abs(mode.eigenvalue.real()) : HUGE_VAL;
  };
  const auto nearest = std::min_element(at.modes.begin(), at.modes.end(), [&](const Mode& a, const Mode& b) {
    return distance(a) < distance(b);
  });
  return static_cast<std::size_t>(nearest - at.modes.begin());
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
  Crossing crossing{{above.speed, 0, above.growing() > growing, "", ""},
                    above.modes[critical_mode(above)],
                    above.equilibrium};
  crossing.point.frequency = crossing.mode.frequency;
  crossing.point.body = crossing.mode.body;
  crossing.point.coordinate = crossing.mode.coordinate;
  low = std::move(above);
  return crossing;
}

// Numbers the oscillations of all speeds so that each keeps its number from speed to speed.
class Tracker {
 public:
  explicit Tracker(ReducedEquations& equations) : equations_(equations), weight_(inertia_weight(equations)) {}

  void begin(At& at) {
    at.roots.resize(at.modes.size());
    for (std::size_t i = 0; i < at.modes.size(); ++i)
      if (at.modes[i].frequency > least_frequency) at.roots[i] = count_++;
  }

  // Looks between two speeds where shapes change so much that the match is not clear.
  void follow(const At& before, At& after, int halvings = most_halvings) {
    const ModeMatch found = match(before.modes, after.modes, weight_);
    if (!found.clear && halvings > 0) {
      At middle = look(equations_, (before.speed + after.speed) / 2, before.equilibrium);
      follow(before, middle, halvings - 1);
      follow(middle, after, halvings - 1);
      return;
    }
    after.roots.assign(after.modes.size(), std::nullopt);
    for (std::size_t j = 0; j < after.modes.size(); ++j) {
      if (found.from[j])
        after.roots[j] = before.roots[*found.from[j]];
      else if (after.modes[j].frequency > least_frequency)
        after.roots[j] = count_++;
    }
  }

 private:
  static constexpr int most_halvings = 4;
  ReducedEquations& equations_;
  VectorXd weight_;
  std::size_t count_ = 0;
};

}  // namespace

LinearStability linear_stability(ReducedEquations& equations, const Settings& settings,
                                 const Progress& progress) {
  LinearStability result;
  Tracker tracker(equations);
  At last = look(equations, settings.from, VectorXd::Zero(static_cast<Eigen::Index>(equations.size())));
  tracker.begin(last);
  result.locus.push_back({last.speed, last.modes, last.roots});
  for (std::size_t i = 1; i < settings.speeds; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(settings.speeds - 1);
    if (progress && !progress(share, "root locus")) break;
    At next = look(equations, settings.from + share * (settings.to - settings.from), last.equilibrium);
    while (last.growing() != next.growing() && last.speed < next.speed) {
      At beyond = last;
      result.crossings.push_back(first_crossing(equations, beyond, next));
      tracker.follow(last, beyond);
      result.crossings.back().point.root = beyond.roots[critical_mode(beyond)];
      last = std::move(beyond);
    }
    tracker.follow(last, next);
    last = std::move(next);
    result.locus.push_back({last.speed, last.modes, last.roots});
  }
  return result;
}

}  // namespace flangeway::stability
