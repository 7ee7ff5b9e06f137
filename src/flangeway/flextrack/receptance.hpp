// Receptances of a track: displacement per harmonic force. Theory: docs/theory/flexible_track.md (8).
#pragma once

#include <complex>
#include <vector>

#include "flangeway/flextrack/matrices.hpp"

namespace flangeway::flextrack {

/// Direct receptance p · (K + iωC − ω²M)⁻¹ p at each frequency (Hz); `shape` p: nodal forces of a unit load.
/// m/N. Throws NumericalFailure where the matrix is singular.
[[nodiscard]] std::vector<std::complex<double>> receptance(const Matrices& matrices,
                                                           const Eigen::VectorXd& shape,
                                                           const std::vector<double>& frequencies);

/// Nodal forces of a unit force along `direction` (global) at the centre of the section at s of a rail.
[[nodiscard]] Eigen::VectorXd unit_load(const Mesh& mesh, std::size_t side, double s, const Vec3& direction);

/// Four direct receptances of the left rail about one place, each over the frequencies, m/N.
struct RailReceptances {
  double on_sleeper = 0, between_sleepers = 0;  ///< m, where; on a slab on and between its rail seats
  bool slab = false;
  std::vector<double> frequencies;  ///< Hz
  std::vector<std::complex<double>> vertical_on_sleeper, vertical_between, lateral_on_sleeper,
      lateral_between;
};

/// At the sleeper or rail seat next to s and in the bay after it, on a mesh that reaches `reach` to both
/// sides of it. nullopt with a finding where the mesh leaves the track.
[[nodiscard]] std::optional<RailReceptances> rail_receptances(const Structure& structure,
                                                              const track::TrackModel& track, double s,
                                                              double reach, std::vector<double> frequencies,
                                                              Findings& findings);

}  // namespace flangeway::flextrack
