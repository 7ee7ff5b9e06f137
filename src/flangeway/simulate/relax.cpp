#include "flangeway/simulate/relax.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "flangeway/integrate/bdf.hpp"
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

}  // namespace

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
