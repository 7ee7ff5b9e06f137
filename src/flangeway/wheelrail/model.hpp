// Wheelsets on rails: the contact method, its settings and its tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/impact.hpp"
#include "flangeway/geometry/kec.hpp"
#include "flangeway/geometry/lookup.hpp"
#include "flangeway/law/law.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/wheelrail/method.hpp"
#include "flangeway/wheelrail/rail_friction.hpp"
#include "flangeway/wheelrail/running_surface.hpp"
#include "flangeway/wheelrail/search/search.hpp"

namespace flangeway::wheelrail {

/// How the patches of elastic contact are solved.
struct PatchSolution {
  PatchModel model = PatchModel::hertz;
  bool curved = false;       ///< on a curved reference surface, not a plane
  double element = 5e-4;     ///< m, side of the elements
  long interval = 1;         ///< least number of steps between two solutions
  double tolerance = 0.002;  ///< error of the force between two solutions, over the load of the wheel; 0:
                             ///< patches are solved in every evaluation
  unsigned threads = 1;      ///< that solve the patches of several wheels; results do not depend on it
};

/// Candidates at which an evaluation looks for elastic contact: `near`, those of the last step near the rail
/// (short steps); `known`, all of the last step, after a search at the end of each (adaptive steps); `all`,
/// these and everywhere else (integrators whose steps do not end between evaluations); `everywhere`, those of
/// a search alone.
enum class Look : std::uint8_t { near, known, all, everywhere };

/// Terms of the constraints that [Escalona2021] and [Yu2022] drop.
struct ConstraintTerms {
  bool irregularity_accelerations = true;  ///< KEC: second derivatives of the irregularities
  bool rotated_axes = true;                ///< lookup table: positions in axes that turn with the cross level
  bool longitudinal_terms = true;          ///< lookup table: column of s in the Jacobian
};

struct Settings {
  Method method = Method::kec;
  geometry::KecSettings kec;
  geometry::LookupSettings lookup;
  geometry::PatchSettings patch;                 ///< of elastic contact
  contact::CreepModel creep;                     ///< its friction is replaced by the rail's
  std::shared_ptr<const law::Law> creep_law;     ///< with CreepLaw::library
  RailFriction friction[2];                      ///< left, right
  std::shared_ptr<const law::Law> friction_law;  ///< in place of the decay with the sliding speed
  AdhesionRecovery recovery;
  NormalForceCoupling coupling = NormalForceCoupling::solved;
  double flange_stiffness = 1e10;  ///< N/m^1.5, hybrid table; 0: Hertz, from the curvatures
  double flange_damping = 1e8;     ///< N s/m² [Escalona2021, eq. 28]
  PatchSolution patch_solution;
  contact::ImpactLaw impact;                   ///< normal force of elastic contact
  std::shared_ptr<const law::Law> normal_law;  ///< in place of `impact`
  double max_step = 5e-4;                      ///< s, longest fixed step with elastic contact
  Look look = Look::near;
  double roller_radius = 0;  ///< m, of rollers in place of rails, at the top of the profile; 0: rails
  ConstraintTerms terms;
  bool lift_off = false;    ///< KEC: a wheel whose constraint would pull leaves its rail
  bool stiff_creep = true;  ///< tell the integrator about the damping by creep
};

/// Friction depends on more than the law, the rail and the contact angle.
[[nodiscard]] inline bool friction_varies(const Settings& settings) {
  return settings.recovery.work > 0 || !settings.friction[0].stations.empty() ||
         !settings.friction[1].stations.empty();
}

/// Tables of one combination of wheel and rail profiles, shared by all wheelsets that have it.
struct Pair {
  geometry::KecProfiles kec;
  geometry::LookupTable lookup;
  std::array<elastic::Shape, 2> shapes;  ///< left, right: elastic contact
};

struct Wheelset {
  std::size_t body = 0;  ///< index in multibody::Model::bodies
  std::size_t pair = 0;
  double radius = 0;    ///< r0
  bool twists = false;  ///< its wheels turn against each other
};

struct Model {
  Settings settings;
  const ContactMethod* method = nullptr;           ///< that of the settings, chosen by build()
  std::vector<std::shared_ptr<const Pair>> pairs;  ///< shared by the models of a study
  std::vector<Wheelset> wheelsets;
  RunningSurfaces surfaces;
  bool rails_move = false;           ///< constraint contact: an evaluation is given the motion of the rails
  double rail_half_distance = 0.75;  ///< m: cross level over twice this is the roll of the irregular track
};

/// Its place among the wheelsets; multibody::no_index for another body.
[[nodiscard]] std::size_t wheelset_of(const Model& model, std::size_t body);

}  // namespace flangeway::wheelrail
