#include "flangeway/contact/patch/strips/normal_problem.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/contact/patch/strips/analyn.hpp"
#include "flangeway/contact/patch/strips/elastic.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch::strips {
namespace {

constexpr int max_force_steps = 40;
constexpr double force_tolerance = 1e-9;

double compliance(const ElasticPair& material) {
  return (1 - material.poisson_ratio) / (pi * material.shear_modulus);
}

// Less curvature across than of a radius of 5 m counts as that much, as in the program CONTACT.
constexpr double min_across = 0.1;  // 1/m, half the curvature

// The quadric A x² + B (y − middle)² that overlaps like a section, and the semi-axes of its Hertzian contact.
struct Quadric {
  double along = 0, across = 0, middle = 0;  // A, B in 1/m; m
  double a = 0, b = 0;                       // m
};

// Where the distance passes a limit between a strip below it and its neighbour outside.
double crossing(const Section& section, std::size_t inside, std::size_t outside, double limit) {
  const double from = section.y(inside), rise = section.distance[outside] - section.distance[inside];
  const double part = std::isfinite(rise) ? (limit - section.distance[inside]) / rise : 0.5;
  return from + part * (section.y(outside) - from);
}

// B is that of the width of the overlap at a share of the approach. [ContactProgram]
Quadric overlapping(const Section& section, std::size_t deepest, double depth) {
  const double limit = section.distance[deepest] + virtual_part * depth;
  const auto below = [&](double distance) { return distance < limit; };
  const auto& d = section.distance;
  const auto first = static_cast<std::size_t>(std::find_if(d.begin(), d.end(), below) - d.begin());
  const auto last = static_cast<std::size_t>(d.rend() - std::find_if(d.rbegin(), d.rend(), below)) - 1;
  const double half = 0.5 * section.width;
  const double left = first > 0 ? crossing(section, first, first - 1, limit) : section.y(first) - half;
  const double right =
      last + 1 < d.size() ? crossing(section, last, last + 1, limit) : section.y(last) + half;
  Quadric q;
  q.middle = 0.5 * (left + right);
  q.along = 0.5 * section.curvature[deepest];
  q.across = std::max(min_across, 4 * virtual_part * depth / ((right - left) * (right - left)));
  const EllipseShape hertz = ellipse_shape(q.along / q.across);
  const double scale = std::sqrt(depth / (hertz.approach * (q.along + q.across)));
  q.a = hertz.a * scale, q.b = hertz.b * scale;
  if (first == last) q.b = std::max(q.b, 1.1 * std::abs(section.y(deepest) - q.middle));
  return q;
}

// The overlap that counts at y, m: it makes a Hertzian contact of the overlap of a quadric.
double virtual_overlap(const Quadric& q, double y, double depth) {
  const double middle = q.along * q.a * q.a, edge = q.across * q.b * q.b, place = (y - q.middle) / q.b;
  return std::clamp(middle - (middle - edge) * place * place, 0.0, depth);
}

void solve_kik_piotrowski(const Section& section, const ElasticPair& material, double approach,
                          StripContact& contact) {
  place_strips(section, contact);
  contact.approach = approach;
  const std::size_t deepest = static_cast<std::size_t>(
      std::min_element(section.distance.begin(), section.distance.end()) - section.distance.begin());
  const double least = section.distance[deepest], depth = approach - least;
  if (!(depth > 0)) return sum_up(section.width, contact);
  const Quadric quadric = overlapping(section, deepest, depth);
  for (std::size_t j = 0; j < section.size(); ++j) {
    const double room = least + virtual_overlap(quadric, section.y(j), depth) - section.distance[j];
    if (room > 0) contact.strips[j].half_length = std::sqrt(2 * room / section.curvature[j]);
  }
  const Kernel& kernel = Kernel::instance();
  const double scale = contact.strips[deepest].half_length, y0 = section.y(deepest);
  if (!(scale > 0)) return sum_up(section.width, contact);
  double deflection = 0;  // of the deepest strip, for a pressure of 1 there
  for (Strip& strip : contact.strips) {
    if (!(strip.half_length > 0)) continue;
    strip.max_pressure = strip.half_length / scale;
    deflection +=
        strip.max_pressure * between(kernel, strip.y - y0, section.width, strip.half_length).deflection;
  }
  const double pressure = depth / (compliance(material) * deflection);
  for (Strip& strip : contact.strips) strip.max_pressure *= pressure;
  sum_up(section.width, contact);
}

void solve_at_approach(NormalMethod method, const Section& section, const ElasticPair& material,
                       double approach, NormalWork& work, StripContact& contact) {
  if (method == NormalMethod::kik_piotrowski)
    return solve_kik_piotrowski(section, material, approach, contact);
  if (method == NormalMethod::analyn) {
    place_strips(section, contact);
    return solve_analyn(section, material, approach, contact);
  }
  solve_elastic(section, compliance(material), approach, work, contact);
}

// The approach that carries a force: steps by the power 3/2, then by what the last two have shown.
void solve_for_force(NormalMethod method, const Section& section, const ElasticPair& material, double force,
                     NormalWork& work, StripContact& contact) {
  const double touch = *std::min_element(section.distance.begin(), section.distance.end());
  const double stiffness = material.shear_modulus / (1 - material.poisson_ratio);
  double depth = contact.normal_force > 0 && contact.approach > touch
                     ? contact.approach - touch
                     : std::cbrt(std::pow(force / stiffness, 2) * section.curvature.front());
  double power = 1.5, last_force = 0, last_depth = 0;
  for (int i = 0; i < max_force_steps; ++i) {
    solve_at_approach(method, section, material, touch + depth, work, contact);
    const double now = contact.normal_force;
    if (std::abs(now - force) <= force_tolerance * force) return;
    if (last_force > 0 && now > 0 && now != last_force && depth != last_depth) {
      const double learnt = std::log(now / last_force) / std::log(depth / last_depth);
      if (learnt > 0.7 && learnt < 4) power = learnt;
    }
    last_force = now, last_depth = depth;
    depth *= now > 0 ? std::clamp(std::pow(force / now, 1 / power), 0.2, 5.0) : 2;
  }
  // The elements of the discretisation that come and go make the force jump a little.
  contact.converged = contact.converged && std::abs(contact.normal_force - force) <= 1e-4 * force;
}

}  // namespace

void sum_up(double width, StripContact& contact) {
  contact.normal_force = contact.max_pressure = contact.area = contact.ellipse.a = 0;
  for (const Strip& strip : contact.strips) {
    contact.normal_force += pi / 2 * strip.max_pressure * strip.half_length * width;
    contact.area += 2 * strip.half_length * width;
    contact.max_pressure = std::max(contact.max_pressure, strip.max_pressure);
    contact.ellipse.a = std::max(contact.ellipse.a, strip.half_length);
  }
  contact.ellipse.b = contact.ellipse.a > 0 ? contact.area / (pi * contact.ellipse.a) : 0;
}

void Section::resize(std::size_t count) {
  distance.resize(count), curvature.resize(count), centre.resize(count);
}

void solve_normal(NormalMethod method, const Section& section, const ElasticPair& material,
                  NormalControl control, double value, NormalWork& work, StripContact& contact) {
  contact.converged = true;
  contact.iterations = 0;
  const auto least = std::min_element(section.distance.begin(), section.distance.end());
  const bool empty = least == section.distance.end() || !std::isfinite(*least);
  if (empty || (control == NormalControl::approach && !(value > *least))) {
    place_strips(section, contact);
    contact.approach = value;
    return sum_up(section.width, contact);
  }
  if (control == NormalControl::approach) {
    solve_at_approach(method, section, material, value, work, contact);
  } else {
    solve_for_force(method, section, material, value, work, contact);
  }
}

}  // namespace flangeway::contact::patch::strips
