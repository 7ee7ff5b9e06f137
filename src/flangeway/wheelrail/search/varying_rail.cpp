#include "flangeway/wheelrail/search/varying_rail.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "flangeway/core/assertion.hpp"
#include "flangeway/profile/slice_lines.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double line_spacing = 2e-4;  // [m] of the lines of a surface: the smallest radii are 10 mm
enum Power : std::size_t { y0, z0, y1, z1, y2, z2, y3, z3, powers };

// Slopes at the places of the cubic spline that has none at both ends.
std::vector<Vec2> flat_ended_slopes(const std::vector<double>& x, const std::vector<Vec2>& p) {
  FLANGEWAY_ASSERT(x.size() == p.size() && x.size() >= 2,
                   "a curve has two places at least, each with its point");
  const std::size_t n = x.size();
  std::vector<double> diagonal(n, 1);
  std::vector<Vec2> slopes(n, Vec2::Zero());
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h = x[i] - x[i - 1], next = x[i + 1] - x[i];
    const double lower = i > 1 ? next / diagonal[i - 1] : 0;
    diagonal[i] = 2 * (h + next) - (i > 1 ? lower * (x[i - 1] - x[i - 2]) : 0);
    slopes[i] = 3 * (next / h * (p[i] - p[i - 1]) + h / next * (p[i + 1] - p[i])) - lower * slopes[i - 1];
  }
  for (std::size_t i = n - 1; i-- > 1;)
    slopes[i] = (slopes[i] - (x[i] - x[i - 1]) * slopes[i + 1]) / diagonal[i];
  return slopes;
}

// Between sections `first` and `last`, which all differ from their neighbours.
class SurfaceBuilder {
 public:
  SurfaceBuilder(const RailCourse& course, const PlaneMotion& motion, std::size_t first, std::size_t last)
      : first_(first) {
    std::vector<profile::Slice> slices;
    for (std::size_t i = first; i <= last; ++i) {
      const RailSection& section = course.sections[i];
      slices.push_back({section.s, section.curve, section.features});
      places_.push_back(section.s);
    }
    for (const profile::SliceLine& line : profile::slice_lines(slices, line_spacing)) {
      std::vector<Vec2>& moved = lines_.emplace_back();
      for (const std::optional<Vec2>& point : line) moved.push_back(motion.moved(point.value()));
      slopes_.push_back(flat_ended_slopes(places_, moved));
    }
  }

  // Between section i and the next.
  [[nodiscard]] RailStretch stretch(std::size_t i) const {
    const std::size_t k = i - first_;
    const double h = places_[k + 1] - places_[k];
    std::vector<std::vector<double>> channels(powers, std::vector<double>(lines_.size()));
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      const Vec2 p = lines_[line][k], d = lines_[line][k + 1] - p, a = h * slopes_[line][k],
                 b = h * slopes_[line][k + 1];
      const Vec2 square = 3 * d - 2 * a - b, cube = a + b - 2 * d;
      const Vec2* const of_power[] = {&p, &a, &square, &cube};
      for (std::size_t power = 0; power < 4; ++power) {
        channels[2 * power][line] = of_power[power]->x();
        channels[2 * power + 1][line] = of_power[power]->y();
      }
    }
    RailStretch made;
    made.from = made.start = places_[k];
    made.to = places_[k + 1];
    made.length = h;
    made.surface = math::UniformSpline(0, line_spacing, channels);
    return made;
  }

 private:
  std::size_t first_;
  std::vector<double> places_;
  std::vector<std::vector<Vec2>> lines_, slopes_;
};

RailStretch constant_stretch(double from, double to, const SectionTables& tables) {
  RailStretch made;
  made.from = made.start = from;
  made.to = to;
  made.section = tables.table;
  made.energy_factors = {tables.energy_factors, tables.energy_factors};
  return made;
}

// Takes the gaps out of a stretch.
void add_without_gaps(const RailStretch& stretch, const RailCourse& course, VaryingRail& rail) {
  RailStretch rest = stretch;
  for (const auto& [from, to] : course.gaps) {
    if (to <= rest.from || from >= rest.to) continue;
    if (from > rest.from) {
      rail.stretches.push_back(rest);
      rail.stretches.back().to = from;
    }
    rest.from = to;
    if (rest.from >= rest.to) return;
  }
  rail.stretches.push_back(std::move(rest));
}

std::vector<double> ends_of(const std::vector<RailStretch>& stretches) {
  std::vector<double> ends;
  for (const RailStretch& stretch : stretches) {
    if (!ends.empty() && ends.back() == stretch.from) {
      ends.pop_back();  // it goes on
    } else {
      ends.push_back(stretch.from);
    }
    ends.push_back(stretch.to);
  }
  return ends;
}

bool same(const RailCourse& course, std::size_t i) {
  return course.sections[i].curve == course.sections[i + 1].curve;
}

}  // namespace

VaryingRail make_varying_rail(const RailCourse& course, const PlaneMotion& motion,
                              const std::vector<SectionTables>& tables) {
  FLANGEWAY_ASSERT(!course.sections.empty(), "a rail has a section");
  FLANGEWAY_ASSERT(tables.size() == course.sections.size(), "each section has its tables");
  constexpr double far = std::numeric_limits<double>::infinity();
  VaryingRail rail;
  rail.name = course.name;
  const bool running = course.name.empty();
  const std::size_t last = course.sections.size() - 1;
  if (running)
    add_without_gaps(constant_stretch(-far, course.sections.front().s, tables.front()), course, rail);
  for (std::size_t i = 0; i < last;) {
    std::size_t end = i + 1;
    if (same(course, i)) {
      while (end < last && same(course, end)) ++end;
      add_without_gaps(constant_stretch(course.sections[i].s, course.sections[end].s, tables[i]), course,
                       rail);
    } else {
      while (end < last && !same(course, end)) ++end;
      const SurfaceBuilder surface(course, motion, i, end);
      for (std::size_t k = i; k < end; ++k) {
        RailStretch stretch = surface.stretch(k);
        stretch.energy_factors = {tables[k].energy_factors, tables[k + 1].energy_factors};
        add_without_gaps(stretch, course, rail);
      }
    }
    i = end;
  }
  if (running) add_without_gaps(constant_stretch(course.sections.back().s, far, tables.back()), course, rail);
  rail.ends = ends_of(rail.stretches);
  return rail;
}

const RailStretch* stretch_at(const VaryingRail& rail, double s) {
  const auto after =
      std::upper_bound(rail.stretches.begin(), rail.stretches.end(), s,
                       [](double at, const RailStretch& stretch) { return at < stretch.from; });
  if (after == rail.stretches.begin()) return nullptr;
  const RailStretch& stretch = *(after - 1);
  return s < stretch.to ? &stretch : nullptr;
}

const RailStretch* stretch_near(const VaryingRail& rail, double s) {
  if (const RailStretch* here = stretch_at(rail, s)) return here;
  const RailStretch* nearest = nullptr;
  double least = furthest_ahead;
  for (const RailStretch& stretch : rail.stretches) {
    const double distance = s < stretch.from ? stretch.from - s : s - stretch.to;
    if (distance > least) continue;
    nearest = &stretch;
    least = distance;
  }
  return nearest;
}

bool ends_near(const VaryingRail& rail, double s) {
  return std::any_of(rail.ends.begin(), rail.ends.end(),
                     [s](double end) { return std::abs(end - s) < furthest_ahead; });
}

bool read_rail(const RailStretch& stretch, double s, double line, RailPoint& point) {
  if (stretch.section) {
    const math::UniformSpline& spline = stretch.section->spline;
    if (!(line >= 0 && line <= spline.end())) return false;
    double r[profile_channels];
    spline.evaluate(line, r);
    point.at = {r[profile_y], r[profile_z]};
    point.along = {r[tangent_y], r[tangent_z]};
    point.ahead.setZero();
    return true;
  }
  if (!(line >= 0 && line <= stretch.surface.end())) return false;
  double r[powers], slope[powers];
  stretch.surface.evaluate(line, r, slope);
  const double t = (s - stretch.start) / stretch.length;
  const auto value = [t](const double* c) {
    return Vec2(c[y0] + t * (c[y1] + t * (c[y2] + t * c[y3])), c[z0] + t * (c[z1] + t * (c[z2] + t * c[z3])));
  };
  point.at = value(r);
  point.along = value(slope);
  point.ahead =
      Vec2(r[y1] + t * (2 * r[y2] + 3 * t * r[y3]), r[z1] + t * (2 * r[z2] + 3 * t * r[z3])) / stretch.length;
  return true;
}

std::size_t sample_rail(const RailStretch& stretch, double s,
                        std::array<ProfileTable::Sample, max_samples>& samples) {
  if (stretch.section) {
    const auto& from = stretch.section->samples;
    std::copy(from.begin(), from.end(), samples.begin());
    return from.size();
  }
  const double end = stretch.surface.end();
  const auto count = std::min(static_cast<std::size_t>(std::ceil(end / sample_step)) + 1, max_samples);
  RailPoint point;
  for (std::size_t i = 0; i < count; ++i) {
    const double line = std::min(end, end * static_cast<double>(i) / static_cast<double>(count - 1));
    (void)read_rail(stretch, s, line, point);
    const Vec2 tangent = point.along.normalized();
    samples[i] = {line, point.at.x(), point.at.y(), tangent.x(), tangent.y()};
  }
  return count;
}

FactorsHere factors_at(const VaryingRail& rail, double s) {
  const RailStretch* stretch = stretch_at(rail, s);
  if (stretch == nullptr && !rail.stretches.empty()) {  // beside its end
    stretch = &rail.stretches.front();
    for (const RailStretch& one : rail.stretches)
      if (one.from <= s) stretch = &one;
  }
  if (stretch == nullptr) return {};
  const double t = std::clamp((s - stretch->start) / stretch->length, 0.0, 1.0);
  return {stretch->energy_factors[0].get(), stretch->energy_factors[1].get(), t * t * (3 - 2 * t)};
}

}  // namespace flangeway::wheelrail::elastic
