#include "flangeway/contact/patch/boundary_elements/coarse_tangential.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::contact::patch {
namespace {

constexpr std::size_t min_elements = 150;  // below, a coarse estimate costs more than it saves
constexpr double coarse_tolerance = 0.02;  // the coarse solution is off by more than that
constexpr double coarse_unsettled = 5e-3;  // found by trial: fewest products up to 200 000 elements

class Coarsening {
 public:
  Coarsening(const TangentialInput& fine, const InfluenceSpec& spec, CoarseTangential& level)
      : fine_(fine),
        e_(*fine.elements),
        spec_(spec),
        c_(level),
        width_(static_cast<std::size_t>(spec.nx) / 2 + 2) {}

  void run() {
    count_children();
    list();
    add_fields();
  }
  [[nodiscard]] int nx() const { return static_cast<int>(width_); }
  [[nodiscard]] int ny() const { return spec_.ny / rows_ + 1 - (rows_ == 1 ? 1 : 0); }
  /// Tractions as shares of the bounds, linear between the centres of the coarse elements; states as they
  /// are.
  void refine(double* tractions, std::vector<std::uint8_t>& sliding) const {
    const std::size_t n = e_.count(), m = c_.elements.count(), nx = static_cast<std::size_t>(spec_.nx);
    sliding.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = place(i), x = e_.local[i] % nx, y = e_.local[i] / nx;
      const std::ptrdiff_t beside = x % 2 == 0 ? 1 : -1, row = static_cast<std::ptrdiff_t>(width_);
      const std::ptrdiff_t above = rows_ == 1 ? 0 : y % 2 == 0 ? -row : row;
      const std::size_t own = c_.parent[i];
      double share_x = 0, share_y = 0;
      const auto add = [&](std::ptrdiff_t to, double weight) {
        const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(at) + to;
        const bool inside = place >= 0 && place < static_cast<std::ptrdiff_t>(c_.index.size());
        const int found = inside ? c_.index[static_cast<std::size_t>(place)] : -1;
        const std::size_t k = found < 0 ? own : static_cast<std::size_t>(found);
        if (!(c_.bound[k] > 0)) return;
        share_x += weight * c_.tractions[k] / c_.bound[k];
        share_y += weight * c_.tractions[m + k] / c_.bound[k];
      };
      add(0, 0.5625), add(beside, 0.1875), add(above, 0.1875), add(beside + above, 0.0625);
      tractions[i] = fine_.bound[i] * share_x;
      tractions[n + i] = fine_.bound[i] * share_y;
      sliding[i] = c_.work.sliding[own];
    }
  }

  /// A single row is a plane problem and stays as wide as it is.
  [[nodiscard]] int rows() const { return rows_; }

 private:
  /// Coarse place of a fine element; one column is left free on either side.
  [[nodiscard]] std::size_t place(std::size_t i) const {
    const auto nx = static_cast<std::size_t>(spec_.nx);
    return (e_.local[i] % nx + 1) / 2 + width_ * (e_.local[i] / nx / static_cast<std::size_t>(rows_));
  }

  void count_children() {
    c_.index.assign(width_ * static_cast<std::size_t>(ny()), -1);
    for (std::size_t i = 0; i < e_.count(); ++i) c_.index[place(i)] = 0;
  }

  void list() {
    c_.elements.direction = e_.direction;
    c_.elements.local.clear();
    c_.elements.follows.clear();
    for (std::size_t y = 0; y < static_cast<std::size_t>(ny()); ++y) {
      bool ahead = false;
      for (std::size_t k = 0; k < width_; ++k) {
        const std::size_t at = (e_.direction > 0 ? width_ - 1 - k : k) + width_ * y;
        const bool here = c_.index[at] == 0;
        if (here) {
          c_.index[at] = static_cast<int>(c_.elements.local.size());
          c_.elements.local.push_back(at);
          c_.elements.follows.push_back(ahead);
        }
        ahead = here;
      }
    }
    c_.elements.grid.assign(c_.elements.local.size(), 0);
  }

  /// Bounds are means over the coarse element, rigid slip over its children; a step of steady rolling is
  /// twice as long.
  void add_fields() {
    const std::size_t n = e_.count(), m = c_.elements.count();
    const double step = fine_.steady ? 2 : 1;
    c_.parent.resize(n);
    c_.bound.assign(m, 0.0);
    c_.rigid.assign(2 * m, 0.0);
    c_.children.assign(m, 0);
    for (std::size_t i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(c_.index[place(i)]);
      c_.parent[i] = k;
      ++c_.children[k];
      c_.bound[k] += fine_.bound[i] / (2 * rows_);
      c_.rigid[k] += step * fine_.rigid[i];
      c_.rigid[m + k] += step * fine_.rigid[n + i];
    }
    for (std::size_t k = 0; k < m; ++k) c_.rigid[k] /= c_.children[k], c_.rigid[m + k] /= c_.children[k];
  }

  const TangentialInput& fine_;
  const ContactElements& e_;
  const InfluenceSpec& spec_;
  CoarseTangential& c_;
  std::size_t width_;
  int rows_ = spec_.ny > 1 ? 2 : 1;
};

}  // namespace

bool estimate_tractions_on_coarse_grid(const TangentialInput& input, const InfluenceSpec& fine,
                                       BoundaryElementMemory& memory, std::size_t level, double* tractions,
                                       std::vector<std::uint8_t>& sliding, std::array<double, 2>& creepage) {
  const std::size_t n = input.elements->count();
  if (n < min_elements) return false;
  if (memory.levels.size() <= level) memory.levels.push_back(std::make_unique<CoarseTangential>());
  CoarseTangential& c = *memory.levels[level];
  Coarsening coarsening(input, fine, c);
  coarsening.run();
  InfluenceSpec spec = fine;
  spec.nx = coarsening.nx(), spec.ny = coarsening.ny();
  spec.dx *= 2, spec.dy *= coarsening.rows();
  Convolver& convolver = convolver_for(memory, spec);
  convolver.set_plane();                                  // an estimate
  for (std::size_t k = 0; k < c.elements.count(); ++k) {  // into the convolver's wider rows
    const std::size_t at = c.elements.local[k], width = static_cast<std::size_t>(coarsening.nx());
    c.elements.local[k] = at % width + static_cast<std::size_t>(convolver.spec().nx) * (at / width);
  }
  const std::size_t m = c.elements.count();
  c.tractions.assign(2 * m, 0.0);
  TangentialInput in = input;
  in.elements = &c.elements;
  in.friction = {};
  in.bound = c.bound.data();
  in.rigid = c.rigid.data();
  for (double& target : in.target) target /= 2 * coarsening.rows();
  in.tolerance = coarse_tolerance;
  in.unsettled = coarse_unsettled;
  std::array<double, 2> guess{};
  if (estimate_tractions_on_coarse_grid(in, convolver.spec(), memory, level + 1, c.tractions.data(),
                                        c.sliding, guess)) {
    in.start_sliding = c.sliding.data();
    in.start_creepage = guess;
  }
  const TangentialResult result = solve_tangential(in, convolver, c.work, c.tractions.data());
  coarsening.refine(tractions, sliding);
  for (std::size_t k = 0; k < 2; ++k) creepage[k] = result.creepage[k] / (input.steady ? 2 : 1);
  return true;
}

}  // namespace flangeway::contact::patch
