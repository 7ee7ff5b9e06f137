#include "flangeway/wheel_on_rail/aggregate.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::wheel_on_rail {
namespace {

using contact::patch::Grid;
using contact::patch::Solution;
using geometry::spatial::Marker;

// Tractions of one row: sums over its elements, and over elements times x.
struct RowSum {
  double p = 0, x = 0, s = 0;
  double xp = 0, xs = 0;
};

RowSum sum_row(const Grid& grid, const contact::patch::Tractions& tractions, int j) {
  RowSum sum;
  for (int i = 0; i < grid.nx; ++i) {
    const std::size_t at = grid.index(i, j);
    const double p = tractions.pressure[at];
    if (p <= 0) continue;
    sum.p += p, sum.x += tractions.x[at], sum.s += tractions.y[at];
    sum.xp += grid.x(i) * p, sum.xs += grid.x(i) * tractions.y[at];
  }
  return sum;
}

// Force and moment about the reference point, in the axes of the patch.
Wrench about_reference(const Marker& axes, Patch& patch) {
  const Grid& grid = patch.problem.grid;
  const double area = grid.element_area();
  const Vec3 reference = axes.to_local(patch.position), up = axes.axes.row(2);
  Wrench total;
  patch.sum_of_pressure = patch.sum_of_lateral_traction = patch.vertical_force_of_pressure = 0;
  for (int j = 0; j < grid.ny; ++j) {
    const PatchRow& row = patch.rows[static_cast<std::size_t>(j)];
    const RowSum sum = sum_row(grid, patch.solution.tractions, j);
    if (sum.p == 0) continue;
    const geometry::spatial::Row frame{row.y, row.z, row.angle};
    const Vec3 tangent = frame.tangent(), normal = frame.normal();
    const Vec3 force = sum.x * Vec3::UnitX() + sum.s * tangent + sum.p * normal;
    const Vec3 arm(0, row.y - reference.y(), row.z - reference.z());
    total.force += area * force;
    total.moment += area * (arm.cross(force) + Vec3::UnitX().cross(sum.xs * tangent + sum.xp * normal));
    patch.sum_of_pressure += area * sum.p;
    patch.vertical_force_of_pressure += area * sum.p * normal.dot(up);
    patch.sum_of_lateral_traction += area * sum.s;
  }
  return total;
}

// The same action about a marker's origin, in its axes.
Wrench seen_from(const Wrench& track, const Marker& marker) {
  const Mat3 back = marker.axes.transpose();
  return {back * track.force, back * (track.moment - marker.origin.cross(track.force))};
}

WrenchInFrames in_frames(const Wrench& track, const Placement& placement) {
  return {track, seen_from(track, placement.rail.marker), seen_from(track, placement.wheel.marker),
          seen_from(track, placement.wheelset)};
}

void copy_summary(Patch& patch) {
  const Solution& solution = patch.solution;
  patch.max_pressure = solution.max_pressure;
  patch.contact_elements = solution.contact_elements;
  patch.adhesion_elements = solution.adhesion_elements;
  patch.slip_elements = solution.slip_elements;
  patch.plastic_elements = solution.plastic_elements;
  patch.max_temperature = solution.max_temperature;
  patch.contact_area = solution.contact_elements * patch.problem.grid.element_area();
  patch.elastic_energy = solution.elastic_energy;
  patch.frictional_power = solution.frictional_power;
}

// Point in which the line of action meets the rail. [Vollebregt2021, eq. 27]
Vec3 average_on_prism(const Placement& placement, const Wrench& track) {
  const double square = track.force.squaredNorm();
  if (square == 0) return Vec3::Zero();
  const Vec3 on_line = track.force.cross(track.moment) / square;
  const auto& samples = placement.rail.rail->samples;
  const Vec3 origin = placement.rail.marker.to_local(on_line);
  const Vec3 along = placement.rail.marker.axes.transpose() * track.force;
  const auto beside = [&](const Vec2& p) {
    return (p.x() - origin.y()) * along.z() - (p.y() - origin.z()) * along.y();
  };
  const profile::Curve& curve = *placement.rail.rail->curve;
  double best = 0,
         best_distance = 1e300;  // of all crossings the highest on the force: nearest to the contact
  for (std::size_t i = 0; i + 1 < samples.s.size(); ++i) {
    const Vec2 a(samples.y[i], samples.z[i]), b(samples.y[i + 1], samples.z[i + 1]);
    const double fa = beside(a), fb = beside(b);
    if (fa * fb > 0 || fa == fb) continue;
    const double s = samples.s[i] + fa / (fa - fb) * samples.spacing;
    const double height = -(a.x() * along.y() + a.y() * along.z());
    if (height < best_distance) best = s, best_distance = height;
  }
  if (best_distance == 1e300) return on_line;
  const Vec2 at = curve.point(best);
  const double up = ((at.x() - origin.y()) * along.y() + (at.y() - origin.z()) * along.z()) /
                    (along.y() * along.y() + along.z() * along.z());
  return on_line + up * track.force;
}

// On a roller in axes that are turned until the place found is on top of it; each turn leaves the square of
// what is missing over the radius.
Vec3 average_position(const Placement& placement, const Contact& contact, const Wrench& track) {
  const geometry::spatial::PlacedRail& rail = placement.rail;
  if (!rail.roller_radius || contact.patches.empty()) return average_on_prism(placement, track);
  double pitch = contact.patches.front().pitch;
  Vec3 found = Vec3::Zero();
  for (int turn = 0; turn < 3; ++turn) {
    const Marker axes = patch_axes(rail, pitch);
    const Vec3 on_top = average_on_prism(placement, seen_from(track, axes));
    found = axes.to_global(on_top);
    pitch += on_top.x() / geometry::spatial::radius_at(rail, on_top.y(), on_top.z());
  }
  return found;
}

}  // namespace

void aggregate(const Placement& placement, Patch& patch) {
  copy_summary(patch);
  const Marker axes = patch_axes(placement.rail, patch.pitch);
  const Wrench local = about_reference(axes, patch);
  const geometry::spatial::Row frame{patch.position.y(), patch.position.z(), patch.angle};
  const Vec3 tangent = frame.tangent(), normal = frame.normal();
  patch.normal_force = local.force.dot(normal);
  patch.longitudinal_force = local.force.x();
  patch.lateral_force = local.force.dot(tangent);
  patch.moment = Vec3(local.moment.x(), local.moment.dot(tangent), local.moment.dot(normal));
  const Vec3 force = axes.axes * local.force;
  const Wrench track{force, axes.axes * local.moment + patch.position.cross(force)};
  patch.wrench = in_frames(track, placement);
}

void aggregate(const Placement& placement, Contact& contact) {
  Wrench track;
  for (const Patch& patch : contact.patches) {
    track.force += patch.wrench.track.force;
    track.moment += patch.wrench.track.moment;
  }
  contact.total = in_frames(track, placement);
  contact.average_position = average_position(placement, contact, track);
}

}  // namespace flangeway::wheel_on_rail
