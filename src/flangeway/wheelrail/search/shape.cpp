#include "flangeway/wheelrail/search/shape.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/profile/curve.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double table_step = 1e-4;  // [m] of profiles: their smallest radii are 10 mm
// Ratios of relative curvatures, longitudinal over lateral: a wheel of 0.15 m radius in a groove, and one of
// 2 m on an edge of 1 mm.
constexpr double min_log_ratio = -8, max_log_ratio = 4, log_ratio_step = 0.02;

}  // namespace

ProfileTable tabulate(const profile::Curve& curve, const PlaneMotion& motion) {
  ProfileTable table;
  const double length = curve.length();
  const auto nodes = static_cast<std::size_t>(std::ceil(length / table_step)) + 1;
  std::vector<std::vector<double>> channels(profile_channels, std::vector<double>(nodes));
  for (std::size_t i = 0; i < nodes; ++i) {
    const double s = length * static_cast<double>(i) / static_cast<double>(nodes - 1);
    const Vec2 point = motion.moved(curve.point(s)), tangent = motion.turned(curve.tangent(s));
    channels[profile_y][i] = point.x();
    channels[profile_z][i] = point.y();
    channels[tangent_y][i] = tangent.x();
    channels[tangent_z][i] = tangent.y();
  }
  table.spline = math::UniformSpline(0, length / static_cast<double>(nodes - 1), channels);
  const auto samples = std::min(static_cast<std::size_t>(std::ceil(length / sample_step)) + 1, max_samples);
  for (std::size_t i = 0; i < samples; ++i) {
    const double s = length * static_cast<double>(i) / static_cast<double>(samples - 1);
    const Vec2 point = motion.moved(curve.point(s)), tangent = motion.turned(curve.tangent(s));
    table.samples.push_back({s, point.x(), point.y(), tangent.x(), tangent.y()});
  }
  return table;
}

namespace {

std::shared_ptr<const math::UniformSpline> tabulate_patches(const geometry::PatchSettings& settings) {
  const auto nodes = static_cast<std::size_t>((max_log_ratio - min_log_ratio) / log_ratio_step) + 1;
  std::vector<std::vector<double>> channels(7, std::vector<double>(nodes));
  for (std::size_t i = 0; i < nodes; ++i) {
    const double ratio = std::exp(min_log_ratio + log_ratio_step * static_cast<double>(i));
    const contact::UnitPatch p = contact::unit_patch(ratio, 1, settings.wheel, settings.rail);
    const double values[] = {p.a, p.b, p.approach, p.c11, p.c22, p.c23, p.c33};
    for (std::size_t c = 0; c < channels.size(); ++c) channels[c][i] = values[c];
  }
  return std::make_shared<math::UniformSpline>(min_log_ratio, log_ratio_step, channels);
}

double angle_of(const ProfileTable::Sample& sample) {
  return std::atan2(sample.tz, sample.ty);
}

// Point of the rail that has the slope of the wheel: there they touch.
const ProfileTable::Sample& facing(const ProfileTable::Sample& wheel,
                                   const std::vector<ProfileTable::Sample>& rail_samples) {
  const double angle = angle_of(wheel);
  return *std::min_element(rail_samples.begin(), rail_samples.end(), [&](const auto& a, const auto& b) {
    return std::abs(angle_of(a) - angle) < std::abs(angle_of(b) - angle);
  });
}

// Relative curvature across the rail at a sample of the wheel.
double curvature_at(const Shape& shape, const ProfileTable::Sample& wheel, const profile::Curve& rail,
                    const std::vector<ProfileTable::Sample>& rail_samples, double window) {
  return profile::smoothed_curvature(*shape.wheel_curve, wheel.s, window) -
         profile::smoothed_curvature(rail, facing(wheel, rail_samples).s, window);
}

// Sum of the curvatures of wheel and roller along the rolling direction.
double curvature_along(const Shape& shape, const ProfileTable::Sample& wheel,
                       const std::vector<ProfileTable::Sample>& rail_samples) {
  const double of_wheel = wheel.ty / (shape.radius - wheel.z);
  if (!(shape.roller_radius > 0)) return of_wheel;
  return of_wheel +
         roller_curvature(shape, wheel.ty, facing(wheel, rail_samples).z - shape.rail_reference.y());
}

// docs/theory/elastic.md (8): (K √κ) over the fourth root of the ratio of curvatures changes little, so that
// a curvature of the profiles, averaged over some millimetres, will do.
std::vector<double> energy_factors(const Shape& shape, const profile::Curve& rail,
                                   const std::vector<ProfileTable::Sample>& rail_samples, double window) {
  constexpr double flattest = 0.5, factor = 0.38254;  // 1/m; (2/5) (√2 B(1/2, 11/2))^(−1/2)
  constexpr std::ptrdiff_t around = 5;                // samples
  const auto& samples = shape.wheel.samples;
  const auto count = static_cast<std::ptrdiff_t>(samples.size());
  std::vector<double> curvature, factors;
  for (const auto& sample : samples)
    curvature.push_back(curvature_at(shape, sample, rail, rail_samples, window));
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const auto first = curvature.begin() + std::max<std::ptrdiff_t>(i - around, 0),
               last = curvature.begin() + std::min(i + around + 1, count);
    const double mean =
        std::max(std::accumulate(first, last, 0.0) / static_cast<double>(last - first), flattest);
    const auto& sample = samples[static_cast<std::size_t>(i)];
    geometry::ContactValues values;
    set_patch(shape, curvature_along(shape, sample, rail_samples), mean, values);
    const double approach = values[geometry::patch_approach];
    factors.push_back(factor * std::sqrt(std::sqrt(mean)) / (approach * std::sqrt(approach)));
  }
  return factors;
}

// Sections that are one object share their tables.
VaryingRail varying_rail(const Shape& shape, const RailCourse& course, const PlaneMotion& motion,
                         double window) {
  std::map<const profile::Curve*, SectionTables> known;
  std::vector<SectionTables> tables;
  for (const RailSection& section : course.sections) {
    SectionTables& made = known[section.curve.get()];
    if (!made.table) {
      made.table = std::make_shared<const ProfileTable>(tabulate(*section.curve, motion));
      made.energy_factors = std::make_shared<const std::vector<double>>(
          energy_factors(shape, *section.curve, made.table->samples, window));
    }
    tables.push_back(made);
  }
  return make_varying_rail(course, motion, tables);
}

}  // namespace

Shape make_shape(const geometry::Side& side, const geometry::PatchSettings& patch,
                 const std::vector<RailCourse>& courses, double roller_radius) {
  Shape shape;
  shape.roller_radius = roller_radius;
  shape.wheel = tabulate(side.wheel, {});
  shape.rail = tabulate(side.rail, {});
  shape.wheel_curve = std::make_shared<profile::Curve>(side.wheel);
  shape.rail_curve = std::make_shared<profile::Curve>(side.rail);
  shape.wheel_lateral = side.wheel_lateral;
  shape.radius = side.radius;
  shape.rail_reference = {side.rail_lateral, side.rail_height};
  shape.rail_cosine = std::cos(side.inclination_angle);
  shape.rail_sine = std::sin(side.inclination_angle);
  const auto& samples = shape.wheel.samples;
  const auto flat = [](const auto& sample) {
    return std::atan2(sample.tz, sample.ty) < geometry::flange_angle;
  };
  const auto tip = std::min_element(samples.begin(), samples.end(),
                                    [](const auto& a, const auto& b) { return a.z < b.z; });
  const auto steepest =
      std::max_element(tip, samples.end(), [](const auto& a, const auto& b) { return a.tz < b.tz; });
  const auto tread = std::find_if(steepest, samples.end(), flat);
  if (tread != samples.end() && !flat(*steepest)) {
    shape.tread_begins = tread->s;
    shape.climb_end = std::find_if_not(tip, steepest, flat)->s;
  }
  shape.patches = tabulate_patches(patch);
  shape.energy_factor = energy_factors(shape, side.rail, shape.rail.samples, patch.curvature_window);
  const PlaneMotion motion{shape.rail_cosine, shape.rail_sine, shape.rail_reference};
  for (const RailCourse& course : courses)
    shape.varying.push_back(varying_rail(shape, course, motion, patch.curvature_window));
  return shape;
}

void add_checks(const geometry::Side& side, const std::vector<CheckRail>& rails, double gauge_depth,
                Shape& shape) {
  if (rails.empty()) return;
  const double gauge_line = geometry::gauge_face(side.rail, gauge_depth);
  for (const CheckRail& rail : rails)
    shape.checks.push_back(make_guiding_face(rail, gauge_line, gauge_depth));
  shape.back = make_back(shape.wheel);
}

double energy_factor(const Shape& shape, const FactorsHere& here, std::size_t sample) {
  FLANGEWAY_ASSERT(sample < shape.wheel.samples.size(), "the wheel profile has this sample");
  if (here.first == nullptr) return shape.energy_factor[sample];
  return (*here.first)[sample] + here.share * ((*here.second)[sample] - (*here.first)[sample]);
}

bool has_rail(const Shape& shape, double s) {
  return shape.varying.empty() ||
         std::any_of(shape.varying.begin(), shape.varying.end(),
                     [s](const VaryingRail& rail) { return stretch_at(rail, s) != nullptr; });
}

// A unit patch scales with the curvatures: a, b like their power −1/3, the approach like 1/3.
void set_patch(const Shape& shape, double longitudinal, double lateral, geometry::ContactValues& values) {
  const double across = std::max(lateral, geometry::min_lateral_curvature);
  const double ratio = std::log(std::max(longitudinal, 0.05) / across);
  double unit[7];
  shape.patches->evaluate(std::clamp(ratio, min_log_ratio, max_log_ratio), unit);
  const double scale = std::cbrt(across);
  values[geometry::patch_a] = unit[0] / scale;
  values[geometry::patch_b] = unit[1] / scale;
  values[geometry::patch_approach] = unit[2] * scale;
  values[geometry::c11] = unit[3];
  values[geometry::c22] = unit[4];
  values[geometry::c23] = unit[5];
  values[geometry::c33] = unit[6];
}

}  // namespace flangeway::wheelrail::elastic
