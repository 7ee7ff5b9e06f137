// Products with influence coefficients between the rows of a curved surface. Private to the folder.
#pragma once

#include <vector>

#include "flangeway/contact/patch/boundary_elements/precision.hpp"
#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

class Convolver;

/// Rows inclined by α about x. What tractions of row j do to row i is that of the plane, turned across by
/// Δ = α_j − α_i as AngleCorrection says. cos Δ and sin Δ are sums of products of one factor of each row, so
/// that each product is a few of those of the plane.
/// [docs/theory/halfspace.md, "Curved reference"]
class ConformalInfluence {
 public:
  /// At most ny angles; the rows behind them carry nothing. None: a plane.
  void set(const double* inclination, std::size_t count, int nx, int ny, AngleCorrection correction);
  [[nodiscard]] bool curved() const { return !whole_.cosine.empty(); }
  /// Curved so little that the plane is a good estimate of it.
  [[nodiscard]] bool slightly() const { return curved() && slightly_; }

  // As in Convolver, of which only the products of the plane are used.
  void normal(Convolver& plane, const double* p, double* u, Precision precision);
  void tangential(Convolver& plane, const double* px, const double* py, double* ux, double* uy,
                  Precision precision);
  void tangential_from_pressure(Convolver& plane, const double* p, double* ux, double* uy);
  void normal_from_tangential(Convolver& plane, const double* px, const double* py, double* u);

 private:
  using Values = std::vector<double>;
  struct Angles {
    Values cosine, sine;  // of each row
  };
  static void set_angles(const double* inclination, std::size_t count, std::size_t rows, double share,
                         Angles& angles);

  // u = first weight · first + sign · second weight · second, row by row.
  void combine(const Values& weight_1, const Values& first, double sign, const Values& weight_2,
               const Values& second, double* u) const;

  // Those of equal bodies, with tractions turned, or both turned by half the angle.
  void tractions_turned(Convolver& plane, const double* px, const double* py, double* ux, double* uy);
  void tractions_turned_from_pressure(Convolver& plane, const double* p, double* ux, double* uy);
  void tractions_turned_normal(Convolver& plane, const double* px, const double* py, double* u);

  // Displacements turned by the whole angle.
  void turn_tangential(Convolver& plane, const double* px, const double* py, double* ux, double* uy);
  void turn_tangential_from_pressure(Convolver& plane, const double* p, double* ux, double* uy);
  void turn_normal_from_tangential(Convolver& plane, const double* px, const double* py, double* u);

  // What comes on top where the bodies are unequal, so that a pressure moves the plane sideways too.
  void add_coupling_to_normal(Convolver& plane, const double* p, double* u);
  void add_coupling_to_tangential(Convolver& plane, const double* px, const double* py, double* ux,
                                  double* uy);
  void add_coupling_from_pressure(Convolver& plane, const double* p, double* ux, double* uy);
  void add_coupling_from_tangential(Convolver& plane, const double* px, const double* py, double* u);

  // What tractions along, across and normal move in the plane; along_across is symmetric. The last two: what
  // pressures move along and across; what tractions along and across move in the normal is minus that.
  enum class Kernel {
    along,
    along_across,
    across,
    across_and_normal,
    across_less_normal,
    normal,
    pressure_along,
    pressure_across
  };
  void apply(Convolver& plane, Kernel kernel, const Values& p, Values& u);
  // u += factor times what p moves.
  void add(Convolver& plane, Kernel kernel, double factor, const double* p, double* u);
  // Weights of the rows of the sources and of the places in two products, and the sign between them.
  struct Products {
    const Values &first_source, &second_source, &cosine, &sine;
    double sign;
  };
  void add_products(Convolver& plane, Kernel kernel, const Products& by, double factor, const double* p,
                    double* u);
  // The same, times cos Δ, sin Δ.
  void add_cosine(Convolver& plane, Kernel kernel, const Angles& by, double factor, const double* p,
                  double* u);
  void add_sine(Convolver& plane, Kernel kernel, const Angles& by, double factor, const double* p, double* u);

  std::size_t nx_ = 0;
  bool slightly_ = false;
  Precision precision_ = Precision::full;  // of the product under way
  AngleCorrection correction_ = AngleCorrection::displacements;
  Angles whole_, half_;
  Values weighted_x_, weighted_y_, first_, second_, unused_;
};

}  // namespace flangeway::contact::patch
