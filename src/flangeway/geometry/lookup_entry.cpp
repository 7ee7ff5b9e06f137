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
  const double slope[4] = {-0.5 + t * (2 - 1.5 * t), t * (-5 + 4.5 * t), 0.5 + t * (4 - 4.5 * t),
                           t * (-1 + 1.5 * t)};
  const double second[4] = {2 - 3 * t, -5 + 9 * t, 4 - 9 * t, -1 + 3 * t};
  const double by_gauge = 1 / table.gauge_step, rate = in.gauge_rate * by_gauge,
               curvature = in.gauge_curvature * by_gauge;
  place.gauge_rate = in.gauge_rate;
  for (std::size_t i = 0; i < 4; ++i) {
    place.weight[i] = weight[i];
    place.weight_by_gauge[i] = slope[i] * by_gauge;
    place.weight_curvature[i] = second[i] * rate * rate + slope[i] * curvature;
    place.scale[i] = 1;
    place.y[i] = in.y;
    place.y_rate[i] = in.y_rate;
    place.contact_y[0][i] = place.contact_y[1][i] = in.y;
  }
  const bool first_piece = j == 0, last_piece = j + 2 == table.rows.size();
  const LookupRow* const row = &table.rows[j];
  const LookupRow* const rows[4] = {first_piece ? row : row - 1, row, row + 1,
                                    last_piece ? row + 1 : row + 2};
  std::copy(rows, rows + 4, place.row);
  const auto fold = [&](std::size_t ghost, std::size_t near_row, std::size_t far_row) {
    for (double* w : {place.weight, place.weight_by_gauge, place.weight_curvature}) {
      w[near_row] += 2 * w[ghost];
      w[far_row] -= w[ghost];
      w[ghost] = 0;
    }
  };
  if (first_piece) fold(0, 1, 2);
  if (last_piece) fold(3, 2, 1);
}

// docs/theory/lookup.md (1), (2): all rows at the same part η of the clearance between their flange contacts.
// Middle and half of the clearance at this gauge are interpolated like everything else, so that they are C¹
// in the gauge.
void enter_by_clearance(const LookupInput& in, LookupPlace& place) {
  double middle[3] = {}, half[3] = {};  // value, ∂/∂gauge, d²/dt²
  const double* weights[3] = {place.weight, place.weight_by_gauge, place.weight_curvature};
  for (std::size_t i = 0; i < place.count; ++i) {
    for (int k = 0; k < 3; ++k) {
      middle[k] += weights[k][i] * row_middle(*place.row[i]);
      half[k] += weights[k][i] * row_half(*place.row[i]);
    }
  }
  const double part = (in.y - middle[0]) / half[0];
  const double part_by_gauge = -(middle[1] + part * half[1]) / half[0];
  const double part_rate = in.y_rate / half[0] + part_by_gauge * in.gauge_rate;
  const double half_rate = half[1] * in.gauge_rate;
  const double part_rest = (-middle[2] - 2 * part_rate * half_rate - part * half[2]) / half[0];
  for (std::size_t i = 0; i < place.count; ++i) {
    const double own = row_half(*place.row[i]);
    place.scale[i] = own / half[0];
    place.y[i] = row_middle(*place.row[i]) + part * own;
    place.y_by_gauge[i] = part_by_gauge * own;
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

namespace {

// Adds weight × N channels of a table, the first one `first`, at x: within reach of the compiler, which has
// rows and channels side by side; a call of UniformSpline::evaluate for each row costs twice as much.
template <std::size_t N>
void add_values(const math::UniformSpline& table, std::size_t first, double x, double weight, double* sum) {
  const auto [coefficients, t] = table.locate(x);
  const double* a = coefficients + first;
  const std::size_t n = table.channels();
  for (std::size_t c = 0; c < N; ++c)
    sum[c] += weight * (a[c] + t * (a[n + c] + t * (a[2 * n + c] + t * a[3 * n + c])));
}

}  // namespace

namespace {

// All rows are entered at the same place of the same grid: so are those of tables that do not climb a flange.
bool same_interval(const LookupPlace& place) {
  const math::UniformSpline &first = place.row[0]->motion, &last = place.row[3]->motion;
  return place.y[0] == place.y[1] && place.y[0] == place.y[2] && place.y[0] == place.y[3] &&
         first.start() == last.start() && first.step() == last.step();
}

// Then the cubics of the rows are mixed before they are evaluated, once.
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
  double t = 0;
  for (std::size_t i = 0; i < place.count; ++i) {
    const auto at = place.row[i]->motion.locate(place.y[i]);
    by_weight.add(place.weight[i], at.coefficients);
    by_gauge.add(place.weight_by_gauge[i], at.coefficients);
    by_curvature.add(place.weight_curvature[i], at.coefficients);
    t = at.t;
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
  if (same_interval(place)) return mixed_motion(place);
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
      add_values<contact_channels>(place.row[i]->contacts[side], 0, place.contact_y[side][i], place.weight[i],
                                   sum);
    }
    std::copy_n(sum, std::size_t{contact_channels}, contacts.side[side].begin());
  }
}

namespace {

constexpr std::size_t flange_width = 1 + contact_channels;

// The indentations alone: most of the time no flange touches, and its contact is of no interest.
bool indented(const LookupPlace& place, LookupFlanges& flanges) {
  for (std::size_t side = 0; side < 2; ++side) {
    double sum = 0;
    for (std::size_t i = 0; i < place.count; ++i) {
      if (place.weight[i] == 0) continue;
      add_values<1>(place.row[i]->flanges, side * flange_width, place.y[i], place.weight[i], &sum);
    }
    flanges.indentation[side] = sum;
  }
  return flanges.indentation[0] > 0 || flanges.indentation[1] > 0;
}

}  // namespace

FLANGEWAY_VECTORIZED
void lookup_flanges(const LookupPlace& place, LookupFlanges& flanges) {
  if (!indented(place, flanges)) return;
  for (std::size_t side = 0; side < 2; ++side) {
    flanges.side[side].fill(0);
    if (flanges.indentation[side] <= 0) continue;
    for (std::size_t i = 0; i < place.count; ++i) {
      if (place.weight[i] == 0) continue;
      add_values<contact_channels>(place.row[i]->flanges, side * flange_width + 1, place.y[i],
                                   place.weight[i], flanges.side[side].data());
    }
  }
}

}  // namespace flangeway::geometry
