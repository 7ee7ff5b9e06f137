#include "flangeway/wheelrail/running_surface.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::wheelrail {
namespace {

using math::HermiteTable;
using Node = std::array<double, 2>;

constexpr double min_node_distance = 5e-4;  // [m] along the wheel and along the rail

struct Highest {
  double place = 0, value = 0;
};

// The highest place of f between `low` and `high`, where it has one peak: golden sections.
template <typename Function>
Highest highest_between(const Function& f, double low, double high) {
  FLANGEWAY_ASSERT(low < high, "the interval has a length");
  constexpr int sections = 30;
  constexpr double golden = 0.6180339887498949;
  double a = high - golden * (high - low), b = low + golden * (high - low), fa = f(a), fb = f(b);
  for (int i = 0; i < sections; ++i) {
    if (fa >= fb) {
      high = b, b = a, fb = fa;
      a = high - golden * (high - low), fa = f(a);
    } else {
      low = a, a = b, fa = fb;
      b = low + golden * (high - low), fb = f(b);
    }
  }
  return fa >= fb ? Highest{a, fa} : Highest{b, fb};
}

// The highest of `f` on nodes first … last, then between the neighbours of that node.
template <typename OnNode, typename Function>
Highest highest_of(long first, long last, double step, const OnNode& on_node, const Function& f) {
  FLANGEWAY_ASSERT(first <= last, "there is at least one node");
  long best = first;
  double value = on_node(first);
  for (long i = first + 1; i <= last; ++i)
    if (const double next = on_node(i); next > value) best = i, value = next;
  const double place = step * static_cast<double>(best);
  const Highest near = highest_between(f, place - step, place + step);
  return near.value > value ? near : Highest{place, value};
}

// A circle of this radius lies that much below its top at the angle x from it.
double below_top(double radius, double x) {
  const double sine = std::sin(x / 2);
  return 2 * radius * sine * sine;
}

double wrapped(double angle) {
  return angle - 2 * pi * std::floor(angle / (2 * pi));
}

// -π … π
double nearest_turn(double angle) {
  return std::remainder(angle, 2 * pi);
}

// The part of the form that the wheel rolls over as a disk.
double radius_deviation(const WheelForm& form, double radius, double angle) {
  double sum = 0;
  for (const WheelForm::Wave& wave : form.waves)
    sum += wave.amplitude * std::cos(wave.order * angle + wave.phase);
  for (const WheelForm::Measured& measured : form.measured)
    sum += measured.deviation.value(wrapped(angle - measured.angle));
  for (const WheelForm::Flat& flat : form.flats) {
    const double x = nearest_turn(angle - flat.angle), half = std::asin(flat.length / (2 * radius));
    if (flat.depth > 0 || std::abs(x) >= half) continue;
    // The chord's distance from the centre is R cos α, that of its point at x: R cos α/cos x.
    sum = std::min(sum, (below_top(radius, x) - below_top(radius, half)) / std::cos(x));
  }
  return sum;
}

// Rounded flats are given by the way of the centre itself.
Node rounded_flats(const WheelForm& form, double radius, double angle) {
  Node sum{};
  for (const WheelForm::Flat& flat : form.flats) {
    const double x = nearest_turn(angle - flat.angle) * radius;
    if (!(flat.depth > 0) || 2 * std::abs(x) >= flat.length) continue;
    const double wave = 2 * pi / flat.length;
    sum[0] -= flat.depth / 2 * (1 + std::cos(wave * x));
    sum[1] += flat.depth / 2 * wave * radius * std::sin(wave * x);
  }
  return sum;
}

// How far beside the lowest point a contact can lie where heights differ by `range`.
double reach_of(double radius, double range) {
  return 1.1 * std::sqrt(2 * radius * range);
}

double range_of(const std::vector<double>& values) {
  FLANGEWAY_ASSERT(!values.empty(), "there is at least one value");
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *most - *least;
}

}  // namespace

HermiteTable hub_height(const WheelForm& form, double radius) {
  FLANGEWAY_ASSERT(radius > 0, "a wheel has a radius");
  const long count = static_cast<long>(std::ceil(2 * pi * radius / min_node_distance));
  const double step = 2 * pi / static_cast<double>(count);
  std::vector<double> deviation(static_cast<std::size_t>(count));
  for (long i = 0; i < count; ++i)
    deviation[static_cast<std::size_t>(i)] = radius_deviation(form, radius, step * static_cast<double>(i));
  const double range = range_of(deviation);
  const long reach = range > 0 ? 2 + static_cast<long>(reach_of(radius, range) / radius / step) : 0;
  std::vector<Node> nodes;
  for (long i = 0; i <= count; ++i) {
    const double angle = step * static_cast<double>(i);
    Node node = rounded_flats(form, radius, angle);
    if (reach > 0) {
      const auto height = [&](double own, double place) {
        const double x = place - angle;
        return own * std::cos(x) - below_top(radius, x);
      };
      const Highest top = highest_of(
          i - reach, i + reach, step,
          [&](long k) {
            return height(deviation[static_cast<std::size_t>(((k % count) + count) % count)],
                          step * static_cast<double>(k));
          },
          [&](double place) { return height(radius_deviation(form, radius, place), place); });
      node[0] += top.value;
      // That of the envelope: the point of contact lies this far ahead of the centre.
      node[1] += (radius + radius_deviation(form, radius, top.place)) * std::sin(top.place - angle);
    } else {
      node[0] += deviation[0];
    }
    nodes.push_back(node);
  }
  nodes.back() = nodes.front();
  return {0, step, std::move(nodes)};
}

namespace {

struct Stretch {
  double from, to, step;
  std::vector<const track::SurfaceDefect*> defects;
};

// The sum of the defects of a stretch. Cells know theirs: there may be thousands of joints on a corrugated
// rail.
class Surface {
 public:
  explicit Surface(const Stretch& stretch) : from_(stretch.from) {
    cells_.resize(static_cast<std::size_t>((stretch.to - stretch.from) / cell) + 1);
    for (const track::SurfaceDefect* defect : stretch.defects) {
      const auto last = std::min(cell_of(defect->to), cells_.size() - 1);
      for (std::size_t i = cell_of(defect->from); i <= last; ++i) cells_[i].push_back(defect);
    }
  }
  [[nodiscard]] double height(double s) const {
    double sum = 0;
    if (s < from_) return sum;
    const std::size_t i = cell_of(s);
    if (i >= cells_.size()) return sum;
    for (const track::SurfaceDefect* defect : cells_[i]) sum += defect->height(s);
    return sum;
  }

 private:
  static constexpr double cell = 0.25;  // [m]
  [[nodiscard]] std::size_t cell_of(double s) const { return static_cast<std::size_t>((s - from_) / cell); }

  double from_;
  std::vector<std::vector<const track::SurfaceDefect*>> cells_;
};

// Stretches with deviations that a wheel meets together are one. How far away a wheel meets a deviation
// follows from its depth; a gap shows no more of it than its length.
std::vector<Stretch> stretches_of(const std::vector<track::SurfaceDefect>& defects, std::size_t side,
                                  double radius, double contact_length) {
  constexpr double nodes_per_length = 24;
  std::vector<Stretch> stretches;
  for (const track::SurfaceDefect& defect : defects) {
    if (defect.side != side) continue;
    const double height = std::abs(defect.depth) + 8 * defect.amplitude;
    const double margin = std::min(reach_of(radius, height), 0.2) + contact_length + 4 * min_node_distance;
    stretches.push_back(
        {defect.from - margin,
         defect.to + margin,
         std::clamp(defect.finest / nodes_per_length, min_node_distance / 5, min_node_distance),
         {&defect}});
  }
  std::sort(stretches.begin(), stretches.end(),
            [](const Stretch& a, const Stretch& b) { return a.from < b.from; });
  std::vector<Stretch> merged;
  for (Stretch& stretch : stretches) {
    if (merged.empty() || stretch.from > merged.back().to) {
      merged.push_back(std::move(stretch));
      continue;
    }
    merged.back().to = std::max(merged.back().to, stretch.to);
    merged.back().step = std::min(merged.back().step, stretch.step);
    merged.back().defects.push_back(stretch.defects.front());
  }
  return merged;
}

// (4): the way of the centre of a rigid disk.
std::vector<Node> way_of_disk(const Stretch& stretch, double radius) {
  const Surface surface(stretch);
  const double step = stretch.step;
  const long first = static_cast<long>(std::floor(stretch.from / step)),
             last = static_cast<long>(std::ceil(stretch.to / step));
  std::vector<double> heights;
  for (long i = first; i <= last; ++i) heights.push_back(surface.height(step * static_cast<double>(i)));
  const double range = range_of(heights);
  const long reach = 2 + static_cast<long>(std::min(reach_of(radius, range), 0.9 * radius) / step);
  const auto cap = [&](double x) { return std::sqrt(radius * radius - x * x) - radius; };
  std::vector<Node> nodes;
  for (long i = first; i <= last; ++i) {
    const double s = step * static_cast<double>(i);
    const Highest top = highest_of(
        std::max(first, i - reach), std::min(last, i + reach), step,
        [&](long k) {
          return heights[static_cast<std::size_t>(k - first)] + cap(step * static_cast<double>(k - i));
        },
        [&](double place) { return surface.height(place) + cap(place - s); });
    const double ahead = top.place - s;
    nodes.push_back({top.value, ahead / std::sqrt(radius * radius - ahead * ahead)});
  }
  return nodes;
}

// (5): the mean over the length of the contact.
class Mean {
 public:
  explicit Mean(const HermiteTable& table) : table_(table), sums_{0} {
    const auto& nodes = table.nodes();
    const double h = table.step();
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      const auto& [a, a_slope] = nodes[i];
      const auto& [b, b_slope] = nodes[i + 1];
      sums_.push_back(sums_.back() + h / 2 * (a + b) + h * h / 12 * (a_slope - b_slope));
    }
  }
  [[nodiscard]] Node at(double s, double length) const {
    const double before = s - length / 2, after = s + length / 2;
    return {(integral(after) - integral(before)) / length,
            (table_.at(after).value - table_.at(before).value) / length};
  }

 private:
  // From the start of the table; the deviation vanishes beyond both ends.
  [[nodiscard]] double integral(double s) const {
    const double place = (s - table_.start()) / table_.step();
    if (!(place > 0)) return 0;
    const auto i = static_cast<std::size_t>(place);
    if (i + 1 >= sums_.size()) return sums_.back();
    const double left = table_.start() + table_.step() * static_cast<double>(i), t = s - left;
    // Simpson's rule is exact for cubics.
    return sums_[i] +
           t / 6 * (table_.at(left).value + 4 * table_.at(left + t / 2).value + table_.at(s).value);
  }

  const HermiteTable& table_;
  std::vector<double> sums_;
};

// Rounding puts angles beside a full turn a little beyond either end of the table.
double place_in(const HermiteTable& wheel, double angle) {
  return std::clamp(wrapped(angle), 0.0, std::nextafter(wheel.end(), 0.0));
}

}  // namespace

RailSurface rail_surface(const std::vector<track::SurfaceDefect>& defects, std::size_t side, double radius,
                         double contact_length) {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  FLANGEWAY_ASSERT(radius > 0, "a wheel has a radius");
  RailSurface surface;
  for (const Stretch& stretch : stretches_of(defects, side, radius, contact_length)) {
    const double start = stretch.step * std::floor(stretch.from / stretch.step);
    HermiteTable way(start, stretch.step, way_of_disk(stretch, radius));
    if (contact_length > 0) {
      const Mean mean(way);
      std::vector<Node> nodes;
      for (std::size_t i = 0; i < way.nodes().size(); ++i)
        nodes.push_back(mean.at(start + stretch.step * static_cast<double>(i), contact_length));
      way = HermiteTable(start, stretch.step, std::move(nodes));
    }
    surface.push_back(std::move(way));
  }
  return surface;
}

Rise RunningSurfaces::at(std::size_t wheelset, std::size_t side, double s, double angle) const {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  Rise rise;
  if (even()) return rise;
  if (const auto& wheel = wheels[wheelset][side]) rise.wheel = wheel->at(place_in(*wheel, angle));
  if (const auto& rail = rails[wheelset][side]) {
    const auto next = std::upper_bound(rail->begin(), rail->end(), s,
                                       [](double x, const HermiteTable& table) { return x < table.start(); });
    if (next != rail->begin()) rise.rail = std::prev(next)->at(s);
  }
  return rise;
}

}  // namespace flangeway::wheelrail
