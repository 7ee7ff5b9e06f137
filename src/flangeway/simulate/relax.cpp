#include "flangeway/simulate/relax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "flangeway/integrate/bdf.hpp"
#include "flangeway/math/dense.hpp"
#include "flangeway/simulate/linearise.hpp"

namespace flangeway::simulate {
namespace {

struct Motion {
  ReducedEquations& equations;
  double speed;  // m/s
};

EvalStatus rate_of(void* user, double /*t*/, const double* x, double* rate) {
  Motion& motion = *static_cast<Motion*>(user);
  return motion.equations.derivative(motion.speed, x, rate);
}

struct LoadedMotion {
  ReducedEquations& equations;
  double speed;  // m/s
  const ReducedRun& run;
};

EvalStatus loaded_rate_of(void* user, double t, const double* x, double* rate) {
  LoadedMotion& motion = *static_cast<LoadedMotion*>(user);
  motion.run.load(t);
  return motion.equations.derivative(motion.speed, x, rate);
}

// Steps of implicit Euler, the longer the smaller the rates, until they are those of Newton's method: pseudo-
// transient continuation [KelleyKeyes1998, section 1]. They do not leap over contacts that change within a
// step, and those longer than some tenths of a second damp hunting that grows in time.
std::optional<Eigen::VectorXd> by_long_steps(ReducedEquations& equations, double speed, double first,
                                             Eigen::VectorXd x) {
  constexpr int most = 150;
  constexpr double last = 1;                     // s
  constexpr double shorten = 0.5, lengthen = 2;  // from one step to the next
  constexpr double small = 1e-9;                 // m, rad, m/s, rad/s
  double duration = first, before = 0;
  Eigen::VectorXd rate(x.size());
  for (int i = 0; i < most; ++i) {
    if (equations.derivative(speed, x.data(), rate.data()) != EvalStatus::ok) break;
    const double size = rate.norm();
    if (i > 0) duration *= size > 0 ? std::clamp(before / size, shorten, lengthen) : lengthen;
    before = size;
    Eigen::MatrixXd matrix = -equations.jacobian(speed, x);
    matrix.diagonal().array() += 1 / duration;
    const Eigen::VectorXd step = math::least_squares(matrix, rate);
    if (!step.allFinite()) break;
    x += bounded_share(equations, step) * step;
    if (step.cwiseAbs().maxCoeff() < small && duration > last) return x;
  }
  return std::nullopt;
}

// Nothing where the method finds nothing, or a wheelset leaves its rails on the way.
template <typename Method>
std::optional<Eigen::VectorXd> attempt(const Method& method) {
  try {
    return method();
  } catch (const NumericalFailure&) {
    return std::nullopt;
  }
}

}  // namespace

Eigen::VectorXd steady_running(ReducedEquations& equations, double speed, const Eigen::VectorXd& x) {
  using Found = std::optional<Eigen::VectorXd>;
  Found found = attempt([&]() -> Found { return equilibrium(equations, speed, x); });
  for (const double first : {0.1, 0.02})  // s; where one way passes by the root, another seldom does
    if (!found) found = attempt([&] { return by_long_steps(equations, speed, first, x); });
  if (found) return *found;
  throw NumericalFailure(fmt::format(
      "No steady running was found at {:.6g} m/s: neither Newton's method nor steps in time of "
      "growing length end in one from the start of the case. A run shows whether the vehicle comes to "
      "rest there",
      speed));
}

void run_reduced(ReducedEquations& equations, double speed, const Eigen::VectorXd& x, const ReducedRun& run) {
  LoadedMotion motion{equations, speed, run};
  const integrate::Problem problem{.size = equations.size(), .user = &motion, .derivative = &loaded_rate_of};
  integrate::Bdf bdf({.relative = 1e-5, .absolute = 1e-7, .max_order = 2});
  bdf.init(problem, 0, x.data());
  std::vector<double> rate(equations.size());
  constexpr std::uint64_t most_steps = 1000000;
  const auto intervals = static_cast<long>(std::ceil(run.duration / run.interval));
  for (long i = 0; i <= intervals; ++i) {
    const double end = static_cast<double>(i) * run.interval;
    bdf.set_stop_time(end);
    while (bdf.time() < end && bdf.step() == EvalStatus::ok) {
      if (bdf.counts().steps > most_steps)
        throw NumericalFailure(fmt::format("The run needs too short steps after {:.3g} s", bdf.time()));
    }
    if (bdf.time() < end || loaded_rate_of(&motion, end, bdf.state(), rate.data()) != EvalStatus::ok)
      throw NumericalFailure(fmt::format("A wheelset leaves its rails after {:.3g} s", bdf.time()));
    run.evaluated(end);
  }
}

Eigen::VectorXd relaxed(ReducedEquations& equations, double speed, const Eigen::VectorXd& x) {
  constexpr double interval = 2, longest = 200;  // s
  constexpr double still = 1e-6;                 // m, rad, m/s, rad/s over an interval
  constexpr std::uint64_t most_steps = 5000;
  const auto n = static_cast<Eigen::Index>(equations.size());
  Motion motion{equations, speed};
  const integrate::Problem problem{.size = equations.size(), .user = &motion, .derivative = &rate_of};
  integrate::Bdf bdf({.relative = 1e-4, .absolute = 1e-7, .max_order = 2});
  bdf.init(problem, 0, x.data());
  Eigen::VectorXd before = x;
  for (double end = interval; end <= longest && bdf.counts().steps < most_steps; end += interval) {
    bdf.set_stop_time(end);
    while (bdf.time() < end && bdf.counts().steps < most_steps) {
      if (bdf.step() != EvalStatus::ok)
        throw NumericalFailure(
            fmt::format("A wheelset leaves its rails {:.3g} s after the change", bdf.time()));
    }
    const Eigen::VectorXd now = Eigen::Map<const Eigen::VectorXd>(bdf.state(), n);
    if ((now - before).cwiseAbs().maxCoeff() < still) return equilibrium(equations, speed, now);
    before = now;
  }
  throw NumericalFailure(
      fmt::format("The vehicle has not come to rest {:.3g} s after the change", bdf.time()));
}

}  // namespace flangeway::simulate
