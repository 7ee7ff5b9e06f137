#include "flangeway/contact/patch/boundary_elements/coarse_normal.hpp"

#include <cmath>

namespace flangeway::contact::patch {
namespace {

constexpr int min_elements_of_pressure = 1500;      // below, a coarse estimate costs more than it saves
constexpr double coarse_pressure_tolerance = 3e-3;  // the coarse solution is off by more than that

/// Gaps are means over the children that may touch.
void coarsen(const NormalInput& fine, int nx, int ny, const InfluenceSpec& coarse, CoarseNormal& level) {
  const auto width = static_cast<std::size_t>(coarse.nx), size = width * static_cast<std::size_t>(coarse.ny);
  level.gap.assign(size, 0.0);
  level.count.assign(size, 0);
  for (int y = 0; y < ny; ++y) {
    for (int x = 0; x < nx; ++x) {
      const auto i = static_cast<std::size_t>(x) + static_cast<std::size_t>(nx) * static_cast<std::size_t>(y);
      if (!fine.allowed[i]) continue;
      const std::size_t at = static_cast<std::size_t>(x / 2) + width * static_cast<std::size_t>(y / 2);
      level.gap[at] += fine.gap[i];
      ++level.count[at];
    }
  }
  level.allowed.assign(size, 0);
  for (std::size_t i = 0; i < size; ++i) {
    if (level.count[i] == 0) continue;
    level.gap[i] /= level.count[i];
    level.allowed[i] = 1;
  }
}

/// Between the coarse centres the squares of the pressures are taken as linear, as they are near the edge of
/// contact.
void refine(const NormalInput& fine, int nx, int ny, const InfluenceSpec& coarse,
            const std::vector<double>& from, double* to) {
  const auto square = [&](int x, int y) {
    if (x < 0 || y < 0 || x >= coarse.nx || y >= coarse.ny) return 0.0;
    const double p =
        from[static_cast<std::size_t>(x) + static_cast<std::size_t>(coarse.nx) * static_cast<std::size_t>(y)];
    return p * p;
  };
  for (int y = 0; y < ny; ++y) {
    const int own_y = y / 2, other_y = own_y + (y % 2 == 0 ? -1 : 1);
    for (int x = 0; x < nx; ++x) {
      const int own_x = x / 2, other_x = own_x + (x % 2 == 0 ? -1 : 1);
      const auto i = static_cast<std::size_t>(x) + static_cast<std::size_t>(nx) * static_cast<std::size_t>(y);
      const double own = square(own_x, own_y);
      to[i] = 0;
      if (!fine.allowed[i] || own == 0) continue;
      to[i] = std::sqrt(0.5625 * own + 0.1875 * (square(other_x, own_y) + square(own_x, other_y)) +
                        0.0625 * square(other_x, other_y));
    }
  }
}

}  // namespace

bool estimate_pressure_on_coarse_grid(const NormalInput& input, const InfluenceSpec& fine,
                                      BoundaryElementMemory& memory, std::size_t level, double* pressure) {
  if (fine.nx * fine.ny < min_elements_of_pressure || fine.ny < 2) return false;
  if (memory.coarse_normal.size() <= level) memory.coarse_normal.push_back(std::make_unique<CoarseNormal>());
  CoarseNormal& c = *memory.coarse_normal[level];
  InfluenceSpec spec = fine;
  spec.nx = (fine.nx + 1) / 2, spec.ny = (fine.ny + 1) / 2;
  spec.dx *= 2, spec.dy *= 2;
  Convolver& convolver = convolver_for(memory, spec);
  convolver.set_plane();  // an estimate
  coarsen(input, fine.nx, fine.ny, convolver.spec(), c);
  c.pressure.assign(c.gap.size(), 0.0);
  NormalInput in = input;
  in.gap = c.gap.data();
  in.allowed = c.allowed.data();
  if (in.control == NormalControl::force) in.target /= 4;
  in.tolerance = std::max(coarse_pressure_tolerance, input.tolerance);
  estimate_pressure_on_coarse_grid(in, convolver.spec(), memory, level + 1, c.pressure.data());
  (void)solve_normal(in, convolver, memory.normal, c.pressure.data());
  refine(input, fine.nx, fine.ny, convolver.spec(), c.pressure, pressure);
  return true;
}

}  // namespace flangeway::contact::patch
