#include "flangeway/contact/patch/boundary_elements/tangential_problem.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/boundary_elements/coarse_tangential.hpp"
#include "flangeway/contact/patch/boundary_elements/creepage_search.hpp"
#include "flangeway/contact/patch/problem/element_fields.hpp"

namespace flangeway::contact::patch {
namespace {

/// Distance over which the slip of one step is counted; creepages times it are rigid slip in m.
double step_length(const Problem& problem) {
  switch (problem.motion.kind) {
    case TangentialKind::transient_rolling:
      return problem.motion.step;
    case TangentialKind::steady_rolling:
      return problem.grid.dx;
    default:
      return 1;
  }
}

bool steady(const Problem& problem) {
  return problem.motion.kind == TangentialKind::steady_rolling;
}

// Third body: share of its first yield stress that remains when it softens; marches along the rows, and the
// share of a row that each may cover.
constexpr double min_yield_stress = 0.1, march_share = 0.7;
constexpr int max_marches = 60, marches_per_element = 4;

class TangentialProblem {
 public:
  TangentialProblem(const Problem& problem, const Tractions* previous, double tolerance,
                    BoundaryElementMemory& memory, Solution& solution)
      : problem_(problem),
        previous_(steady(problem) ? nullptr : previous),
        tolerance_(tolerance),
        m_(memory),
        s_(solution) {}

  void run() {
    list();
    find_entering();
    set_rigid_slip();
    add_pressure_slip();
    if (previous_ != nullptr) subtract_previous();
    set_yield_stress();
    set_friction_before();
    const Outcome before = s_.outcome;
    // Each turn takes what an element has hardened to on to the next one only.
    const int most = max_marches + marches_per_element * problem_.grid.nx;
    for (int turn = 0; turn < most; ++turn) {
      s_.outcome = before;  // what counts is the last turn
      set_bounds();
      const TangentialResult result = solve();
      const bool settled = !marches() || march();
      write(result);
      remember(result);
      if (settled) return;
    }
    if (s_.outcome == Outcome::solved) s_.outcome = Outcome::not_converged_tangential;
  }

 private:
  TangentialResult solve() {
    TangentialInput in = input();
    double* tractions = start(in);
    if (problem_.settings.gauss_seidel) return sweep(in, tractions);
    const bool fresh = std::all_of(tractions, tractions + 2 * count(), [](double t) { return t == 0; });
    if (fresh && estimate_tractions_on_coarse_grid(in, convolver_->spec(), m_, 0, tractions, m_.start_sliding,
                                                   in.start_creepage)) {
      in.start_sliding = m_.start_sliding.data();
    }
    const TangentialResult result = solve_tangential(in, *convolver_, m_.tangential, tractions);
    const bool searches = (in.by_force[0] || in.by_force[1]) && result.reachable && !hardens();
    if (result.converged || !searches) return result;
    return search_creepages(in, *convolver_, m_.tangential, tractions);
  }

  /// Direct sums, then once the displacements that the other method leaves.
  TangentialResult sweep(const TangentialInput& in, double* tractions) {
    const TangentialResult result =
        solve_tangential_by_sweeps(in, influence_table(convolver_->spec()), m_.tangential, tractions);
    auto& w = m_.tangential;
    const auto nx = static_cast<std::size_t>(convolver_->spec().nx),
               ny = static_cast<std::size_t>(convolver_->spec().ny);
    for (auto* v : {&w.box_a, &w.box_b, &w.displacement_x, &w.displacement_y}) v->assign(nx * ny, 0.0);
    for (std::size_t k = 0; k < count(); ++k) {
      w.box_a[m_.elements.local[k]] = tractions[k];
      w.box_b[m_.elements.local[k]] = tractions[count() + k];
    }
    convolver_->tangential(w.box_a.data(), w.box_b.data(), w.displacement_x.data(), w.displacement_y.data());
    return result;
  }

  [[nodiscard]] const Motion& motion() const { return problem_.motion; }
  [[nodiscard]] std::size_t count() const { return m_.elements.count(); }

  void list() {
    extent_ =
        list_elements(problem_.grid, s_.tractions.pressure, motion().direction > 0 ? 1 : -1, m_.elements);
    if (previous_ != nullptr) extend(previous_->pressure);
    convolver_ = &convolver_for(m_, problem_, width(), extent_.y_end - extent_.y_first, 0);
    shape_surface(problem_, Direction::tangential, box(), *convolver_);
    place(problem_.grid, extent_, convolver_->spec(), m_.elements);
  }

  [[nodiscard]] Box box() const { return {extent_.x_first, extent_.x_end, extent_.y_first, extent_.y_end}; }
  [[nodiscard]] int width() const {
    return extent_.x_end - extent_.x_first + 1;
  }  // one column for the edge ahead

  void extend(const std::vector<double>& pressure) {
    ContactElements& before = m_.previous_elements;
    const Extent other = list_elements(problem_.grid, pressure, m_.elements.direction, before);
    if (before.count() == 0) return;
    extent_ = {std::min(extent_.x_first, other.x_first), std::max(extent_.x_end, other.x_end),
               std::min(extent_.y_first, other.y_first), std::max(extent_.y_end, other.y_end)};
  }

  /// In a step longer than an element some particles have entered the contact: since then they have rolled
  /// from the element ahead of the leading edge to where they are.
  void find_entering() {
    m_.step_share.clear();
    const double passed = problem_.grid.dx / step_length(problem_);
    if (motion().kind != TangentialKind::transient_rolling || passed > 1 - 1e-6) return;
    m_.step_share.resize(count()), m_.edge.resize(count());
    int depth = 0;
    for (std::size_t k = 0; k < count(); ++k) {
      const bool first = !m_.elements.follows[k];
      depth = first ? 1 : depth + 1;
      m_.step_share[k] = std::min(1.0, depth * passed);
      const std::size_t at = m_.elements.local[k];
      m_.edge[k] = first ? (m_.elements.direction > 0 ? at + 1 : at - 1) : m_.edge[k - 1];
    }
  }

  [[nodiscard]] bool entered(std::size_t k) const { return !m_.step_share.empty() && m_.step_share[k] < 1; }
  [[nodiscard]] double share(std::size_t k) const { return m_.step_share.empty() ? 1 : m_.step_share[k]; }

  /// From creepages, spin and extra terms.
  void set_rigid_slip() {
    const Motion& m = motion();
    const std::size_t n = count(), nx = static_cast<std::size_t>(problem_.grid.nx);
    const double step = step_length(problem_);
    const double ahead = m.kind == TangentialKind::shift ? 0 : m.spin_offset * step * m.direction;
    const double creep_x = m.longitudinal.control == Control::creepage ? m.longitudinal.value : 0;
    const double creep_y = m.lateral.control == Control::creepage ? m.lateral.value : 0;
    m_.rigid.resize(2 * n);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = m_.elements.grid[k];
      const RigidSlip spin = spin_slip(m, problem_.grid.x(static_cast<int>(i % nx)),
                                       problem_.grid.y(static_cast<int>(i / nx)), ahead);
      const double extra_x = problem_.extra_slip_x.empty() ? 0 : problem_.extra_slip_x[i];
      const double extra_y = problem_.extra_slip_y.empty() ? 0 : problem_.extra_slip_y[i];
      m_.rigid[k] = share(k) * step * (creep_x + spin.x + extra_x);
      m_.rigid[n + k] = share(k) * step * (creep_y + spin.y + extra_y);
    }
  }

  /// A field of listed elements in the convolver's grid, zero elsewhere.
  void scatter(const ContactElements& from, const std::vector<double>& field,
               std::vector<double>& box) const {
    const auto nx = static_cast<std::size_t>(convolver_->spec().nx),
               ny = static_cast<std::size_t>(convolver_->spec().ny);
    box.assign(nx * ny, 0.0);
    for (std::size_t k = 0; k < from.count(); ++k) box[from.local[k]] = field[from.grid[k]];
  }

  /// Displacements from pressure, of dissimilar materials; steady rolling: less those one element ahead.
  void add_pressure_slip() {
    const std::size_t n = count();
    m_.pressure_displacement.assign(2 * n, 0.0);
    if (!directions_coupled(problem_)) return;
    scatter(m_.elements, s_.tractions.pressure, m_.field_a);
    m_.field_b.resize(m_.field_a.size());
    m_.field_c.resize(m_.field_a.size());
    convolver_->tangential_from_pressure(m_.field_a.data(), m_.field_b.data(), m_.field_c.data());
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t at = m_.elements.local[k];
      const std::size_t ahead = m_.elements.direction > 0 ? at + 1 : at - 1;
      m_.pressure_displacement[k] = m_.field_b[at];
      m_.pressure_displacement[n + k] = m_.field_c[at];
      m_.rigid[k] += m_.field_b[at] - (steady(problem_) ? m_.field_b[ahead] : 0);
      m_.rigid[n + k] += m_.field_c[at] - (steady(problem_) ? m_.field_c[ahead] : 0);
    }
  }

  /// Displacements of the same particles at the previous instant, or, where they were not in contact then,
  /// those ahead of the leading edge.
  void subtract_previous() {
    const ContactElements& before = m_.previous_elements;
    if (before.count() == 0) return;
    place(problem_.grid, extent_, convolver_->spec(), m_.previous_elements);
    const bool rolling = motion().kind == TangentialKind::transient_rolling;
    const double shift = rolling ? motion().direction * motion().step : 0;
    Convolver& shifted = convolver_for(m_, problem_, width(), extent_.y_end - extent_.y_first, shift);
    shape_surface(problem_, Direction::tangential, box(), shifted);
    m_.field_a.resize(static_cast<std::size_t>(convolver_->spec().nx) *
                      static_cast<std::size_t>(convolver_->spec().ny));
    m_.field_c.resize(m_.field_a.size());
    m_.field_d.resize(m_.field_a.size());
    subtract_displacements(shifted, false);
    if (m_.step_share.empty()) return;
    Convolver& still = convolver_for(m_, problem_, width(), extent_.y_end - extent_.y_first, 0);
    subtract_displacements(still, true);
  }

  /// Those of the tractions of the instant before, at the particles that have entered since, or at the
  /// others.
  void subtract_displacements(Convolver& coefficients, bool of_entered) {
    scatter(m_.previous_elements, previous_->x, m_.field_a);
    scatter(m_.previous_elements, previous_->y, m_.field_b);
    coefficients.tangential(m_.field_a.data(), m_.field_b.data(), m_.field_c.data(), m_.field_d.data());
    subtract(m_.field_c, m_.field_d, of_entered);
    if (!directions_coupled(problem_)) return;
    scatter(m_.previous_elements, previous_->pressure, m_.field_a);
    coefficients.tangential_from_pressure(m_.field_a.data(), m_.field_c.data(), m_.field_d.data());
    subtract(m_.field_c, m_.field_d, of_entered);
  }

  void subtract(const std::vector<double>& x, const std::vector<double>& y, bool of_entered) {
    for (std::size_t k = 0; k < count(); ++k) {
      if (entered(k) != of_entered) continue;
      const std::size_t at = of_entered ? m_.edge[k] : m_.elements.local[k];
      m_.rigid[k] -= x[at];
      m_.rigid[count() + k] -= y[at];
    }
  }

  [[nodiscard]] bool yields() const { return problem_.third_body.yield_stress > 0; }
  [[nodiscard]] bool hardens() const { return yields() && problem_.third_body.hardening != 0; }
  /// In steady rolling an element begins with the stress to which the one ahead has hardened.
  [[nodiscard]] bool marches() const { return hardens() && steady(problem_); }

  /// Takes the yield stress of the same material before the step; fresh material where it was not in contact.
  void set_yield_stress() {
    if (!yields()) return;
    m_.yield_stress.assign(count(), problem_.third_body.yield_stress);
    if (previous_ == nullptr || previous_->yield_stress.empty()) return;
    const bool rolling = motion().kind == TangentialKind::transient_rolling;
    const auto nx = static_cast<std::size_t>(problem_.grid.nx);
    const long moved = rolling ? std::lround(motion().direction * motion().step / problem_.grid.dx) : 0;
    for (std::size_t k = 0; k < count(); ++k) {
      const std::size_t i = m_.elements.grid[k];
      const long x = static_cast<long>(i % nx) + moved;
      if (x < 0 || x >= static_cast<long>(nx)) continue;
      const double stress = previous_->yield_stress[i - i % nx + static_cast<std::size_t>(x)];
      if (stress > 0) m_.yield_stress[k] = stress;
    }
  }

  /// Whether the coefficients of the instant before count.
  [[nodiscard]] bool remembers() const { return problem_.memory.distance > 0 && !steady(problem_); }

  /// Takes the friction of the same material before the step, linear between elements; static outside
  /// contact.
  void set_friction_before() {
    if (!remembers()) return;
    const bool rolling = motion().kind == TangentialKind::transient_rolling;
    const double moved = rolling ? motion().direction * motion().step / problem_.grid.dx : 0;
    const double whole = std::floor(moved), share = moved - whole;
    const auto nx = static_cast<long>(problem_.grid.nx);
    m_.friction_before.resize(count());
    for (std::size_t k = 0; k < count(); ++k) {
      const std::size_t i = m_.elements.grid[k];
      const double rest = static_friction(law_of(problem_, i));
      const long row = static_cast<long>(i) / nx * nx, x = static_cast<long>(i) - row + std::lround(whole);
      const auto at = [&](long place) {
        const bool known = previous_ != nullptr && !previous_->friction.empty() && place >= 0 && place < nx;
        const double mu = known ? previous_->friction[static_cast<std::size_t>(row + place)] : 0;
        return mu > 0 ? mu : rest;
      };
      m_.friction_before[k] = share > 0 ? (1 - share) * at(x) + share * at(x + 1) : at(x);
    }
  }

  /// Takes over along the rows what the elements ahead have hardened to. True if that changes nothing more.
  bool march() {
    const auto nx = static_cast<std::size_t>(problem_.grid.nx);
    double change = 0;
    for (std::size_t k = 1; k < count(); ++k) {
      if (m_.elements.grid[k] / nx != m_.elements.grid[k - 1] / nx) continue;
      const double ahead = yielded(k - 1).stress;
      change = std::max(change, std::abs(ahead - m_.yield_stress[k]));
      m_.yield_stress[k] += march_share * (ahead - m_.yield_stress[k]);
    }
    return change <= tolerance_ * problem_.third_body.yield_stress;
  }

  /// The stress that an element yields at after the step, and its plastic share of the slip.
  struct Yielded {
    double stress, share;
  };
  [[nodiscard]] Yielded yielded(std::size_t k) const {
    const double before = m_.yield_stress[k], friction = m_.coefficient[k] * m_.list_pressure[k];
    const bool slides = m_.tangential.sliding[k] != 0, flows = m_.tangential.yielding[k] != 0;
    if ((!slides && !flows) || before >= friction) return {before, 0};
    const double traction = std::hypot(m_.sliding_tractions[k], m_.sliding_tractions[count() + k]);
    const double hardening = problem_.third_body.hardening;
    if (hardening == 0) return {before, 1};
    if (flows || hardening < 0) return {traction, 1};
    const double slip = std::hypot(m_.tangential.slip[k], m_.tangential.slip[count() + k]);
    return {friction, slip > 0 ? std::min(1.0, (friction - before) / (hardening * slip)) : 0};
  }

  void set_bounds() {
    const std::size_t n = count();
    m_.bound.resize(n), m_.coefficient.resize(n), m_.list_pressure.resize(n), m_.laws.resize(n);
    m_.friction_bound.resize(n);
    falls_ = false;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = m_.elements.grid[k];
      m_.laws[k] = &law_of(problem_, i);
      m_.coefficient[k] = m_.hot_friction.empty() ? static_friction(*m_.laws[k]) : m_.hot_friction[i];
      m_.list_pressure[k] = s_.tractions.pressure[i];
      m_.bound[k] = m_.friction_bound[k] = m_.coefficient[k] * m_.list_pressure[k];
      if (yields()) m_.bound[k] = std::min(m_.bound[k], m_.yield_stress[k]);
      falls_ = falls_ ||
               (m_.laws[k]->kind != FrictionKind::coulomb && m_.laws[k]->kind != FrictionKind::temperature);
    }
  }

  [[nodiscard]] double slip_speed() const {  // in m/s of a slip of 1 m per step
    return motion().kind == TangentialKind::shift ? 1 : motion().speed / step_length(problem_);
  }

  [[nodiscard]] SlipFriction slip_friction() const {
    SlipFriction f;
    if (!falls_) return f;
    f.laws = m_.laws.data();
    f.pressure = m_.list_pressure.data();
    if (yields()) f.most = m_.yield_stress.data();
    f.speed = slip_speed();
    f.initial_speed = problem_.settings.initial_slip_speed;
    const FrictionMemory& memory = problem_.memory;
    if (memory.distance > 0) {
      f.memory = 1 / (slip_speed() * memory.distance);
      f.minimal_speed = memory.minimal_speed;
      if (remembers()) f.before = m_.friction_before.data();
    }
    f.coefficient = m_.coefficient.data();
    return f;
  }

  /// The force target of one direction as a sum of tractions.
  [[nodiscard]] double traction_target(const Prescribed& given) const {
    const double area = problem_.grid.element_area();
    if (given.control == Control::force) return given.value / area;
    return given.value * static_friction(problem_.friction.front()) * s_.normal_force / area;
  }

  [[nodiscard]] TangentialInput input() const {
    TangentialInput in;
    in.elements = &m_.elements;
    in.steady = steady(problem_);
    in.bound = m_.bound.data();
    in.friction = slip_friction();
    if (hardens())
      in.yielding = {m_.yield_stress.data(), m_.friction_bound.data(), problem_.third_body.hardening,
                     min_yield_stress * problem_.third_body.yield_stress};
    in.rigid = m_.rigid.data();
    in.share = m_.step_share.empty() ? nullptr : m_.step_share.data();
    const std::array<const Prescribed*, 2> given{&motion().longitudinal, &motion().lateral};
    for (std::size_t k = 0; k < 2; ++k) {
      in.by_force[k] = given[k]->control != Control::creepage;
      in.target[k] = in.by_force[k] ? traction_target(*given[k]) : 0;
    }
    in.tolerance = tolerance_;
    in.max_iterations = problem_.settings.max_iterations;
    return in;
  }

  double* start(TangentialInput& in) {
    const std::size_t n = count();
    m_.sliding_tractions.resize(2 * n);
    for (std::size_t k = 0; k < n; ++k) {
      m_.sliding_tractions[k] = s_.tractions.x[m_.elements.grid[k]];
      m_.sliding_tractions[n + k] = s_.tractions.y[m_.elements.grid[k]];
    }
    if (m_.earlier.known && !hardens()) follow_pressure(in);
    return m_.sliding_tractions.data();
  }

  /// Earlier tractions become those of the present pressures: what slid stays on its bound, what adhered
  /// grows with its pressure.
  void follow_pressure(TangentialInput& in) {
    const std::size_t n = count();
    double* p = m_.sliding_tractions.data();
    m_.start_sliding.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = m_.elements.grid[k];
      const double before = m_.earlier.pressure[i], size = std::hypot(p[k], p[n + k]), bound = m_.bound[k];
      const bool slides = m_.earlier.sliding[i] != 0 && size > 0 && bound > 0;
      const double grown = before > 0 ? size * m_.list_pressure[k] / before : 0;
      const double factor = size > 0 ? (slides ? bound : std::min(grown, bound)) / size : 0;
      m_.start_sliding[k] = slides || bound <= 0;
      p[k] *= factor;
      p[n + k] *= factor;
    }
    in.start_sliding = m_.start_sliding.data();
    in.start_creepage = m_.earlier.creepage;
  }

  void remember(const TangentialResult& result) {
    EarlierTractions& earlier = m_.earlier;
    earlier.known = result.converged;
    earlier.pressure = s_.tractions.pressure;
    earlier.creepage = result.creepage;
    earlier.sliding.assign(s_.state.size(), 0);
    for (std::size_t k = 0; k < count(); ++k) earlier.sliding[m_.elements.grid[k]] = m_.tangential.sliding[k];
  }

  void write(const TangentialResult& result) {
    const double step = step_length(problem_);
    s_.tangential_iterations += result.iterations;
    s_.products += result.products;
    if (!result.converged && s_.outcome == Outcome::solved) {
      s_.outcome = result.reachable ? Outcome::not_converged_tangential : Outcome::force_unreachable;
    }
    const std::array<const Prescribed*, 2> given{&motion().longitudinal, &motion().lateral};
    const std::array<double*, 2> creepage{&s_.creepage_x, &s_.creepage_y};
    for (std::size_t k = 0; k < 2; ++k) {
      const bool found = given[k]->control != Control::creepage;
      *creepage[k] = found ? result.creepage[k] / step : given[k]->value;
    }
    for (auto* field : {&s_.tractions.x, &s_.tractions.y, &s_.plastic_x, &s_.plastic_y,
                        &s_.tractions.yield_stress, &s_.tractions.friction})
      std::fill(field->begin(), field->end(), 0.0);
    for (std::size_t k = 0; k < count(); ++k) write_element(k, step);
  }

  void write_element(std::size_t k, double step) {
    const std::size_t i = m_.elements.grid[k], n = count(), at = m_.elements.local[k];
    s_.tractions.x[i] = m_.sliding_tractions[k];
    s_.tractions.y[i] = m_.sliding_tractions[n + k];
    s_.slip_x[i] = m_.tangential.slip[k] / step;
    s_.slip_y[i] = m_.tangential.slip[n + k] / step;
    s_.displacement_x[i] = m_.tangential.displacement_x[at] + m_.pressure_displacement[k];
    s_.displacement_y[i] = m_.tangential.displacement_y[at] + m_.pressure_displacement[n + k];
    s_.friction[i] = m_.coefficient[k];
    if (!s_.tractions.friction.empty()) s_.tractions.friction[i] = m_.coefficient[k];
    s_.state[i] = m_.tangential.sliding[k] ? ElementState::slip : ElementState::adhesion;
    if (yields()) write_yielded(k);
  }

  /// Plastic deformation is not slip of the surfaces.
  void write_yielded(std::size_t k) {
    const std::size_t i = m_.elements.grid[k];
    const Yielded now = yielded(k);
    s_.tractions.yield_stress[i] = now.stress;
    s_.plastic_x[i] = -now.share * s_.slip_x[i];
    s_.plastic_y[i] = -now.share * s_.slip_y[i];
    s_.slip_x[i] *= 1 - now.share;
    s_.slip_y[i] *= 1 - now.share;
    if (now.share == 1) s_.state[i] = ElementState::plastic;
  }

  const Problem& problem_;
  const Tractions* previous_;
  double tolerance_;
  BoundaryElementMemory& m_;
  Solution& s_;
  Extent extent_;
  Convolver* convolver_ = nullptr;
  bool falls_ = false;
};

}  // namespace

void solve_tangential_problem(const Problem& problem, const Tractions* previous, double tolerance,
                              BoundaryElementMemory& memory, Solution& solution) {
  TangentialProblem(problem, previous, tolerance, memory, solution).run();
}

}  // namespace flangeway::contact::patch
