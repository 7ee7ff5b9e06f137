// A track of masses on springs and dampers that moves with a wheelset. Theory:
// docs/theory/mass_spring_track.md.
#pragma once

#include <array>
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::flextrack {

/// Coordinates: y and z of the left rail, y and z of the right rail; with a sleeper its y, z and roll.
/// Components in the track frame of the wheelset, m and rad, from where they rest without a load.
struct MassSpringTrack {
  static constexpr std::size_t rail_coordinates = 4, most_coordinates = 7;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_coordinates, 1>;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_coordinates, most_coordinates>;

  Vector mass;                                 ///< kg, kg m²
  Matrix stiffness, damping;                   ///< N/m, N s/m and their like of roll
  Matrix flexibility;                          ///< inverse of the stiffness
  std::optional<document::SourceFile> source;  ///< of `structure_of`, as it was read

  [[nodiscard]] std::size_t coordinates() const { return static_cast<std::size_t>(mass.size()); }
  /// Numbers in the state of a run: coordinates, then their rates.
  [[nodiscard]] std::size_t states() const { return 2 * coordinates(); }
};

/// Forces of a wheelset on both rails, in their coordinates, N.
using RailForces = Eigen::Matrix<double, MassSpringTrack::rail_coordinates, 1>;

/// `rail_distance`: between the two rails on the sleeper, m.
[[nodiscard]] MassSpringTrack compile(const track::MassSpringSpec& spec, double rail_distance);

/// The one that a track file has or takes from another one; nullopt with a finding where it has none.
[[nodiscard]] std::optional<MassSpringTrack> compile_mass_spring(const track::TrackSpec& spec,
                                                                 Findings& findings);

/// Accelerations at the coordinates and rates in `state`.
[[nodiscard]] MassSpringTrack::Vector accelerations(const MassSpringTrack& track, const double* state,
                                                    const RailForces& forces);

/// Coordinates at rest under the forces.
[[nodiscard]] MassSpringTrack::Vector rest(const MassSpringTrack& track, const RailForces& forces);

/// Displacement of the left rail per harmonic force on it, m/N, over the frequencies in Hz.
struct MassSpringReceptances {
  std::vector<double> frequencies;
  std::vector<std::complex<double>> vertical, lateral;
};
[[nodiscard]] MassSpringReceptances receptances(const MassSpringTrack& track,
                                                std::vector<double> frequencies);

}  // namespace flangeway::flextrack
