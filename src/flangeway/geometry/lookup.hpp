// Contact lookup tables over lateral displacement and gauge variation. [Escalona2021, section 3]
#pragma once

#include <string>
#include <vector>

#include "flangeway/geometry/contact_data.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/math/batch.hpp"
#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::geometry {

struct LookupSettings {
  long lateral_points = 361;
  long gauge_points = 11;
  double gauge_variation = 0.009;  ///< m: the table spans ± this
  double transition_length =
      5e-4;               ///< m: contact jumps on the tread, if there are any, are averaged over this width
  double overlap = 3e-3;  ///< m: how far beyond the first flange contact the table reaches
  double free_range = 0.012;  ///< m: half its width for wheels without a flange
  bool linear_gauge = false;  ///< linear between two rows [Escalona2021, section 3.2], not cubic over four
  PatchSettings patch;
  double averaging_load =
      0;  ///< N, vertical load of a wheel over whose patch geometry is averaged; 0: points
};

/// One gauge variation. Right-hand channels in left-hand coordinates of the right side.
struct LookupRow {
  double gauge_variation = 0;
  double flange_start = 0;        ///< y of the left wheel's first flange contact, m
  double flange_start_right = 0;  ///< y of the right wheel's (usually negative), m
  math::UniformSpline motion;     ///< over y: z, roll
  math::UniformSpline
      contacts[2];  ///< over y: tread contact (ContactChannel) of the left, of the right wheel
  math::UniformSpline
      flanges;  ///< over y: left, right: indentation, then ContactChannel; empty if not hybrid
};

struct LookupTable {
  std::vector<LookupRow> rows;  ///< increasing gauge variation, evenly spaced
  bool hybrid = false;          ///< tread constraint kept while the flange indents (two-point pairs)
  bool convergent =
      false;  ///< rows are entered in proportion to their clearance (one-point pairs with a flange)
  double gauge_step = 0;
  bool linear_gauge = false;  ///< weights of the rows are linear in the gauge
  std::string failure;        ///< why there is no table, empty if there is one
};

[[nodiscard]] LookupTable make_lookup(const WheelsetGeometry& geometry, const LookupSettings& settings);

/// A place in the table: the rows that count there and the lateral displacements with which to enter them. A
/// table that climbs the flange is entered at the same part of each row's clearance, so that all rows have
/// their flange contacts at the same place [Escalona2021, section 3.2]; a hybrid table has no flange in its
/// constraint and is entered directly. Between rows both are cubic (C¹) over four of them: a kink of the
/// constraint where the gauge passes a row would be an impact. All rates are with respect to time.
/// Derivation: docs/theory/lookup.md.
struct LookupPlace {
  bool inside = false;
  std::size_t count = 0;  ///< rows that count: 4; 0: the gauge is outside
  const LookupRow* row[math::batch_size] = {};
  bool one_cell = false;           ///< all rows are entered in the same cell of the same grid, everywhere:
  math::UniformSpline::Cell cell;  ///< that one
  double gauge_rate = 0;
  // One lane for each row.
  math::Batch weight, weight_by_gauge;
  math::Batch weight_curvature;  ///< d²weight/dt²
  math::Batch y;
  math::Batch scale, y_by_gauge;  ///< ∂y/∂y, ∂y/∂gauge
  math::Batch y_rate;
  math::Batch contact_y[2];  ///< where the contact data of the left and the right wheel are read
  math::Batch y_curvature;   ///< d²y/dt² without the part scale · d²y/dt²
};
struct LookupInput {
  double y = 0, y_rate = 0;
  double gauge = 0, gauge_rate = 0, gauge_curvature = 0;  ///< gauge variation and its time derivatives
};
[[nodiscard]] LookupPlace locate(const LookupTable& table, const LookupInput& input);

/// z and roll with the derivatives for the constraint: value(y, gauge), slope ∂/∂y, by_gauge ∂/∂gauge, rate
/// d/dt, and the part of d²/dt² that does not contain d²y/dt². Index 0: z, 1: roll.
struct LookupMotion {
  double value[2], slope[2], by_gauge[2], rate[2], curvature[2];
};
[[nodiscard]] LookupMotion lookup_motion(const LookupPlace& place);

/// Tread contacts of both wheels (left, right), interpolated.
struct LookupContacts {
  ContactValues side[2];
};
void lookup_contacts(const LookupPlace& place, LookupContacts& contacts);

/// Indentation of both wheels and, if one is positive, the flange contacts. Only for hybrid tables.
struct LookupFlanges {
  double indentation[2];
  ContactValues side[2];
};
void lookup_flanges(const LookupPlace& place, LookupFlanges& flanges);

}  // namespace flangeway::geometry
