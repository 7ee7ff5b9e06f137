#include "flangeway/contact/patch/temperature.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/problem/element_fields.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

// One row of elements from its leading edge on.
class HeatedRow {
 public:
  HeatedRow(const Problem& problem, Solution& solution, int row)
      : problem_(problem), heat_(*problem.heat), s_(solution), row_(row) {
    for (int k = 0; k < problem.grid.nx; ++k) {
      if (s_.state[at(k)] == ElementState::outside) continue;
      if (first_ < 0) first_ = k;
      last_ = k;
    }
  }

  void run() {
    for (int k = 0; k < problem_.grid.nx; ++k) {
      s_.temperature_1[at(k)] = bulk(heat_.body_1, heat_.body_2, k);
      s_.temperature_2[at(k)] = bulk(heat_.body_2, heat_.body_1, k);
    }
    if (first_ >= 0) add_friction();
  }

 private:
  [[nodiscard]] std::size_t at(int k) const {
    return problem_.grid.index(problem_.motion.direction > 0 ? problem_.grid.nx - 1 - k : k, row_);
  }

  // Far from friction: in contact both surfaces have the temperature at which as much heat leaves one as
  // enters the other; behind it they return to their own.
  [[nodiscard]] double bulk(const ThermalBody& own, const ThermalBody& other, int k) const {
    if (first_ < 0 || k < first_) return own.temperature;
    const double share = other.effusivity / (own.effusivity + other.effusivity);
    const double change = share * (other.temperature - own.temperature);
    if (k <= last_) return own.temperature + change;
    const double half = (last_ - first_ + 1) / 2.0, from_middle = k - last_ - 0.5 + half;
    return own.temperature + change * (2 / pi) * std::asin(std::sqrt(2 * half / (half + from_middle)));
  }

  // Power of friction and plastic work per area.
  [[nodiscard]] double flux(int k) const {
    const std::size_t i = at(k);
    if (s_.state[i] != ElementState::slip && s_.state[i] != ElementState::plastic) return 0;
    const double plastic = s_.plastic_x.empty() ? 0 : std::hypot(s_.plastic_x[i], s_.plastic_y[i]);
    return (std::hypot(s_.slip_x[i], s_.slip_y[i]) + heat_.plastic_share * plastic) *
           std::hypot(s_.tractions.x[i], s_.tractions.y[i]) * problem_.motion.speed;
  }

  void add_friction() {
    const double dx = problem_.grid.dx;
    const double scale =
        2 / (heat_.body_1.effusivity + heat_.body_2.effusivity) / std::sqrt(pi * problem_.motion.speed);
    for (int k = first_; k < problem_.grid.nx; ++k) {
      double sum = k <= last_ ? 2 * heat_.own_share * std::sqrt(dx / 2) * flux(k) : 0;
      for (int j = first_; j < std::min(k, last_ + 1); ++j) {
        const double q = flux(j);
        if (q == 0) continue;
        const double distance = (k - j) * dx;
        sum += q * (std::sqrt(distance + dx / 2) - std::sqrt(distance - dx / 2));
      }
      s_.temperature_1[at(k)] += scale * sum;
      s_.temperature_2[at(k)] += scale * sum;
    }
  }

  const Problem& problem_;
  const Heat& heat_;
  Solution& s_;
  int row_, first_ = -1, last_ = -1;  // of the elements in contact, from the leading edge
};

}  // namespace

void find_temperatures(const Problem& problem, Solution& s) {
  s.temperature_1.assign(problem.grid.size(), 0);
  s.temperature_2.assign(problem.grid.size(), 0);
  for (int row = 0; row < problem.grid.ny; ++row) HeatedRow(problem, s, row).run();
  bool any = false;
  for (std::size_t i = 0; i < problem.grid.size(); ++i) {
    if (s.state[i] == ElementState::outside) continue;
    const double hotter = std::max(s.temperature_1[i], s.temperature_2[i]);
    s.max_temperature = any ? std::max(s.max_temperature, hotter) : hotter;
    any = true;
  }
}

bool friction_is_hot(const Problem& problem) {
  return std::any_of(problem.friction.begin(), problem.friction.end(),
                     [](const FrictionLaw& law) { return law.kind == FrictionKind::temperature; });
}

void find_hot_friction(const Problem& problem, const Solution& s, std::vector<double>& friction) {
  const Grid& g = problem.grid;
  friction.resize(g.size());
  const FrictionMemory& memory = problem.memory;
  for (int row = 0; row < g.ny; ++row) {
    double before = -1;
    for (int k = 0; k < g.nx; ++k) {
      const std::size_t i = g.index(problem.motion.direction > 0 ? g.nx - 1 - k : k, row);
      const FrictionLaw& law = law_of(problem, i);
      double mu = friction_when_hot(law, s.temperature_1[i]);
      if (memory.distance > 0) {
        const double slip = std::hypot(s.slip_x[i], s.slip_y[i]) * problem.motion.speed;
        const double pull =
            std::max(slip, memory.minimal_speed) * g.dx / (problem.motion.speed * memory.distance);
        const bool inside = s.state[i] != ElementState::outside;
        const double ahead = before < 0 ? law.kinetic : before;
        mu = (ahead + pull * mu) / (1 + pull);
        before = inside ? mu : -1;
      }
      friction[i] = mu;
    }
  }
}

}  // namespace flangeway::contact::patch
