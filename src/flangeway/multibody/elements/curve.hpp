// Piecewise linear laws, as the laws of elements use them: for numbers, four numbers side by side, dual
// numbers and expressions.
#pragma once

#include <array>
#include <cmath>

#include "flangeway/math/dual.hpp"
#include "flangeway/math/pair_table.hpp"
#include "flangeway/multibody/elements/table.hpp"

namespace flangeway::multibody {

/// The table of one element (P = double) or of four (P = math::Batch). It refers to the points of
/// the model.
template <typename P>
struct Curve;

template <>
struct Curve<double> {
  math::PairTable points;  ///< none: the element has no table
  bool odd = false;        ///< starts at x = 0 and holds for −x as well: y(−x) = −y(x)

  [[nodiscard]] bool given() const { return !points.empty(); }
  /// The first x.
  [[nodiscard]] double start() const { return points.front()[0]; }
};

template <>
struct Curve<math::Batch> {
  std::array<Curve<double>, math::batch_size> lanes;
  bool any = false;       ///< of the four elements has a table
  math::Batch first = 0;  ///< x of each

  [[nodiscard]] const math::Batch& start() const { return first; }
};

inline constexpr auto continued = math::TableEnds::continued;

/// M has the `table_points`, as a Model.
template <typename M>
[[nodiscard]] Curve<double> curve_of(const M& model, const Table& table) {
  return {{model.table_points.data() + table.first, table.count}, table.odd};
}

/// Over all tables of an element.
template <typename M, typename E>
[[nodiscard]] auto curves_of(const M& model, const E& element) {
  Curves<double, std::tuple_size_v<decltype(E::tables)>> curves;
  for (std::size_t k = 0; k < curves.size(); ++k) curves[k] = curve_of(model, element.tables[k]);
  return curves;
}

// curve_value(): y(x), or `linear` where no table is given. The end pieces are continued.

[[nodiscard]] inline double curve_value(const Curve<double>& curve, double x, double linear, double = 0) {
  if (!curve.given()) return linear;
  const double y = math::table_value(curve.points, curve.odd ? std::abs(x) : x, continued);
  return curve.odd && x < 0 ? -y : y;
}

[[nodiscard]] inline math::Batch curve_value(const Curve<math::Batch>& curve, const math::Batch& x,
                                             const math::Batch& linear, double = 0) {
  math::Batch y = linear;
  if (!curve.any) return y;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    if (curve.lanes[lane].given()) y.set(lane, curve_value(curve.lanes[lane], x[lane], 0.0));
  return y;
}

/// The slope is that of the secant over 2 `width`, which does not jump at a point of the table.
template <std::size_t N>
[[nodiscard]] math::Dual<N> curve_value(const Curve<double>& curve, const math::Dual<N>& x,
                                        const math::Dual<N>& linear, double width) {
  if (!curve.given()) return linear;
  const double rise = curve_value(curve, x.value + width, 0.0) - curve_value(curve, x.value - width, 0.0);
  return x.chain(curve_value(curve, x.value, 0.0), rise / (2 * width));
}

/// For any other scalar that select() supports: each point adds its change of slope beyond it.
template <typename T>
[[nodiscard]] T curve_value(const Curve<double>& curve, const T& argument, const T& linear, double = 0) {
  if (!curve.given()) return linear;
  const T x = curve.odd ? abs(argument) : argument;
  T y = curve.points.front()[1];
  double before = 0;
  for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
    const auto &left = curve.points[i], &right = curve.points[i + 1];
    const double slope = (right[1] - left[1]) / (right[0] - left[0]);
    const T beyond = x - left[0];
    y += i == 0 ? slope * beyond : (slope - before) * select(beyond > T(0), beyond, T(0));
    before = slope;
  }
  return curve.odd ? select(argument > T(0), y, -y) : y;
}

// curve_work(): ∫ y dx from 0 to x, or `linear` where no table is given.

[[nodiscard]] inline double curve_work(const Curve<double>& curve, double x, double linear) {
  if (!curve.given()) return linear;
  return math::table_integral(curve.points, 0, curve.odd ? std::abs(x) : x, continued);
}

[[nodiscard]] inline math::Batch curve_work(const Curve<math::Batch>& curve, const math::Batch& x,
                                            const math::Batch& linear) {
  math::Batch energy = linear;
  if (!curve.any) return energy;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    if (curve.lanes[lane].given()) energy.set(lane, curve_work(curve.lanes[lane], x[lane], 0.0));
  return energy;
}

template <std::size_t N>
[[nodiscard]] math::Dual<N> curve_work(const Curve<double>& curve, const math::Dual<N>& x,
                                       const math::Dual<N>& linear) {
  if (!curve.given()) return linear;
  return x.chain(curve_work(curve, x.value, 0.0), curve_value(curve, x.value, 0.0));
}

template <typename T>
[[nodiscard]] T curve_work(const Curve<double>& curve, const T& argument, const T& linear) {
  if (!curve.given()) return linear;
  const auto antiderivative = [&](const T& x) {
    T sum = curve.points.front()[1] * (x - curve.points.front()[0]);
    double before = 0;
    for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
      const auto &left = curve.points[i], &right = curve.points[i + 1];
      const double slope = (right[1] - left[1]) / (right[0] - left[0]);
      const T beyond = i == 0 ? x - left[0] : select(x - left[0] > T(0), x - left[0], T(0));
      sum += (slope - before) * 0.5 * beyond * beyond;
      before = slope;
    }
    return sum;
  };
  return antiderivative(curve.odd ? abs(argument) : argument) - antiderivative(T(0));
}

}  // namespace flangeway::multibody
