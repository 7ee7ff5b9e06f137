#include "flangeway/wheel_on_rail/plan.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::wheel_on_rail {
namespace {

using geometry::spatial::PlacedRail;
using geometry::spatial::Region;

double mean_angle(const Region& region) {
  return region.moments.angle / region.moments.weight;
}

double distance(const Region& before, const Region& after) {
  return std::max(0.0, after.rail_begin - before.rail_end);
}

double turn_distance(const Resolution& resolution) {
  return resolution.turn_distance.value_or(2 * resolution.separate_distance - resolution.combine_distance);
}

double angle_between(const Region& before, const Region& after) {
  return std::abs(mean_angle(after) - mean_angle(before));
}

double combine_angle(const Resolution& resolution) {
  return resolution.combine_angle.value_or(resolution.separate_angle);
}

/// 1 up to `near`, 0 from `far` on, linear between.
double fade(double value, double near, double far) {
  if (value <= near) return 1;
  return value >= far ? 0 : (far - value) / (far - near);
}

bool one_patch(const Resolution& resolution, const Region& before, const Region& after) {
  return distance(before, after) <= resolution.separate_distance &&
         angle_between(before, after) <= resolution.separate_angle;
}

Region together(const Region& a, const Region& b) {
  Region sum = a.depth >= b.depth ? a : b;  // keeps the deepest point
  sum.rail_begin = std::min(a.rail_begin, b.rail_begin);
  sum.rail_end = std::max(a.rail_end, b.rail_end);
  sum.wheel_begin = std::min(a.wheel_begin, b.wheel_begin);
  sum.x_begin = std::min(a.x_begin, b.x_begin);
  sum.x_end = std::max(a.x_end, b.x_end);
  sum.area = a.area + b.area;
  sum.moments = a.moments.plus(b.moments);
  sum.at_profile_edge = a.at_profile_edge || b.at_profile_edge;
  return sum;
}

// A point of the rail in track axes, with its direction.
struct OnRail {
  double y, z, angle;
};

OnRail rail_point(const PlacedRail& rail, double s) {
  const auto frame = geometry::spatial::extended_frame(*rail.rail->curve, s);
  const Vec3 at = rail.marker.to_global(Vec3(0, frame.point.x(), frame.point.y()));
  const Vec3 along = rail.marker.axes * Vec3(0, frame.first.x(), frame.first.y());
  return {at.y(), at.z(), std::atan2(along.z(), along.y())};
}

// Arc length on the rail at which it has this y, near the guess.
double rail_s_at(const PlacedRail& rail, double y, double guess) {
  double s = guess;
  for (int step = 0; step < 20; ++step) {
    const OnRail at = rail_point(rail, s);
    const double change = (y - at.y) / std::max(0.05, std::cos(at.angle));
    s += std::clamp(change, -1e-3, 1e-3);
    if (std::abs(change) < 1e-12) break;
  }
  return s;
}

Anchor anchor_of(const Reference& reference, const PlacedRail& rail, const Region& region) {
  Anchor anchor;
  if (reference.position == ReferencePosition::deepest) {
    anchor.x = region.deepest_x;
    anchor.rail_s = rail_s_at(rail, region.deepest_y, region.deepest_rail_s);
  } else {
    anchor.x = region.moments.x / region.moments.weight;
    anchor.rail_s = rail_s_at(rail, region.moments.y / region.moments.weight, region.deepest_rail_s);
  }
  const OnRail at = rail_point(rail, anchor.rail_s);
  anchor.y = at.y, anchor.z = at.z;
  anchor.angle = reference.angle == ReferenceAngle::local ? at.angle : mean_angle(region);
  return anchor;
}

// On a roller lengths along the track become lengths along the circumference through the anchor.
void wind(const PlacedRail& roller, Plan& plan) {
  const double radius = geometry::spatial::radius_at(roller, plan.anchor.y, plan.anchor.z);
  for (double* x : {&plan.anchor.x, &plan.extent.x_begin, &plan.extent.x_end, &plan.extent.deepest_x})
    *x = radius * std::asin(std::clamp(*x / radius, -1.0, 1.0));
  plan.anchor.pitch = plan.anchor.x / radius;
}

// Planes of separate patches turn towards their common angle as the patches approach each other, in distance
// and in angle.
void turn_planes(const Resolution& resolution, const std::vector<Region>& regions, std::vector<Plan>& plans) {
  const double turn = turn_distance(resolution), separate = resolution.separate_distance;
  const double separate_angle = resolution.separate_angle,
               turn_angle = 2 * separate_angle - combine_angle(resolution);
  for (std::size_t i = 0; i + 1 < plans.size(); ++i) {
    const Region &a = plans[i].extent, &b = plans[i + 1].extent;
    // As between regions, so that planes are one where regions become one patch.
    const Region &last = regions[plans[i].last], &next = regions[plans[i + 1].first];
    const double part = fade(distance(last, next), separate, turn) *
                        fade(angle_between(last, next), separate_angle, turn_angle);
    if (part == 0) continue;
    const double common = mean_angle(together(a, b));
    plans[i].anchor.angle += part * (common - plans[i].anchor.angle);
    plans[i + 1].anchor.angle += part * (common - plans[i + 1].anchor.angle);
  }
}

}  // namespace

void align(const Placement& placement, double dx, double ds, double before_x, double before_rail_s,
           Anchor& anchor) {
  anchor.x = before_x + std::round((anchor.x - before_x) / dx) * dx;
  anchor.rail_s = before_rail_s + std::round((anchor.rail_s - before_rail_s) / ds) * ds;
  const OnRail at = rail_point(placement.rail, anchor.rail_s);
  anchor.y = at.y, anchor.z = at.z;
  if (placement.rail.roller_radius)
    anchor.pitch = anchor.x / geometry::spatial::radius_at(placement.rail, at.y, at.z);
}

double interaction(const Resolution& resolution, double distance, double angle) {
  const double by_distance = fade(distance, resolution.combine_distance, resolution.separate_distance),
               by_angle = fade(angle, combine_angle(resolution), resolution.separate_angle);
  return by_distance * by_angle;
}

void make_plans(const ContactProblem& problem, const Placement& placement, const std::vector<Region>& regions,
                std::vector<Plan>& plans) {
  plans.clear();
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (!plans.empty() && one_patch(problem.resolution, regions[i - 1], regions[i])) {
      plans.back().last = i;
      plans.back().borders.push_back((regions[i - 1].rail_end + regions[i].rail_begin) / 2);
      plans.back().factors.push_back(interaction(problem.resolution, distance(regions[i - 1], regions[i]),
                                                 angle_between(regions[i - 1], regions[i])));
      plans.back().extent = together(plans.back().extent, regions[i]);
    } else {
      plans.push_back({i, i, regions[i], {}, {}, {}});
    }
  }
  for (Plan& plan : plans) {
    plan.anchor = anchor_of(problem.reference, placement.rail, plan.extent);
    if (placement.rail.roller_radius) wind(placement.rail, plan);
  }
  if (problem.reference.surface != Surface::curved) turn_planes(problem.resolution, regions, plans);
}

}  // namespace flangeway::wheel_on_rail
