#include "flangeway/wheel_on_rail/plan.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::wheel_on_rail {
namespace {

using geometry::spatial::PlacedRail;
using geometry::spatial::Region;

using geometry::spatial::Moments;

double mean_angle(const Moments& moments) {
  return moments.angle / moments.weight;
}

double apart(double begin_a, double end_a, double begin_b, double end_b) {
  return std::max({0.0, begin_b - end_a, begin_a - end_b});
}

// Between the heights of the rail at the ends that face each other; none where one lies beside the other.
double height_between(const Region& a, const Region& b) {
  if (b.y_begin > a.y_end) return std::abs(b.z_begin - a.z_end);
  return a.y_begin > b.y_end ? std::abs(a.z_begin - b.z_end) : 0;
}

// Between the boxes of both.
double distance(const Region& a, const Region& b) {
  return std::hypot(apart(a.x_begin, a.x_end, b.x_begin, b.x_end),
                    apart(a.y_begin, a.y_end, b.y_begin, b.y_end), height_between(a, b));
}

// The same across the rail.
double distance_across(const Region& a, const Region& b) {
  return std::hypot(apart(a.y_begin, a.y_end, b.y_begin, b.y_end), height_between(a, b));
}

double turn_distance(const Resolution& resolution) {
  return resolution.turn_distance.value_or(2 * resolution.separate_distance - resolution.combine_distance);
}

// Angle between the facing regions of two plans.
double angle_between(const Plan& before, const Plan& after) {
  return std::abs(after.first_angle - before.last_angle);
}

double combine_angle(const Resolution& resolution) {
  return resolution.combine_angle.value_or(resolution.separate_angle);
}

/// 1 up to `near`, 0 at `far` and beyond, linear between.
double fade(double value, double near, double far) {
  if (value <= near) return 1;
  return value >= far ? 0 : (far - value) / (far - near);
}

Region together(const Region& a, const Region& b) {
  Region sum = a.depth >= b.depth ? a : b;  // keeps the deepest point
  sum.rail_begin = std::min(a.rail_begin, b.rail_begin);
  sum.rail_end = std::max(a.rail_end, b.rail_end);
  sum.wheel_begin = std::min(a.wheel_begin, b.wheel_begin);
  sum.x_begin = std::min(a.x_begin, b.x_begin);
  sum.x_end = std::max(a.x_end, b.x_end);
  const Region &low = a.y_begin <= b.y_begin ? a : b, &high = a.y_end >= b.y_end ? a : b;
  sum.y_begin = low.y_begin, sum.z_begin = low.z_begin;
  sum.y_end = high.y_end, sum.z_end = high.z_end;
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

// Arc length on the rail at which it has this y within a region.
double rail_s_at(const PlacedRail& rail, double y, const Region& region) {
  const double width = region.y_end - region.y_begin;
  const double part = width > 0 ? std::clamp((y - region.y_begin) / width, 0.0, 1.0) : 0.5;
  double s = region.rail_begin + part * (region.rail_end - region.rail_begin);
  for (int step = 0; step < 50; ++step) {
    const OnRail at = rail_point(rail, s);
    const double change = (y - at.y) / std::max(0.05, std::cos(at.angle));
    s += std::clamp(change, -1e-3, 1e-3);
    if (std::abs(change) < 1e-12) break;
  }
  return s;
}

// Reference point and angle of one region, times its weight.
Moments reference_of(const Reference& reference, const PlacedRail& rail, const Region& region) {
  Moments made = region.moments;
  const double weight = made.weight;
  if (reference.position == ReferencePosition::deepest)
    made.x = weight * region.deepest_x, made.y = weight * region.deepest_y;
  if (reference.angle == ReferenceAngle::local)
    made.angle = weight * rail_point(rail, rail_s_at(rail, made.y / weight, region)).angle;
  return made;
}

// Joined regions have the means of their reference points and angles; the height follows from the rail.
Anchor anchor_of(const PlacedRail& rail, const Plan& plan) {
  Anchor anchor;
  anchor.x = plan.reference.x / plan.reference.weight;
  anchor.rail_s = rail_s_at(rail, plan.reference.y / plan.reference.weight, plan.extent);
  const OnRail at = rail_point(rail, anchor.rail_s);
  anchor.y = at.y, anchor.z = at.z;
  anchor.angle = mean_angle(plan.reference);
  return anchor;
}

// On a roller lengths along the track become lengths along the circumference through the anchor.
void wind(const PlacedRail& roller, Plan& plan) {
  const double radius = geometry::spatial::radius_at(roller, plan.anchor.y, plan.anchor.z);
  const auto along = [radius](double& x) { x = radius * std::asin(std::clamp(x / radius, -1.0, 1.0)); };
  along(plan.anchor.x);
  for (double* x : {&plan.extent.x_begin, &plan.extent.x_end, &plan.extent.deepest_x}) along(*x);
  for (Region& part : plan.parts) along(part.x_begin), along(part.x_end);
  plan.anchor.pitch = plan.anchor.x / radius;
}

// Planes of separate patches turn towards their common angle as the patches approach each other, in distance
// and in angle.
void turn_planes(const Resolution& resolution, std::vector<Plan>& plans) {
  const double turn = turn_distance(resolution), separate = resolution.separate_distance;
  const double separate_angle = resolution.separate_angle,
               turn_angle = 2 * separate_angle - combine_angle(resolution);
  for (std::size_t i = 0; i + 1 < plans.size(); ++i) {
    const double part = fade(distance_across(plans[i].extent, plans[i + 1].extent), separate, turn) *
                        fade(angle_between(plans[i], plans[i + 1]), separate_angle, turn_angle);
    if (part == 0) continue;
    const double common = mean_angle(plans[i].reference.plus(plans[i + 1].reference));
    plans[i].anchor.angle += part * (common - plans[i].anchor.angle);
    plans[i + 1].anchor.angle += part * (common - plans[i + 1].anchor.angle);
  }
}

// Arc lengths of a region on another slice.
void move_onto(const PlacedRail& rail, const geometry::spatial::RailTop& top, Region& region) {
  const auto arc = [&](double y, double& s) {
    geometry::spatial::RailPoint point;
    std::size_t hint = 0;
    if (!geometry::spatial::look_up(top, y, hint, point)) return;
    geometry::spatial::sharpen(rail, y, point);
    s = point.s;
  };
  arc(region.y_begin, region.rail_begin);
  arc(region.y_end, region.rail_end);
  arc(region.deepest_y, region.deepest_rail_s);
}

// The slice of the rail at the middle of a patch, weighted as its reference point.
void take_slice(const Placement& placement, Plan& plan) {
  const double x = plan.reference.x / plan.reference.weight;
  plan.rail =
      std::make_shared<const geometry::spatial::Rail>(geometry::spatial::rail_section(placement.varying, x));
  const PlacedRail rail{plan.rail.get(), placement.rail.marker, std::nullopt};
  geometry::spatial::RailTop top;
  geometry::spatial::find_top(rail, top);
  move_onto(rail, top, plan.extent);
  for (Region& part : plan.parts) move_onto(rail, top, part);
}

double mean_y(const Region& region) {
  return region.moments.y / region.moments.weight;
}

// Joins plans that are near enough, by `near` of two plans, the first nearer to the flange. Order: from the
// field side, as in the program CONTACT; joined plans are compared as one.
template <typename Near, typename Join>
void join_near(std::vector<Plan>& plans, const Near& near, const Join& join) {
  for (std::size_t i = plans.size(); i-- > 0;) {
    for (std::size_t j = i; j-- > 0;) {
      if (!near(plans[j], plans[i])) continue;
      join(plans[j], plans[i]);
      plans[i] = std::move(plans[j]);
      plans.erase(plans.begin() + static_cast<std::ptrdiff_t>(j));
      --i;
    }
  }
}

void join_regions(const Resolution& resolution, std::vector<Plan>& plans) {
  const auto within = [&](double limit) {
    return [&resolution, limit](const Plan& a, const Plan& b) {
      return distance(a.extent, b.extent) <= limit && angle_between(a, b) <= resolution.separate_angle;
    };
  };
  join_near(plans, within(resolution.combine_distance), [](Plan& a, const Plan& b) {
    a.extent = a.parts.front() = together(a.extent, b.extent);
    a.reference = a.reference.plus(b.reference);
    a.last_angle = b.last_angle;
  });
  join_near(plans, within(resolution.separate_distance), [&](Plan& a, const Plan& b) {
    a.factors.push_back(
        interaction(resolution, distance(a.parts.back(), b.parts.front()), angle_between(a, b)));
    a.factors.insert(a.factors.end(), b.factors.begin(), b.factors.end());
    a.parts.insert(a.parts.end(), b.parts.begin(), b.parts.end());
    a.extent = together(a.extent, b.extent);
    a.reference = a.reference.plus(b.reference);
    a.last_angle = b.last_angle;
  });
}

}  // namespace

// The exponent of the distance is that of the program CONTACT.
double interaction(const Resolution& resolution, double distance, double angle) {
  const double by_distance = fade(distance, resolution.combine_distance, resolution.separate_distance),
               by_angle = fade(angle, combine_angle(resolution), resolution.separate_angle);
  return std::pow(by_distance, 0.8) * by_angle;
}

Placement seen_by(const Plan& plan, const Placement& placement) {
  Placement seen = placement;
  if (plan.rail != nullptr) seen.rail.rail = plan.rail.get();
  return seen;
}

void make_plans(const ContactProblem& problem, const Placement& placement, const std::vector<Region>& regions,
                std::vector<Plan>& plans) {
  plans.clear();
  for (const Region& region : regions) {
    const Moments reference = reference_of(problem.reference, placement.rail, region);
    const double angle = mean_angle(reference);
    plans.push_back({region, {region}, {}, reference, angle, angle, {}, nullptr});
  }
  std::sort(plans.begin(), plans.end(),
            [](const Plan& a, const Plan& b) { return mean_y(a.extent) < mean_y(b.extent); });
  join_regions(problem.resolution, plans);
  for (Plan& plan : plans) {
    if (placement.varying.rail != nullptr) take_slice(placement, plan);
    plan.anchor = anchor_of(seen_by(plan, placement).rail, plan);
    if (placement.rail.roller_radius) wind(placement.rail, plan);
  }
  if (problem.reference.surface != Surface::curved) turn_planes(problem.resolution, plans);
}

}  // namespace flangeway::wheel_on_rail
