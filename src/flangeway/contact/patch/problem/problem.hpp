// The contact problem of two half-spaces at one patch, and its solution.
//
// Frame: x along rolling forward, y left, z the normal, into body 1 (the upper one: the wheel). Tractions,
// forces and moments act on body 1; creepages and slip are of body 1 relative to body 2. SI throughout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/contact/patch/problem/elastic_pair.hpp"
#include "flangeway/contact/patch/problem/friction_law.hpp"
#include "flangeway/contact/patch/problem/given_coefficients.hpp"
#include "flangeway/contact/patch/problem/grid.hpp"
#include "flangeway/contact/patch/problem/heat.hpp"
#include "flangeway/contact/patch/problem/method.hpp"
#include "flangeway/core/choice.hpp"

namespace flangeway::contact::patch {

/// How a traction varies over the elements.
enum class ElementKind {
  constant,  ///< constant on each rectangle
  bilinear   ///< a tent over the four rectangles around each centre
};

enum class NormalControl { approach, force };

enum class TangentialKind {
  none,   ///< no friction: the normal problem alone
  shift,  ///< one step in coordinates fixed to the material; creepages are displacements in m, rad
  transient_rolling,  ///< one step of rolling in coordinates that move with the contact
  steady_rolling      ///< the state that rolling tends to
};

constexpr auto alternatives_of(TangentialKind) {
  using One = Alternative<TangentialKind>;
  return std::array{
      One{TangentialKind::none, "none", "no friction: the normal problem alone"},
      One{TangentialKind::shift, "shift",
          "one step of sliding without rolling; creepages are displacements in m, spin is an angle in rad"},
      One{TangentialKind::transient_rolling, "transient_rolling",
          "one step of rolling from the state before"},
      One{TangentialKind::steady_rolling, "steady_rolling",
          "the state that rolling tends to. The usual one"}};
}

enum class Control {
  creepage,        ///< the value is the creepage (shift: displacement in m); the force follows
  force,           ///< the value is the force on body 1 in N; the creepage follows
  force_over_mu_n  ///< the value is the force over μ FN, μ at rest of the first law; the creepage follows
};

/// One tangential direction.
struct Prescribed {
  Control control = Control::creepage;
  double value = 0;
};

/// How body 1 moves relative to body 2.
struct Motion {
  TangentialKind kind = TangentialKind::steady_rolling;
  Prescribed longitudinal, lateral;
  double spin = 0;                              ///< φ, 1/m (shift: rad)
  double spin_centre_x = 0, spin_centre_y = 0;  ///< m; the rigid slip of the spin is zero there
  double direction = 1;                         ///< +1 rolling to +x, −1 to −x
  double step = 0;                              ///< m per step of transient rolling; steady rolling steps dx
  double speed = 1;  ///< m/s, > 0: rolling velocity, only scales slip velocity and power
  /// Spin is taken this part of a step ahead of the centre of the element: the place where the difference of
  /// displacements over one step belongs, for the tractions of constant elements.
  double spin_offset = 1.0 / 6.0;
  bool spin_along = true, spin_across = true;  ///< false: the spin has no rigid slip along x, or along y
};

/// Rigid slip, m/m (shift: m).
struct RigidSlip {
  double x = 0, y = 0;
};
/// That of the spin at a place, m from the middle of the patch; `ahead`: of its centre, m.
[[nodiscard]] inline RigidSlip spin_slip(const Motion& motion, double x, double y, double ahead) {
  return {motion.spin_along ? -motion.spin * (y - motion.spin_centre_y) : 0,
          motion.spin_across ? motion.spin * (x - motion.spin_centre_x + ahead) : 0};
}

/// Solver limits. The defaults serve; loosen nothing for speed before measuring.
struct Settings {
  double tolerance = 1e-5;    ///< relative change of the tractions at which a solver stops
  int max_iterations = 400;   ///< of each inner solver
  int max_outer = 30;         ///< of normal–tangential coupling, of prescribed forces, of falling friction
  bool gauss_seidel = false;  ///< steady rolling by the independent O(n²) method
  /// The tractions that the solution brings along are the first estimate, as its pressures always are: where
  /// creepages are given and friction does not fall with slip.
  bool start_from_tractions = false;
  /// Transient rolling in a step longer than an element is divided into steps that are not; false: one step,
  /// as the program CONTACT takes it. docs/theory/halfspace.md, "Tangential problem"
  bool divide_steps = true;
  /// Initial slip speed (m/s) where falling friction has several solutions; 0: no slip.
  double initial_slip_speed = 0;
};

/// Quantities turned by the angle between two rows of a curved reference surface (docs/theory/halfspace.md).
enum class AngleCorrection {
  displacements,     ///< from the frame of the row that presses into that of the row that moves
  tractions,         ///< the other way round [BlancoLorenzo2016]
  tractions_across,  ///< the same, but pressures do not move the surface along x
  halves             ///< both, by half the angle each
};

/// Angle correction for a curved reference surface [BlancoLorenzo2016]; empty inclinations: a plane.
struct Conformity {
  std::vector<double> inclination;  ///< α of the surface at each row, rad, size ny or empty
  AngleCorrection correction = AngleCorrection::displacements;
};

/// Parts of a patch that feel each other less than one half-space would let them: while two patches grow
/// together their influence is turned on gradually [Vollebregt2021, section 3.1]. Empty: all of it.
struct SubPatchInteraction {
  std::vector<int> part;       ///< of each row or each element, 0 … , size ny, n or empty
  std::vector<double> factor;  ///< parts × parts, symmetric, 1 on the diagonal
  /// Displacements in z, and with them the elastic energy, are those that the pressures cause in one
  /// half-space, as the program CONTACT gives them; false: those that the parts feel.
  bool whole_displacements = false;
  [[nodiscard]] bool by_rows(const Grid& grid) const {
    return part.size() == static_cast<std::size_t>(grid.ny);
  }
  [[nodiscard]] int part_at(const Grid& grid, int ix, int iy) const {
    return part[by_rows(grid) ? static_cast<std::size_t>(iy) : grid.index(ix, iy)];
  }
};

/// A thin layer between the bodies (third body) that shears by traction × flexibility and yields where the
/// traction reaches a stress that grows with what it has yielded. docs/theory/halfspace.md, "Third body"
struct ThirdBody {
  double flexibility = 0;   ///< m/Pa in shear: thickness over shear modulus
  double yield_stress = 0;  ///< Pa, of fresh material; 0: it does not yield
  double hardening = 0;     ///< Pa per m of plastic shear; < 0: it softens, down to a tenth of yield_stress
};

/// Everything given. Fields of size n are indexed like Grid.
struct Problem {
  Grid grid;
  ElasticPair material;
  ElementKind element = ElementKind::constant;
  /// In place of those of the half-space with `material` and `conformity`; or null.
  std::shared_ptr<const GivenCoefficients> coefficients;
  Conformity conformity;
  double layer_flexibility = 0;  ///< flexibility of a thin elastic layer between the bodies, m/Pa: pressed in
                                 ///< by p · layer_flexibility where p acts
  ThirdBody third_body;
  std::optional<Heat> heat;  ///< absent: temperatures are not computed
  SubPatchInteraction interaction;
  std::vector<double> gap;              ///< n, undeformed distance h in m; contact where h − approach < 0
  std::vector<std::uint8_t> may_touch;  ///< n, or empty: everywhere
  NormalControl normal_control = NormalControl::force;
  double approach = 0;                 ///< m, if prescribed
  double normal_force = 0;             ///< N, if prescribed, > 0
  std::vector<double> given_pressure;  ///< n, Pa: skips the normal problem; or empty
  Motion motion;
  std::vector<double> extra_slip_x, extra_slip_y;    ///< n, added to the rigid slip; or empty
  std::vector<FrictionLaw> friction{FrictionLaw{}};  ///< one law, or one per row (ny), or one per element (n)
  FrictionMemory memory;
  Method method;
  Settings settings;
};

/// Whether pressures move the surfaces sideways, and tangential tractions towards each other.
[[nodiscard]] bool directions_coupled(const Problem& problem);

enum class ElementState : std::uint8_t { outside, adhesion, slip, plastic };

/// Result of one step of a sequence that the next step starts from.
struct Tractions {
  std::vector<double> pressure, x, y;  ///< n each, Pa; pressure > 0 presses, x and y act on body 1
  std::vector<double> yield_stress;    ///< n, Pa, of a third body after what it has yielded; or empty
  std::vector<double> friction;        ///< n, μ, 0 outside contact, where friction has a memory; or empty
};

/// Warns of a transient step that is longer than an element and not divided: one sentence; empty: there is
/// none.
[[nodiscard]] std::string long_step_warning(const Problem& problem);

/// Why a result is not to be trusted; the text is in message().
enum class Outcome : std::uint8_t {
  solved,
  no_contact,            ///< all zero; not an error
  not_converged_normal,  ///< the normal problem; what it reached is given
  not_converged_tangential,
  not_converged_force,  ///< the prescribed tangential force was not reached
  force_unreachable,    ///< the prescribed tangential force exceeds friction
  not_finite            ///< values too large or too small to calculate with: all zero
};
[[nodiscard]] const char* message(Outcome outcome);

struct Solution {
  Tractions tractions;
  std::vector<double> slip_x, slip_y;  ///< n, relative slip (shift: m), zero outside contact
  std::vector<double> displacement_x, displacement_y, displacement_z;  ///< n, u₁ − u₂ in m, in contact
  std::vector<double> friction;                                        ///< n, μ as used
  std::vector<double> plastic_x, plastic_y;  ///< n, plastic shear, as slip; empty where nothing can yield
  std::vector<double> temperature_1, temperature_2;  ///< n, °C, of both surfaces; empty without heat
  std::vector<ElementState> state;                   ///< n

  double approach = 0;                    ///< m
  double normal_force = 0;                ///< N
  double creepage_x = 0, creepage_y = 0;  ///< as prescribed or found
  double force_x = 0, force_y = 0;        ///< N
  double moment_z = 0;                    ///< N m, about the origin of the grid's coordinates
  double centre_x = 0, centre_y = 0;      ///< m, of pressure
  double max_pressure = 0;                ///< Pa
  double elastic_energy = 0;              ///< J, ½ Σ p·u area
  double frictional_power = 0;            ///< W (shift: J), Σ p·s area × speed; ≤ 0: dissipated
  double max_temperature = 0;             ///< °C, in contact; 0 without heat
  int contact_elements = 0, adhesion_elements = 0, slip_elements = 0, plastic_elements = 0;
  bool touches_border = false;    ///< contact reaches an element on the edge of the grid
  int normal_iterations = 0;      ///< conjugate gradients
  int tangential_iterations = 0;  ///< Newton's method
  int products = 0;               ///< of the tangential problem, with coefficients or preconditioner
  int outer_iterations = 0;       ///< turns of normal and tangential problem
  Outcome outcome = Outcome::solved;
};

}  // namespace flangeway::contact::patch
