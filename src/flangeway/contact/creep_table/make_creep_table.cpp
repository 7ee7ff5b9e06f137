#include "flangeway/contact/make_creep_table.hpp"

#include <algorithm>
#include <atomic>
#include <map>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include "flangeway/contact/creep_table/half_space.hpp"
#include "flangeway/contact/creep_table/lattice.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/core/parallel.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact {
namespace {

// v = s/(r₀ + |s|), and the part of the forces that the table adds to the linear part.
// docs/theory/creep_table.md (2)
struct Sample {
  std::array<double, 3> v;
  double size;  ///< |v|
  std::array<double, CreepTable::quantities> rest;
};

constexpr std::size_t sliding_samples = 2500;
constexpr double max_size =
    0.985;  // of v where the half-space is solved: |s| = 100; beyond it nearly all slides
constexpr double smoothing = 1e-4;  // of the squares of third differences beside those of the deviations

// Points that fill a box evenly: multiples of the powers of an irrational number, without their whole parts.
template <std::size_t n>
std::array<double, n> spread_point(std::size_t i, double root) {
  std::array<double, n> point;
  double step = 1;
  for (double& x : point) {
    step /= root;
    x = 0.5 + step * static_cast<double>(i);
    x -= std::floor(x);
  }
  return point;
}

// Inside the half ball x, z > 0, evenly.
std::vector<std::array<double, 3>> points_inside(std::size_t count) {
  std::vector<std::array<double, 3>> points;
  for (std::size_t i = 1; points.size() < count; ++i) {
    const auto [x, y, z] = spread_point<3>(i, 1.2207440846057596);
    const std::array<double, 3> v{x, 2 * y - 1, z};
    const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (square < max_size * max_size && square > 1e-4) points.push_back(v);
  }
  return points;
}

// On its surface, evenly: y and the angle about the y axis.
std::vector<std::array<double, 3>> points_on_surface(std::size_t count) {
  std::vector<std::array<double, 3>> points;
  for (std::size_t i = 1; i <= count; ++i) {
    const auto [height, turn] = spread_point<2>(i, 1.3247179572447460);
    const double y = 2 * height - 1, radius = std::sqrt(1 - y * y), angle = 0.5 * pi * turn;
    points.push_back({radius * std::cos(angle), y, radius * std::sin(angle)});
  }
  return points;
}

Sample sample_of(const UnitPatch& ellipse, const std::array<double, 3>& v, double size,
                 const ReducedForces& f) {
  const double linear = CreepTable::half_size * (1 - size), scale = table::spin_scale(ellipse);
  return {v,
          size,
          {f.longitudinal - linear * v[0], f.lateral - linear * (v[1] + ellipse.c23 / scale * v[2]),
           f.moment - linear * (ellipse.c33 / scale * v[2] - ellipse.c23 / ellipse.c22 * v[1])}};
}

std::vector<Sample> samples_of(double a_over_b, std::size_t count, const std::function<bool()>& next) {
  const UnitPatch ellipse = table::unit_ellipse(a_over_b);
  table::HalfSpace half_space(a_over_b);
  std::vector<Sample> samples;
  for (const auto& v : points_inside(count)) {
    if (!next()) return {};
    const double size = std::hypot(v[0], v[1], v[2]), scale = CreepTable::half_size / (1 - size);
    samples.push_back(
        sample_of(ellipse, v, size, half_space.solve({v[0] * scale, v[1] * scale, v[2] * scale})));
  }
  for (const auto& v : points_on_surface(sliding_samples))
    samples.push_back(sample_of(ellipse, v, 1, full_sliding(a_over_b, {v[0], v[1], v[2]})));
  return samples;
}

// Normal equations of one quantity: least squares of the deviations at all samples, and a little smoothing,
// which decides where there are no samples.
class Equations {
 public:
  explicit Equations(std::size_t quantity) : quantity_(quantity) {}

  void add(const Sample& sample) {
    const table::Weights x = table::weights_at(sample.v[0] * CreepTable::x_cells, CreepTable::x_cells),
                         y = table::weights_at((sample.v[1] + 1) * CreepTable::y_cells / 2,
                                               CreepTable::y_cells),
                         z = table::weights_at(sample.v[2] * CreepTable::z_cells, CreepTable::z_cells);
    std::map<int, double> equation;
    for (std::size_t i = 0; i < 27; ++i) {
      const std::size_t a = i % 3, b = i / 3 % 3, c = i / 9;
      put({x.first + static_cast<int>(a), y.first + static_cast<int>(b), z.first + static_cast<int>(c)},
          sample.size * x.weight[a] * y.weight[b] * z.weight[c], equation);
    }
    add(equation, sample.rest[quantity_], 1);
  }

  void add_smoothing() {
    for (const auto& at : free_coefficients()) {
      for (std::size_t direction = 0; direction < 3; ++direction) add_third_difference(at, direction);
    }
  }

  [[nodiscard]] std::vector<double> solve() const {
    const auto count = static_cast<Eigen::Index>(free_coefficients().size());
    Eigen::SparseMatrix<double> matrix(count, count);
    matrix.setFromTriplets(entries_.begin(), entries_.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
    const Eigen::VectorXd solution = factors.solve(right_);
    return {solution.begin(), solution.end()};
  }

 private:
  bool put(const std::array<int, 3>& at, double weight, std::map<int, double>& equation) const {
    const table::Mirrored mirror = table::mirrored(at[0], at[1], at[2]);
    const int number = table::number_of(mirror.at);
    if (number >= 0) equation[number] += weight * mirror.sign[quantity_];
    return number >= 0;
  }

  void add_third_difference(std::array<int, 3> at, std::size_t direction) {
    constexpr std::array<int, 3> counts{CreepTable::x_count, CreepTable::y_count, CreepTable::z_count};
    constexpr std::array<double, 4> weights{-1, 3, -3, 1};
    at[direction] -= at[direction] == 1 && direction != 1 ? 1 : 0;  // also across the mirror
    std::map<int, double> equation;
    for (const double weight : weights) {
      if (at[direction] >= counts[direction] || !put(at, weight, equation)) return;
      ++at[direction];
    }
    add(equation, 0, smoothing);
  }

  void add(const std::map<int, double>& equation, double value, double weight) {
    for (const auto& [i, a] : equation) {
      right_[i] += weight * a * value;
      for (const auto& [j, b] : equation) entries_.emplace_back(i, j, weight * a * b);
    }
  }

  std::size_t quantity_;
  std::vector<Eigen::Triplet<double>> entries_;
  Eigen::VectorXd right_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(free_coefficients().size()));
};

std::array<std::vector<double>, CreepTable::quantities> fitted(const std::vector<Sample>& samples) {
  std::array<std::vector<double>, CreepTable::quantities> layer;
  for (std::size_t quantity = 0; quantity < layer.size(); ++quantity) {
    Equations equations(quantity);
    for (const Sample& sample : samples) equations.add(sample);
    equations.add_smoothing();
    layer[quantity] = equations.solve();
  }
  return layer;
}

double a_over_b_of(std::size_t layer) {
  FLANGEWAY_ASSERT(layer < CreepTable::layers, "the table has this layer");
  const double w =
      CreepTable::max_ratio_coordinate * (2.0 * static_cast<double>(layer) / (CreepTable::layers - 1) - 1);
  return std::pow((1 + w) / (1 - w), 2);
}

}  // namespace

CreepTableData make_creep_table(const CreepTableSettings& settings, const Watch& watch) {
  CreepTableData data;
  data.layers.resize(CreepTable::layers);
  std::atomic<std::size_t> solved = 0;
  std::atomic<bool> stopped = false;
  const auto next = [&] { return ++solved, !stopped; };
  const double all = static_cast<double>(settings.solutions * CreepTable::layers);
  for_each_index(
      CreepTable::layers, settings.threads,
      [&](std::size_t layer) {
        const auto samples = samples_of(a_over_b_of(layer), settings.solutions, next);
        if (!stopped) data.layers[layer] = fitted(samples);
      },
      [&] {
        watch.show(static_cast<double>(solved) / all);
        if (watch.interrupted()) stopped = true;
      });
  if (stopped) data.layers.clear();
  return data;
}

}  // namespace flangeway::contact
