// Entering a lookup table and interpolating between its rows.
#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/geometry/lookup.hpp"
#include "flangeway/math/batch.hpp"

namespace flangeway::geometry {

namespace {

using math::Batch;

double row_middle(const LookupRow& row) {
  return (row.flange_start + row.flange_start_right) / 2;
}
double row_half(const LookupRow& row) {
  return (row.flange_start - row.flange_start_right) / 2;
}

// Cubics in the position t between the two rows in the middle, one lane for each of four rows.
struct RowCubics {
  Batch constant, linear, square, cube;
};

Batch value(const RowCubics& c, double t) {
  return c.constant + t * (c.linear + t * (c.square + t * c.cube));
}
Batch slope(const RowCubics& c, double t) {
  return c.linear + t * (2 * c.square + (3 * t) * c.cube);
}
Batch second(const RowCubics& c, double t) {
  return 2 * c.square + (6 * t) * c.cube;
}

// Beyond the table's ends a row is continued linearly: the weight of that row goes to the two beside it.
void fold(std::size_t ghost, std::size_t near_row, std::size_t far_row, LookupPlace& place) {
  for (Batch* w : {&place.weight, &place.weight_by_gauge, &place.weight_curvature}) {
    const double beyond = (*w)[ghost];
    w->set(near_row, (*w)[near_row] + 2 * beyond);
    w->set(far_row, (*w)[far_row] - beyond);
    w->set(ghost, 0);
  }
}

// Catmull–Rom weights of four rows, or linear ones of the two in the middle.
void enter_directly(const LookupTable& table, const LookupInput& in, std::size_t j, double t,
                    LookupPlace& place) {
  RowCubics weights{{0, 1, 0, 0}, {-0.5, 0, 0.5, 0}, {1, -2.5, 2, -0.5}, {-0.5, 1.5, -1.5, 0.5}};
  if (table.linear_gauge) weights = {{0, 1, 0, 0}, {0, -1, 1, 0}, Batch(0), Batch(0)};
  const double by_gauge = 1 / table.gauge_step, rate = in.gauge_rate * by_gauge,
               curvature = in.gauge_curvature * by_gauge;
  const Batch by_place = slope(weights, t);
  place.count = math::batch_size;
  place.gauge_rate = in.gauge_rate;
  place.weight = value(weights, t);
  place.weight_by_gauge = by_place * by_gauge;
  place.weight_curvature = second(weights, t) * (rate * rate) + by_place * curvature;
  place.scale = 1;
  place.y_rate = in.y_rate;
  place.y = place.contact_y[0] = place.contact_y[1] = in.y;
  place.y_by_gauge = place.y_curvature = 0;
  const bool first_piece = j == 0, last_piece = j + 2 == table.rows.size();
  const LookupRow* const row = &table.rows[j];
  place.row[0] = first_piece ? row : row - 1;
  place.row[1] = row;
  place.row[2] = row + 1;
  place.row[3] = last_piece ? row + 1 : row + 2;
  if (first_piece) fold(0, 1, 2, place);
  if (last_piece) fold(3, 2, 1, place);
}

// docs/theory/lookup.md (1), (2): all rows at the same part η of the clearance between their flange contacts.
// Middle and half of the clearance at this gauge are interpolated like everything else, so that they are C¹
// in the gauge.
void enter_by_clearance(const LookupInput& in, LookupPlace& place) {
  const auto& row = place.row;
  const Batch own_middle{row_middle(*row[0]), row_middle(*row[1]), row_middle(*row[2]), row_middle(*row[3])};
  const Batch own{row_half(*row[0]), row_half(*row[1]), row_half(*row[2]), row_half(*row[3])};
  double middle[3], half[3];  // value, ∂/∂gauge, d²/dt²
  const Batch* weights[3] = {&place.weight, &place.weight_by_gauge, &place.weight_curvature};
  for (int k = 0; k < 3; ++k) {
    middle[k] = sum(*weights[k] * own_middle);
    half[k] = sum(*weights[k] * own);
  }
  const double part = (in.y - middle[0]) / half[0];
  const double part_by_gauge = -(middle[1] + part * half[1]) / half[0];
  const double part_rate = in.y_rate / half[0] + part_by_gauge * in.gauge_rate;
  const double half_rate = half[1] * in.gauge_rate;
  const double part_rest = (-middle[2] - 2 * part_rate * half_rate - part * half[2]) / half[0];
  place.scale = own / half[0];
  place.y = own_middle + part * own;
  place.y_by_gauge = part_by_gauge * own;
  place.y_rate = part_rate * own;
  place.y_curvature = part_rest * own;
}

// Contact data of a wheel belong to its own rail: they are read at the same distance from its own flange
// contact in every row, whatever the other wheel does. The rest of the gauge is its part of the roll.
void enter_contacts(const LookupInput& in, LookupPlace& place) {
  for (const std::size_t side : {0u, 1u}) {
    const auto start_of = [&](std::size_t i) {
      return side == 0 ? place.row[i]->flange_start : place.row[i]->flange_start_right;
    };
    const Batch starts{start_of(0), start_of(1), start_of(2), start_of(3)};
    const Batch y = in.y - sum(place.weight * starts) + starts;
    for (std::size_t i = 0; i < place.count; ++i) {
      const math::UniformSpline& data = place.row[i]->contacts[side];
      place.contact_y[side].set(i, std::clamp(y[i], data.start(), data.end()));
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
    place.inside = true;
    for (std::size_t i = 0; i < place.count; ++i)
      place.inside = place.inside && place.row[i]->motion.contains(place.y[i]);
  } else {
    const math::UniformSpline& any_row = place.row[0]->motion;
    place.inside = any_row.contains(in.y);
    place.one_cell = true;
    place.cell = any_row.cell(in.y);
  }
  return place;
}

namespace {

// The cubics of row i of a table of that row at x.
math::UniformSpline::Place cubics_at(const LookupPlace& place, const math::UniformSpline& table, double x) {
  if (place.one_cell) return {table.coefficients(place.cell.index), place.cell.t};
  return table.locate(x);
}

// Adds weight × N channels of a table, the first one `first`: within reach of the compiler, which has rows
// and channels side by side; a call of UniformSpline::evaluate for each row costs twice as much.
template <std::size_t N>
void add_values(const math::UniformSpline::Place& at, std::size_t channels, std::size_t first, double weight,
                double* sum) {
  const double* a = at.coefficients + first;
  const double t = at.t;
  const std::size_t n = channels;
  for (std::size_t c = 0; c < N; ++c)
    sum[c] += weight * (a[c] + t * (a[n + c] + t * (a[2 * n + c] + t * a[3 * n + c])));
}

// If all rows are entered in one cell, the cubics of the rows are mixed before they are evaluated, once.
template <std::size_t N>
struct Cubics {
  double a[4 * N] = {};

  void add(double weight, const double* coefficients) {
    for (std::size_t k = 0; k < 4 * N; ++k) a[k] += weight * coefficients[k];
  }
  [[nodiscard]] double value(std::size_t c, double t) const {
    return a[c] + t * (a[N + c] + t * (a[2 * N + c] + t * a[3 * N + c]));
  }
  [[nodiscard]] double slope(std::size_t c, double t) const {
    return a[N + c] + t * (2 * a[2 * N + c] + 3 * t * a[3 * N + c]);
  }
  [[nodiscard]] double second(std::size_t c, double t) const {
    return 2 * a[2 * N + c] + 6 * t * a[3 * N + c];
  }
};

LookupMotion mixed_motion(const LookupPlace& place) {
  Cubics<2> by_weight, by_gauge, by_curvature;
  const double t = place.cell.t;
  for (std::size_t i = 0; i < place.count; ++i) {
    const double* coefficients = place.row[i]->motion.coefficients(place.cell.index);
    by_weight.add(place.weight[i], coefficients);
    by_gauge.add(place.weight_by_gauge[i], coefficients);
    by_curvature.add(place.weight_curvature[i], coefficients);
  }
  LookupMotion motion{};
  const double rate = place.y_rate[0];
  for (std::size_t c = 0; c < 2; ++c) {
    motion.value[c] = by_weight.value(c, t);
    motion.slope[c] = by_weight.slope(c, t);
    motion.by_gauge[c] = by_gauge.value(c, t);
    motion.rate[c] = motion.slope[c] * rate + motion.by_gauge[c] * place.gauge_rate;
    motion.curvature[c] = by_weight.second(c, t) * rate * rate +
                          2 * by_gauge.slope(c, t) * place.gauge_rate * rate + by_curvature.value(c, t);
  }
  return motion;
}

}  // namespace

FLANGEWAY_VECTORIZED
LookupMotion lookup_motion(const LookupPlace& place) {
  if (place.one_cell) return mixed_motion(place);
  LookupMotion motion{};
  for (std::size_t i = 0; i < place.count; ++i) {
    const auto [a, t] = place.row[i]->motion.locate(place.y[i]);
    const double w = place.weight[i], w_by_gauge = place.weight_by_gauge[i], rate = place.y_rate[i];
    const double w_rate = w_by_gauge * place.gauge_rate;
    for (int c = 0; c < 2; ++c) {
      const double a1 = a[2 + c], a2 = a[4 + c], a3 = a[6 + c];
      const double value = a[c] + t * (a1 + t * (a2 + t * a3)), slope = a1 + t * (2 * a2 + 3 * t * a3),
                   second = 2 * a2 + 6 * t * a3;
      motion.value[c] += w * value;
      motion.slope[c] += w * slope * place.scale[i];
      motion.by_gauge[c] += w * slope * place.y_by_gauge[i] + w_by_gauge * value;
      motion.rate[c] += w * slope * rate + w_rate * value;
      motion.curvature[c] += w * (second * rate * rate + slope * place.y_curvature[i]) +
                             2 * w_rate * slope * rate + place.weight_curvature[i] * value;
    }
  }
  return motion;
}

FLANGEWAY_VECTORIZED
void lookup_contacts(const LookupPlace& place, LookupContacts& contacts) {
  for (const std::size_t side : {0u, 1u}) {
    double sum[contact_channels] = {};
    for (std::size_t i = 0; i < place.count; ++i) {
      if (place.weight[i] == 0) continue;
      const auto at = cubics_at(place, place.row[i]->contacts[side], place.contact_y[side][i]);
      add_values<contact_channels>(at, contact_channels, 0, place.weight[i], sum);
    }
    std::copy_n(sum, std::size_t{contact_channels}, contacts.side[side].begin());
  }
}

FLANGEWAY_VECTORIZED
void lookup_flanges(const LookupPlace& place, LookupFlanges& flanges) {
  constexpr std::size_t width = 1 + contact_channels, channels = 2 * width;
  const auto add = [&]<std::size_t N>(std::size_t first, double* sum) {
    for (std::size_t i = 0; i < place.count; ++i) {
      const auto at = cubics_at(place, place.row[i]->flanges, place.y[i]);
      add_values<N>(at, channels, first, place.weight[i], sum);
    }
  };
  for (std::size_t side = 0; side < 2; ++side) {
    flanges.indentation[side] = 0;
    add.template operator()<1>(side * width, &flanges.indentation[side]);
    // Most of the time no flange touches, and its contact is of no interest.
    if (!(flanges.indentation[side] > 0)) continue;
    flanges.side[side].fill(0);
    add.template operator()<contact_channels>(side * width + 1, flanges.side[side].data());
  }
}

}  // namespace flangeway::geometry
