// Between strips and the elements of a grid.
#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/patch/strips/normal_problem.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch::strips {
namespace {

// Rails are straight and wheels round: less curvature than of a radius of 1 km (1/m) is a fault of the data.
constexpr double min_curvature = 1e-3;

// Parabola through three elements `step` apart about element `middle` of a row.
bool fit(const Problem& problem, int iy, int middle, int step, Section& section) {
  const Grid& g = problem.grid;
  const auto allowed = [&](int ix) {
    return ix >= 0 && ix < g.nx && (problem.may_touch.empty() || problem.may_touch[g.index(ix, iy)]);
  };
  middle = std::clamp(middle, step, g.nx - 1 - step);
  if (!allowed(middle - step) || !allowed(middle) || !allowed(middle + step)) return false;
  const double left = problem.gap[g.index(middle - step, iy)], here = problem.gap[g.index(middle, iy)],
               right = problem.gap[g.index(middle + step, iy)];
  const double h = step * g.dx, slope = (right - left) / (2 * h);
  const double curvature = std::max((right - 2 * here + left) / (h * h), min_curvature);
  const auto row = static_cast<std::size_t>(iy);
  section.centre[row] = g.x(middle) - slope / curvature;
  section.distance[row] = here - 0.5 * slope * slope / curvature;
  section.curvature[row] = curvature;
  return true;
}

}  // namespace

double half_disc(double from, double to) {
  const auto primitive = [](double u) {
    u = std::clamp(u, -1.0, 1.0);
    return 0.5 * (u * std::sqrt(1 - u * u) + std::asin(u));
  };
  return primitive(to) - primitive(from);
}

void section_of(const Problem& problem, Section& section) {
  const Grid& g = problem.grid;
  section.first = g.y_first, section.width = g.dy, section.room = g.dx * g.nx / 2;
  section.resize(static_cast<std::size_t>(g.ny));
  for (int iy = 0; iy < g.ny; ++iy) {
    int middle = -1;
    for (int ix = 0; ix < g.nx; ++ix) {
      const std::size_t i = g.index(ix, iy);
      if (!problem.may_touch.empty() && !problem.may_touch[i]) continue;
      if (middle < 0 || problem.gap[i] < problem.gap[g.index(middle, iy)]) middle = ix;
    }
    const auto row = static_cast<std::size_t>(iy);
    section.distance[row] = std::numeric_limits<double>::infinity();
    section.curvature[row] = min_curvature, section.centre[row] = 0;
    if (middle < 0 || g.nx < 3) continue;
    if (!fit(problem, iy, middle, std::max(1, g.nx / 4), section)) fit(problem, iy, middle, 1, section);
  }
}

void spread(const StripContact& contact, const Grid& grid, std::vector<double>& pressure) {
  FLANGEWAY_ASSERT(contact.strips.size() == static_cast<std::size_t>(grid.ny),
                   "each row of the grid has a strip");
  pressure.assign(grid.size(), 0);
  for (int iy = 0; iy < grid.ny; ++iy) {
    const Strip& strip = contact.strips[static_cast<std::size_t>(iy)];
    if (!(strip.half_length > 0)) continue;
    const double place = (strip.centre - grid.x_first) / grid.dx, reach = strip.half_length / grid.dx;
    const int nearest = static_cast<int>(std::lround(std::clamp(place, 0.0, grid.nx - 1.0)));
    const int first = std::clamp(static_cast<int>(std::ceil(place - reach)), 0, nearest);
    const int last = std::clamp(static_cast<int>(std::floor(place + reach)), nearest, grid.nx - 1);
    double sum = 0;
    for (int ix = first; ix <= last; ++ix) {
      const double u = (ix - 0.5 - place) / reach;
      double& p = pressure[grid.index(ix, iy)];
      p = strip.max_pressure * std::max(half_disc(u, u + 1 / reach), 1e-12);
      sum += p;
    }
    const double wanted = pi / 2 * strip.max_pressure * reach;
    for (int ix = first; ix <= last; ++ix) pressure[grid.index(ix, iy)] *= wanted / sum;
  }
}

void strips_of(const Grid& grid, const std::vector<double>& pressure, StripContact& contact) {
  FLANGEWAY_ASSERT(pressure.size() == grid.size(), "each element has a pressure");
  contact.strips.assign(static_cast<std::size_t>(grid.ny), {});
  for (int iy = 0; iy < grid.ny; ++iy) {
    Strip& strip = contact.strips[static_cast<std::size_t>(iy)];
    strip.y = grid.y(iy);
    double sum = 0, moment = 0;
    int count = 0;
    for (int ix = 0; ix < grid.nx; ++ix) {
      const double p = pressure[grid.index(ix, iy)];
      if (!(p > 0)) continue;
      sum += p, moment += p * grid.x(ix), ++count;
    }
    if (count == 0) continue;
    strip.centre = moment / sum;
    strip.half_length = count * grid.dx / 2;
    strip.max_pressure = sum * grid.dx / (pi / 2 * strip.half_length);
  }
  sum_up(grid.dy, contact);
}

void strips_of(const Grid& grid, const Ellipse& ellipse, double force, StripContact& contact) {
  contact.strips.assign(static_cast<std::size_t>(grid.ny), {});
  const double pressure = 1.5 * force / (pi * ellipse.a * ellipse.b);
  for (int iy = 0; iy < grid.ny; ++iy) {
    const double room = 1 - std::pow(grid.y(iy) / ellipse.b, 2), part = std::sqrt(std::max(room, 0.0));
    contact.strips[static_cast<std::size_t>(iy)] = {grid.y(iy), 0, part * ellipse.a, part * pressure};
  }
  sum_up(grid.dy, contact);
  contact.ellipse = ellipse;
}

}  // namespace flangeway::contact::patch::strips
