#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/creep_table/half_space.hpp"
#include "flangeway/core/parallel.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact {
namespace {

// 0 … 1, the same with every compiler.
double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

SurveyPoint random_point(std::mt19937_64& random) {
  SurveyPoint point;
  point.a_over_b = std::pow(CreepTable::max_ratio, 2 * uniform(random) - 1);
  const double height = 2 * uniform(random) - 1, angle = 2 * pi * uniform(random),
               size = 0.98 * uniform(random);
  const double length = CreepTable::half_size * size / (1 - size), across = std::sqrt(1 - height * height);
  point.creepages = {length * across * std::cos(angle), length * height, length * across * std::sin(angle)};
  return point;
}

// With a unit ellipse, G = 1, N = 1 and μ = 1 the reduced creepages are creepages times coefficients.
ReducedForces law_at(double a_over_b, const ReducedCreepages& s) {
  const UnitPatch ellipse = table::unit_ellipse(a_over_b);
  CreepModel model;
  model.law = CreepLaw::kalker_table;
  model.shear_modulus = 1;
  const Creepages creepages{s.x / ellipse.c11, s.y / ellipse.c22, s.z / table::spin_scale(ellipse)};
  const CreepForces force = creep_forces_with(model, ellipse, 1.0, creepages, 1.0);
  return {-force.longitudinal, -force.lateral, -force.spin_moment};
}

}  // namespace

double SurveyPoint::force_error() const {
  return std::hypot(law.longitudinal - half_space.longitudinal, law.lateral - half_space.lateral);
}

double SurveyPoint::moment_error() const {
  return std::abs(law.moment - half_space.moment);
}

std::vector<SurveyPoint> survey_creep_law(std::size_t count, std::size_t threads, unsigned seed,
                                          const Watch& watch) {
  std::mt19937_64 random(seed);
  std::vector<SurveyPoint> points(count);
  for (SurveyPoint& point : points) point = random_point(random);
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> stopped = false;
  for_each_index(
      count, threads,
      [&](std::size_t i) {
        if (stopped) return;
        SurveyPoint& point = points[i];
        point.law = law_at(point.a_over_b, point.creepages);
        point.half_space = table::HalfSpace(point.a_over_b).solve(point.creepages);
        ++done;
      },
      [&] {
        watch.show(static_cast<double>(done) / static_cast<double>(count));
        if (watch.interrupted()) stopped = true;
      });
  if (stopped) points.clear();
  return points;
}

}  // namespace flangeway::contact
