#include "flangeway/stability/branch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "flangeway/math/types.hpp"
#include "flangeway/stability/flange.hpp"
#include "flangeway/stability/mesh.hpp"
#include "flangeway/stability/peaks.hpp"

namespace flangeway::stability {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using simulate::ReducedComponent;
using simulate::ReducedEquations;
using Kind = ReducedComponent::Kind;

// Indices of the wheelsets' lateral displacements in the reduced state.
std::vector<Index> lateral_places(const ReducedEquations& equations) {
  std::vector<Index> places;
  for (const wheelrail::Wheelset& wheelset : equations.model().contact.wheelsets) {
    for (std::size_t i = 0; i < equations.size(); ++i) {
      const ReducedComponent& c = equations.components()[i];
      if (c.kind == Kind::position && c.body == wheelset.body && c.coordinate == 1)
        places.push_back(static_cast<Index>(i));
    }
  }
  return places;
}

// The mode with 1 mm of the wheelset that moves most (1 mm or 1 mrad of whatever moves if none does).
Eigen::VectorXcd scaled_shape(const Crossing& from, const std::vector<Index>& lateral) {
  const Eigen::VectorXcd& shape = from.mode.shape;
  double largest = 0;
  for (const Index i : lateral) largest = std::max(largest, std::abs(shape(i)));
  if (largest < 1e-6 * shape.cwiseAbs().maxCoeff()) largest = shape.cwiseAbs().maxCoeff();
  return shape * (1e-3 / largest);
}

// Translations, rotations, their velocities, and auxiliary states are groups of one unit. What hardly moves
// in the mode has a twentieth of the scale of its group: it may move on large cycles.
VectorXd scale_of(const ReducedEquations& equations, const Eigen::VectorXcd& shape) {
  const auto group = [](const ReducedComponent& c) {
    return c.kind == Kind::auxiliary ? 4u
                                     : (c.kind == Kind::velocity ? 2u : 0u) + (c.coordinate >= 3 ? 1u : 0u);
  };
  std::array<double, 5> largest{};
  const auto& components = equations.components();
  for (std::size_t i = 0; i < components.size(); ++i) {
    double& of_group = largest[group(components[i])];
    of_group = std::max(of_group, std::abs(shape(static_cast<Index>(i))));
  }
  VectorXd scale(shape.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    const double floor = largest[group(components[i])] / 20;
    scale(static_cast<Index>(i)) = std::max({std::abs(shape(static_cast<Index>(i))), floor, 1e-9});
  }
  return scale;
}

Flow flow_of(ReducedEquations& equations, const Eigen::VectorXcd& shape, std::size_t& counted) {
  Flow flow;
  flow.rate = [&equations, &counted](const VectorXd& x, double speed, VectorXd& rate) {
    ++counted;
    return equations.derivative(speed, x.data(), rate.data()) == EvalStatus::ok && rate.allFinite();
  };
  flow.scale = scale_of(equations, shape);
  return flow;
}

class Follower {
 public:
  Follower(ReducedEquations& equations, const Crossing& from, const Settings& settings,
           const Progress& progress)
      : settings_(settings),
        progress_(progress),
        lateral_(lateral_places(equations)),
        shape_(scaled_shape(from, lateral_)),
        flow_(flow_of(equations, shape_, counted_)),
        flange_(equations, lateral_),
        at_(small_oscillation(from.equilibrium, shape_, 2 * pi * from.mode.frequency, from.point.speed,
                              static_cast<Index>(settings.intervals))) {}

  Branch follow() {
    double step = first_step;
    counted_ = 0;
    touches_ = flange_.touches(at_.orbit);
    while (branch_.end.empty()) {
      std::optional<OrbitAndDirection> next = next_orbit(flow_, at_, step);
      if (!next) {
        step /= 2;
        if (step < least_step)
          branch_.end = "no further cycle was found: Newton's method does not converge";
        else
          look_at_effort();
        continue;
      }
      refine(*next);
      LimitCycle cycle = cycle_of(next->orbit);
      if (!branch_.cycles.empty() && at_.direction.parameter * next->direction.parameter < 0)
        record_fold(step);
      record_flange(cycle.flange, next->orbit, step);
      at_ = *next;
      branch_.cycles.push_back(std::move(cycle));
      // The next step corrects it on the new intervals.
      if (mesh_unevenness(flow_, at_.orbit) > uneven)
        at_ = on_even_errors(flow_, at_, at_.orbit.widths.size());
      if (at_.orbit.iterations <= 3) step = std::min(step * 1.4, longest_step);
      if (at_.orbit.iterations >= 6) step /= 1.5;
      look_for_end();
      if (branch_.end.empty()) look_at_effort();
    }
    return std::move(branch_);
  }

 private:
  // In the scales of the flow: 1 is 1 mm of amplitude, or 1 m/s.
  static constexpr double first_step = 0.2, longest_step = 1, least_step = 1e-3;
  static constexpr double uneven = 3;  // largest error of an interval over their mean

  // More intervals, where the error is largest, until it is below the tolerance. Where no orbit is found on
  // them the last one stays.
  void refine(OrbitAndDirection& next) const {
    constexpr int rounds = 4;
    constexpr double max_growth = 2, order = 4;
    for (int i = 0; i < rounds; ++i) {
      const double excess = mesh_error(flow_, next.orbit) / settings_.tolerance;
      const Index count = next.orbit.widths.size(), most = static_cast<Index>(settings_.max_intervals);
      if (excess <= 1 || count >= most) return;
      const double growth = std::clamp(1.2 * std::pow(excess, 1 / order), 1.2, max_growth);
      const auto more = static_cast<Index>(std::ceil(growth * static_cast<double>(count)));
      const auto finer = corrected(flow_, on_even_errors(flow_, next, std::min(more, most)));
      if (!finer) return;
      next = *finer;
    }
  }

  [[nodiscard]] std::vector<double> amplitudes(const Orbit& orbit) const {
    std::vector<double> result;
    for (const Index place : lateral_) {
      const auto [highest, lowest] = peaks_of(orbit, place);
      result.push_back((highest.value - lowest.value) / 2);
    }
    return result;
  }

  [[nodiscard]] LimitCycle cycle_of(const Orbit& orbit) {
    return {orbit.parameter,
            1 / orbit.period,
            amplitudes(orbit),
            flange_.touches(orbit),
            orbit.stable(),
            orbit.multipliers.size() == 0 ? 0 : orbit.multipliers.cwiseAbs().maxCoeff(),
            static_cast<std::size_t>(orbit.widths.size()),
            mesh_error(flow_, orbit)};
  }

  // Records the fold, where the speed is stationary along the branch, by bisection of the step.
  void record_fold(double step) {
    constexpr int rounds = 20;
    double low = 0, high = step;
    std::optional<OrbitAndDirection> found;
    for (int i = 0; i < rounds; ++i) {
      const std::optional<OrbitAndDirection> middle = next_orbit(flow_, at_, (low + high) / 2);
      if (!middle) return;
      (middle->direction.parameter * at_.direction.parameter > 0 ? low : high) = (low + high) / 2;
      found = middle;
    }
    branch_.folds.push_back({found->orbit.parameter, amplitudes(found->orbit)});
    branch_.cycles.push_back(cycle_of(found->orbit));
  }

  // The wheelsets that touch with their flanges in one of two cycles, and where this begins or ends.
  void record_flange(const std::vector<bool>& touch, const Orbit& next, double step) {
    for (std::size_t w = 0; w < touch.size(); ++w) {
      if (touch[w] == touches_[w]) continue;
      if (const auto at = change_of_flange(next, step, w, touch[w]))
        branch_.flange_limits.push_back(
            {w, touch[w], at->orbit.parameter, 1 / at->orbit.period, amplitudes(at->orbit)});
    }
    touches_ = touch;
  }

  // By false position: the states that are linear between two cycles say where to look for the next one.
  std::optional<OrbitAndDirection> change_of_flange(const Orbit& next, double step, std::size_t wheelset,
                                                    bool begins) {
    constexpr int rounds = 4;  // each one takes the error to its square, or nearly so
    Orbit before = at_.orbit, after = next;
    double low = 0, high = step;
    std::optional<OrbitAndDirection> found;
    for (int i = 0; i < rounds; ++i) {
      const double at = low + (high - low) * flange_.share_of_change(before, after, wheelset);
      const std::optional<OrbitAndDirection> between = next_orbit(flow_, at_, at);
      if (!between) break;
      const bool changed = flange_.touches(between->orbit)[wheelset] == begins;
      (changed ? high : low) = at;
      (changed ? after : before) = between->orbit;
      found = between;
    }
    return found;
  }

  void look_for_end() {
    const LimitCycle& last = branch_.cycles.back();
    const double amplitude = *std::max_element(last.amplitude.begin(), last.amplitude.end());
    if (last.speed > settings_.to || last.speed < settings_.from)
      end_completely("the branch leaves the range of speeds");
    else if (amplitude > settings_.max_amplitude)
      branch_.end = fmt::format("the amplitude exceeds {:.3g} mm", settings_.max_amplitude * 1e3);
    else if (branch_.cycles.size() >= settings_.max_orbits)
      branch_.end = fmt::format("{} cycles have been found", settings_.max_orbits);
    else if (branch_.cycles.size() > 3 && amplitude < 2e-5)
      end_completely("the branch ends at a Hopf point");
  }

  void end_completely(const char* why) {
    branch_.end = why;
    branch_.complete = true;
  }

  // A count of evaluations ends at the same cycle on every machine, which a time would not.
  void look_at_effort() {
    if (counted_ < settings_.max_evaluations) {
      if (progress_ &&
          !progress_(static_cast<double>(counted_) / static_cast<double>(settings_.max_evaluations),
                     fmt::format("limit cycles, {} found", branch_.cycles.size())))
        branch_.end = "stopped";
      return;
    }
    branch_.end = fmt::format("{:.3g} evaluations were spent. --evaluations allows more",
                              static_cast<double>(counted_));
  }

  const Settings& settings_;
  const Progress& progress_;
  std::vector<Index> lateral_;
  Eigen::VectorXcd shape_;
  std::size_t counted_ = 0;  // evaluations of the equations of motion
  Flow flow_;
  FlangeWatch flange_;
  OrbitAndDirection at_;
  std::vector<bool> touches_;  // of each wheelset, in the last cycle
  Branch branch_;
};

}  // namespace

Branch follow_branch(ReducedEquations& equations, const Crossing& from, const Settings& settings,
                     const Progress& progress) {
  return Follower(equations, from, settings, progress).follow();
}

}  // namespace flangeway::stability
