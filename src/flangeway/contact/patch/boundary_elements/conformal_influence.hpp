// Products with influence coefficients between the rows of a curved surface. Private to the folder.
#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/row_products.hpp"
#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

/// Rows inclined by α about x. What tractions of row j do to row i is that of the plane, turned across by
/// Δ = α_j − α_i as AngleCorrection says. cos Δ and sin Δ are sums of products of one factor of each row, so
/// that each product is a few of those of the plane with weighted rows.
/// [docs/theory/halfspace.md, "Curved reference"]
class ConformalInfluence {
 public:
  /// At most ny angles; the rows behind them carry nothing. None: a plane. `spectra` gives those of the plane
  /// when they are needed for the first time.
  void set(std::span<const double> inclination, int nx, int ny, AngleCorrection correction,
           const std::function<KernelSpectra()>& spectra);
  [[nodiscard]] bool curved() const { return curved_; }
  /// Curved so little that the plane is a good estimate of it.
  [[nodiscard]] bool slightly() const { return curved() && slightly_; }

  // As in Convolver. `coupled`: of unequal bodies, so that a pressure moves the plane sideways too.
  void normal(const double* p, double* u, bool coupled, Precision precision);
  void tangential(const double* px, const double* py, double* ux, double* uy, bool coupled,
                  Precision precision);
  void tangential_from_pressure(const double* p, double* ux, double* uy, bool coupled);
  void normal_from_tangential(const double* px, const double* py, double* u, bool coupled);

 private:
  using Term = RowProducts::Term;
  struct Angles {
    RowWeights cosine, sine;  // of each row
  };
  static void set_angles(std::span<const double> inclination, std::size_t rows, double share, Angles& angles);

  // Takes the fields of the products and clears the results.
  void begin(std::array<const double*, 2> fields, std::array<double*, 2> results, Precision precision);
  // u += factor times what the fields move, as it is or times cos Δ or sin Δ.
  void add(std::initializer_list<Term> terms, double factor, double* u);
  void add_cosine(const Angles& by, std::initializer_list<Term> terms, double factor, double* u);
  void add_sine(const Angles& by, std::initializer_list<Term> terms, double factor, double* u);

  // Those of equal bodies.
  void add_tangential(double* ux, double* uy);
  void add_tangential_from_pressure(double* ux, double* uy);
  void add_normal_from_tangential(double* u);
  // Adds the normal–tangential coupling of unequal bodies.
  void add_coupling_to_tangential(double* ux, double* uy);
  void add_coupling_from_pressure(double* ux, double* uy);
  void add_coupling_from_tangential(double* u);

  std::size_t size_ = 0;
  bool curved_ = false, slightly_ = false;
  AngleCorrection correction_ = AngleCorrection::displacements;
  Angles whole_, half_;
  std::optional<RowProducts> plane_;
};

}  // namespace flangeway::contact::patch
