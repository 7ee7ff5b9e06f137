#include "flangeway/contact/patch/boundary_elements/creepage_search.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/root.hpp"

namespace flangeway::contact::patch {
namespace {

constexpr int max_doublings = 60;
// Share of the tolerance of a force that the search leaves to the solutions themselves.
constexpr double met = 0.5;

class Search {
 public:
  Search(const TangentialInput& input, Convolver& convolver, TangentialWork& work, double* tractions)
      : wanted_(input),
        given_(input),
        convolver_(convolver),
        work_(work),
        n_(input.elements->count()),
        tractions_(tractions),
        rigid_(input.rigid, input.rigid + 2 * n_),
        moved_(rigid_) {
    given_.by_force = {};
    given_.start_sliding = nullptr;
    given_.rigid = moved_.data();
  }

  TangentialResult run() {
    solve();
    scale_ = typical_slip();
    const bool found = wanted_.by_force[1] ? find(1) : find(0);
    total_.converged = found && last_converged_;
    total_.creepage = creepage_;
    return total_;
  }

 private:
  void solve() {
    for (std::size_t k = 0; k < 2; ++k)
      for (std::size_t i = 0; i < n_; ++i)
        moved_[k * n_ + i] =
            rigid_[k * n_ + i] + (wanted_.share != nullptr ? wanted_.share[i] : 1) * creepage_[k];
    std::fill_n(tractions_, 2 * n_, 0.0);
    const TangentialResult result = solve_tangential(given_, convolver_, work_, tractions_);
    total_.iterations += result.iterations;
    total_.products += result.products;
    last_converged_ = result.converged;
  }

  /// Slip per step of what is given, or else of the displacements, m.
  [[nodiscard]] double typical_slip() const {
    double largest = 1e-12;
    for (const double slip : rigid_) largest = std::max(largest, std::abs(slip));
    for (const auto* field : {&work_.displacement_x, &work_.displacement_y})
      for (const double u : *field) largest = std::max(largest, 0.1 * std::abs(u));
    return largest;
  }

  /// Force beyond the one wanted, Σ p in Pa; 0 within the tolerance. It falls with the creepage.
  double excess(std::size_t k, double creepage) {
    creepage_[k] = creepage;
    if (k == 1 && wanted_.by_force[0]) {
      inner_met_ = find(0);
    } else {
      solve();
    }
    double sum = -wanted_.target[k], carried = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += tractions_[k * n_ + i], carried += given_.bound[i];
    return std::abs(sum) <= met * wanted_.tolerance * carried ? 0 : sum;
  }

  bool find(std::size_t k) {
    double low = creepage_[k], at_low = excess(k, low);
    if (at_low == 0) return inner_met_;
    double high = low, at_high = at_low, step = at_low > 0 ? scale_ : -scale_;
    for (int i = 0; i < max_doublings && at_high * at_low > 0; ++i, step *= 2) {
      low = high, at_low = at_high;
      high += step;
      at_high = excess(k, high);
    }
    if (at_high == 0) return inner_met_;
    if (at_high * at_low > 0) return false;
    const auto known = [&](double creepage) {
      if (creepage == low) return at_low;
      return creepage == high ? at_high : excess(k, creepage);
    };
    const double found = math::find_root(known, low, high, 1e-13 * std::max(std::abs(low), std::abs(high)));
    return excess(k, found) == 0 && inner_met_;
  }

  const TangentialInput& wanted_;
  TangentialInput given_;
  Convolver& convolver_;
  bool inner_met_ = true;  // the longitudinal force, while the lateral one is searched
  TangentialWork& work_;
  std::size_t n_;
  double* tractions_;
  std::vector<double> rigid_, moved_;
  std::array<double, 2> creepage_{};
  double scale_ = 0;
  bool last_converged_ = false;
  TangentialResult total_;
};

}  // namespace

TangentialResult search_creepages(const TangentialInput& input, Convolver& convolver, TangentialWork& work,
                                  double* tractions) {
  return Search(input, convolver, work, tractions).run();
}

}  // namespace flangeway::contact::patch
