// Entering a lookup table and interpolating between its rows.
#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/geometry/lookup.hpp"

namespace flangeway::geometry {

namespace {

double row_middle(const LookupRow& row) {
  return (row.flange_start + row.flange_start_right) / 2;
}
double row_half(const LookupRow& row) {
  return (row.flange_start - row.flange_start_right) / 2;
}

// Catmull–Rom weights of four rows; beyond the table's ends a row is continued linearly.
void enter_directly(const LookupTable& table, const LookupInput& in, std::size_t j, double t,
                    LookupPlace& place) {
  place.count = 4;
  const double weight[4] = {t * (-0.5 + t * (1 - 0.5 * t)), 1 + t * t * (-2.5 + 1.5 * t),
                            t * (0.5 + t * (2 - 1.5 * t)), t * t * (-0.5 + 0.5 * t)};
  const double first[4] = {-0.5 + t * (2 - 1.5 * t), t * (-5 + 4.5 * t), 0.5 + t * (4 - 4.5 * t),
                           t * (-1 + 1.5 * t)};
  const double second[4] = {2 - 3 * t, -5 + 9 * t, 4 - 9 * t, -1 + 3 * t};
  const double rate = in.gauge_rate / table.gauge_step, curvature = in.gauge_curvature / table.gauge_step;
  for (std::size_t i = 0; i < 4; ++i) {
    place.weight[i] = weight[i];
    place.weight_rate[i] = first[i] * rate;
    place.weight_curvature[i] = second[i] * rate * rate + first[i] * curvature;
    place.scale[i] = 1;
    place.y[i] = in.y;
    place.y_rate[i] = in.y_rate;
    place.contact_y[0][i] = place.contact_y[1][i] = in.y;
    const auto at = static_cast<std::ptrdiff_t>(j + i) - 1;
    place.row[i] = at < 0 || at >= static_cast<std::ptrdiff_t>(table.rows.size())
                       ? nullptr
                       : &table.rows[static_cast<std::size_t>(at)];
  }
  const auto fold = [&](std::size_t ghost, std::size_t near_row, std::size_t far_row) {
    if (place.row[ghost]) return;
    for (double* w : {place.weight, place.weight_rate, place.weight_curvature}) {
      w[near_row] += 2 * w[ghost];
      w[far_row] -= w[ghost];
      w[ghost] = 0;
    }
    place.row[ghost] = place.row[near_row];
  };
  fold(0, 1, 2);
  fold(3, 2, 1);
}

// docs/theory/lookup.md (1), (2): all rows at the same part η of the clearance between their flange contacts.
// Middle and half of the clearance at this gauge are interpolated like everything else, so that they are C¹
// in the gauge.
void enter_by_clearance(const LookupInput& in, LookupPlace& place) {
  double middle[3] = {}, half[3] = {};  // value and two time derivatives
  const double* weights[3] = {place.weight, place.weight_rate, place.weight_curvature};
  for (std::size_t i = 0; i < place.count; ++i) {
    for (int k = 0; k < 3; ++k) {
      middle[k] += weights[k][i] * row_middle(*place.row[i]);
      half[k] += weights[k][i] * row_half(*place.row[i]);
    }
  }
  const double part = (in.y - middle[0]) / half[0];
  const double part_rate = (in.y_rate - middle[1] - part * half[1]) / half[0];
  const double part_rest = (-middle[2] - 2 * part_rate * half[1] - part * half[2]) / half[0];
  for (std::size_t i = 0; i < place.count; ++i) {
    const double own = row_half(*place.row[i]);
    place.scale[i] = own / half[0];
    place.y[i] = row_middle(*place.row[i]) + part * own;
    place.y_rate[i] = part_rate * own;
    place.y_curvature[i] = part_rest * own;
  }
}

// Contact data of a wheel belong to its own rail: they are read at the same distance from its own flange
// contact in every row, whatever the other wheel does. What is left of the gauge is its part of the roll.
void enter_contacts(const LookupInput& in, LookupPlace& place) {
  for (const std::size_t side : {0u, 1u}) {
    const auto start_of = [&](const LookupRow& row) {
      return side == 0 ? row.flange_start : row.flange_start_right;
    };
    double start = 0;
    for (std::size_t i = 0; i < place.count; ++i) start += place.weight[i] * start_of(*place.row[i]);
    for (std::size_t i = 0; i < place.count; ++i) {
      const math::UniformSpline& data = place.row[i]->contacts[side];
      place.contact_y[side][i] = std::clamp(in.y - start + start_of(*place.row[i]), data.start(), data.end());
    }
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
LookupPlace locate(const LookupTable& table, const LookupInput& in) {
  LookupPlace place;
  const double offset = (in.gauge - table.rows.front().gauge_variation) / table.gauge_step;
  const double last = static_cast<double>(table.rows.size() - 1);
  if (!(offset >= -1e-9 && offset <= last + 1e-9)) return place;
  const auto j = static_cast<std::size_t>(std::clamp(offset, 0.0, last - 1));
  const double t = offset - static_cast<double>(j);
  enter_directly(table, in, j, t, place);
  if (table.convergent) {
    enter_by_clearance(in, place);
    enter_contacts(in, place);
  }
  place.inside = true;
  for (std::size_t i = 0; i < place.count; ++i)
    place.inside = place.inside && place.row[i]->motion.contains(place.y[i]);
  return place;
}

FLANGEWAY_VECTORIZED
LookupMotion lookup_motion(const LookupPlace& place) {
  LookupMotion motion{};
  for (std::size_t i = 0; i < place.count; ++i) {
    double value[2], slope[2], second[2];
    place.row[i]->motion.evaluate(place.y[i], value, slope, second);
    const double w = place.weight[i], rate = place.y_rate[i];
    for (int c = 0; c < 2; ++c) {
      motion.value[c] += w * value[c];
      motion.slope[c] += w * slope[c] * place.scale[i];
      motion.rate[c] += w * slope[c] * rate + place.weight_rate[i] * value[c];
      motion.curvature[c] += w * (second[c] * rate * rate + slope[c] * place.y_curvature[i]) +
                             2 * place.weight_rate[i] * slope[c] * rate +
                             place.weight_curvature[i] * value[c];
    }
  }
  return motion;
}

FLANGEWAY_VECTORIZED
void lookup_contacts(const LookupPlace& place, LookupContacts& contacts) {
  ContactValues value;
  for (const std::size_t side : {0u, 1u}) {
    contacts.side[side].fill(0);
    for (std::size_t i = 0; i < place.count; ++i) {
      if (place.weight[i] == 0) continue;
      place.row[i]->contacts[side].evaluate(place.contact_y[side][i], value.data());
      for (std::size_t c = 0; c < contact_channels; ++c) contacts.side[side][c] += place.weight[i] * value[c];
    }
  }
}

namespace {

constexpr std::size_t flange_width = 1 + contact_channels;

// The indentations alone: most of the time no flange touches, and its contact is of no interest.
bool indented(const LookupPlace& place, LookupFlanges& flanges) {
  for (std::size_t side = 0; side < 2; ++side) {
    flanges.indentation[side] = 0;
    for (std::size_t i = 0; i < place.count; ++i) {
      if (place.weight[i] == 0) continue;
      flanges.indentation[side] +=
          place.weight[i] * place.row[i]->flanges.value(side * flange_width, place.y[i]);
    }
  }
  return flanges.indentation[0] > 0 || flanges.indentation[1] > 0;
}

}  // namespace

FLANGEWAY_VECTORIZED
void lookup_flanges(const LookupPlace& place, LookupFlanges& flanges) {
  if (!indented(place, flanges)) return;
  double value[2 * flange_width];
  for (ContactValues& side : flanges.side) side.fill(0);
  for (std::size_t i = 0; i < place.count; ++i) {
    if (place.weight[i] == 0) continue;
    place.row[i]->flanges.evaluate(place.y[i], value);
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t c = 0; c < contact_channels; ++c) {
        flanges.side[side][c] += place.weight[i] * value[side * flange_width + 1 + c];
      }
    }
  }
}

}  // namespace flangeway::geometry
