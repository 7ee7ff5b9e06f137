// A compiled track: immutable tables over the arc length s that threads share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/math/uniform_spline.hpp"
#include "flangeway/track/alignment.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// The track frame at s: x along the tangent, y from the right to the left rail, z up.
template <typename T>
struct BasicFrame {
  Packed<T, 3> position;     ///< of the centreline, global components, m
  Packed<T, 3, 3> rotation;  ///< track → global [Yu2022, eq. 1]
  Packed<T, 3> curvature;  ///< κ̄: rotation of the frame per metre, track components, rad/m: dR/ds = R skew(κ̄)
  Packed<T, 3> curvature_rate;  ///< derivative of the components of κ̄, rad/m²
};
using Frame = BasicFrame<double>;

/// Channels y_left, z_left, y_right, z_right: displacement of each rail in the track frame, m.
struct Irregularity {
  std::array<double, 4> value, slope, second;  ///< and d/ds, d²/ds²
};

struct Range {
  double minimum = 0, maximum = 0;
};

/// Statistics of one measured channel over 0 ≤ s ≤ length, m.
struct ChannelStatistics {
  Range range;
  double standard_deviation = 0;
};

/// Displacement of the rails about one place.
struct RailDisplacement {
  double s = 0;  ///< m
  Irregularity rails{};
};

class TrackModel {
 public:
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Length of all segments, m.
  [[nodiscard]] double length() const { return alignment_.length(); }
  /// The tables hold from start() < 0 to end() > length(), each `run_out` or a little more beyond.
  [[nodiscard]] double start() const { return centreline_.start(); }
  [[nodiscard]] double end() const { return centreline_.end(); }
  [[nodiscard]] const std::vector<Segment>& segments() const { return alignment_.segments(); }
  [[nodiscard]] const RailsSpec& rails() const { return rails_; }
  /// Base of the cant, m.
  [[nodiscard]] double rail_distance() const { return rail_distance_; }
  [[nodiscard]] bool irregular() const { return irregular_; }
  /// Extremes and standard deviations, in the order of Measure.
  [[nodiscard]] const ChannelStatistics& statistics(Measure channel) const {
    return statistics_[static_cast<std::size_t>(channel)];
  }
  /// Smallest and largest gauge variation of the whole track, m; 0 is always inside.
  [[nodiscard]] Range gauge_variation() const { return statistics(Measure::gauge_variation).range; }
  /// Short deviations of the running surfaces; they are not among the irregularities.
  [[nodiscard]] const std::vector<SurfaceDefect>& surface() const { return surface_; }
  /// Length along the rail over which a contact averages them, m.
  [[nodiscard]] double contact_length() const { return contact_length_; }
  /// Remarks that stop nothing, such as a jump of curvature.
  [[nodiscard]] const std::vector<Finding>& notes() const { return notes_; }
  /// The files of measured irregularities, as they were read.
  [[nodiscard]] const std::vector<document::SourceFile>& sources() const { return sources_; }

  /// Nominal values from the segments themselves, not from the tables: plan curvature (1/m, left positive),
  /// cant (m, right rail above left), gradient (1, uphill positive).
  [[nodiscard]] double curvature(double s) const { return alignment_.curvature(s); }
  [[nodiscard]] double cant(double s) const { return alignment_.cant(s); }
  [[nodiscard]] double gradient(double s) const { return alignment_.gradient(s); }
  /// m: as a surveyed line or `heights` give it, else above the start.
  [[nodiscard]] double height(double s) const { return alignment_.height(s); }
  /// Chainage at s, m, if the track has any.
  [[nodiscard]] std::optional<double> chainage(double s) const { return alignment_.chainage(s); }
  [[nodiscard]] const Alignment& alignment() const { return alignment_; }
  /// Coordinates of the start and joints, of a line from a file.
  [[nodiscard]] const Survey& survey() const { return survey_; }

  /// Channels x, y, z, heading ψ, slope θ, cant angle φ.
  [[nodiscard]] const math::UniformSpline& centreline() const { return centreline_; }
  /// Channels y_left, z_left, y_right, z_right.
  [[nodiscard]] const math::UniformSpline& irregularities() const { return irregularities_; }

 private:
  friend std::optional<TrackModel> compile(const TrackSpec& spec, Findings& findings);
  friend void displace_rails(TrackModel& model, const std::vector<RailDisplacement>& places);
  TrackModel() = default;

  std::string name_;
  Alignment alignment_;
  Survey survey_;
  RailsSpec rails_;
  double rail_distance_ = 1.5;
  bool irregular_ = false;
  std::array<ChannelStatistics, 4> statistics_;
  std::vector<SurfaceDefect> surface_;
  double contact_length_ = 0;
  std::vector<Finding> notes_;
  std::vector<document::SourceFile> sources_;
  math::UniformSpline centreline_, irregularities_;
};

/// Checks everything and builds the tables. nullopt if there is any finding (earlier ones included). Reads
/// the file of measured irregularities if the Spec names one.
[[nodiscard]] std::optional<TrackModel> compile(const TrackSpec& spec, Findings& findings);

/// Puts other irregularities in place of those of the track: near each place (0.2 m to either side) the
/// quadratic with the value, slope and second derivative given, and none far from all of them. Places are at
/// least 1 m apart. What statistics() says stays. For linearised equations.
void displace_rails(TrackModel& model, const std::vector<RailDisplacement>& places);

/// Neither allocates; s may lie anywhere, but beyond the tables the end cubics are continued.
void evaluate_frame(const TrackModel& model, double s, Frame& out);
/// Four frames at once.
void evaluate_frame(const TrackModel& model, const math::Batch& s, BasicFrame<math::Batch>& out);
void evaluate_irregularity(const TrackModel& model, double s, Irregularity& out);

/// alignment, vertical profile, gauge variation, cross level of y_left, z_left, y_right, z_right, and back.
template <typename T>
[[nodiscard]] std::array<T, 4> measures_of_rails(const std::array<T, 4>& rails) {
  const auto& [y_left, z_left, y_right, z_right] = rails;
  return {(y_left + y_right) * 0.5, (z_left + z_right) * 0.5, y_left - y_right, z_left - z_right};
}
[[nodiscard]] std::array<double, 4> rails_of_measures(const std::array<double, 4>& measures);

}  // namespace flangeway::track
