// Backward differentiation formulas of variable order and step.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "flangeway/integrate/bdf_coefficients.hpp"
#include "flangeway/integrate/newton_matrix.hpp"
#include "flangeway/integrate/sparse_lu.hpp"
#include "flangeway/integrate/stepper.hpp"

namespace flangeway::integrate {

/// BDF of orders 1 to 5 in fixed-leading-coefficient form, with Newton's method and the control of order and
/// step of [Hindmarsh2005]; accepted steps are projected onto the constraints of the problem without loss of
/// history [Eich1993]. After the first steps, which find the order of elimination, a step allocates nothing.
/// Theory: docs/theory/integrators.md.
class Bdf final : public Stepper {
 public:
  explicit Bdf(const Tolerances& tolerances = {}) : tolerances_(tolerances) {}
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

  [[nodiscard]] double time() const override { return h_.t; }
  [[nodiscard]] double step_start() const override { return h_.start; }
  [[nodiscard]] const double* state() const override { return y_.data(); }
  /// Error of the order of the step.
  void interpolate(double t, double* y) const override;
  [[nodiscard]] const StepCounts& counts() const override { return counts_; }
  [[nodiscard]] bool adaptive() const override { return true; }
  /// The last one is of Newton's iteration, before the step is projected.
  [[nodiscard]] bool evaluates_end() const override { return false; }
  void save(StateEncoder& encoder) const override;
  [[nodiscard]] bool load(StateDecoder& decoder) override;

 private:
  using Buffer = std::vector<double>;
  enum class Attempt { first, after_newton, after_projection, after_error };
  enum class Outcome { done, again, diverges, failed };

  // History that a step uses.
  struct History {
    double t = 0, start = 0;                          // s, the last step
    std::array<Buffer, highest_order + 1> columns;    // Nordsieck: h^j/j! of the derivative of order j
    BdfSteps steps{};                                 // s
    std::size_t order = 1, next_order = 1, wait = 2;  // wait: steps until another order is considered
    double h = 0, next_h = 0, ratio = 1;              // s, s; next_h/h
    double max_ratio = 0;                             // 1: no change after this step
    double high_derivative = 0;                       // of the step whose difference is kept
    double convergence = 1;                           // rate of Newton's iteration
    double setup_gamma = 0;                           // of the factors
    std::uint64_t steps_made = 0, setup_step = 0, jacobian_step = 0;
    Buffer jacobian;  // column-major
    bool started = false;
  };
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<History> h) {
    codec(h.t, h.start, h.columns, h.steps, h.order, h.next_order, h.wait, h.h, h.next_h, h.ratio,
          h.max_ratio, h.high_derivative, h.convergence, h.setup_gamma, h.steps_made, h.setup_step,
          h.jacobian_step, h.jacobian, h.started);
  }

  EvalStatus derivative(double t, const Buffer& y, Buffer& dydt);
  EvalStatus begin();
  [[nodiscard]] double find_first_step();
  void weigh(const Buffer& y);
  [[nodiscard]] double norm(const Buffer& x) const;
  [[nodiscard]] bool resolves_rounding() const;
  EvalStatus advance();

  void adjust();
  void change_order();
  void rescale();
  void predict();
  void undo(double t);

  [[nodiscard]] Outcome attempt(Attempt& attempt, double t);
  [[nodiscard]] bool solve(Attempt attempt);
  [[nodiscard]] Outcome newton();
  [[nodiscard]] EvalStatus residual();
  [[nodiscard]] bool set_up(Attempt attempt, bool bad_jacobian);
  [[nodiscard]] bool evaluate_jacobian();
  [[nodiscard]] bool project();
  [[nodiscard]] Outcome shorten(Attempt& attempt, double t, Attempt cause);
  [[nodiscard]] Outcome test_error(Attempt& attempt, double t);
  [[nodiscard]] bool begin_again();

  void complete();
  void prepare();
  void choose_order();
  void limit_ratio();

  Problem problem_;
  Tolerances tolerances_;
  StepCounts counts_;
  History h_;
  Buffer y_;
  double stop_ = std::numeric_limits<double>::infinity();
  SparseLu lu_;

  // For one step.
  BdfCoefficients c_;
  double gamma_ = 0, gamma_ratio_ = 1;  // γ, and over that of the factors
  double error_ = 0, difference_norm_ = 0;
  bool fresh_jacobian_ = false, fatal_ = false, projected_ = false;
  unsigned newton_failures_ = 0, projection_failures_ = 0, error_failures_ = 0;
  Buffer weights_, trial_, rate_, difference_, change_, projection_, matrix_;
  JacobianScratch jacobian_scratch_;
};

}  // namespace flangeway::integrate
