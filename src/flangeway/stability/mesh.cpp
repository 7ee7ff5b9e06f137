#include "flangeway/stability/mesh.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/stability/gauss.hpp"

namespace flangeway::stability {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector4d;
using Eigen::VectorXd;

constexpr Index stages_each = stages_per_interval;

// Places of the four known values within an interval: its beginning and the stages.
std::array<double, 4> places() {
  const Gauss& method = gauss();
  return {0, method.c[0], method.c[1], method.c[2]};
}

// Lagrange's polynomials of these places at a share of the interval.
Vector4d weights_at(double share) {
  const std::array<double, 4> at = places();
  Vector4d weights = Vector4d::Ones();
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = 0; j < at.size(); ++j)
      if (j != i) weights(static_cast<Index>(i)) *= (share - at[j]) / (at[i] - at[j]);
  return weights;
}

// Six times the divided difference of the four places: the third derivative over the share of an interval.
Vector4d third_derivative() {
  const std::array<double, 4> at = places();
  Vector4d weights = Vector4d::Constant(6);
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = 0; j < at.size(); ++j)
      if (j != i) weights(static_cast<Index>(i)) /= at[i] - at[j];
  return weights;
}

VectorXd combined(const MatrixXd& nodes, const MatrixXd& stages, Index interval, const Vector4d& weights) {
  return nodes.col(interval) * weights(0) +
         stages.middleCols(stages_each * interval, stages_each) * weights.tail<3>();
}

// Values at any share of the period.
class Interpolation {
 public:
  Interpolation(const MatrixXd& nodes, const MatrixXd& stages, const VectorXd& widths)
      : nodes_(nodes), stages_(stages), widths_(widths) {}

  // Times must not fall from call to call.
  [[nodiscard]] VectorXd at(double time) {
    while (interval_ + 1 < widths_.size() && time >= begin_ + widths_(interval_))
      begin_ += widths_(interval_++);
    return combined(nodes_, stages_, interval_, weights_at((time - begin_) / widths_(interval_)));
  }

 private:
  const MatrixXd& nodes_;
  const MatrixXd& stages_;
  const VectorXd& widths_;
  Index interval_ = 0;
  double begin_ = 0;
};

void move(const VectorXd& from, const VectorXd& to, MatrixXd& nodes, MatrixXd& stages) {
  const MatrixXd old_nodes = nodes, old_stages = stages;
  Interpolation values(old_nodes, old_stages, from);
  nodes.resize(old_nodes.rows(), to.size());
  stages.resize(old_nodes.rows(), stages_each * to.size());
  double begin = 0;
  for (Index i = 0; i < to.size(); ++i) {
    nodes.col(i) = values.at(begin);
    for (Index j = 0; j < stages_each; ++j)
      stages.col(stages_each * i + j) = values.at(begin + to(i) * gauss().c[static_cast<std::size_t>(j)]);
    begin += to(i);
  }
}

// Density of intervals over time that gives all of them the same error, one value for each interval, and the
// estimated error of each. [docs/theory/stability.md, eq. 7 and 8]
struct MeshMeasure {
  VectorXd density, error;
};

MeshMeasure measure(const Flow& flow, const Orbit& orbit) {
  const Index count = orbit.widths.size();
  const Vector4d weights = third_derivative();
  MatrixXd third(orbit.nodes.rows(), count);
  for (Index i = 0; i < count; ++i)
    third.col(i) = combined(orbit.nodes, orbit.stages, i, weights).cwiseQuotient(flow.scale) /
                   std::pow(orbit.widths(i), 3);
  VectorXd fourth(count);  // at the beginning of each interval
  for (Index i = 0; i < count; ++i) {
    const Index before = (i + count - 1) % count;
    const double apart = (orbit.widths(i) + orbit.widths(before)) / 2;
    fourth(i) =
        (third.col(i) - third.col(before)).norm() / (apart * std::sqrt(static_cast<double>(third.rows())));
  }
  MeshMeasure result{VectorXd(count), VectorXd(count)};
  for (Index i = 0; i < count; ++i) {
    const double here = std::max(fourth(i), fourth((i + 1) % count));
    result.density(i) = std::pow(here, 0.25);
    result.error(i) = here * std::pow(orbit.widths(i), 4) / 1920;
  }
  return result;
}

// Widths, shares of the period, of as many intervals with equal parts of the integral of the density.
VectorXd equidistributed(const VectorXd& widths, const VectorXd& density, Index intervals) {
  // A floor keeps intervals where nothing happens from growing long: a change there would go unseen.
  constexpr double floor = 0.3;  // of the mean
  const double mean = density.dot(widths);
  const VectorXd parts = (density.array() + floor * mean + 1e-300).matrix().cwiseProduct(widths);
  const double each = parts.sum() / static_cast<double>(intervals);
  VectorXd result(intervals);
  double begin = 0, old_begin = 0, before = 0;  // the last two: of the old interval
  Index old = 0;
  for (Index i = 0; i < intervals; ++i) {
    const double target = each * static_cast<double>(i + 1);
    while (old + 1 < widths.size() && before + parts(old) < target) {
      before += parts(old);
      old_begin += widths(old++);
    }
    const double end = i + 1 == intervals ? 1 : old_begin + widths(old) * (target - before) / parts(old);
    result(i) = end - begin;
    begin = end;
  }
  return result;
}

}  // namespace

double mesh_error(const Flow& flow, const Orbit& orbit) {
  return measure(flow, orbit).error.maxCoeff();
}

double mesh_unevenness(const Flow& flow, const Orbit& orbit) {
  const VectorXd error = measure(flow, orbit).error;
  return error.maxCoeff() / std::max(error.mean(), 1e-300);
}

OrbitAndDirection on_even_errors(const Flow& flow, const OrbitAndDirection& from, Index intervals) {
  const VectorXd widths = equidistributed(from.orbit.widths, measure(flow, from.orbit).density, intervals);
  OrbitAndDirection result = from;
  move(from.orbit.widths, widths, result.orbit.nodes, result.orbit.stages);
  move(from.orbit.widths, widths, result.direction.nodes, result.direction.stages);
  result.orbit.widths = widths;
  return result;
}

VectorXd state_at(const Orbit& orbit, double time) {
  return Interpolation(orbit.nodes, orbit.stages, orbit.widths).at(time);
}

}  // namespace flangeway::stability
