#include "flangeway/simulate/relax.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>
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

// A step of implicit Euler from x by Newton's method with the Jacobian at x, and a new one where that
// converges slowly. Nothing where it does not converge, or a wheelset leaves its rails.
std::optional<Eigen::VectorXd> implicit_step(ReducedEquations& equations, double speed, double duration,
                                             Eigen::MatrixXd jacobian, const Eigen::VectorXd& x) {
  constexpr int max_iterations = 12, max_renewals = 4;
  constexpr double exact = 1e-11, share = 1e-2;  // m, rad, m/s, rad/s; of the step
  const auto factored = [&] {
    Eigen::MatrixXd matrix = -jacobian;
    matrix.diagonal().array() += 1 / duration;
    return Eigen::PartialPivLU<Eigen::MatrixXd>(matrix);
  };
  Eigen::PartialPivLU<Eigen::MatrixXd> solver = factored();
  Eigen::VectorXd now = x, rate(x.size());
  double before = HUGE_VAL;
  int renewed = 0;
  for (int i = 0; i < max_iterations; ++i) {
    if (equations.derivative(speed, now.data(), rate.data()) != EvalStatus::ok) return std::nullopt;
    Eigen::VectorXd change = solver.solve(rate - (now - x) / duration);
    if (change.cwiseAbs().maxCoeff() > 0.3 * before) {
      if (renewed++ == max_renewals) return std::nullopt;
      jacobian = equations.jacobian(speed, now);
      solver = factored();
      change = solver.solve(rate - (now - x) / duration);
    }
    const double size = change.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) return std::nullopt;
    before = size;
    now += bounded_share(equations, change) * change;
    if (size < std::max(exact, share * (now - x).cwiseAbs().maxCoeff())) return now;
  }
  return std::nullopt;
}

// Steps of implicit Euler, the longer the easier they are. They do not leap over contacts that change within
// a step, and those longer than some tenths of a second damp hunting that grows in time.
std::optional<Eigen::VectorXd> by_long_steps(ReducedEquations& equations, double speed, Eigen::VectorXd x) {
  constexpr int max_iterations = 300;
  constexpr double first = 0.01, least = 1e-4, last = 1;  // s
  constexpr double shorten = 0.25, lengthen = 2;          // from one step to the next
  constexpr double small = 1e-9;                          // m, rad, m/s, rad/s
  double duration = first;
  Eigen::MatrixXd jacobian = equations.jacobian(speed, x);
  for (int i = 0; i < max_iterations && duration > least; ++i) {
    const std::optional<Eigen::VectorXd> next = implicit_step(equations, speed, duration, jacobian, x);
    if (!next) {
      duration *= shorten;
      continue;
    }
    const bool rests = duration > last && (*next - x).cwiseAbs().maxCoeff() < small;
    x = *next;
    if (rests) return x;
    duration *= lengthen;
    jacobian = equations.jacobian(speed, x);
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

// A rail cannot hold a wheel down, which a constraint can.
void check_rails(ReducedEquations& equations, double speed, const Eigen::VectorXd& x) {
  Eigen::VectorXd rate(x.size());
  if (equations.derivative(speed, x.data(), rate.data()) != EvalStatus::ok) return;
  const ReducedEquations::Pull pull = equations.largest_pull();
  if (!(pull.force > 0)) return;
  throw NumericalFailure(fmt::format(
      "No steady running was found at {:.6g} m/s: {} would have to be held down with {:.4g} kN, "
      "which a rail cannot. The wheel lifts off: choose a lower speed, a wider curve or more cant",
      speed, pull.wheel, pull.force / 1e3));
}

}  // namespace

bool balanced(ReducedEquations& equations, double speed, const Eigen::VectorXd& x) {
  constexpr double still = 1e-3;  // m/s, m/s²; a contact that was missed gives some 1000 m/s²
  if (wheelrail::constrained(*equations.model().contact.method)) return true;
  equations.look(wheelrail::Look::all);
  Eigen::VectorXd rate(x.size());
  return equations.derivative(speed, x.data(), rate.data()) == EvalStatus::ok &&
         rate.cwiseAbs().maxCoeff() < still;
}

Eigen::VectorXd steady_running(ReducedEquations& equations, double speed, const Eigen::VectorXd& x) {
  constexpr std::uint64_t most_steps = 40000;
  using Found = std::optional<Eigen::VectorXd>;
  const auto by_newton = [&]() -> Found { return equilibrium(equations, speed, x); };
  const auto in_time = [&]() -> Found { return relaxed(equations, speed, x, most_steps); };
  const auto checked = [&](const auto& method) {
    equations.look(wheelrail::Look::known);
    Found near = attempt(method);
    if (near && balanced(equations, speed, *near)) return near;
    equations.look(wheelrail::Look::all);
    return wheelrail::constrained(*equations.model().contact.method) ? Found() : attempt(method);
  };
  Found found = checked(by_newton);
  if (!found) found = checked(in_time);
  if (found) {
    check_rails(equations, speed, *found);
    return *found;
  }
  throw NumericalFailure(fmt::format(
      "No steady running was found at {:.6g} m/s: neither Newton's method nor steps in time end in "
      "one from the start of the case. A run shows whether the vehicle comes to rest there",
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

Eigen::VectorXd relaxed(ReducedEquations& equations, double speed, const Eigen::VectorXd& x,
                        std::uint64_t most_steps) {
  if (const auto found = attempt([&] { return by_long_steps(equations, speed, x); })) return *found;
  constexpr double interval = 2, longest = 200;  // s
  constexpr double still = 1e-6;                 // m, rad, m/s, rad/s over an interval
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
