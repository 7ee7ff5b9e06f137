#include <cmath>

#include "flangeway/contact_case/result.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::Grid;
using contact::patch::Outcome;
using contact::patch::Tractions;

// Steps of `size` from `from` to `to`, or nothing if it is not a whole number of them.
std::optional<int> whole_steps(double from, double to, double size) {
  const double steps = (to - from) / size;
  if (!(std::abs(steps) < 1e6) || std::abs(steps - std::round(steps)) > 1e-3) return std::nullopt;
  return static_cast<int>(std::lround(steps));
}

}  // namespace

std::optional<Tractions> on_grid(const Instant& instant, const Grid& grid) {
  const Grid& from = instant.grid;
  if (std::abs(from.dx - grid.dx) > 1e-6 * grid.dx || std::abs(from.dy - grid.dy) > 1e-6 * grid.dy)
    return std::nullopt;
  const auto right = whole_steps(from.x_first, grid.x_first, grid.dx),
             up = whole_steps(from.y_first, grid.y_first, grid.dy);
  if (!right || !up) return std::nullopt;
  Tractions moved;
  const bool yields = !instant.tractions.yield_stress.empty(),
             remembers = !instant.tractions.friction.empty();
  for (auto* field : {&moved.pressure, &moved.x, &moved.y}) field->assign(grid.size(), 0);
  moved.yield_stress.assign(yields ? grid.size() : 0, 0);
  moved.friction.assign(remembers ? grid.size() : 0, 0);
  for (int iy = 0; iy < grid.ny; ++iy)
    for (int ix = 0; ix < grid.nx; ++ix) {
      const int jx = ix + *right, jy = iy + *up;
      if (jx < 0 || jx >= from.nx || jy < 0 || jy >= from.ny) continue;
      const std::size_t i = grid.index(ix, iy), j = from.index(jx, jy);
      moved.pressure[i] = instant.tractions.pressure[j];
      moved.x[i] = instant.tractions.x[j];
      moved.y[i] = instant.tractions.y[j];
      if (yields) moved.yield_stress[i] = instant.tractions.yield_stress[j];
      if (remembers) moved.friction[i] = instant.tractions.friction[j];
    }
  return moved;
}

Status status_of(wheel_on_rail::Status status) {
  using Found = wheel_on_rail::Status;
  switch (status) {
    case Found::solved:
      return Status::solved;
    case Found::no_contact:
    case Found::no_overlap:
      return Status::no_contact;
    case Found::force_unreachable:
    case Found::force_jumps:
    case Found::springs_jump:
    case Found::longitudinal_unreachable:
      return Status::unreached;
    case Found::not_converged:
    case Found::not_finite:
      break;
  }
  return Status::not_converged;
}

Status status_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::solved:
      return Status::solved;
    case Outcome::no_contact:
      return Status::no_contact;
    case Outcome::force_unreachable:
      return Status::unreached;
    case Outcome::not_converged_normal:
    case Outcome::not_converged_tangential:
    case Outcome::not_converged_force:
    case Outcome::not_finite:
      break;
  }
  return Status::not_converged;
}

}  // namespace flangeway::contact_case
