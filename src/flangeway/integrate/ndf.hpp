// Numerical differentiation formulas of variable order in backward differences.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "flangeway/integrate/newton_matrix.hpp"
#include "flangeway/integrate/sparse_lu.hpp"
#include "flangeway/integrate/stepper.hpp"

namespace flangeway::integrate {

/// The numerical differentiation formulas of orders 1 to 5 with steps that stay equal until the order or the
/// error asks for others, as in Matlab's ode15s [Shampine1997]: a comparison with results of that program.
/// Accepted steps are projected onto the constraints of the problem. After the first steps, which find the
/// order of elimination, a step allocates nothing. Theory: docs/theory/integrators.md.
class Ndf final : public Stepper {
 public:
  explicit Ndf(const Tolerances& tolerances = {}) : tolerances_(tolerances) {}
  void init(const Problem& problem, double t, const double* y) override;
  void init(const Problem& problem, const Tolerances& tolerances, double t, const double* y) {
    tolerances_ = tolerances;
    init(problem, t, y);
  }

  /// `retry` when a step cannot be made however short.
  [[nodiscard]] EvalStatus step() override;
  void set_stop_time(double t) override { stop_ = t; }
  [[nodiscard]] EvalStatus renew() override;
  void restart(const double* y) override;

  [[nodiscard]] double time() const override { return history_.t; }
  [[nodiscard]] double step_start() const override { return history_.start; }
  [[nodiscard]] const double* state() const override { return history_.y.data(); }
  /// Error of the order of the step.
  void interpolate(double t, double* y) const override;
  [[nodiscard]] const StepCounts& counts() const override { return counts_; }
  [[nodiscard]] bool adaptive() const override { return true; }
  [[nodiscard]] bool evaluates_end() const override { return false; }
  void save(StateEncoder& encoder) const override;
  [[nodiscard]] bool load(StateDecoder& decoder) override;

 private:
  using Buffer = std::vector<double>;
  enum class Solution { found, too_slow, failed };

  // History that a step uses. Before the first step the first difference is empty.
  struct History {
    double t = 0, start = 0;                           // s
    double h = 0, next_h = 0;                          // s: of the differences, and of the next step
    std::size_t order = 1, next_order = 1, equal = 0;  // equal: steps since the last change
    Buffer y;
    std::array<Buffer, highest_order + 2> differences;  // entry j: of order j + 1
    std::array<Buffer, highest_order + 2> of_last;      // those that the last step ended with
    std::size_t last_order = 1;
    double last_h = 0, rate = 0;  // rate: of Newton's iteration, 0: not known
    double setup_factor = 0;      // h times the coefficient in the factors
    Buffer jacobian;              // column-major
    bool started = false, has_jacobian = false;
  };
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<History> h) {
    codec(h.t, h.start, h.h, h.next_h, h.order, h.next_order, h.equal, h.y, h.differences, h.of_last,
          h.last_order, h.last_h, h.rate, h.setup_factor, h.jacobian, h.started, h.has_jacobian);
  }

  EvalStatus derivative(double t, const Buffer& y, Buffer& dydt);
  EvalStatus begin();
  void weigh();
  [[nodiscard]] double norm(const Buffer& x) const;
  void change_step(double h);
  void predict();
  [[nodiscard]] Solution solve();
  [[nodiscard]] Solution iterate();
  [[nodiscard]] bool set_up();
  [[nodiscard]] bool evaluate_jacobian();
  [[nodiscard]] bool shorten(double factor);
  [[nodiscard]] bool reject(double error, bool first);
  [[nodiscard]] bool accept();
  void choose_order(double error);

  Problem problem_;
  Tolerances tolerances_;
  StepCounts counts_;
  History history_;
  double stop_ = std::numeric_limits<double>::infinity();
  SparseLu lu_;

  // For one step.
  double next_time_ = 0;
  bool fatal_ = false, fresh_jacobian_ = false;
  Buffer weights_, predicted_, psi_, difference_, trial_, rate_, change_, matrix_;
  JacobianScratch jacobian_scratch_;
};

}  // namespace flangeway::integrate
