// The change of slip due to tractions in a tangential problem. Private to the folder.
#pragma once

#include "flangeway/contact/patch/boundary_elements/tangential_solver.hpp"

namespace flangeway::contact::patch {

/// Products with L and with the preconditioner. Vectors go over the list of elements: all along x, then all
/// across (2·count).
class SlipOperator {
 public:
  SlipOperator(const TangentialInput& in, Convolver& convolver, TangentialWork& work);

  /// Displacement over traction, in m/Pa, with all tractions at their bounds in one direction.
  [[nodiscard]] double flexibility();
  [[nodiscard]] double diagonal() const { return a_.own_flexibility(); }
  [[nodiscard]] int products() const { return products_; }
  [[nodiscard]] bool only_estimates() const { return a_.only_estimates(); }

  /// y = L p, for the steps of an iteration: on a slightly curved surface an estimate.
  void apply(const double* p, double* y, Precision precision);
  /// y = L p, and keeps the displacements.
  void begin(const double* p, double* y);
  /// y = L p again after a small change of p, from the displacements that were kept.
  void go_on(const double* change, double* y);
  /// z = A⁻¹ r, periodic.
  void inverse(const double* r, double* z);

 private:
  void displace(const double* p, double* x, double* y, Precision precision);
  void read(const double* ux, const double* uy, double* y) const;
  void scatter(const double* values, double* box) const;
  void find_flexibility();

  const TangentialInput& in_;
  const ContactElements& e_;
  Convolver& a_;
  TangentialWork& w_;
  std::size_t n_;
  double flexibility_ = 0;
  int products_ = 0;
};

}  // namespace flangeway::contact::patch
