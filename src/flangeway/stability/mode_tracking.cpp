#include "flangeway/stability/mode_tracking.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::stability {
namespace {

using simulate::Mode;

bool oscillates(const Mode& mode) {
  return mode.frequency > min_mode_frequency;
}

struct Pair {
  double likeness = 0, distance = 0;
  std::size_t before = 0, after = 0;
};

// Modal assurance criterion: 1 for shapes that are multiples of each other, 0 for orthogonal ones.
// [Allemang2003, eq. 4]
double likeness_of(const Mode& a, const Mode& b, const Eigen::VectorXd& weight) {
  const auto product = [&](const Eigen::VectorXcd& x, const Eigen::VectorXcd& y) {
    return std::abs(x.dot(weight.cwiseProduct(y)));
  };
  const double size = product(a.shape, a.shape) * product(b.shape, b.shape);
  return size > 0 ? std::pow(product(a.shape, b.shape), 2) / size : 0;
}

std::vector<Pair> pairs_of(const std::vector<Mode>& before, const std::vector<Mode>& after,
                           const Eigen::VectorXd& weight) {
  constexpr double max_eigenvalue_change = 0.5;  // of the eigenvalue: what is beyond is another oscillation
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t j = 0; j < after.size(); ++j) {
      if (!oscillates(before[i]) || !oscillates(after[j])) continue;
      const std::complex<double> a = before[i].eigenvalue, b = after[j].eigenvalue;
      const double distance = std::abs(b - a) / std::max(std::abs(a), std::abs(b));
      if (distance < max_eigenvalue_change)
        pairs.push_back({likeness_of(before[i], after[j], weight), distance, i, j});
    }
  return pairs;
}

}  // namespace

ModeMatch match(const std::vector<Mode>& before, const std::vector<Mode>& after,
                const Eigen::VectorXd& weight) {
  constexpr double sure = 0.9, least = 0.3;  // of the likeness
  constexpr double by_distance = 2;          // what a change of the eigenvalue by its own size costs
  std::vector<Pair> pairs = pairs_of(before, after, weight);
  const auto worth = [&](const Pair& pair) { return pair.likeness - by_distance * pair.distance; };
  std::sort(pairs.begin(), pairs.end(), [&](const Pair& a, const Pair& b) { return worth(a) > worth(b); });
  ModeMatch result{std::vector<std::optional<std::size_t>>(after.size()), true};
  std::vector<bool> taken(before.size(), false);
  for (const Pair& pair : pairs) {
    if (taken[pair.before] || result.from[pair.after] || pair.likeness < least) continue;
    taken[pair.before] = true;
    result.from[pair.after] = pair.before;
    result.clear = result.clear && pair.likeness >= sure;
  }
  for (std::size_t i = 0; i < before.size(); ++i)
    result.clear = result.clear && (taken[i] || !oscillates(before[i]));
  for (std::size_t j = 0; j < after.size(); ++j)
    result.clear = result.clear && (result.from[j] || !oscillates(after[j]));
  return result;
}

Eigen::VectorXd inertia_weight(const simulate::ReducedEquations& equations) {
  const multibody::Model& vehicle = equations.model().vehicle.bodies;
  Eigen::VectorXd weight = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size()));
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const simulate::ReducedComponent& c = equations.components()[i];
    if (c.kind != simulate::ReducedComponent::Kind::position) continue;
    const multibody::Body& body = vehicle.bodies[c.body];
    const auto axis = static_cast<Eigen::Index>(c.coordinate) - 3;
    weight(static_cast<Eigen::Index>(i)) = axis < 0 ? body.mass : body.inertia(axis, axis);
  }
  return weight;
}

}  // namespace flangeway::stability
