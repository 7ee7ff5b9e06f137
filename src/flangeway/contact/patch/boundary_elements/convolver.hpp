// Displacements by tractions on a grid: products with the influence coefficients, and approximate inverses.
#pragma once

#include <vector>

#include "flangeway/contact/patch/boundary_elements/box.hpp"
#include "flangeway/contact/patch/boundary_elements/conformal_influence.hpp"
#include "flangeway/contact/patch/boundary_elements/given_influence.hpp"
#include "flangeway/contact/patch/boundary_elements/influence.hpp"
#include "flangeway/math/real_fft_2d.hpp"

namespace flangeway::contact::patch {

/// Delayed part of visco-elastic bodies as a factor of the elastic coefficients: a traction also acts behind
/// itself, as far as the particle has carried it.
class Delays {
 public:
  Delays() = default;
  explicit Delays(const InfluenceSpec& spec);
  [[nodiscard]] bool any() const { return !bodies_.empty(); }
  /// Whether the leading edge is at the largest x.
  [[nodiscard]] bool forward() const { return forward_; }
  /// Turns tractions that bodies without delay would have into those of the visco-elastic bodies: row by row
  /// from the leading edge, exact in an endless row of small elements.
  void undo(double* p, std::size_t size) const;

 private:
  struct Body {
    double share, kept;  // of the compliance; of what has come, after one element
  };
  std::vector<Body> bodies_;
  std::size_t nx_ = 1;
  bool forward_ = true;
};

/// Products on one grid by Fourier transforms. All fields have nx·ny numbers. One object per thread.
class Convolver {
 public:
  explicit Convolver(const InfluenceTable& table);
  [[nodiscard]] const InfluenceSpec& spec() const { return spec_; }

  /// From here on for a curved surface, whose rows are inclined by α (about x, positive where it rises to the
  /// left): what a row of elements causes is turned into the frame of each other row [BlancoLorenzo2016].
  /// At most ny angles; the rows behind them carry nothing. None: a plane.
  void set_inclinations(const double* inclination, std::size_t count,
                        AngleCorrection correction = AngleCorrection::displacements) {
    conformal_.set({inclination, count}, spec_.nx, spec_.ny, correction, [this] { return spectra(); });
  }

  /// From here on displacements that one part of the elements causes in another are multiplied by a factor.
  /// The elements are those of a box of the grid.
  void set_interaction(const SubPatchInteraction& interaction, const Grid& grid, const Box& box);
  void set_one_part() { modes_.clear(); }
  /// Selects these coefficients for later products, for the rows of the problem's grid starting at y_first.
  /// Null: those of the half-space.
  void set_coefficients(const GivenCoefficients* coefficients, int y_first) {
    given_.set(coefficients, y_first, spec_);
  }
  /// From here on half-spaces that are flat and one whole.
  void set_plane() {
    set_inclinations(nullptr, 0);
    set_one_part();
    set_coefficients(nullptr, 0);
  }
  /// Whether the products with pressures may be no positive definite matrix, or no symmetric one.
  [[nodiscard]] bool may_be_indefinite() const;

  /// u = A_zz p.
  void normal(const double* p, double* u, Precision precision = Precision::full);
  /// (ux, uy) = A_t (px, py), tractions and displacements in the tangent plane.
  void tangential(const double* px, const double* py, double* ux, double* uy,
                  Precision precision = Precision::full);
  /// An estimate of tangential() for the steps of an iteration whose residual it is not: on a surface that is
  /// slightly curved the product of the plane, which takes three fifths of the transforms.
  void estimate_tangential(const double* px, const double* py, double* ux, double* uy, Precision precision);
  /// Whether the estimate is no more than one.
  [[nodiscard]] bool only_estimates() const { return !given_.any() && conformal_.slightly(); }
  /// (ux, uy) from pressures: dissimilar materials or curved surfaces only.
  void tangential_from_pressure(const double* p, double* ux, double* uy);
  /// u_z from tangential tractions: dissimilar materials or curved surfaces only.
  void normal_from_tangential(const double* px, const double* py, double* u);

  /// As normal() and tangential() on a plane that is one whole, whatever has been set.
  void plane_normal(const double* p, double* u, Precision precision = Precision::full);
  void plane_tangential(const double* px, const double* py, double* ux, double* uy,
                        Precision precision = Precision::full);
  /// Whether pressures move a plane sideways: unequal bodies.
  [[nodiscard]] bool is_coupled() const { return !xz_re_.empty(); }

  /// z = M r, M the inverse of A_zz continued periodically: symmetric, positive definite; in single
  /// precision, as M is no more than an estimate. Of visco-elastic bodies the inverse of the elastic part,
  /// then Delays::undo().
  void normal_inverse(const double* r, double* z);
  /// The same for the tangential block.
  void tangential_inverse(const double* rx, const double* ry, double* zx, double* zy);
  /// Displacement of an element by its own traction with this inverse, in m/Pa; no shift.
  [[nodiscard]] double own_flexibility() const { return own_flexibility_; }

 private:
  using Values = std::vector<double>;
  using Singles = std::vector<float>;
  /// Without interaction.
  void whole_normal(const double* p, double* u, Precision precision);
  void whole_tangential(const double* px, const double* py, double* ux, double* uy, Precision precision);
  void whole_tangential_from_pressure(const double* p, double* ux, double* uy);
  void whole_normal_from_tangential(const double* px, const double* py, double* u);
  /// u += share · weight · field.
  void add_mode(std::size_t mode, const Values& field, double* u) const;
  /// out = weight · field.
  void weigh(std::size_t mode, const double* field, Values& out) const;
  void transform(math::RealFft2d& fft, const Values& table, Values& re, Values& im);
  [[nodiscard]] KernelSpectra spectra() const;
  [[nodiscard]] Precision conformal_precision(Precision wanted) const {
    return lopsided_ ? Precision::full : wanted;
  }
  /// Computes the inverses of an elastic table, given the spectrum of its zz in the long transform.
  void set_inverses(const InfluenceTable& table, const Values& zz_long);
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(spec_.nx) * static_cast<std::size_t>(spec_.ny);
  }
  void forward(const double* field, math::Spectrum2d& spectrum) {
    fft_.forward(field, spec_.nx, spec_.ny, spectrum);
  }
  void inverse(math::Spectrum2d& spectrum, double* field) {
    fft_.inverse(spectrum, field, spec_.nx, spec_.ny);
  }

  InfluenceSpec spec_;
  math::RealFft2d fft_;
  math::BasicRealFft2d<float> single_fft_;
  /// Transform for the approximate inverses. They decay with the third power of the distance, so that a
  /// period little longer than the grid is enough.
  math::BasicRealFft2d<float> short_fft_;
  bool lopsided_;             ///< not even or odd in x: shifted, or of visco-elastic bodies
  Values zz_, xx_, yy_, xy_;  ///< real spectra, as filters take them; lopsided: plain
  Singles zz_single_, xx_single_, yy_single_, xy_single_;      ///< the same
  Singles zz_inverse_, xx_inverse_, yy_inverse_, xy_inverse_;  ///< of the short transform
  double own_flexibility_ = 0;
  Delays delays_;
  Values zz_im_, xx_im_, yy_im_, xy_im_;  ///< lopsided tables only
  Values xz_re_, xz_im_, yz_re_, yz_im_;
  math::Spectrum2d a_, b_, c_;
  ConformalInfluence conformal_;
  GivenInfluence given_;
  /// Factors between parts as a sum of products of one number of each part.
  struct Mode {
    double share = 0;
    Values weight;  ///< nx·ny
  };
  std::vector<Mode> modes_;
  Values mode_x_, mode_y_, moved_x_, moved_y_;
};

}  // namespace flangeway::contact::patch
