// Normal contact from the energy of interpenetration: docs/theory/elastic.md (6)–(12). Left-hand coordinates.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/wheelrail/search/depth_profile.hpp"

namespace flangeway::wheelrail::elastic {

/// Sums over the pressed points of a contact. All are additive.
struct PressedPart {
  double energy = 0;            ///< J
  double load = 0;              ///< N, Σ f
  Vec3 force = Vec3::Zero();    ///< N, Σ f n, on the wheel
  Vec3 moment = Vec3::Zero();   ///< N m, Σ arm × f n, about the wheelset's centre
  Vec3 arm = Vec3::Zero();      ///< N m, Σ f arm
  double wheel_s = 0;           ///< N m, Σ f s, arc length on the wheel
  Vec2 wheel = Vec2::Zero();    ///< N m, Σ f (y, z), coordinates of the wheel's profile
  double rail_s = 0;            ///< N m, Σ f s, arc length on the rail
  double square = 0, cube = 0;  ///< m³, m⁴: ∫h² ds, ∫h³ ds
};

/// One contact as the creep law sees it.
struct PressedContact {
  PressedPart part;
  double share = 1;      ///< of the load of all contacts that its region of interpenetration has
  double curvature = 0;  ///< 1/m, relative, across, of the equivalent ellipse
  double peak_s = 0;     ///< m, arc length on the wheel where it is deepest
};

inline constexpr std::size_t max_pressed = 3;
struct PressedContacts {
  std::size_t count = 0;
  std::array<PressedContact, max_pressed> at;
};

/// Forces f of all points, N, and their energies, J, into the arrays. The forces are the gradient of the sum
/// of the energies with respect to the depths.
struct PointForces {
  std::array<double, max_depth_points> force, energy;
};
void find_forces(const Shape& shape, const FactorsHere& factors, const DepthProfile& profile,
                 PointForces& forces);

/// Collects the points into contacts, from the flange to the field side.
void collect(const Shape& shape, const DepthProfile& profile, const PointForces& forces,
             PressedContacts& contacts);

/// Adds every peak of the profile as a candidate, with its depth.
void add_peaks(const Shape& shape, const DepthProfile& profile, std::size_t first, std::size_t on_rail,
               ContactCandidates& candidates);

}  // namespace flangeway::wheelrail::elastic
