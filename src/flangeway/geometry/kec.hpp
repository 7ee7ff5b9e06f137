// Knife-edge equivalent profiles (KEC): fictitious wheel profiles that, on infinitely narrow rails, give the
// wheelset the same motion as the real profiles. [Escalona2021, section 4], [Yu2022, section 2.4]
//
// With exact rotations the knife's place in the wheelset frame is known in closed form,
//   (Lw + s, −(r0 + f)) = R(φ)ᵀ (knife − wheelset),
// so the profile parameter s needs no iteration. Derivation: docs/theory/kec.md.
#pragma once

#include <array>
#include <vector>

#include "flangeway/geometry/contact_data.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::geometry {

struct KecSettings {
  /// Δs: over this length of the equivalent profile a contact hands over to the next one, m. The papers use
  /// 0.5 mm and 1 mm; shorter is closer to rigid contact and stiffer. [Yu2022, section 2.4]
  double transition_length = 5e-4;
  long points = 6601;  ///< nodes of the equivalent profile: 30 µm apart
  /// Equivalent conicity of cones in place of the profiles, see make_cones; 0: the profiles hold.
  double conicity = 0;
  PatchSettings patch;
  /// Length of s over which the load moves from one contact to the other [Yu2022, Fig. 10].
  double load_transition_length = 0;  ///< m; 0: transition_length
  /// Linearise the roll in the profile and in the constraint [Escalona2021, eq. 32].
  bool linear_roll = false;
  double averaging_load =
      0;  ///< N, vertical load of a wheel over whose patch geometry is averaged; 0: points
};

/// A stretch of the equivalent profile on which the real contact moves without a jump.
struct KecBranch {
  double first = 0, last = 0;   ///< m, the values of s it spans
  bool flange = false;          ///< its contacts count as flange contacts
  math::UniformSpline contact;  ///< ContactChannel over s
};

inline constexpr std::size_t max_kec_contacts = 4;

/// The equivalent profile of one wheel in left-hand coordinates: flange towards small s. It spans all places
/// at which the wheel touches its rail: beyond first() the wheel hangs past the field side of the rail's
/// head, beyond last() it has dropped off the gauge side.
struct KecProfile {
  math::UniformSpline radius;       ///< one channel: f(s), m; the profile with rounded transitions
  std::vector<KecBranch> branches;  ///< increasing s, flange first
  std::vector<double> handovers;    ///< s between branch k and k + 1
  double transition_length = 0, load_transition_length = 0;
  bool linear_roll = false;
  double knife_lateral = 0;  ///< m: the knives stand at ± this (Lw)
  double radius_zero = 0;    ///< r0
  double flange_start = 0;   ///< s at which the flange takes over from the tread
  double climb_end =
      0;  ///< s at which the flange has climbed the rail: its contact is flatter than flange_angle again
  bool two_point = false;  ///< tread and flange are separate branches

  [[nodiscard]] double first() const { return radius.start(); }
  [[nodiscard]] double last() const { return radius.end(); }
};

struct KecProfiles {
  KecProfile left, right;
};

/// Linear contact geometry, as in textbooks and in root loci over conicity: rolling radii r0 ± λ y, level
/// contacts that stay at ± Lw with the patches of the centred wheelset. The wheelset neither rises nor rolls,
/// so that there is no gravitational stiffness. Empty branches if nothing touches.
[[nodiscard]] KecProfiles make_cones(const WheelsetGeometry& geometry, const KecSettings& settings);

/// Builds both profiles from the motion on the regular track, or cones where a conicity is given;
/// nullopt-like empty branches if nothing touches.
[[nodiscard]] KecProfiles make_kec(const WheelsetGeometry& geometry, const KecSettings& settings);

/// How the vertical load is shared at s: contact i belongs to branch `index[i]` and carries `share[i]` (sum
/// 1).
struct KecShares {
  std::size_t count = 0;
  std::array<std::size_t, max_kec_contacts> index{};
  std::array<double, max_kec_contacts> share{};
};
[[nodiscard]] KecShares shares(const KecProfile& profile, double s);

/// Height and roll at a given shift on a track of another gauge, from the equivalent profiles alone.
struct KecPosition {
  bool found = false;
  double y = 0, z = 0, roll = 0;
  double left_s = 0, right_s = 0;
};
[[nodiscard]] KecPosition kec_position(const KecProfiles& profiles, double shift, double gauge_variation);

}  // namespace flangeway::geometry
