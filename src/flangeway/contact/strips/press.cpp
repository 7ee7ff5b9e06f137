#include "flangeway/contact/strips/press.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/contact/strips/analyn.hpp"
#include "flangeway/contact/strips/kernel.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::strips {
namespace {

// Part of the approach by which undeformed surfaces overlap as much as the contact is large. [Kik1996]
constexpr double virtual_part = 0.55;
constexpr int most_iterations = 100;
constexpr double length_tolerance = 1e-4;  // relative change of the strips' lengths
// Power of the ratio of wanted and present length that is taken as a step.
constexpr double most_part = 0.5, least_part = 0.12;
// Share of its depth by which a strip left out may overlap still; tenfold each time strips had to be taken
// back, up to 1 %: a strip whose contact shortens its neighbours until they lift it off has no solution.
constexpr double overlap_left = 1e-6;
constexpr int most_force_steps = 40;
constexpr double force_tolerance = 1e-9;

// Deflection over (max_pressure) of strip i at its middle by strip j, without the factor (1 − ν)/(πG).
KernelValue between(const Kernel& kernel, double distance, double width, double half_length) {
  const KernelValue far = kernel((distance + width / 2) / half_length),
                    near = kernel((distance - width / 2) / half_length);
  return {half_length * (far.deflection - near.deflection), (far.bending - near.bending) / half_length};
}

double compliance(const halfspace::ElasticPair& material) {
  return (1 - material.poisson_ratio) / (pi * material.shear_modulus);
}

void place_strips(const Section& section, Contact& contact) {
  contact.strips.resize(section.size());
  for (std::size_t j = 0; j < section.size(); ++j)
    contact.strips[j] = {section.y(j), section.centre[j], 0, 0};
}

// --- Kik and Piotrowski

// Linear between the strips; infinite outside.
double distance_at(const Section& section, double y) {
  const double place = (y - section.first) / section.width;
  if (!(place >= 0 && place <= static_cast<double>(section.size()) - 1))
    return std::numeric_limits<double>::infinity();
  const std::size_t k = std::min(static_cast<std::size_t>(place), section.size() - 2);
  const double part = place - static_cast<double>(k);
  if (part == 0) return section.distance[k];
  return section.distance[k] + part * (section.distance[k + 1] - section.distance[k]);
}

// How much of the section lies below a limit, m: with the crossings between strips, so that the forces do not
// jump as the limit rises.
double width_below(const Section& section, double limit) {
  const auto beside = [&](double inside, double outside) {
    return std::isfinite(outside) ? (limit - inside) / (outside - inside) : 0.5;
  };
  double strips = 0;
  for (std::size_t j = 0; j + 1 < section.size(); ++j) {
    const double a = section.distance[j], b = section.distance[j + 1];
    if (a < limit && b < limit) {
      strips += 1;
    } else if (a < limit || b < limit) {
      strips += a < limit ? beside(a, b) : beside(b, a);
    }
  }
  return strips * section.width;
}

// Factors by which length and width of the overlap become those of an ellipse of the same area whose axes
// have the ratio of Hertz's.
struct Stretch {
  double length = 1, width = 1;
};
Stretch correction(double half_length, double half_width) {
  if (!(half_width > 0 && half_length > 0)) return {};
  const double ratio = half_width / half_length;  // of the overlap: √(A/B)
  const double hertz = ellipse_shape(std::clamp(ratio * ratio, 1e-6, 1e6)).a_over_b;
  const double stretch = std::sqrt(std::clamp(hertz * ratio, 0.25, 4.0));
  return {stretch, 1 / stretch};
}

void press_virtually(const Section& section, const halfspace::ElasticPair& material, double approach,
                     Contact& contact) {
  place_strips(section, contact);
  contact.approach = approach;
  const std::size_t n = section.size();
  const std::size_t deepest = static_cast<std::size_t>(
      std::min_element(section.distance.begin(), section.distance.end()) - section.distance.begin());
  const double overlap = virtual_part * (approach - section.distance[deepest]);
  if (!(overlap > 0)) return sum_up(section.width, contact);
  const double limit = section.distance[deepest] + overlap;
  double longest = 0;
  for (std::size_t j = 0; j < n; ++j) {
    if (!(section.distance[j] < limit)) continue;
    longest = std::max(longest, std::sqrt(2 * (limit - section.distance[j]) / section.curvature[j]));
  }
  const Stretch stretch = correction(longest, width_below(section, limit) / 2);
  const double y0 = section.y(deepest);
  for (std::size_t j = 0; j < n; ++j) {
    const double room = limit - distance_at(section, y0 + (section.y(j) - y0) / stretch.width);
    if (!(room > 0) || !std::isfinite(section.distance[j])) continue;
    contact.strips[j].half_length = stretch.length * std::sqrt(2 * room / section.curvature[j]);
  }
  const Kernel& kernel = Kernel::instance();
  const double scale = contact.strips[deepest].half_length;
  double deflection = 0;  // of the deepest strip, for a pressure of 1 there
  for (Strip& strip : contact.strips) {
    if (!(strip.half_length > 0)) continue;
    strip.max_pressure = strip.half_length / scale;
    deflection +=
        strip.max_pressure * between(kernel, strip.y - y0, section.width, strip.half_length).deflection;
  }
  const double pressure = (approach - section.distance[deepest]) / (compliance(material) * deflection);
  for (Strip& strip : contact.strips) strip.max_pressure *= pressure;
  sum_up(section.width, contact);
}

// --- Strips that feel each other

// Gaussian elimination with the diagonal as pivots: it is the largest of its row. The result is in `x`.
void eliminate(std::size_t n, std::vector<double>& matrix, std::vector<double>& x) {
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix[i * n + k] / matrix[k * n + k];
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < n; ++j) matrix[i * n + j] -= factor * matrix[k * n + j];
      x[i] -= factor * x[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) x[k] -= matrix[k * n + j] * x[j];
    x[k] /= matrix[k * n + k];
  }
}

class Strips {
 public:
  Strips(const Section& section, double compliance, double approach, PressWork& work, Contact& contact)
      : section_(section), compliance_(compliance), approach_(approach), w_(work), contact_(contact) {}

  void solve() {
    start();
    contact_.converged = false;
    for (contact_.iterations = 1; contact_.iterations <= most_iterations; ++contact_.iterations) {
      find_pressures();
      if (w_.active.empty() || (lengthen() < length_tolerance && !take_back())) {
        contact_.converged = true;
        break;
      }
    }
    contact_.approach = approach_;
    for (std::size_t j = 0; j < section_.size(); ++j)
      if (contact_.strips[j].max_pressure <= 0) contact_.strips[j].half_length = 0;
    sum_up(section_.width, contact_);
  }

 private:
  [[nodiscard]] double depth(std::size_t j) const { return approach_ - section_.distance[j]; }

  // Lengths of the solution before, or of the virtual overlap; strips that may touch are those that overlap.
  void start() {
    const bool known = contact_.strips.size() == section_.size() && contact_.normal_force > 0;
    w_.half_length.resize(section_.size());
    for (std::size_t j = 0; j < section_.size(); ++j)
      w_.half_length[j] = known ? contact_.strips[j].half_length : 0;
    place_strips(section_, contact_);
    w_.active.clear();
    for (std::size_t j = 0; j < section_.size(); ++j) {
      if (!(depth(j) > 0)) continue;
      w_.active.push_back(static_cast<int>(j));
      const double virtual_length = std::sqrt(2 * virtual_part * depth(j) / section_.curvature[j]);
      double& length = w_.half_length[j];
      if (!(length > 0.3 * virtual_length && length < 3 * virtual_length)) length = virtual_length;
    }
  }

  // Deflection by pressures and bending by slopes p₀/a, between the active strips.
  void fill() {
    const Kernel& kernel = Kernel::instance();
    const std::size_t n = w_.active.size();
    w_.matrix.resize(n * n), w_.bending.resize(n * n), w_.right_side.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
      const auto by = static_cast<std::size_t>(w_.active[j]);
      const double a = w_.half_length[by];
      for (std::size_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(w_.active[i]);
        const KernelValue value = between(kernel, section_.y(at) - section_.y(by), section_.width, a);
        w_.matrix[i * n + j] = value.deflection, w_.bending[i * n + j] = -a * value.bending;
      }
    }
  }

  // Pressures that close the gap at the middle of every strip; those that would pull are left out.
  void find_pressures() {
    for (Strip& strip : contact_.strips) strip.max_pressure = 0;
    for (;;) {
      const std::size_t n = w_.active.size();
      fill();
      for (std::size_t i = 0; i < n; ++i)
        w_.right_side[i] = depth(static_cast<std::size_t>(w_.active[i])) / compliance_;
      eliminate(n, w_.matrix, w_.right_side);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < n; ++i) {
        if (!(w_.right_side[i] > 0)) continue;
        w_.active[kept] = w_.active[i];
        w_.right_side[kept++] = w_.right_side[i];
      }
      w_.active.resize(kept);
      if (kept == n) break;
    }
    for (std::size_t i = 0; i < w_.active.size(); ++i)
      contact_.strips[static_cast<std::size_t>(w_.active[i])].max_pressure = w_.right_side[i];
  }

  [[nodiscard]] double load(std::size_t j) const {
    return contact_.strips[j].max_pressure * w_.half_length[j];
  }

  // Slopes p₀/a that bend the surface as the bodies do; the lengths that go with them and the pressures are
  // the next ones. Largest relative change, each counted by its share of the load.
  double lengthen() {
    const std::size_t n = w_.active.size();
    for (std::size_t i = 0; i < n; ++i)
      w_.right_side[i] = section_.curvature[static_cast<std::size_t>(w_.active[i])] / compliance_;
    eliminate(n, w_.bending, w_.right_side);
    double largest = 0, heaviest = 0;
    for (const int at : w_.active) heaviest = std::max(heaviest, load(static_cast<std::size_t>(at)));
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(w_.active[i]);
      const double wanted = contact_.strips[at].max_pressure / (w_.right_side[i] * w_.half_length[at]);
      const double change = std::pow(std::clamp(w_.right_side[i] > 0 ? wanted : 4, 0.25, 4.0), part_);
      largest = std::max(largest, std::abs(change - 1) * load(at) / heaviest);
      contact_.strips[at].half_length = w_.half_length[at] *= change;
    }
    // Short strips at the edge may make lengths swing: smaller steps then.
    if (largest > 0.7 * last_change_) part_ = std::max(0.8 * part_, least_part);
    last_change_ = largest;
    return largest * most_part / part_;  // small steps are no small changes
  }

  // Strips left out too early: those that the others do not push away. Whether there were any. They begin as
  // long as what is left of their overlap makes them: as they were they would push the others about.
  bool take_back() {
    const std::size_t before = w_.active.size();
    for (std::size_t i = 0; i < section_.size(); ++i) {
      if (!(depth(i) > 0) || contact_.strips[i].max_pressure > 0) continue;
      double deflection = 0;
      for (std::size_t k = 0; k < before; ++k) {
        const auto j = static_cast<std::size_t>(w_.active[k]);
        deflection +=
            contact_.strips[j].max_pressure *
            between(Kernel::instance(), section_.y(i) - section_.y(j), section_.width, w_.half_length[j])
                .deflection;
      }
      const double left = depth(i) - compliance_ * deflection;
      if (!(left > overlap_left * std::pow(10.0, std::min(returns_, 4)) * depth(i))) continue;
      w_.active.push_back(static_cast<int>(i));
      w_.half_length[i] = std::sqrt(2 * virtual_part * left / section_.curvature[i]);
    }
    if (w_.active.size() == before) return false;
    part_ = std::max(most_part * std::pow(0.6, returns_++), least_part);
    last_change_ = std::numeric_limits<double>::infinity();
    return true;
  }

  const Section& section_;
  double compliance_, approach_;
  double part_ = most_part, last_change_ = std::numeric_limits<double>::infinity();  // of the steps in length
  int returns_ = 0;  // how often strips were taken back
  PressWork& w_;
  Contact& contact_;
};

void press_to(NormalMethod method, const Section& section, const halfspace::ElasticPair& material,
              double approach, PressWork& work, Contact& contact) {
  if (method == NormalMethod::kik_piotrowski) return press_virtually(section, material, approach, contact);
  if (method == NormalMethod::analyn) {
    place_strips(section, contact);
    return press_by_rows(section, material, approach, contact);
  }
  Strips(section, compliance(material), approach, work, contact).solve();
}

// The approach that carries a force: steps by the power 3/2, then by what the last two have shown.
void press_with(NormalMethod method, const Section& section, const halfspace::ElasticPair& material,
                double force, PressWork& work, Contact& contact) {
  const double touch = *std::min_element(section.distance.begin(), section.distance.end());
  const double stiffness = material.shear_modulus / (1 - material.poisson_ratio);
  double depth = contact.normal_force > 0 && contact.approach > touch
                     ? contact.approach - touch
                     : std::cbrt(std::pow(force / stiffness, 2) * section.curvature.front());
  double power = 1.5, last_force = 0, last_depth = 0;
  for (int i = 0; i < most_force_steps; ++i) {
    press_to(method, section, material, touch + depth, work, contact);
    const double now = contact.normal_force;
    if (std::abs(now - force) <= force_tolerance * force) return;
    if (last_force > 0 && now > 0 && now != last_force && depth != last_depth) {
      const double learnt = std::log(now / last_force) / std::log(depth / last_depth);
      if (learnt > 0.7 && learnt < 4) power = learnt;
    }
    last_force = now, last_depth = depth;
    depth *= now > 0 ? std::clamp(std::pow(force / now, 1 / power), 0.2, 5.0) : 2;
  }
  // The elements of the discretisation that come and go make the force jump a little.
  contact.converged = contact.converged && std::abs(contact.normal_force - force) <= 1e-4 * force;
}

}  // namespace

void sum_up(double width, Contact& contact) {
  contact.normal_force = contact.max_pressure = contact.area = contact.ellipse.a = 0;
  for (const Strip& strip : contact.strips) {
    contact.normal_force += pi / 2 * strip.max_pressure * strip.half_length * width;
    contact.area += 2 * strip.half_length * width;
    contact.max_pressure = std::max(contact.max_pressure, strip.max_pressure);
    contact.ellipse.a = std::max(contact.ellipse.a, strip.half_length);
  }
  contact.ellipse.b = contact.ellipse.a > 0 ? contact.area / (pi * contact.ellipse.a) : 0;
}

void Section::resize(std::size_t count) {
  distance.resize(count), curvature.resize(count), centre.resize(count);
}

void press(NormalMethod method, const Section& section, const halfspace::ElasticPair& material,
           NormalControl control, double value, PressWork& work, Contact& contact) {
  contact.converged = true;
  const auto least = std::min_element(section.distance.begin(), section.distance.end());
  const bool empty = least == section.distance.end() || !std::isfinite(*least);
  if (empty || (control == NormalControl::approach && !(value > *least))) {
    place_strips(section, contact);
    contact.approach = value;
    return sum_up(section.width, contact);
  }
  if (control == NormalControl::approach) {
    press_to(method, section, material, value, work, contact);
  } else {
    press_with(method, section, material, value, work, contact);
  }
}

}  // namespace flangeway::contact::strips
