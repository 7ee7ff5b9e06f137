#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/boundary_elements/tangential_solver.hpp"

#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {
namespace {

struct Vec {
  double x, y;
};

/// Slip per step at one element from a traction at another: for offsets of elements.
class Coefficients {
 public:
  Coefficients(const InfluenceTable& table, int ahead) : t_(table), ahead_(ahead) {}

  [[nodiscard]] Vec slip(int ox, int oy, Vec p) const {
    const std::size_t i = at(ox, oy);
    Vec s{t_.xx[i] * p.x + t_.xy[i] * p.y, t_.xy[i] * p.x + t_.yy[i] * p.y};
    if (ahead_ == 0) return s;
    const std::size_t k = at(ox + ahead_, oy);
    return {s.x - t_.xx[k] * p.x - t_.xy[k] * p.y, s.y - t_.xy[k] * p.x - t_.yy[k] * p.y};
  }

 private:
  [[nodiscard]] std::size_t at(int ox, int oy) const {
    return t_.centre() + static_cast<std::size_t>(ox + oy * static_cast<int>(t_.width()));
  }
  const InfluenceTable& t_;
  int ahead_;
};

class Sweeps {
 public:
  Sweeps(const TangentialInput& in, const InfluenceTable& table, TangentialWork& work, double* tractions)
      : in_(in),
        e_(*in.elements),
        w_(work),
        n_(e_.count()),
        p_(tractions),
        c_(table, in.steady ? e_.direction : 0),
        nx_(table.spec.nx),
        own_x_(table.xx[table.centre()]),
        own_y_(table.yy[table.centre()]) {
    w_.slip.assign(2 * n_, 0.0);
    w_.sliding.assign(n_, 0);
  }

  TangentialResult run() {
    TangentialResult result;
    while (result.iterations < in_.max_iterations && !result.converged) {
      double change = 0, size = 0;
      for (std::size_t i = 0; i < n_; ++i) {
        const Vec before{p_[i], p_[n_ + i]}, now = solve_element(i, slip_at(i));
        p_[i] = now.x, p_[n_ + i] = now.y;
        change += (now.x - before.x) * (now.x - before.x) + (now.y - before.y) * (now.y - before.y);
        size += now.x * now.x + now.y * now.y;
      }
      ++result.iterations;
      result.converged = change <= in_.tolerance * in_.tolerance * size;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      const Vec s = slip_at(i);
      w_.slip[i] = s.x, w_.slip[n_ + i] = s.y;
    }
    return result;
  }

 private:
  [[nodiscard]] Vec slip_at(std::size_t i) const {
    Vec sum{in_.rigid[i], in_.rigid[n_ + i]};
    const int x = static_cast<int>(e_.local[i]) % nx_, y = static_cast<int>(e_.local[i]) / nx_;
    for (std::size_t j = 0; j < n_; ++j) {
      const int ox = x - static_cast<int>(e_.local[j]) % nx_, oy = y - static_cast<int>(e_.local[j]) / nx_;
      const Vec s = c_.slip(ox, oy, {p_[j], p_[n_ + j]});
      sum.x += s.x, sum.y += s.y;
    }
    return sum;
  }

  /// The traction of one element that meets its conditions, the others held; s is its slip now.
  Vec solve_element(std::size_t i, Vec s) {
    const double g = in_.bound[i];
    const Vec stick{p_[i] - s.x / own_x_, p_[n_ + i] - s.y / own_y_};
    w_.sliding[i] = std::hypot(stick.x, stick.y) > g;
    if (!w_.sliding[i]) return stick;
    double angle = std::atan2(stick.y, stick.x);
    for (int k = 0; k < 30; ++k) {  // Newton's method on the slip across the traction
      const Vec n{std::cos(angle), std::sin(angle)};
      const Vec slip{own_x_ * (g * n.x - stick.x), own_y_ * (g * n.y - stick.y)};
      const double across = -n.y * slip.x + n.x * slip.y;
      const double slope = g * (own_x_ * n.y * n.y + own_y_ * n.x * n.x) - (n.x * slip.x + n.y * slip.y);
      const double step = -across / slope;
      angle += std::clamp(step, -0.5, 0.5);
      if (std::abs(step) < 1e-14) break;
    }
    return {g * std::cos(angle), g * std::sin(angle)};
  }

  const TangentialInput& in_;
  const ContactElements& e_;
  TangentialWork& w_;
  std::size_t n_;
  double* p_;
  Coefficients c_;
  int nx_;
  // Diagonal of the displacement, not of its difference: as if the tractions one step ago were fixed.
  // Otherwise the sweeps do not converge.
  double own_x_, own_y_;
};

}  // namespace

TangentialResult solve_tangential_by_sweeps(const TangentialInput& input, const InfluenceTable& table,
                                            TangentialWork& work, double* tractions) {
  FLANGEWAY_ASSERT(input.elements != nullptr, "the elements in contact are listed");
  return Sweeps(input, table, work, tractions).run();
}

}  // namespace flangeway::contact::patch
