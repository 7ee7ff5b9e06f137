// Reads the creep table at one place, or at four, with derivatives. docs/theory/creep_table.md (4)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "flangeway/contact/creep_table.hpp"
#include "flangeway/math/dual.hpp"

namespace flangeway::contact {
namespace detail {

using math::Batch;

/// One coordinate in cells: the first B-spline that counts, and weights and slopes of three.
template <typename S>
struct CellWeights {
  S first;
  std::array<S, 3> weight, slope;
};

/// Beyond its ends the table is continued by the cell at the end. A NaN stays one in the weights and never
/// indexes.
template <typename S>
CellWeights<S> cell_weights(const S& place, int cells) {
  using math::select;
  // The nearest integer of what lies half a cell behind: at a boundary between cells either of them serves.
  const S last = cells - 1, inside = select(place > 0.5, place - 0.5, S(0.0));
  S first = (inside + math::detail::integer_magnet) - math::detail::integer_magnet;
  first = select(first < last, first, last);
  const S t = place - first, rest = 1.0 - t;
  return {first, {0.5 * rest * rest, 0.5 + t * rest, 0.5 * t * t}, {-rest, rest - t, t}};
}

/// How many numbers stand side by side, and one of them in all four places of a batch.
template <typename S>
inline constexpr std::size_t lanes_of = sizeof(S) / sizeof(double);
template <std::size_t lane>
[[nodiscard]] Batch spread(double x) {
  return x;
}
template <std::size_t lane>
[[nodiscard]] Batch spread(const Batch& x) {
  return Batch(Batch::Lanes(__builtin_shufflevector(x.lanes, x.lanes, lane, lane, lane, lane)));
}
[[nodiscard]] inline std::int64_t index_in(double x, std::size_t) {
  return static_cast<std::int64_t>(x);
}
[[nodiscard]] inline std::int64_t index_in(const Batch& x, std::size_t lane) {
  return static_cast<std::int64_t>(x[lane]);
}

/// One lane of the table: sums of each quantity over all B-splines but those along x, which are adjacent in
/// memory. `plane` are the weights of the B-splines over y and z in the values and in n derivatives.
template <std::size_t lane, std::size_t n, typename S>
void sum_lane(const double* first, const std::array<S, 3>& ratio,
              const std::array<std::array<S, 9>, n + 1>& plane,
              std::array<std::array<std::array<Batch, lanes_of<S>>, 3>, n + 1>& to) {
  const Batch w0 = spread<lane>(ratio[0]), w1 = spread<lane>(ratio[1]), w2 = spread<lane>(ratio[2]);
  std::array<std::array<Batch, 3>, n + 1> sum;
  for (auto& sums : sum) sums.fill(Batch(0.0));
#pragma GCC unroll 9
  for (std::size_t j = 0; j < 9; ++j) {
    const double* row = first + j / 3 * CreepTable::plane + j % 3 * CreepTable::line;
    std::array<Batch, n + 1> weight;
#pragma GCC unroll 3
    for (std::size_t k = 0; k <= n; ++k) weight[k] = spread<lane>(plane[k][j]);
#pragma GCC unroll 3
    for (std::size_t q = 0; q < 3; ++q) {
      const auto four = [at = row + q * CreepTable::x_count](std::size_t layer) {
        return Batch(Batch::Lanes(*reinterpret_cast<const Batch::Anywhere*>(at + layer * CreepTable::row)));
      };
      const Batch places = four(0) * w0 + four(1) * w1 + four(2) * w2;
#pragma GCC unroll 3
      for (std::size_t k = 0; k <= n; ++k) sum[k][q] += places * weight[k];
    }
  }
  for (std::size_t k = 0; k <= n; ++k) {
    for (std::size_t q = 0; q < 3; ++q) to[k][q][lane] = sum[k][q];
  }
}

/// Σ rows[·][i] weight[i] over the B-splines along x, of one lane or of four.
inline double along_x(const std::array<Batch, 1>& rows, const std::array<double, 3>& weight) {
  return rows[0][0] * weight[0] + rows[0][1] * weight[1] + rows[0][2] * weight[2];
}
inline Batch along_x(const std::array<Batch, math::batch_size>& columns, const std::array<Batch, 3>& weight) {
  return columns[0] * weight[0] + columns[1] * weight[1] + columns[2] * weight[2];
}
inline void to_columns(std::array<Batch, 1>&) {}
inline void to_columns(std::array<Batch, math::batch_size>& rows) {
  Batch block[] = {rows[0], rows[1], rows[2], rows[3]};
  math::transpose(block);
  for (std::size_t i = 0; i < math::batch_size; ++i) rows[i] = block[i];
}

}  // namespace detail

/// Values of the table at the ratio place w and v, and their derivatives in n directions in which v changes
/// by dv[k]. Scalar is double or Batch.
template <std::size_t n, typename S>
[[nodiscard]] CreepTableValues<n, S> read_creep_table(const CreepTable& table, const S& w,
                                                      const std::array<S, 3>& v,
                                                      const std::array<std::array<S, 3>, n>& dv) {
  using namespace detail;
  using math::select;
  constexpr double x_cells = CreepTable::x_cells, y_cells = 0.5 * CreepTable::y_cells,
                   z_cells = CreepTable::z_cells, end = CreepTable::max_ratio_coordinate;
  const S held = select(w < -end, S(-end), select(w > end, S(end), w));
  // Layers lie in the middle of the cells of their B-splines.
  const auto ratio = cell_weights(S(held * ((CreepTable::layers - 1) / (2 * end)) + CreepTable::layers / 2.0),
                                  CreepTable::layers);
  const auto x = cell_weights(S(v[0] * x_cells), CreepTable::x_cells);
  const auto y = cell_weights(S((v[1] + 1.0) * y_cells), CreepTable::y_cells);
  const auto z = cell_weights(S(v[2] * z_cells), CreepTable::z_cells);
  std::array<std::array<S, 9>, n + 1> plane;
  for (std::size_t j = 0; j < 9; ++j) plane[0][j] = z.weight[j / 3] * y.weight[j % 3];
  for (std::size_t k = 0; k < n; ++k) {
    const S y_rate = y_cells * dv[k][1], z_rate = z_cells * dv[k][2];
    for (std::size_t j = 0; j < 9; ++j) {
      plane[k + 1][j] =
          (z.slope[j / 3] * z_rate) * y.weight[j % 3] + z.weight[j / 3] * (y.slope[j % 3] * y_rate);
    }
  }
  const S first = z.first * double(CreepTable::plane) + y.first * double(CreepTable::line) +
                  ratio.first * double(CreepTable::row) + x.first;
  std::array<std::array<std::array<Batch, lanes_of<S>>, 3>, n + 1> sums;
  [&]<std::size_t... lane>(std::index_sequence<lane...>) {
    (sum_lane<lane, n, S>(table.data() + index_in(first, lane), ratio.weight, plane, sums), ...);
  }
  (std::make_index_sequence<lanes_of<S>>());
  CreepTableValues<n, S> result;
  for (std::size_t q = 0; q < 3; ++q) {
    for (std::size_t k = 0; k <= n; ++k) to_columns(sums[k][q]);
    result.value[q] = along_x(sums[0][q], x.weight);
    const S by_x = x_cells * along_x(sums[0][q], x.slope);
    for (std::size_t k = 0; k < n; ++k)
      result.derivative[k][q] = along_x(sums[k + 1][q], x.weight) + by_x * dv[k][0];
  }
  return result;
}

/// Reads the program's table for numbers, batches and dual numbers of them.
struct CreepTableReader {
  template <typename S>
  [[nodiscard]] std::array<S, 3> operator()(const S& w, const std::array<S, 3>& v) const {
    return read_creep_table<0, S>(creep_table(), w, v, {}).value;
  }
  template <std::size_t n, typename S>
  [[nodiscard]] std::array<math::Dual<n, S>, 3> operator()(const S& w,
                                                           const std::array<math::Dual<n, S>, 3>& v) const {
    std::array<std::array<S, 3>, n> dv;
    for (std::size_t k = 0; k < n; ++k) dv[k] = {v[0].derivative[k], v[1].derivative[k], v[2].derivative[k]};
    const auto read = read_creep_table<n, S>(creep_table(), w, {v[0].value, v[1].value, v[2].value}, dv);
    std::array<math::Dual<n, S>, 3> result;
    for (std::size_t q = 0; q < 3; ++q) {
      result[q].value = read.value[q];
      for (std::size_t k = 0; k < n; ++k) result[q].derivative[k] = read.derivative[k][q];
    }
    return result;
  }
};

}  // namespace flangeway::contact
