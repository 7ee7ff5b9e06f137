#include "flangeway/stability/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/relax.hpp"
#include "flangeway/stability/mode_tracking.hpp"

namespace flangeway::stability {
namespace {

using Eigen::VectorXd;
using simulate::Mode;
using simulate::ReducedEquations;

// 1/s. Real roots below it belong to motions that nothing holds back, and to rounding.
constexpr double min_real_growth = 1e-3;

bool is_oscillation(const Mode& mode) {
  return mode.frequency > min_mode_frequency;
}

bool grows_oscillating(const Mode& mode) {
  return mode.eigenvalue.real() > 0 && is_oscillation(mode);
}

bool diverges(const Mode& mode) {
  return mode.eigenvalue.real() > min_real_growth && !is_oscillation(mode);
}

using Roots = std::vector<std::optional<std::size_t>>;

// Numbers of roots with a positive real part.
struct Growing {
  long oscillations = 0, real = 0;
  friend bool operator==(const Growing&, const Growing&) = default;
  // A pair of real roots that meets becomes an oscillation: nothing begins to grow there.
  [[nodiscard]] long dimension() const { return 2 * oscillations + real; }
};

struct At {
  double speed;
  VectorXd equilibrium;
  std::vector<Mode> modes;
  Roots roots = {};
  [[nodiscard]] Growing growing() const {
    return {std::count_if(modes.begin(), modes.end(), grows_oscillating),
            std::count_if(modes.begin(), modes.end(), diverges)};
  }
};

At look(ReducedEquations& equations, double speed, const VectorXd& near) {
  At at{speed, simulate::steady_running(equations, speed, near), {}};
  at.modes = simulate::modes(equations, speed, at.equilibrium);
  return at;
}

// The place of the oscillation, or of the real root, nearest to the imaginary axis.
std::size_t critical_mode(const At& at, bool oscillation) {
  const auto distance = [&](const Mode& mode) {
    const bool neutral = !is_oscillation(mode) && std::abs(mode.eigenvalue.real()) < min_real_growth / 2;
    return is_oscillation(mode) == oscillation && !neutral ? std::abs(mode.eigenvalue.real()) : HUGE_VAL;
  };
  const auto nearest = std::min_element(at.modes.begin(), at.modes.end(), [&](const Mode& a, const Mode& b) {
    return distance(a) < distance(b);
  });
  return static_cast<std::size_t>(nearest - at.modes.begin());
}

// By bisection between two speeds with unlike numbers of growing roots: the speed just beyond the first
// change.
At first_change(ReducedEquations& equations, const At& low, const At& high) {
  constexpr double tolerance = 1e-10;
  const Growing growing = low.growing();
  At below = low, above = high;
  while (above.speed - below.speed > tolerance * high.speed) {
    At middle = look(equations, (below.speed + above.speed) / 2, below.equilibrium);
    if (middle.speed <= below.speed || middle.speed >= above.speed) break;
    (middle.growing() == growing ? below : above) = std::move(middle);
  }
  return above;
}

Crossing hopf_crossing(const At& at, bool unstable_above) {
  const std::size_t place = critical_mode(at, true);
  const Mode& mode = at.modes[place];
  return {{at.speed, mode.frequency, unstable_above, mode.body, mode.coordinate, at.roots[place]},
          mode,
          at.equilibrium};
}

GrowingRoot growing_root(const ReducedEquations& equations, const At& at, std::size_t place, bool at_start) {
  const Mode& mode = at.modes[place];
  GrowingRoot root{at.speed, at_start, is_oscillation(mode), mode.eigenvalue, mode.body, mode.coordinate, {}};
  double largest = 0;
  std::size_t reference = 0;
  const auto moves = [&](std::size_t i) {
    return equations.components()[i].kind == simulate::ReducedComponent::Kind::position;
  };
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const double size = std::abs(mode.shape(static_cast<Eigen::Index>(i)));
    if (moves(i) && size > largest) largest = size, reference = i;
  }
  if (largest == 0) return root;
  const std::complex<double> unit = mode.shape(static_cast<Eigen::Index>(reference));
  for (std::size_t i = 0; i < equations.size(); ++i) {
    if (!moves(i)) continue;
    root.shape.push_back({equations.components()[i].name(equations.model().vehicle.bodies),
                          mode.shape(static_cast<Eigen::Index>(i)) / unit});
  }
  return root;
}

// Numbers the oscillations of all speeds so that each keeps its number from speed to speed.
class Tracker {
 public:
  explicit Tracker(ReducedEquations& equations) : equations_(equations), weight_(inertia_weight(equations)) {}

  void begin(At& at) {
    at.roots.resize(at.modes.size());
    for (std::size_t i = 0; i < at.modes.size(); ++i)
      if (at.modes[i].frequency > min_mode_frequency) at.roots[i] = count_++;
  }

  // Looks between two speeds where shapes change so much that the match is not clear.
  void follow(const At& before, At& after, int halvings = max_halvings) {
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
      else if (after.modes[j].frequency > min_mode_frequency)
        after.roots[j] = count_++;
    }
  }

 private:
  static constexpr int max_halvings = 4;
  ReducedEquations& equations_;
  VectorXd weight_;
  std::size_t count_ = 0;
};

class Locus {
 public:
  Locus(ReducedEquations& equations, const Settings& settings, const Progress& progress)
      : equations_(equations), settings_(settings), progress_(progress), tracker_(equations) {}

  LinearStability follow() {
    try {
      At last =
          look(equations_, settings_.from, VectorXd::Zero(static_cast<Eigen::Index>(equations_.size())));
      tracker_.begin(last);
      add_growing_at_start(last);
      add(last);
      for (std::size_t i = 1; i < settings_.speeds; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(settings_.speeds - 1);
        if (progress_ && !progress_(share, "root locus")) {
          result_.failure = fmt::format("stopped at {:.6g} m/s", last.speed);
          break;
        }
        advance(last, settings_.from + share * (settings_.to - settings_.from));
      }
    } catch (const NumericalFailure& failure) {
      result_.failure = failure.what();
    }
    return std::move(result_);
  }

 private:
  void add(const At& at) { result_.locus.push_back({at.speed, at.modes, at.roots}); }

  void add_growing_at_start(const At& at) {
    for (std::size_t i = 0; i < at.modes.size(); ++i)
      if (grows_oscillating(at.modes[i]) || diverges(at.modes[i]))
        result_.growing.push_back(growing_root(equations_, at, i, true));
  }

  void advance(At& last, double speed) {
    At next = look(equations_, speed, last.equilibrium);
    while (last.growing() != next.growing() && last.speed < next.speed) {
      At beyond = first_change(equations_, last, next);
      tracker_.follow(last, beyond);
      add_change(last.growing(), beyond);
      last = std::move(beyond);
    }
    tracker_.follow(last, next);
    last = std::move(next);
    add(last);
  }

  void add_change(const Growing& before, const At& at) {
    const Growing after = at.growing();
    if (before.dimension() == after.dimension()) return;
    const bool more = after.dimension() > before.dimension();
    const bool oscillation = before.oscillations != after.oscillations;
    if (oscillation) result_.crossings.push_back(hopf_crossing(at, more));
    if (more) result_.growing.push_back(growing_root(equations_, at, critical_mode(at, oscillation), false));
  }

  ReducedEquations& equations_;
  const Settings& settings_;
  const Progress& progress_;
  Tracker tracker_;
  LinearStability result_;
};

}  // namespace

LinearStability linear_stability(ReducedEquations& equations, const Settings& settings,
                                 const Progress& progress) {
  return Locus(equations, settings, progress).follow();
}

}  // namespace flangeway::stability
