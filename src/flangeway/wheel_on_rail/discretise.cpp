#include "flangeway/wheel_on_rail/discretise.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/problem/elastic_pair.hpp"
#include "flangeway/contact/patch/problem/inclinations.hpp"
#include "flangeway/geometry/spatial/wheel_mesh.hpp"
#include "flangeway/wheel_on_rail/sequence.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using contact::patch::FrictionLaw;
using contact::patch::Grid;
using geometry::spatial::PlacedRail;
using geometry::spatial::Row;

// Boxes of the parts of a patch reach this part of combine_distance beyond their interpenetration.
constexpr double part_margin = 0.4;

double across_plane(const Placement& placement, const Anchor& anchor, double rail_s) {
  const auto frame = geometry::spatial::extended_frame(*placement.rail.rail->curve, rail_s);
  const Vec3 at = placement.rail.marker.to_global(Vec3(0, frame.point.x(), frame.point.y()));
  return (at.y() - anchor.y) * std::cos(anchor.angle) + (at.z() - anchor.z) * std::sin(anchor.angle);
}

// Place of a point of the rail in the rows of a patch; as the program CONTACT takes it, that is its arc
// length.
double across(const ContactProblem& problem, const Placement& placement, const Anchor& anchor,
              double rail_s) {
  const bool by_arc =
      problem.reference.surface == Surface::curved || problem.resolution.surfaces == Surfaces::meshed;
  return by_arc ? rail_s - anchor.rail_s : across_plane(placement, anchor, rail_s);
}

// Centre of the first element and number of elements of size d that cover [low, high] and one more on each
// side; the origin lies at `place` of a lattice of centres.
struct Cover {
  double first;
  int count;
};
Cover cover(double low, double high, double d, double place) {
  const double first = std::floor((low + place) / d) - 1, last = std::ceil((high + place) / d) + 1;
  return {first * d - place, static_cast<int>(last - first) + 1};
}

Grid make_grid(const ContactProblem& problem, const Placement& placement, const Plan& plan,
               const Vec2& on_lattice) {
  const Anchor& anchor = plan.anchor;
  const double low = across(problem, placement, anchor, plan.extent.rail_begin),
               high = across(problem, placement, anchor, plan.extent.rail_end);
  double dx = problem.resolution.dx, ds = problem.resolution.ds;
  for (;; dx *= 2, ds *= 2) {
    const Cover x = cover(plan.extent.x_begin - anchor.x, plan.extent.x_end - anchor.x, dx, on_lattice.x());
    const Cover s = cover(low, high, ds, on_lattice.y());
    if (!is_sequence(problem) && static_cast<long>(x.count) * s.count > problem.resolution.most_elements &&
        x.count * s.count > 25)
      continue;
    return {x.count, s.count, dx, ds, x.first, s.first};
  }
}

void make_rows(const ContactProblem& problem, const Placement& placement, const Plan& plan, double x,
               const Grid& grid, std::vector<Row>& rows) {
  const Anchor& anchor = plan.anchor;
  if (problem.reference.surface != Surface::curved) {
    geometry::spatial::plane_rows(anchor.y, anchor.z, anchor.angle, grid.y_first, grid.dy, grid.ny, rows);
    return;
  }
  const contact::Material &rail = problem.rail_material, &wheel = problem.wheel_material;
  const double share = geometry::spatial::rail_share(rail.poisson_ratio, rail.shear_modulus(),
                                                     wheel.poisson_ratio, wheel.shear_modulus());
  const geometry::spatial::CurvedRows place{x, anchor.rail_s, share};
  const double wheel_s = plan.extent.wheel_begin;
  if (problem.resolution.surfaces == Surfaces::meshed) {
    geometry::spatial::curved_rows_by_arcs(placement.wheel, placement.rail, place, wheel_s, grid.y_first,
                                           grid.dy, grid.ny, rows);
  } else {
    geometry::spatial::curved_rows(placement.wheel, placement.rail, place, wheel_s - 2 * grid.dy,
                                   grid.y_first, grid.dy, grid.ny, rows);
  }
}

void measure_roller(const PlacedRail& roller, double rail_s, const Grid& grid, PatchWork& work) {
  work.roller.resize(grid.size());
  for (int j = 0; j < grid.ny; ++j) {
    geometry::spatial::roller_offsets(roller, work.rows[static_cast<std::size_t>(j)],
                                      work.reference.x() + grid.x_first, grid.dx, grid.nx, rail_s,
                                      work.roller.data() + grid.index(0, j));
    rail_s += grid.dy;
  }
}

// Distances of sections along the normals, column by column. `section` gives that at an x of the track.
template <typename Section>
void measure_sections(const Section& section, double missing, const Grid& grid, const PatchWork& work,
                      std::vector<double>& distances) {
  distances.resize(grid.size());
  std::vector<geometry::spatial::RailOffset> offsets;
  for (int i = 0; i < grid.nx; ++i) {
    section(work.reference.x() + grid.x(i), offsets);
    for (int j = 0; j < grid.ny; ++j) {
      const double n = offsets[static_cast<std::size_t>(j)].n;
      distances[grid.index(i, j)] = n == -geometry::spatial::far_away ? missing : n;
    }
  }
}

void measure_varying_rail(const Placement& placement, const Grid& grid, PatchWork& work) {
  const auto section = [&](double x, std::vector<geometry::spatial::RailOffset>& offsets) {
    const geometry::spatial::Rail rail = geometry::spatial::rail_section(placement.varying, x);
    section_offsets({&rail, placement.rail.marker, std::nullopt}, work.rows, offsets);
  };
  measure_sections(section, -geometry::spatial::far_away, grid, work, work.roller);
}

void measure_varying_wheel(const Placement& placement, const Grid& grid, PatchWork& work) {
  const auto section = [&](double x, std::vector<geometry::spatial::RailOffset>& offsets) {
    const geometry::spatial::Rail wheel{
        std::make_shared<const profile::Curve>(
            geometry::spatial::wheel_section(placement.varying, placement.wheel, x).curve),
        {}};
    section_offsets({&wheel, {}, std::nullopt}, work.rows, offsets);
  };
  measure_sections(section, geometry::spatial::far_away, grid, work, work.wheel);
}

void measure_mesh(const Placement& placement, const Plan& plan, const Grid& grid, PatchWork& work) {
  const Row reference{work.reference.y(), work.reference.z(), plan.anchor.angle};
  const geometry::spatial::PlanePoints points{
      work.reference.x(), reference, grid.x_first, grid.dx, grid.nx, work.across, -work.on_lattice};
  geometry::spatial::mesh_offsets(placement.wheel, points, grid.dy, plan.extent.wheel_begin, work.wheel);
}

void measure_wheel(Surfaces surfaces, const Placement& placement, const Plan& plan, const Grid& grid,
                   PatchWork& work) {
  if (placement.varying.wheel != nullptr) return measure_varying_wheel(placement, grid, work);
  if (surfaces == Surfaces::meshed) return measure_mesh(placement, plan, grid, work);
  work.wheel.resize(grid.size());
  double wheel_s = plan.extent.wheel_begin - 2 * grid.dy;
  for (int j = 0; j < grid.ny; ++j) {
    geometry::spatial::wheel_offsets(placement.wheel, work.rows[static_cast<std::size_t>(j)],
                                     work.reference.x() + grid.x_first, grid.dx, grid.nx, wheel_s,
                                     work.wheel.data() + grid.index(0, j));
    wheel_s += grid.dy;
  }
}

void measure_surfaces(Surfaces surfaces, const Placement& placement, const Plan& plan, const Grid& grid,
                      PatchWork& work) {
  const double first_rail_s = plan.anchor.rail_s + grid.y_first;
  work.roller.clear();
  if (placement.rail.roller_radius) {
    measure_roller(placement.rail, first_rail_s, grid, work);
  } else if (placement.varying.rail != nullptr) {
    measure_varying_rail(placement, grid, work);
  } else {
    geometry::spatial::rail_offsets(placement.rail, work.rows, first_rail_s, work.rail);
  }
  measure_wheel(surfaces, placement, plan, grid, work);
}

// Rows of the plane of the anchor below those of a curved surface.
void flatten(const Anchor& anchor, PatchWork& work) {
  work.across.clear(), work.plane.clear();
  const double c = std::cos(anchor.angle), s = std::sin(anchor.angle);
  for (const Row& row : work.rows) {
    const double across = (row.y - work.reference.y()) * c + (row.z - work.reference.z()) * s;
    work.across.push_back(across);
    work.plane.push_back({work.reference.y() + across * c, work.reference.z() + across * s, anchor.angle});
  }
}

void set_gap(const Grid& grid, PatchWork& work, Patch& patch) {
  work.gap.resize(grid.size());
  patch.problem.may_touch.resize(grid.size());
  for (int j = 0; j < grid.ny; ++j) {
    const double* wheel = work.wheel.data() + grid.index(0, j);
    const BelowRow rail = work.below(grid, j);
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t at = grid.index(i, j);
      work.gap[at] = wheel[i] - rail[i];
      patch.problem.may_touch[at] = work.gap[at] < no_material;
    }
  }
}

// The gap as the program CONTACT takes it: from the plane of the anchor, times the cosine between it and the
// row. [Vollebregt2021, eq. 19] The slip of a curved surface needs the distances of the bodies from its rows.
void measure_from_plane(const ContactProblem& problem, const Placement& placement, const Plan& plan,
                        const Grid& grid, PatchWork& work, Patch& patch) {
  flatten(plan.anchor, work);
  work.rows.swap(work.plane);
  measure_surfaces(Surfaces::meshed, placement, plan, grid, work);
  work.rows.swap(work.plane);
  set_gap(grid, work, patch);
  if (problem.reference.surface != Surface::curved) return;
  for (int j = 0; j < grid.ny; ++j) {
    const double cosine = std::cos(work.rows[static_cast<std::size_t>(j)].angle - plan.anchor.angle);
    for (int i = 0; i < grid.nx; ++i) work.gap[grid.index(i, j)] *= cosine;
  }
  measure_surfaces(Surfaces::exact, placement, plan, grid, work);
}

void measure_gap(const ContactProblem& problem, const Placement& placement, const Plan& plan,
                 const Grid& grid, PatchWork& work, Patch& patch) {
  if (problem.resolution.surfaces == Surfaces::meshed)
    return measure_from_plane(problem, placement, plan, grid, work, patch);
  measure_surfaces(Surfaces::exact, placement, plan, grid, work);
  set_gap(grid, work, patch);
}

// Parts that are further apart than combine_distance feel each other less. What lies between two parts is
// passed on: the factors of all borders are multiplied, which keeps the coefficients positive definite.
void set_interaction(const ContactProblem& problem, const Placement& placement, const Plan& plan,
                     Patch& patch) {
  contact::patch::SubPatchInteraction& interaction = patch.problem.interaction;
  interaction.part.clear(), interaction.factor.clear();
  interaction.whole_displacements = problem.resolution.whole_displacements;
  if (!problem.resolution.weighted_parts) return;
  if (std::all_of(plan.factors.begin(), plan.factors.end(), [](double f) { return f == 1; })) return;
  const Grid& grid = patch.problem.grid;
  for (int j = 0; j < grid.ny; ++j) {
    int part = 0;
    for (std::size_t k = 0; k + 1 < plan.parts.size(); ++k) {
      const double border = (plan.parts[k].rail_end + plan.parts[k + 1].rail_begin) / 2;
      if (grid.y(j) > across(problem, placement, plan.anchor, border)) ++part;
    }
    interaction.part.push_back(part);
  }
  const std::size_t parts = plan.factors.size() + 1;
  interaction.factor.assign(parts * parts, 1.0);
  for (std::size_t a = 0; a < parts; ++a)
    for (std::size_t b = 0; b < parts; ++b)
      for (std::size_t k = std::min(a, b); k < std::max(a, b); ++k)
        interaction.factor[a * parts + b] *= plan.factors[k];
}

// Outside of its parts a patch does not touch: the gap of an element belongs to one of them.
void keep_to_parts(const ContactProblem& problem, const Placement& placement, const Plan& plan,
                   Patch& patch) {
  if (plan.parts.size() < 2) return;
  const double margin = part_margin * problem.resolution.combine_distance;
  const Grid& grid = patch.problem.grid;
  std::vector<std::uint8_t> inside(grid.size(), 0);
  for (const geometry::spatial::Region& part : plan.parts) {
    const double low = across(problem, placement, plan.anchor, part.rail_begin) - margin,
                 high = across(problem, placement, plan.anchor, part.rail_end) + margin;
    for (int j = 0; j < grid.ny; ++j) {
      if (grid.y(j) < low || grid.y(j) > high) continue;
      for (int i = 0; i < grid.nx; ++i) {
        const double x = grid.x(i) + plan.anchor.x;
        if (x >= part.x_begin - margin && x <= part.x_end + margin) inside[grid.index(i, j)] = 1;
      }
    }
  }
  for (std::size_t at = 0; at < inside.size(); ++at)
    if (!inside[at]) patch.problem.may_touch[at] = 0;
}

FrictionLaw between(const FrictionLaw& a, const FrictionLaw& b, double part) {
  const auto mix = [part](double x, double y) { return x + part * (y - x); };
  FrictionLaw law = part < 0.5 ? a : b;
  law.kinetic = mix(a.kinetic, b.kinetic);
  law.amplitude_1 = mix(a.amplitude_1, b.amplitude_1), law.speed_1 = mix(a.speed_1, b.speed_1);
  law.amplitude_2 = mix(a.amplitude_2, b.amplitude_2), law.speed_2 = mix(a.speed_2, b.speed_2);
  law.change = mix(a.change, b.change), law.reference = mix(a.reference, b.reference);
  law.range = mix(a.range, b.range);
  return law;
}

FrictionLaw friction_at(const std::vector<FrictionAt>& friction, double inclination) {
  if (inclination <= friction.front().inclination) return friction.front().law;
  for (std::size_t i = 1; i < friction.size(); ++i) {
    const FrictionAt &a = friction[i - 1], &b = friction[i];
    if (inclination < b.inclination)
      return between(a.law, b.law, (inclination - a.inclination) / (b.inclination - a.inclination));
  }
  return friction.back().law;
}

double roll_of(const Mat3& axes) {
  return std::atan2(axes(2, 1), axes(1, 1));
}

void set_friction(const ContactProblem& problem, const Placement& placement, const Plan& plan,
                  const PatchWork& work, Patch& patch) {
  const double roll = roll_of(placement.wheel.marker.axes);
  const FrictionLaw law = friction_at(problem.friction, plan.anchor.angle - roll);
  patch.friction = contact::patch::static_friction(law);
  patch.problem.friction.assign(1, law);
  if (problem.reference.surface != Surface::curved || problem.friction.size() == 1) return;
  patch.problem.friction.clear();
  for (const Row& row : work.rows)
    patch.problem.friction.push_back(friction_at(problem.friction, row.angle - roll));
}

// Along the elements, across the interpenetration.
void set_reach(const Plan& plan, Patch& patch) {
  const Grid& grid = patch.problem.grid;
  const double begin = plan.anchor.x + grid.x_first - grid.dx / 2;
  patch.reach = {begin, begin + grid.nx * grid.dx, plan.extent.y_begin, plan.extent.y_end};
}

// Excludes elements at which only the previous instant had contact.
void keep_to_own(const Grid& own, Patch& patch) {
  const Grid& grid = patch.problem.grid;
  const double half_x = own.dx / 2, half_y = own.dy / 2;
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i) {
      const double x = grid.x(i), y = grid.y(j);
      const bool inside = x > own.x_first - half_x && x < own.x(own.nx - 1) + half_x &&
                          y > own.y_first - half_y && y < own.y(own.ny - 1) + half_y;
      if (!inside) patch.problem.may_touch[grid.index(i, j)] = 0;
    }
}

double largest_interpenetration(const PatchWork& work, const Patch& patch) {
  double largest = 0;
  for (std::size_t at = 0; at < work.gap.size(); ++at)
    if (patch.problem.may_touch[at]) largest = std::max(largest, -work.gap[at]);
  return largest;
}

void set_reference(const ContactProblem& problem, const Placement& placement, const Plan& plan,
                   PatchWork& work, Patch& patch) {
  const Anchor& anchor = plan.anchor;
  work.axes = patch_axes(placement.rail, anchor.pitch);
  work.reference = Vec3(placement.rail.roller_radius ? 0 : anchor.x, anchor.y, anchor.z);
  patch.position = work.axes.to_global(work.reference);
  patch.angle = anchor.angle;
  patch.pitch = anchor.pitch;
  patch.rail_s = anchor.rail_s;
  patch.rail_x = anchor.x;
  const Vec3 on_rail = placement.rail.marker.to_local(work.reference);
  patch.on_rail = Vec2(on_rail.y(), on_rail.z());
  patch.on_wheel = placement.wheel.marker.to_local(patch.position);
  patch.on_lattice = work.on_lattice = on_lattice(problem, placement, anchor);
  patch.interpenetration_area = plan.extent.area;
  patch.at_profile_edge = plan.extent.at_profile_edge;
}

// The angle correction of the influence coefficients, if any.
void set_conformity(const ContactProblem& problem, const std::vector<Row>& rows,
                    contact::patch::Problem& patch_problem) {
  patch_problem.conformity.inclination.clear();
  if (!problem.conformal_coefficients) return;
  patch_problem.conformity.correction = problem.conformal_coefficients->correction;
  contact::patch::Inclinations inclinations;
  for (std::size_t j = 0; j < rows.size(); ++j)
    inclinations.push_back({patch_problem.grid.y(static_cast<int>(j)), rows[j].angle});
  if (problem.conformal_coefficients->constant_curvature && rows.size() > 1)
    inclinations = contact::patch::straightened(inclinations);
  for (const auto& [y, angle] : inclinations) patch_problem.conformity.inclination.push_back(angle);
}

}  // namespace

BelowRow PatchWork::below(const Grid& grid, int j) const {
  if (!roller.empty()) return {roller.data() + grid.index(0, j), 1};
  return {&rail[static_cast<std::size_t>(j)].n, 0};
}

double PatchWork::upright(double angle) const {
  return axes.axes(2, 2) * std::cos(angle) - axes.axes(2, 1) * std::sin(angle);
}

void discretise(const ContactProblem& problem, const Placement& track, const Plan& plan,
                const Contact* previous, std::vector<const Patch*>& continued, PatchWork& work,
                Patch& patch) {
  contact::patch::Problem& patch_problem = patch.problem;
  const Placement own_rail = seen_by(plan, track);
  set_reference(problem, own_rail, plan, work, patch);
  const Placement placement = track.rail.roller_radius ? seen_from(work.axes, own_rail) : own_rail;
  const Grid own = make_grid(problem, placement, plan, patch.on_lattice);
  patch_problem.grid = own;
  set_reach(plan, patch);
  work.sources.clear();
  if (previous != nullptr && is_sequence(problem)) {
    find_sources(*previous, patch, work.sources);
    cover_sources(problem, *previous, work.sources, continued, patch);
    take_over(problem, *previous, work.sources, patch, work.before);
    continued.insert(continued.end(), work.sources.begin(), work.sources.end());
  }
  patch_problem.material =
      contact::patch::combine(problem.wheel_material, problem.rail_material,
                              problem.motion.velocity.x() + surface_speed(problem.rail_place));
  patch_problem.element = problem.element;
  patch_problem.method = problem.method;
  patch_problem.settings = problem.solver;
  patch_problem.layer_flexibility = problem.layer_flexibility;
  patch_problem.third_body = problem.third_body;
  patch_problem.heat = problem.heat;
  patch_problem.memory = problem.friction_memory;
  patch_problem.normal_control = contact::patch::NormalControl::approach;
  patch_problem.approach = 0;
  make_rows(problem, placement, plan, work.reference.x(), patch_problem.grid, work.rows);
  measure_gap(problem, placement, plan, patch_problem.grid, work, patch);
  keep_to_own(own, patch);
  keep_to_parts(problem, placement, plan, patch);
  patch_problem.gap = work.gap;
  patch.interpenetration = largest_interpenetration(work, patch);
  set_friction(problem, placement, plan, work, patch);
  set_interaction(problem, placement, plan, patch);
  set_conformity(problem, work.rows, patch_problem);
  patch.rows.clear();
  for (const Row& row : work.rows) patch.rows.push_back({row.y, row.z, row.angle});
}

void lower_wheel(double depth, const PatchWork& work, Patch& patch) {
  const Grid& grid = patch.problem.grid;
  for (int j = 0; j < grid.ny; ++j) {
    const double along_normal = depth * work.upright(work.rows[static_cast<std::size_t>(j)].angle);
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t at = grid.index(i, j);
      patch.problem.gap[at] = work.gap[at] - along_normal;
    }
  }
}

}  // namespace flangeway::wheel_on_rail
