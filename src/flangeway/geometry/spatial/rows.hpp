// The reference surface of a patch, row by row, and the distances of wheel and rail from it.
//
// The surface is a prism along the track: each row is a straight line along x at constant s, with its own
// normal. A plane is the special case of one angle. On a roller they are rows in axes turned about its axle
// until its highest line lies in the middle of the patch. [Vollebregt2021, sections 3.2–3.4];
// docs/theory/patch_geometry.md
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/shapes.hpp"

namespace flangeway::geometry::spatial {

/// One row in track axes: points (x, y, z), tangent across t = (0, cos angle, sin angle), normal n = (0, −sin
/// angle, cos angle) into the wheel.
struct Row {
  double y = 0, z = 0;
  double angle = 0;  ///< rad
  [[nodiscard]] Vec3 tangent() const;
  [[nodiscard]] Vec3 normal() const;
};

/// Stands for the distance of a surface that a normal does not meet, or that has ended there, m.
inline constexpr double far_away = 1.0;

/// Distance of the rail from the rows' points along their normals.
struct RailOffset {
  double n = 0;  ///< m; −far_away where the profile has ended
  double s = 0;  ///< arc length on the rail
};

/// Rows of a plane through (y, z) at the given angle; row j is at s = first + j · ds.
void plane_rows(double y, double z, double angle, double first, double ds, int count, std::vector<Row>& rows);

struct CurvedRows {
  double x = 0;             ///< m, track: the section in which the surface is built
  double rail_s = 0;        ///< arc length on the rail of s = 0
  double rail_share = 0.5;  ///< θ⁽¹⁾ of the rail: 0 puts the surface on the wheel, 1 on the rail
};
/// Rows of the mean surface of both profiles: row j starts from the rail at rail_s + first + j · ds, whose
/// partner on the wheel lies along the rail's normal; the point and the normal are means with the bodies'
/// compliances as weights. [Vollebregt2021, eq. 18]
void curved_rows(const PlacedWheel& wheel, const PlacedRail& rail, const CurvedRows& place,
                 double wheel_s_guess, double first, double ds, int count, std::vector<Row>& rows);

/// The same with points of both profiles that are equally far from the reference point along each: as the
/// program CONTACT builds it. [Vollebregt2021, section 3.3]
void curved_rows_by_arcs(const PlacedWheel& wheel, const PlacedRail& rail, const CurvedRows& place,
                         double wheel_s_guess, double first, double ds, int count, std::vector<Row>& rows);

/// Arc length at which the profile of a wheel has this y of its axes, from a guess on.
[[nodiscard]] double arc_at(const PlacedWheel& wheel, double y, double guess);

/// Weight of the rail in the mean surface, from (1 − ν)/G of both. [Vollebregt2021, eq. 18b]
[[nodiscard]] double rail_share(double rail_poisson, double rail_shear_modulus, double wheel_poisson,
                                double wheel_shear_modulus);

void rail_offsets(const PlacedRail& rail, const std::vector<Row>& rows, double rail_s_guess,
                  std::vector<RailOffset>& offsets);

/// The same of a section that may have parts which others lack: a place on it cannot be guessed from its
/// arc length on another section. −far_away where no part lies below a row.
void section_offsets(const PlacedRail& section, const std::vector<Row>& rows,
                     std::vector<RailOffset>& offsets);

/// The same of a roller, which is not the same everywhere along a row: as wheel_offsets; −far_away where it
/// has ended.
void roller_offsets(const PlacedRail& roller, const Row& row, double x_first, double dx, int count,
                    double& rail_s, double* n);

/// Distance of the wheel from the points x_first + i · dx of one row along its normal, m, into n[0 … count).
/// `wheel_s` is a guess for the first point and becomes its place.
void wheel_offsets(const PlacedWheel& wheel, const Row& row, double x_first, double dx, int count,
                   double& wheel_s, double* n);

}  // namespace flangeway::geometry::spatial
