// Products with influence coefficients that were computed elsewhere. Private to the folder.
#pragma once

#include "flangeway/contact/patch/boundary_elements/influence.hpp"

namespace flangeway::contact::patch {

/// Direct sums over the elements: coefficients that differ from row to row are no convolution.
class GivenInfluence {
 public:
  /// For the rows of the problem's grid starting at y_first, on the grid of `local`. Null: none.
  void set(const GivenCoefficients* coefficients, int y_first, const InfluenceSpec& local);
  [[nodiscard]] bool any() const { return coefficients_ != nullptr; }

  // As in Convolver.
  void normal(const double* p, double* u) const;
  void tangential(const double* px, const double* py, double* ux, double* uy) const;
  void tangential_from_pressure(const double* p, double* ux, double* uy) const;
  void normal_from_tangential(const double* px, const double* py, double* u) const;

 private:
  // Numbers of GivenCoefficients::values.
  enum Component : std::size_t { nn, nx, ny, xn, xx, xy, yn, yx, yy };
  void add(Component component, const double* p, double* u) const;
  void add_row(const double* coefficient, double mirrored, const double* p, double* u) const;
  // Adds the displacement by a layer between the bodies.
  void add_layer(double flexibility, const double* p, double* u) const;

  const GivenCoefficients* coefficients_ = nullptr;
  int first_row_ = 0, width_ = 0, height_ = 0;
  int ahead_ = 0;                 // elements by which the displacement is taken ahead
  double layer_ = 0, shear_ = 0;  // of layers in the normal direction and in shear, m/Pa
};

}  // namespace flangeway::contact::patch
