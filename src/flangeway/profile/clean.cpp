#include "flangeway/profile/clean.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "flangeway/core/assertion.hpp"

namespace flangeway::profile {
namespace {

double cross_product(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}
double degrees(double radians) {
  return radians * 180 / pi;
}

// Turn of the direction at point i, in degrees, 0…180.
double turn_at(const std::vector<Vec2>& points, std::size_t i) {
  FLANGEWAY_ASSERT(i > 0 && i + 1 < points.size(), "the point has neighbours");
  const Vec2 before = points[i] - points[i - 1], after = points[i + 1] - points[i];
  return degrees(std::abs(std::atan2(cross_product(before, after), before.dot(after))));
}

void rotate(Draft& draft, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  draft.map([&](const Vec2& p) { return Vec2(c * p.x() - s * p.y(), s * p.x() + c * p.y()); });
}

void cut(Draft& draft, const Bounds& y) {
  std::erase_if(draft.points, [&](const Vec2& p) { return p.x() < y.low || p.x() > y.high; });
}

}  // namespace

void drop_coincident(Draft& draft, double closest) {
  std::vector<Vec2> kept;
  std::size_t dropped = 0;
  Vec2 where(0, 0);
  for (const Vec2& point : draft.points) {
    if (kept.empty() || (point - kept.back()).norm() >= closest) {
      kept.push_back(point);
    } else if (dropped++ == 0) {
      where = point;
    }
  }
  draft.points = std::move(kept);
  if (dropped > 0)
    draft.notes.push_back(
        {fmt::format("{} points removed that coincide with the one before", dropped), dropped, where});
}

void mend_zigzag(Draft& draft, double threshold) {
  std::vector<Vec2>& points = draft.points;
  std::size_t mended = 0;
  Vec2 where(0, 0);
  for (std::size_t i = 1; i + 2 < points.size(); ++i) {
    if (turn_at(points, i) < threshold || turn_at(points, i + 1) < threshold) continue;
    points[i] = (points[i] + points[i + 1]) / 2;
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (mended++ == 0) where = points[i];
  }
  if (mended > 0)
    draft.notes.push_back(
        {fmt::format("{} zig-zags mended, two points each become one", mended), mended, where});
}

Draft apply_table(const Table& table, bool mirror_y, double zigzag) {
  Draft draft{table.points, {}};
  for (const Repair& note : table.notes)
    draft.notes.push_back({note.what, note.count, {0, 0}, note.is_warning});
  drop_coincident(draft, table.closest);
  mend_zigzag(draft, zigzag);
  draft.map([&](const Vec2& p) { return Vec2(p + table.shift); });
  if (table.rotation != 0) rotate(draft, table.rotation);
  if (table.bound_y) cut(draft, *table.bound_y);
  if (table.bound_z)
    draft.map([&](const Vec2& p) {
      return Vec2(p.x(), std::clamp(p.y(), table.bound_z->low, table.bound_z->high));
    });
  const double sign = mirror_y ? -1 : 1;
  draft.map([&](const Vec2& p) { return Vec2(sign * p.x() * table.unit_mm, p.y() * table.unit_mm); });
  drop_coincident(draft, table.closest * table.unit_mm);  // repairs and clipping may have joined some
  return draft;
}

namespace {

std::size_t index_of_smallest_z(const std::vector<Vec2>& points) {
  FLANGEWAY_ASSERT(!points.empty(), "there is a point");
  const auto at = std::min_element(points.begin(), points.end(),
                                   [](const Vec2& a, const Vec2& b) { return a.y() < b.y(); });
  return static_cast<std::size_t>(at - points.begin());
}

std::size_t index_of_largest_z(const std::vector<Vec2>& points) {
  FLANGEWAY_ASSERT(!points.empty(), "there is a point");
  const auto at = std::max_element(points.begin(), points.end(),
                                   [](const Vec2& a, const Vec2& b) { return a.y() < b.y(); });
  return static_cast<std::size_t>(at - points.begin());
}

// A wheel: the end of its profile at the field side, or the flange back, is nearest to the axle, so that the
// smallest z lies at an end; where the tread is worn hollow it may not, and then the tread lies nearer to it
// than to the tip.
bool wheel_upside_down(const std::vector<Vec2>& points) {
  const std::size_t n = points.size(), low = index_of_smallest_z(points), high = index_of_largest_z(points);
  const std::size_t margin = n / 20;
  const auto at_end = [&](std::size_t i) { return i <= margin || i + margin + 1 >= n; };
  if (at_end(low)) return false;
  if (at_end(high)) return true;
  return points[(low + high) / 2].y() > (points[low].y() + points[high].y()) / 2;
}

// A rail falls off at its ends: −1 if z gets larger from the end inwards (upside down), +1 if smaller, 0
// unknown.
int fall_at_end(const std::vector<Vec2>& points, bool front, double height) {
  const std::size_t n = points.size(), reach = std::max<std::size_t>(1, n / 10);
  const auto z = [&](std::size_t i) { return points[front ? i : n - 1 - i].y(); };
  for (std::size_t i = 1; i <= reach && i < n; ++i) {
    const double step = z(i) - z(0);
    if (std::abs(step) > 1e-3 * height) return step < 0 ? 1 : -1;
  }
  return 0;
}

bool rail_upside_down(const std::vector<Vec2>& points) {
  const std::size_t n = points.size(), low = index_of_smallest_z(points);
  const double height = points[index_of_largest_z(points)].y() - points[low].y();
  const int front = fall_at_end(points, true, height), back = fall_at_end(points, false, height);
  if (front * back < 0) return false;
  if (front + back != 0) return front + back < 0;
  return low < n / 10 || low + n / 10 >= n;
}

}  // namespace

bool is_upside_down(const std::vector<Vec2>& points, Kind kind) {
  return kind == Kind::wheel ? wheel_upside_down(points) : rail_upside_down(points);
}

bool flange_at_field_side(const std::vector<Vec2>& points) {
  // A flange stands out by more than 15 mm over the tread, which makes up most of the width.
  std::vector<double> z;
  double low = points[0].x(), high = points[0].x();
  for (const Vec2& p : points) {
    z.push_back(p.y());
    low = std::min(low, p.x());
    high = std::max(high, p.x());
  }
  std::nth_element(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(z.size() / 2), z.end());
  const Vec2& tip = points[index_of_largest_z(points)];
  return high - low > 60 && tip.y() - z[z.size() / 2] > 10 && tip.x() > (low + high) / 2;
}

namespace {

// With z away from the tread: a narrow flange stands out near one end and comes back a little, and the tread
// runs from there to the other end. Grooved rails and rails with a guard fall off at their ends, or are
// deeper.
bool stands_out_as_a_flange(const std::vector<Vec2>& points) {
  const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                               [](const Vec2& a, const Vec2& b) { return a.x() < b.x(); });
  const double width = high->x() - low->x(), middle = (low->x() + high->x()) / 2;
  const Vec2 tip = points[index_of_largest_z(points)];
  const Vec2 &back = tip.x() < middle ? *low : *high, &end = tip.x() < middle ? *high : *low;
  const Vec2& tread = *std::min_element(points.begin(), points.end(), [&](const Vec2& a, const Vec2& b) {
    return std::abs(a.x() - middle) < std::abs(b.x() - middle);
  });
  const double height = tip.y() - tread.y();
  const bool narrow = std::all_of(points.begin(), points.end(), [&](const Vec2& p) {
    return tip.y() - p.y() > 10 || std::abs(p.x() - tip.x()) < 25;
  });
  return width > 110 && width < 160 && height > 20 && height < 45 && narrow &&
         std::abs(back.x() - tip.x()) < 45 && tip.y() - back.y() > 5 && end.y() - tread.y() < 3;
}

}  // namespace

bool has_flange(const std::vector<Vec2>& points) {
  std::vector<Vec2> mirrored = points;
  for (Vec2& point : mirrored) point.y() = -point.y();
  return stands_out_as_a_flange(points) || stands_out_as_a_flange(mirrored);
}

bool is_turned(const std::vector<Vec2>& points, Kind kind) {
  const auto [left, right] = std::minmax_element(points.begin(), points.end(),
                                                 [](const Vec2& a, const Vec2& b) { return a.x() < b.x(); });
  const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                               [](const Vec2& a, const Vec2& b) { return a.y() < b.y(); });
  const double width = right->x() - left->x(), height = high->y() - low->y();
  if (kind == Kind::wheel) return height > 60 && height > 1.2 * width;
  const Vec2 across = points.back() - points.front();
  return height > 30 && height > width && std::abs(across.y()) > 2 * std::abs(across.x());
}

bool has_head(const std::vector<Vec2>& points) {
  constexpr double deep = 8, reach = 4;  // mm, of the fall, and over which its steepness is taken
  constexpr double steep = 2.5;          // |dz/dy| of the sides: a crowned wheel falls off less
  const double low = std::min(points.front().x(), points.back().x()),
               width = std::abs(points.back().x() - points.front().x());
  if (!(width > 30 && width < 130)) return false;
  const auto is_steep = [&](bool front) {
    const std::size_t n = points.size();
    const auto at = [&](std::size_t i) { return points[front ? i : n - 1 - i]; };
    std::size_t i = 1;
    while (i + 1 < n && (at(i) - at(0)).norm() < reach) ++i;
    const Vec2 side = at(i) - at(0);
    return std::abs(side.y()) > steep * std::abs(side.x());
  };
  for (const double sign : {1.0, -1.0}) {
    const auto top = std::max_element(points.begin(), points.end(), [&](const Vec2& a, const Vec2& b) {
      return sign * a.y() < sign * b.y();
    });
    const double front = sign * (top->y() - points.front().y()), back = sign * (top->y() - points.back().y());
    const double share = (top->x() - low) / width;
    if (share > 0.3 && share < 0.7 && std::min(front, back) > std::max(deep, 0.5 * std::max(front, back)) &&
        is_steep(true) && is_steep(false))
      return true;
  }
  return false;
}

std::optional<Vec2> self_crossing(const std::vector<Vec2>& points) {
  const std::size_t n = points.size() - 1;
  const auto low = [&](std::size_t i) { return std::min(points[i].x(), points[i + 1].x()); };
  const auto high = [&](std::size_t i) { return std::max(points[i].x(), points[i + 1].x()); };
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return low(a) < low(b); });
  for (std::size_t a = 0; a < n; ++a) {
    const std::size_t i = order[a];
    for (std::size_t b = a + 1; b < n && low(order[b]) <= high(i); ++b) {
      const std::size_t j = order[b];
      if (i + 1 >= j && j + 1 >= i) continue;  // neighbours
      const Vec2 d = points[i + 1] - points[i], e = points[j + 1] - points[j];
      const bool parts_j =
          cross_product(d, points[j] - points[i]) * cross_product(d, points[j + 1] - points[i]) < 0;
      const bool parts_i =
          cross_product(e, points[i] - points[j]) * cross_product(e, points[i + 1] - points[j]) < 0;
      if (parts_i && parts_j) return points[i];
    }
  }
  return std::nullopt;
}

std::vector<std::size_t> find_kinks(const std::vector<Vec2>& points, const KinkRule& rule) {
  const std::size_t n = points.size();
  std::vector<double> turn(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i) turn[i] = turn_at(points, i);
  const auto gentle_around = [&](std::size_t i) {
    for (std::size_t j = i; j-- > 0 && (points[j] - points[i]).norm() <= rule.width;)
      if (turn[j] > rule.low) return false;
    for (std::size_t j = i + 1; j < n && (points[j] - points[i]).norm() <= rule.width; ++j)
      if (turn[j] > rule.low) return false;
    return true;
  };
  std::vector<std::size_t> kinks;
  for (std::size_t i = 1; i + 1 < n; ++i)
    if (turn[i] > rule.high && gentle_around(i)) kinks.push_back(i);
  return kinks;
}

}  // namespace flangeway::profile
