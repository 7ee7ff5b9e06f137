#include "flangeway/contact/patch/stiffness.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {
namespace {

struct Forces {
  double x, y, moment;
};

class Differences {
 public:
  Differences(const Problem& problem, const Tractions* previous, const Solution& solution, Workspace& work)
      : problem_(problem), previous_(previous), work_(work) {
    problem_.given_pressure = solution.tractions.pressure;
    problem_.motion.longitudinal = {Control::creepage, solution.creepage_x};
    problem_.motion.lateral = {Control::creepage, solution.creepage_y};
    problem_.settings.tolerance = std::min(problem.settings.tolerance, 1e-7);
  }

  Forces by(double& creepage, double step) {
    const double middle = creepage;
    creepage = middle + step;
    const Forces ahead = solve_here();
    creepage = middle - step;
    const Forces behind = solve_here();
    creepage = middle;
    const double width = 2 * step;
    return {(ahead.x - behind.x) / width, (ahead.y - behind.y) / width,
            (ahead.moment - behind.moment) / width};
  }

  Motion& motion() { return problem_.motion; }

 private:
  Forces solve_here() {
    Solution s;
    solve(problem_, previous_, work_, s);
    return {s.force_x, s.force_y, s.moment_z};
  }

  Problem problem_;
  const Tractions* previous_;
  Workspace& work_;
};

}  // namespace

TangentialStiffness tangential_stiffness(const Problem& problem, const Tractions* previous,
                                         const Solution& solution, Workspace& workspace) {
  FLANGEWAY_ASSERT(!problem.friction.empty(), "there is a law of friction");
  const double area = solution.contact_elements * problem.grid.element_area();
  const double bound = static_friction(problem.friction.front()) * solution.normal_force;
  if (!(area > 0 && bound > 0) || problem.motion.kind == TangentialKind::none) return {};
  // G a b c11 ξ = μN, c11 about 4; of a shift: G √(ab) times as much.
  const double size = std::sqrt(area / 3);
  const bool shift = problem.motion.kind == TangentialKind::shift;
  const double step = 1e-3 * bound / (problem.material.shear_modulus * (shift ? 2 * size : area));
  Differences differences(problem, previous, solution, workspace);
  Motion& motion = differences.motion();
  const Forces x = differences.by(motion.longitudinal.value, step),
               y = differences.by(motion.lateral.value, step),
               spin = differences.by(motion.spin, step / size);
  return {x.x, y.x, spin.x, x.y, y.y, spin.y, x.moment, y.moment, spin.moment};
}

}  // namespace flangeway::contact::patch
