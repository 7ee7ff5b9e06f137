#include "flangeway/contact/patch/superposition.hpp"

#include <algorithm>
#include <array>

#include "flangeway/contact/patch/problem/element_fields.hpp"
#include "flangeway/contact/patch/problem/summary.hpp"
#include "flangeway/contact/patch/workspace.hpp"

namespace flangeway::contact::patch {
namespace {

class Superposition {
 public:
  Superposition(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem), workspace_(workspace), m_(workspace.memory()), s_(solution) {}

  void run() {
    clear_fields(problem_, s_);
    s_.outcome = Outcome::no_contact;
    const int parts =
        1 + *std::max_element(problem_.interaction.part.begin(), problem_.interaction.part.end());
    m_.border_factor.clear();
    for (int k = 0; k + 1 < parts; ++k) {
      const auto size = static_cast<std::size_t>(parts), row = static_cast<std::size_t>(k);
      m_.border_factor.push_back(problem_.interaction.factor[row * size + row + 1]);
    }
    m_.part_problem = problem_;
    m_.part_problem.interaction.part.clear(), m_.part_problem.interaction.factor.clear();
    for (int first = 0; first < parts; ++first)
      for (int last = first; last < parts; ++last) add(first, last);
    s_.creepage_x = problem_.motion.longitudinal.value, s_.creepage_y = problem_.motion.lateral.value;
    summarise(problem_, s_);
  }

 private:
  /// A border is closed with its factor as weight, open with what is left; none beyond the ends.
  [[nodiscard]] double closed(int border) const {
    const bool inside = border >= 0 && border < static_cast<int>(m_.border_factor.size());
    return inside ? m_.border_factor[static_cast<std::size_t>(border)] : 0;
  }

  /// The parts first … last as a whole that is alone, with the weight of all its borders being so.
  void add(int first, int last) {
    double weight = (1 - closed(first - 1)) * (1 - closed(last));
    for (int border = first; border < last; ++border) weight *= closed(border);
    if (weight == 0) return;
    solve_parts(first, last);
    add_fields(weight);
  }

  void solve_parts(int first, int last) {
    const Grid& g = problem_.grid;
    std::vector<std::uint8_t>& allowed = m_.part_problem.may_touch;
    allowed.assign(g.size(), 0);
    for (int iy = 0; iy < g.ny; ++iy) {
      const int part = problem_.interaction.part[static_cast<std::size_t>(iy)];
      if (part < first || part > last) continue;
      for (int ix = 0; ix < g.nx; ++ix) {
        const std::size_t i = g.index(ix, iy);
        allowed[i] = problem_.may_touch.empty() || problem_.may_touch[i] ? 1 : 0;
      }
    }
    solve(m_.part_problem, nullptr, workspace_, m_.part_solution);
  }

  void add_fields(double weight) {
    const Solution& p = m_.part_solution;
    s_.normal_iterations += p.normal_iterations;
    s_.tangential_iterations += p.tangential_iterations;
    s_.products += p.products;
    s_.outer_iterations += p.outer_iterations;
    if (p.outcome == Outcome::no_contact) return;
    if (s_.outcome == Outcome::no_contact || p.outcome != Outcome::solved) s_.outcome = p.outcome;
    const std::array<std::pair<std::vector<double>*, const std::vector<double>*>, 8> fields{
        {{&s_.tractions.pressure, &p.tractions.pressure},
         {&s_.tractions.x, &p.tractions.x},
         {&s_.tractions.y, &p.tractions.y},
         {&s_.slip_x, &p.slip_x},
         {&s_.slip_y, &p.slip_y},
         {&s_.displacement_x, &p.displacement_x},
         {&s_.displacement_y, &p.displacement_y},
         {&s_.displacement_z, &p.displacement_z}}};
    for (const auto& [to, from] : fields)
      for (std::size_t i = 0; i < from->size(); ++i) (*to)[i] += weight * (*from)[i];
    for (std::size_t i = 0; i < s_.state.size(); ++i) {
      s_.friction[i] = std::max(s_.friction[i], p.friction[i]);
      s_.state[i] = std::max(s_.state[i], p.state[i]);
    }
  }

  const Problem& problem_;
  Workspace& workspace_;
  Workspace::Memory& m_;
  Solution& s_;
};

}  // namespace

bool needs_superposition(const Problem& problem) {
  const Motion& m = problem.motion;
  return problem.interaction.by_rows(problem.grid) && problem.given_pressure.empty() &&
         problem.method.normal != NormalMethod::boundary_elements &&
         problem.normal_control == NormalControl::approach &&
         (m.kind == TangentialKind::none ||
          (m.kind == TangentialKind::steady_rolling &&
           problem.method.tangential != TangentialMethod::boundary_elements &&
           m.longitudinal.control == Control::creepage && m.lateral.control == Control::creepage));
}

void superpose(const Problem& problem, Workspace& workspace, Solution& solution) {
  Superposition(problem, workspace, solution).run();
}

}  // namespace flangeway::contact::patch
