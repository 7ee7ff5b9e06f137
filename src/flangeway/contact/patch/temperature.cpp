#include "flangeway/contact/patch/temperature.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/problem/element_fields.hpp"
#include "flangeway/core/assertion.hpp"
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
    set_bulk();
    if (first_ >= 0) add_friction();
  }

  /// Heat only flows downstream: with a given slip, friction and temperature of an element follow from those
  /// of the elements ahead of it.
  void march(std::vector<double>& friction) {
    set_bulk();
    std::vector<double> given(static_cast<std::size_t>(problem_.grid.nx), 0.0);
    double before = -1;
    for (int k = 0; k < problem_.grid.nx; ++k) {
      const std::size_t i = at(k);
      const double start = s_.temperature_1[i] + scale() * from_ahead(k, given);
      const bool inside = s_.state[i] != ElementState::outside;
      const Lagging lagging = lagging_at(i, before);
      const HotElement element = inside ? heated(i) : HotElement{};
      const double rise = solve_rise(element, lagging, start);
      friction[i] = lagging.at(start + rise);
      given[static_cast<std::size_t>(k)] = element.fixed + element.per_friction * friction[i];
      before = inside ? friction[i] : -1;
    }
  }

 private:
  /// Power per area of an element: fixed + per_friction · μ.
  struct HotElement {
    double fixed = 0, per_friction = 0;
  };

  /// μ of an element behind one with the coefficient `ahead`, at a temperature.
  struct Lagging {
    const FrictionLaw* law = nullptr;
    double ahead = 0, pull = -1;  // < 0: no memory
    [[nodiscard]] double at(double temperature) const {
      const double mu = friction_when_hot(*law, temperature);
      return pull < 0 ? mu : (ahead + pull * mu) / (1 + pull);
    }
  };

  [[nodiscard]] Lagging lagging_at(std::size_t i, double before) const {
    Lagging lagging{&law_of(problem_, i)};
    const FrictionMemory& memory = problem_.memory;
    if (memory.distance <= 0) return lagging;
    const double slip = std::hypot(s_.slip_x[i], s_.slip_y[i]) * problem_.motion.speed;
    lagging.ahead = before < 0 ? static_friction(*lagging.law) : before;
    lagging.pull =
        std::max(slip, memory.minimal_speed) * problem_.grid.dx / (problem_.motion.speed * memory.distance);
    return lagging;
  }

  [[nodiscard]] HotElement heated(std::size_t i) const {
    if (s_.state[i] == ElementState::slip) return {0, power_per_traction(i) * s_.tractions.pressure[i]};
    if (s_.state[i] != ElementState::plastic) return {};
    return {power_per_traction(i) * std::hypot(s_.tractions.x[i], s_.tractions.y[i]), 0};
  }

  /// The least rise r ≥ 0 with r = c q(μ(start + r)): the one that a surface meets that warms up. μ is linear
  /// between the temperatures at which it begins and ends to change.
  [[nodiscard]] double solve_rise(const HotElement& element, const Lagging& lagging, double start) const {
    const double own = scale() * 2 * heat_.own_share * std::sqrt(problem_.grid.dx / 2);
    const auto excess = [&](double rise) {
      return own * (element.fixed + element.per_friction * lagging.at(start + rise)) - rise;
    };
    double low = 0, at_low = excess(0);
    if (at_low <= 0) return 0;
    for (const double bend : {lagging.law->reference, lagging.law->reference + lagging.law->range}) {
      const double rise = bend - start;
      if (rise <= low) continue;
      const double at_bend = excess(rise);
      if (at_bend <= 0) return low + (rise - low) * at_low / (at_low - at_bend);
      low = rise, at_low = at_bend;
    }
    return low + at_low;  // beyond, μ is constant
  }

  void set_bulk() {
    for (int k = 0; k < problem_.grid.nx; ++k) {
      s_.temperature_1[at(k)] = bulk(heat_.body_1, heat_.body_2, k);
      s_.temperature_2[at(k)] = bulk(heat_.body_2, heat_.body_1, k);
    }
  }

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

  [[nodiscard]] double power_per_traction(std::size_t i) const {
    const double plastic = s_.plastic_x.empty() ? 0 : std::hypot(s_.plastic_x[i], s_.plastic_y[i]);
    return (std::hypot(s_.slip_x[i], s_.slip_y[i]) + heat_.plastic_share * plastic) * problem_.motion.speed;
  }

  // Power of friction and plastic work per area.
  [[nodiscard]] double flux(int k) const {
    const std::size_t i = at(k);
    if (s_.state[i] != ElementState::slip && s_.state[i] != ElementState::plastic) return 0;
    return power_per_traction(i) * std::hypot(s_.tractions.x[i], s_.tractions.y[i]);
  }

  // °C of the sum over √(d ± Δx/2) of powers per area.
  [[nodiscard]] double scale() const {
    return 2 / (heat_.body_1.effusivity + heat_.body_2.effusivity) / std::sqrt(pi * problem_.motion.speed);
  }

  // State that the elements ahead of k leave behind, starting at the leading edge.
  [[nodiscard]] double from_ahead(int k, const std::vector<double>& flux) const {
    if (first_ < 0) return 0;
    const double dx = problem_.grid.dx;
    double sum = 0;
    for (int j = first_; j < std::min(k, last_ + 1); ++j) {
      const double q = flux[static_cast<std::size_t>(j)], distance = (k - j) * dx;
      if (q != 0) sum += q * (std::sqrt(distance + dx / 2) - std::sqrt(distance - dx / 2));
    }
    return sum;
  }

  void add_friction() {
    std::vector<double> given;
    for (int k = 0; k < problem_.grid.nx; ++k) given.push_back(flux(k));
    for (int k = first_; k < problem_.grid.nx; ++k) {
      const double own = k <= last_ ? 2 * heat_.own_share * std::sqrt(problem_.grid.dx / 2) *
                                          given[static_cast<std::size_t>(k)]
                                    : 0;
      const double rise = scale() * (own + from_ahead(k, given));
      s_.temperature_1[at(k)] += rise;
      s_.temperature_2[at(k)] += rise;
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

void find_hot_friction(const Problem& problem, Solution& s, std::vector<double>& friction) {
  FLANGEWAY_ASSERT(problem.heat.has_value(), "the heat of the bodies is given");
  friction.resize(problem.grid.size());
  s.temperature_1.resize(problem.grid.size()), s.temperature_2.resize(problem.grid.size());
  for (int row = 0; row < problem.grid.ny; ++row) HeatedRow(problem, s, row).march(friction);
}

}  // namespace flangeway::contact::patch
