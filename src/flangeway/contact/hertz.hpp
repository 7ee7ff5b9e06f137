// Hertz's theory of one elliptic contact patch between two elastic half-spaces.
#pragma once

namespace flangeway::contact {

/// Isotropic elastic material. Defaults: rail steel.
struct Material {
  double youngs_modulus = 2.1e11;  ///< E in Pa, > 0; of a visco-elastic body what it has at once
  double poisson_ratio = 0.28;     ///< ν, 0 … 0.5; does not change with time
  /// Visco-elastic bodies (standard linear solid): ratio of the delayed to the instantaneous compliance, ≥ 0,
  /// and the time in s over which the delayed part develops under constant load, ≥ 0. Only patches that are
  /// solved by boundary elements support them. docs/theory/halfspace.md, "Visco-elastic bodies"
  double delayed_compliance = 0, delay_time = 0;
  [[nodiscard]] double shear_modulus() const { return youngs_modulus / (2 * (1 + poisson_ratio)); }
};

/// Contact modulus E*, 1/E* = (1−ν1²)/E1 + (1−ν2²)/E2, Pa. [Johnson1985, ch. 4.2]
[[nodiscard]] double contact_modulus(const Material& wheel, const Material& rail);

/// The shear modulus to use with the tables for equal materials: 2/G = 1/G1 + 1/G2, Pa. [Kalker1990, ch. 1]
[[nodiscard]] double combined_shear_modulus(const Material& wheel, const Material& rail);

/// The Poisson ratio to use with the tables for equal materials: ν/G = ½(ν1/G1 + ν2/G2). [Kalker1990, ch. 1]
[[nodiscard]] double combined_poisson_ratio(const Material& wheel, const Material& rail);

/// Everything about an elliptic patch that does not depend on the load, for a normal force of 1 N.
template <typename Scalar>
struct BasicUnitPatch {
  Scalar a = 0, b = 0;      ///< semi-axes in m/N^⅓: a along rolling, b lateral; a(N) = a N^⅓
  Scalar approach = 0;      ///< m/N^⅔: δ(N) = approach N^⅔
  Scalar c11 = 0, c22 = 0;  ///< Kalker's creepage coefficients of this a/b and ν, longitudinal and lateral
  Scalar c23 = 0, c33 = 0;  ///< … lateral–spin and spin
};
using UnitPatch = BasicUnitPatch<double>;

/// The patch of two surfaces whose gap is ½(longitudinal x² + lateral y²).
/// Both relative curvatures (sums of wheel's and rail's) in 1/m and > 0; their ratio 1e-8 … 1e8.
/// About 0.3 µs; allocates nothing after the first call of the process (which builds the table of
/// coefficients).
[[nodiscard]] UnitPatch unit_patch(double curvature_sum_longitudinal, double curvature_sum_lateral,
                                   const Material& wheel, const Material& rail);

/// Hertz stiffness K_H in N/m^1.5: N = K_H δ^1.5. Arguments as in unit_patch.
[[nodiscard]] double hertz_stiffness(double curvature_sum_longitudinal, double curvature_sum_lateral,
                                     const Material& wheel, const Material& rail);

/// The load-free shape of the ellipse alone.
struct EllipseShape {
  double a_over_b = 1;      ///< semi-axis ratio
  double log_a_over_b = 0;  ///< its natural logarithm
  double a = 0, b = 0;      ///< semi-axes over (N / ((A+B) E*))^⅓, dimensionless
  double approach = 0;      ///< approach over (A+B)^⅓ (N/E*)^⅔, dimensionless
};

/// Shape for the ratio of relative curvatures longitudinal/lateral > 0.
[[nodiscard]] EllipseShape ellipse_shape(double longitudinal_over_lateral);

}  // namespace flangeway::contact
