#include "flangeway/contact/patch/strips/elastic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flangeway::contact::patch::strips {
namespace {

// As many iterations leave strips out as soon as they would pull, or until some had to be taken back so
// often; more keep them and let them shrink.
constexpr int quick_iterations = 40, quick_returns = 2, max_iterations = 2000;
constexpr double length_tolerance = 1e-4;  // relative change of the strips' lengths
// Power of the ratio of wanted and present length that is taken as a step: quickly; and patiently, where it
// grows as long as steps help.
constexpr double max_part = 0.5, min_part = 0.12;
constexpr double max_patient_part = 0.25, min_patient_part = 0.002, growth = 1.1, cut = 0.7;
// Share of the overlap's length below which a strip without pressure is none.
constexpr double min_length = 1e-3;
constexpr double overlap_left = 1e-6;  // share of its depth by which a strip left out may overlap still

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
  Strips(const Section& section, double compliance, double approach, NormalWork& work, StripContact& contact)
      : section_(section), compliance_(compliance), approach_(approach), w_(work), contact_(contact) {}

  void solve() {
    start();
    contact_.converged = false;
    for (contact_.iterations = 1; contact_.iterations <= max_iterations; ++contact_.iterations) {
      if (!patient_ && (contact_.iterations > quick_iterations || returns_ == quick_returns))
        patient_ = true, part_ = max_patient_part;
      find_pressures();
      if (w_.pressed.empty() || (lengthen() < length_tolerance && !take_back())) {
        contact_.converged = true;
        break;
      }
    }
    contact_.approach = approach_;
    for (Strip& strip : contact_.strips)
      if (strip.max_pressure <= 0) strip.half_length = 0;
    sum_up(section_.width, contact_);
  }

 private:
  [[nodiscard]] double depth(std::size_t j) const { return approach_ - section_.distance[j]; }

  // Pressure moves the surface away everywhere: contact lies inside the overlap of the undeformed bodies.
  [[nodiscard]] double longest(std::size_t j) const {
    return std::min(section_.room, std::sqrt(2 * depth(j) / section_.curvature[j]));
  }

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
      const double virtual_length = std::sqrt(virtual_part) * longest(j);
      double& length = w_.half_length[j];
      if (!(length > 0.3 * virtual_length && length < 3 * virtual_length)) length = virtual_length;
    }
  }

  // Deflection by pressures and bending by slopes p₀/a, between the strips of a list.
  void fill(const std::vector<int>& list) {
    const Kernel& kernel = Kernel::instance();
    const std::size_t n = list.size();
    w_.matrix.resize(n * n), w_.bending.resize(n * n), w_.right_side.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
      const auto by = static_cast<std::size_t>(list[j]);
      const double a = w_.half_length[by];
      for (std::size_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(list[i]);
        const KernelValue value = between(kernel, section_.y(at) - section_.y(by), section_.width, a);
        w_.matrix[i * n + j] = value.deflection, w_.bending[i * n + j] = -a * value.bending;
      }
    }
  }

  // Pressures that close the gap at the middle of every strip; those that would pull are left out.
  void find_pressures() {
    for (Strip& strip : contact_.strips) strip.max_pressure = 0;
    w_.pressed = w_.active;
    for (;;) {
      const std::size_t n = w_.pressed.size();
      fill(w_.pressed);
      for (std::size_t i = 0; i < n; ++i)
        w_.right_side[i] = depth(static_cast<std::size_t>(w_.pressed[i])) / compliance_;
      eliminate(n, w_.matrix, w_.right_side);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < n; ++i) {
        if (!(w_.right_side[i] > 0)) continue;
        w_.pressed[kept] = w_.pressed[i];
        w_.right_side[kept++] = w_.right_side[i];
      }
      w_.pressed.resize(kept);
      if (kept == n) break;
    }
    for (std::size_t i = 0; i < w_.pressed.size(); ++i)
      contact_.strips[static_cast<std::size_t>(w_.pressed[i])].max_pressure = w_.right_side[i];
    leave_out();
  }

  // Strips that do not press. A length that ends at once bends its neighbours' surface no more, so that they
  // may call it back, and so on without end: patiently it stays until it has shrunk away.
  void leave_out() {
    if (!patient_) {
      w_.active = w_.pressed;
      return;
    }
    const auto is_over = [&](int j) {
      const auto at = static_cast<std::size_t>(j);
      return contact_.strips[at].max_pressure <= 0 && w_.half_length[at] <= min_length * longest(at);
    };
    w_.active.erase(std::remove_if(w_.active.begin(), w_.active.end(), is_over), w_.active.end());
    if (w_.active.size() != w_.pressed.size()) fill(w_.active);
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
      const double pressure = contact_.strips[at].max_pressure, slope = w_.right_side[i];
      double wanted = 0;
      if (pressure > 0) wanted = slope > 0 ? pressure / (slope * w_.half_length[at]) : 4;
      const double step = std::pow(std::clamp(wanted, 0.25, 4.0), part_);
      const double next = std::min(w_.half_length[at] * step, longest(at));
      largest = std::max(largest, std::abs(next / w_.half_length[at] - 1) * load(at) / heaviest);
      contact_.strips[at].half_length = w_.half_length[at] = next;
    }
    return adapt(largest);
  }

  // Short strips at the edge may make lengths swing: smaller steps then, and small steps are no small
  // changes.
  double adapt(double largest) {
    const double rest = largest / part_ * max_part;
    if (patient_) {
      part_ = rest < last_change_ ? std::min(growth * part_, max_patient_part)
                                  : std::max(cut * part_, min_patient_part);
      last_change_ = rest;
      return rest;
    }
    if (largest > 0.7 * last_change_) part_ = std::max(0.8 * part_, min_part);
    last_change_ = largest;
    return largest * max_part / part_;
  }

  // Strips left out too early: those that the others do not push away. Whether there were any. They begin as
  // long as what is left of their overlap makes them: as they were they would push the others about.
  bool take_back() {
    const std::size_t before = w_.active.size();
    for (std::size_t i = 0; i < section_.size(); ++i) {
      const auto end = w_.active.begin() + static_cast<std::ptrdiff_t>(before);
      if (!(depth(i) > 0) || std::find(w_.active.begin(), end, static_cast<int>(i)) != end) continue;
      double deflection = 0;
      for (std::size_t k = 0; k < before; ++k) {
        const auto j = static_cast<std::size_t>(w_.active[k]);
        deflection +=
            contact_.strips[j].max_pressure *
            between(Kernel::instance(), section_.y(i) - section_.y(j), section_.width, w_.half_length[j])
                .deflection;
      }
      const double left = depth(i) - compliance_ * deflection;
      if (!(left > overlap_left * depth(i))) continue;
      w_.active.push_back(static_cast<int>(i));
      w_.half_length[i] = std::sqrt(virtual_part * left / depth(i)) * longest(i);
    }
    if (w_.active.size() == before) return false;
    ++returns_;
    last_change_ = std::numeric_limits<double>::infinity();
    return true;
  }

  const Section& section_;
  double compliance_, approach_;
  double part_ = max_part, last_change_ = std::numeric_limits<double>::infinity();  // of the steps in length
  int returns_ = 0;       // how often strips were taken back
  bool patient_ = false;  // quick steps have not come to an end
  NormalWork& w_;
  StripContact& contact_;
};

}  // namespace

KernelValue between(const Kernel& kernel, double distance, double width, double half_length) {
  const KernelValue far = kernel((distance + width / 2) / half_length),
                    near = kernel((distance - width / 2) / half_length);
  return {half_length * (far.deflection - near.deflection), (far.bending - near.bending) / half_length};
}

void place_strips(const Section& section, StripContact& contact) {
  contact.strips.resize(section.size());
  for (std::size_t j = 0; j < section.size(); ++j)
    contact.strips[j] = {section.y(j), section.centre[j], 0, 0};
}

void solve_elastic(const Section& section, double compliance, double approach, NormalWork& work,
                   StripContact& contact) {
  Strips(section, compliance, approach, work, contact).solve();
}

}  // namespace flangeway::contact::patch::strips
