// Rails whose section varies along the track, as an evaluation reads them. Left-hand coordinates. Theory:
// docs/theory/varying_rails.md.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "flangeway/geometry/pair.hpp"
#include "flangeway/math/uniform_spline.hpp"
#include "flangeway/wheelrail/search/profile_table.hpp"

namespace flangeway::wheelrail {

/// The profile of a rail at a place, in coordinates of the profile.
struct RailSection {
  double s = 0;                                 ///< m, on the track
  std::shared_ptr<const profile::Curve> curve;  ///< the same object wherever the rail does not vary
  std::vector<double> features;                 ///< as in profile::Slice
};

struct RailGap {
  double from = 0, to = 0;  ///< m
};

/// A running rail, or a rail beside it, from place to place.
struct RailCourse {
  std::string name;  ///< empty: the running rail, which goes on before its first and behind its last section
  std::vector<RailSection> sections;  ///< rising
  std::vector<RailGap> gaps;          ///< where it is missing, rising
};

}  // namespace flangeway::wheelrail

namespace flangeway::wheelrail::elastic {

/// A part of a rail between two places.
struct RailStretch {
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
  /// Constant section, outside the varying length.
  std::shared_ptr<const ProfileTable> section;
  /// Surface over the varying length: y and z of its lines over the number of the line, as powers 0 … 3 of (s
  /// − start)/length: docs/theory/varying_rails.md (1).
  math::UniformSpline surface;
  double start = 0, length = 1;  ///< m
  /// φ of docs/theory/elastic.md (9) of the wheel's samples, at start and at start + length.
  std::array<std::shared_ptr<const std::vector<double>>, 2> energy_factors;
};

struct VaryingRail {
  std::string name;                    ///< as in RailCourse
  std::vector<RailStretch> stretches;  ///< rising; between them there is no rail
  std::vector<double> ends;            ///< m, rising, where the rail begins or ends
};

/// m along the track. No contact leads a wheelset by more.
inline constexpr double furthest_ahead = 0.1;

/// nullptr: there is no rail at s.
[[nodiscard]] const RailStretch* stretch_at(const VaryingRail& rail, double s);

/// The same; if there is no rail at s, the nearest one that a contact of a wheelset at s may lie on.
[[nodiscard]] const RailStretch* stretch_near(const VaryingRail& rail, double s);

/// Whether the rail begins or ends where a contact of a wheelset at s may lie.
[[nodiscard]] bool ends_near(const VaryingRail& rail, double s);

/// A point of the rail's surface in its section at s, and how it changes.
struct RailPoint {
  Vec2 at;     ///< y, z
  Vec2 along;  ///< derivative with respect to `line`
  Vec2 ahead;  ///< derivative with respect to s, 1
};
/// `line`: arc length of a section that does not vary, or the coordinate across the surface. False: there is
/// no such point.
[[nodiscard]] bool read_rail(const RailStretch& stretch, double s, double line, RailPoint& point);

/// Samples of the section at s; their count, at most max_samples.
std::size_t sample_rail(const RailStretch& stretch, double s,
                        std::array<ProfileTable::Sample, max_samples>& samples);

/// Weights of the energy factors of a stretch at s.
struct FactorsHere {
  const std::vector<double>* first = nullptr;  ///< nullptr: those of the shape
  const std::vector<double>* second = nullptr;
  double share = 0;  ///< of the second
};
[[nodiscard]] FactorsHere factors_at(const VaryingRail& rail, double s);

/// Tables of one section that an evaluation reads.
struct SectionTables {
  std::shared_ptr<const ProfileTable> table;                  ///< as it stands in the track
  std::shared_ptr<const std::vector<double>> energy_factors;  ///< of the wheel's samples on it
};
/// Makes the stretches. `motion` takes the profiles into the track; `tables` has one entry for each section.
[[nodiscard]] VaryingRail make_varying_rail(const RailCourse& course, const PlaneMotion& motion,
                                            const std::vector<SectionTables>& tables);

}  // namespace flangeway::wheelrail::elastic
