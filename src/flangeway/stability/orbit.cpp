#include "flangeway/stability/orbit.hpp"

#include <Eigen/LU>
#include <array>
#include <cmath>

#include "flangeway/math/dense.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/stability/gauss.hpp"

namespace flangeway::stability {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index m = stages_per_interval;

// The answer of the unknowns of an interval to a change of its first state, of the period and of the
// parameter, and what is left to correct. Columns: n states, period, parameter, the rest.
struct Interval {
  MatrixXd stages;  // m n rows
  MatrixXd end;     // n rows
};

// One step of Newton's method at an orbit: docs/theory/stability.md (3)–(6).
class Newton {
 public:
  Newton(const Flow& flow, Orbit& orbit) : flow_(flow), orbit_(orbit), n_(orbit.nodes.rows()) {}

  // All intervals, and how the states at their beginnings follow from the first one.
  bool linearise() {
    const Index count = orbit_.nodes.cols();
    intervals_.resize(static_cast<std::size_t>(count));
    starts_.assign(1, MatrixXd::Zero(n_, n_ + 3));
    starts_[0].leftCols(n_).setIdentity();
    for (Index i = 0; i < count; ++i) {
      if (!linearise_interval(i)) return false;
      const MatrixXd& end = intervals_[static_cast<std::size_t>(i)].end;
      MatrixXd next = end.leftCols(n_) * starts_.back();
      next.rightCols(3) += end.rightCols(3);
      next.col(n_ + 2) -= orbit_.nodes.col((i + 1) % count);
      starts_.push_back(std::move(next));
    }
    return starts_.back().allFinite();
  }

  // Periodic, with the phase of the first state fixed, and one equation more: row · (states, period,
  // parameter) = value. Gives the change of the first state, the period and the parameter.
  [[nodiscard]] VectorXd solve(const VectorXd& row, double value, bool with_rest) const {
    MatrixXd matrix(n_ + 2, n_ + 2);
    matrix.topLeftCorner(n_, n_) = starts_.back().leftCols(n_) - MatrixXd::Identity(n_, n_);
    matrix.topRightCorner(n_, 2) = starts_.back().middleCols(n_, 2);
    matrix.row(n_).setZero();
    matrix.row(n_).head(n_) = phase_.transpose();
    matrix.row(n_ + 1) = row.transpose();
    VectorXd right = VectorXd::Zero(n_ + 2);
    if (with_rest) right.head(n_) = -starts_.back().col(n_ + 2);
    right(n_ + 1) = value;
    // Rows and columns in the scales of the flow, so that the pivots mean something.
    VectorXd columns(n_ + 2);
    columns << flow_.scale, orbit_.period, flow_.parameter_scale;
    for (Index i = 0; i < n_; ++i) {
      matrix.row(i) /= flow_.scale(i);
      right(i) /= flow_.scale(i);
    }
    const MatrixXd scaled = matrix * columns.asDiagonal();
    return columns.asDiagonal() * scaled.fullPivLu().solve(right);
  }

  // The same change in all unknowns. With the rest: as far as it corrects.
  [[nodiscard]] Direction spread(const VectorXd& change, double rest) const {
    Direction result{change(n_ + 1), change(n_), MatrixXd(n_, orbit_.nodes.cols()),
                     MatrixXd(n_, orbit_.stages.cols())};
    VectorXd all(n_ + 3);
    all << change, rest;
    for (Index i = 0; i < orbit_.nodes.cols(); ++i) {
      result.nodes.col(i) = starts_[static_cast<std::size_t>(i)] * all;
      VectorXd local = all;
      local.head(n_) = result.nodes.col(i);
      const VectorXd stages = intervals_[static_cast<std::size_t>(i)].stages * local;
      for (Index j = 0; j < m; ++j) result.stages.col(m * i + j) = stages.segment(n_ * j, n_);
    }
    return result;
  }

  [[nodiscard]] MatrixXd monodromy() const { return starts_.back().leftCols(n_); }
  void fix_phase(const VectorXd& phase) { phase_ = phase; }

 private:
  bool evaluate_stage(Index stage, std::size_t j) {
    const VectorXd x = orbit_.stages.col(stage);
    if (!flow_.rate(x, orbit_.parameter, rates_[j])) return false;
    constexpr double relative = 1e-4;  // of the scale: far above rounding, far below the kinks
    jacobians_[j].resize(n_, n_);
    VectorXd moved = x, rate(n_);
    for (Index k = 0; k < n_; ++k) {
      const double step = relative * flow_.scale(k);
      moved(k) = x(k) + step;
      if (!flow_.rate(moved, orbit_.parameter, rate)) return false;
      jacobians_[j].col(k) = (rate - rates_[j]) / step;
      moved(k) = x(k);
    }
    const double step = relative * flow_.parameter_scale;
    if (!flow_.rate(x, orbit_.parameter + step, rate)) return false;
    by_parameter_[j] = (rate - rates_[j]) / step;
    return true;
  }

  bool linearise_interval(Index i) {
    const Gauss& method = gauss();
    const double share = orbit_.widths(i), h = orbit_.period * share;
    for (Index j = 0; j < m; ++j)
      if (!evaluate_stage(m * i + j, static_cast<std::size_t>(j))) return false;
    MatrixXd matrix = MatrixXd::Identity(m * n_, m * n_), right = MatrixXd::Zero(m * n_, n_ + 3);
    for (Index j = 0; j < m; ++j) {
      auto block = right.middleRows(n_ * j, n_);
      block.leftCols(n_).setIdentity();
      block.col(n_ + 2) = orbit_.nodes.col(i) - orbit_.stages.col(m * i + j);
      for (Index k = 0; k < m; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const double a = method.a[static_cast<std::size_t>(j)][at];
        matrix.block(n_ * j, n_ * k, n_, n_) -= h * a * jacobians_[at];
        block.col(n_) += share * a * rates_[at];
        block.col(n_ + 1) += h * a * by_parameter_[at];
        block.col(n_ + 2) += h * a * rates_[at];
      }
    }
    Interval& interval = intervals_[static_cast<std::size_t>(i)];
    interval.stages = matrix.partialPivLu().solve(right);
    interval.end = MatrixXd::Zero(n_, n_ + 3);
    interval.end.leftCols(n_).setIdentity();
    interval.end.col(n_ + 2) = orbit_.nodes.col(i);
    for (Index k = 0; k < m; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const double b = method.b[at];
      interval.end += h * b * jacobians_[at] * interval.stages.middleRows(n_ * k, n_);
      interval.end.col(n_) += share * b * rates_[at];
      interval.end.col(n_ + 1) += h * b * by_parameter_[at];
      interval.end.col(n_ + 2) += h * b * rates_[at];
    }
    return true;
  }

  const Flow& flow_;
  Orbit& orbit_;
  Index n_;
  VectorXd phase_;
  std::array<VectorXd, m> rates_ = {VectorXd(n_), VectorXd(n_), VectorXd(n_)}, by_parameter_;
  std::array<MatrixXd, m> jacobians_;
  std::vector<Interval> intervals_;
  std::vector<MatrixXd>
      starts_;  // columns as in Interval: of the states at the nodes, the first and the last
};

void add(const Direction& direction, double factor, Orbit& orbit) {
  orbit.parameter += factor * direction.parameter;
  orbit.period += factor * direction.period;
  orbit.nodes += factor * direction.nodes;
  orbit.stages += factor * direction.stages;
}

// Length of a change of the unknowns that solve() returns.
double length(const Flow& flow, const VectorXd& change) {
  const Index n = flow.scale.size();
  const double states = change.head(n).cwiseQuotient(flow.scale).squaredNorm() / static_cast<double>(n);
  const double parameter = change(n + 1) / flow.parameter_scale;
  return std::sqrt(states + parameter * parameter);
}

// How far the states of a node go at most, so that an orbit is not taken for one while a part of it still
// moves.
double farthest(const Flow& flow, const Direction& change) {
  const MatrixXd states = flow.scale.cwiseInverse().asDiagonal() * change.nodes;
  return states.colwise().norm().maxCoeff() / std::sqrt(static_cast<double>(states.rows()));
}

// row · change is the part of a change along the direction.
VectorXd row_along(const Flow& flow, const Direction& direction) {
  const Index n = flow.scale.size();
  VectorXd row(n + 2);
  row << direction.nodes.col(0).cwiseQuotient(flow.scale.cwiseAbs2()) / static_cast<double>(n), 0,
      direction.parameter / (flow.parameter_scale * flow.parameter_scale);
  return row;
}

VectorXd unknowns(const Direction& direction) {
  VectorXd all(direction.nodes.rows() + 2);
  all << direction.nodes.col(0), direction.period, direction.parameter;
  return all;
}

// All multipliers but the one nearest to 1.
Eigen::VectorXcd multipliers_of(const MatrixXd& monodromy) {
  Eigen::VectorXcd values = math::eigenpairs(monodromy).values;
  Index trivial = 0;
  for (Index i = 1; i < values.size(); ++i)
    if (std::abs(values(i) - 1.0) < std::abs(values(trivial) - 1.0)) trivial = i;
  Eigen::VectorXcd rest(values.size() - 1);
  rest << values.head(trivial), values.tail(values.size() - trivial - 1);
  return rest;
}

// Newton's method from `guess`, with row · change = 0 in each step. `before` is where the phase comes from.
std::optional<OrbitAndDirection> correct(const Flow& flow, Orbit guess, const Direction& before,
                                         const VectorXd& row) {
  constexpr int max_iterations = 12;
  constexpr double small = 1e-7;  // in the scales of the flow; the step after it is far smaller
  const Index n = guess.nodes.rows();
  VectorXd rate(n);
  if (!flow.rate(guess.nodes.col(0), guess.parameter, rate)) return std::nullopt;
  Newton newton(flow, guess);
  newton.fix_phase(rate.cwiseQuotient(flow.scale.cwiseAbs2()) /
                   std::max(rate.cwiseQuotient(flow.scale).norm(), 1e-300));
  double before_this = 1e300;
  for (guess.iterations = 1; guess.iterations <= max_iterations; ++guess.iterations) {
    if (!newton.linearise()) return std::nullopt;
    const VectorXd change = newton.solve(row, 0, true);
    const Direction correction = newton.spread(change, 1);
    const double size = std::max(length(flow, change), farthest(flow, correction));
    if (!(size < 1e3) || (guess.iterations > 4 && size > before_this)) return std::nullopt;
    before_this = size;
    add(correction, 1, guess);
    if (!(guess.period > 0)) return std::nullopt;
    if (size < small) break;
  }
  if (guess.iterations > max_iterations) return std::nullopt;
  VectorXd ahead = newton.solve(row_along(flow, before), 1, false);
  ahead /= length(flow, ahead);
  if (row_along(flow, before).dot(ahead) < 0) ahead = -ahead;
  guess.multipliers = multipliers_of(newton.monodromy());
  return OrbitAndDirection{guess, newton.spread(ahead, 0)};
}

}  // namespace

bool Orbit::stable() const {
  return multipliers.size() == 0 || multipliers.cwiseAbs().maxCoeff() < 1;
}

OrbitAndDirection small_oscillation(const VectorXd& equilibrium, const Eigen::VectorXcd& vector,
                                    double angular_frequency, double parameter, Index intervals) {
  const Index n = equilibrium.size();
  Orbit orbit{parameter,
              2 * pi / angular_frequency,
              equilibrium.replicate(1, intervals),
              equilibrium.replicate(1, m * intervals),
              VectorXd::Constant(intervals, 1 / static_cast<double>(intervals)),
              {},
              0};
  Direction direction{0, 0, MatrixXd(n, intervals), MatrixXd(n, m * intervals)};
  // Eigenvectors have any phase; with this one the orbits do not depend on the machine's linear algebra.
  Index largest = 0;
  vector.cwiseAbs().maxCoeff(&largest);
  const std::complex<double> begin =
      std::complex<double>(0, 1) * std::conj(vector(largest)) / std::abs(vector(largest));
  const auto shape = [&](double turns) {
    return VectorXd((vector * begin * std::polar(1.0, 2 * pi * turns)).real());
  };
  for (Index i = 0; i < intervals; ++i) {
    const auto at = static_cast<double>(i), count = static_cast<double>(intervals);
    direction.nodes.col(i) = shape(at / count);
    for (Index j = 0; j < m; ++j)
      direction.stages.col(m * i + j) = shape((at + gauss().c[static_cast<std::size_t>(j)]) / count);
  }
  return {std::move(orbit), std::move(direction)};
}

std::optional<OrbitAndDirection> next_orbit(const Flow& flow, const OrbitAndDirection& from, double step) {
  Orbit guess = from.orbit;
  add(from.direction, step / length(flow, unknowns(from.direction)), guess);
  auto next = correct(flow, std::move(guess), from.direction, row_along(flow, from.direction));
  if (!next) return std::nullopt;
  // An orbit that lies this far off belongs to another branch, or is none: 30 mm or 30 m/s in scales of a
  // vehicle.
  constexpr double max_orbit = 30;
  const Direction way{
      next->orbit.parameter - from.orbit.parameter, 0, next->orbit.nodes - from.orbit.nodes, {}};
  if (std::max(std::abs(way.parameter) / flow.parameter_scale, farthest(flow, way)) > max_orbit)
    return std::nullopt;
  return next;
}

std::optional<OrbitAndDirection> corrected(const Flow& flow, const OrbitAndDirection& near) {
  return correct(flow, near.orbit, near.direction, row_along(flow, near.direction));
}

std::optional<OrbitAndDirection> orbit_at(const Flow& flow, const OrbitAndDirection& near, double parameter) {
  Orbit guess = near.orbit;
  if (near.direction.parameter != 0)
    add(near.direction, (parameter - guess.parameter) / near.direction.parameter, guess);
  guess.parameter = parameter;
  const Index n = near.orbit.nodes.rows();
  return correct(flow, std::move(guess), near.direction, VectorXd::Unit(n + 2, n + 1));
}

}  // namespace flangeway::stability
