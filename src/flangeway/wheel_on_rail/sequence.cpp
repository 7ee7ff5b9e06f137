#include "flangeway/wheel_on_rail/sequence.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::wheel_on_rail {
namespace {

using contact::patch::Grid;
using contact::patch::TangentialKind;

// Elements whose sides differ by less than this part are the same.
constexpr double same_size = 1e-4;
constexpr double max_elements = 2e6;

bool shifts(const ContactProblem& problem) {
  return problem.tangential == TangentialKind::shift;
}

// Columns and rows of a lattice.
struct Block {
  long x_first = 0, x_end = 0, y_first = 0, y_end = 0;
  [[nodiscard]] bool empty() const { return x_first >= x_end || y_first >= y_end; }
  [[nodiscard]] double size() const {
    return static_cast<double>(x_end - x_first) * static_cast<double>(y_end - y_first);
  }
};

Block joined(const Block& a, const Block& b) {
  return {std::min(a.x_first, b.x_first), std::max(a.x_end, b.x_end), std::min(a.y_first, b.y_first),
          std::max(a.y_end, b.y_end)};
}

// Position of the first element of a patch of the previous instant. If the elements are counted from its
// reference point, the nearest position of the lattice.
struct Corner {
  long x, y;
};
Corner corner_before(const ContactProblem& problem, const Contact& previous, const Patch& before,
                     const Patch& now) {
  const Grid& grid = before.problem.grid;
  const Vec2 from_now(before.rail_x - now.rail_x + (shifts(problem) ? previous.s - problem.motion.s : 0),
                      before.rail_s - now.rail_s);
  const Vec2 first = now.on_lattice + from_now;
  return {std::lround((first.x() + grid.x_first) / grid.dx),
          std::lround((first.y() + grid.y_first) / grid.dy)};
}

Block block_of(const Patch& now) {
  const Grid& grid = now.problem.grid;
  const long x = std::lround((now.on_lattice.x() + grid.x_first) / grid.dx),
             y = std::lround((now.on_lattice.y() + grid.y_first) / grid.dy);
  return {x, x + grid.nx, y, y + grid.ny};
}

// The box of the elements in contact.
Block contact_block(const Patch& before, const Corner& corner) {
  const Grid& grid = before.problem.grid;
  Block block{grid.nx, 0, grid.ny, 0};
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i) {
      if (!(before.solution.tractions.pressure[grid.index(i, j)] > 0)) continue;
      block = joined(block, {i, i + 1L, j, j + 1L});
    }
  return {block.x_first + corner.x, block.x_end + corner.x, block.y_first + corner.y, block.y_end + corner.y};
}

}  // namespace

bool is_sequence(const ContactProblem& problem) {
  return shifts(problem) || problem.tangential == TangentialKind::transient_rolling;
}

Vec2 on_lattice(const ContactProblem& problem, const Placement& placement, const Anchor& anchor) {
  if (!is_sequence(problem)) return Vec2::Zero();
  return {anchor.x + (shifts(problem) ? problem.motion.s : 0), anchor.rail_s - placement.rail.rail->origin_s};
}

void find_sources(const Contact& previous, const Patch& patch, std::vector<const Patch*>& sources) {
  sources.clear();
  const Grid& grid = patch.problem.grid;
  const Reach& now = patch.reach;
  for (const Patch& before : previous.patches) {
    const Grid& other = before.problem.grid;
    const Reach& then = before.reach;
    const bool same = std::abs(other.dx - grid.dx) <= same_size * grid.dx &&
                      std::abs(other.dy - grid.dy) <= same_size * grid.dy;
    const bool overlap = then.x_begin <= now.x_end && now.x_begin <= then.x_end &&
                         then.y_begin <= now.y_end && now.y_begin <= then.y_end;
    if (same && overlap) sources.push_back(&before);
  }
}

void cover_sources(const ContactProblem& problem, const Contact& previous,
                   const std::vector<const Patch*>& sources, const std::vector<const Patch*>& continued,
                   Patch& patch) {
  const Block own = block_of(patch);
  Block all = own;
  for (const Patch* source : sources) {
    if (std::find(continued.begin(), continued.end(), source) != continued.end()) continue;
    const Block block = contact_block(*source, corner_before(problem, previous, *source, patch));
    if (!block.empty()) all = joined(all, block);
  }
  if (all.size() > max_elements) return;  // moved on so far that nothing of it is felt any more
  Grid& grid = patch.problem.grid;
  grid.x_first += static_cast<double>(all.x_first - own.x_first) * grid.dx;
  grid.y_first += static_cast<double>(all.y_first - own.y_first) * grid.dy;
  grid.nx = static_cast<int>(all.x_end - all.x_first);
  grid.ny = static_cast<int>(all.y_end - all.y_first);
}

void take_over(const ContactProblem& problem, const Contact& previous,
               const std::vector<const Patch*>& sources, const Patch& patch,
               contact::patch::Tractions& tractions) {
  const Grid& to = patch.problem.grid;
  const Block own = block_of(patch);
  const bool yields = problem.third_body.yield_stress > 0, remembers = problem.friction_memory.distance > 0;
  for (auto* field : {&tractions.pressure, &tractions.x, &tractions.y}) field->assign(to.size(), 0);
  tractions.yield_stress.assign(yields ? to.size() : 0, 0);
  tractions.friction.assign(remembers ? to.size() : 0, 0);
  for (const Patch* source : sources) {
    const Grid& from = source->problem.grid;
    const Corner corner = corner_before(problem, previous, *source, patch);
    const Block block = contact_block(*source, corner);
    const contact::patch::Tractions& old = source->solution.tractions;
    for (long y = std::max(block.y_first, own.y_first); y < std::min(block.y_end, own.y_end); ++y)
      for (long x = std::max(block.x_first, own.x_first); x < std::min(block.x_end, own.x_end); ++x) {
        const std::size_t a = to.index(static_cast<int>(x - own.x_first), static_cast<int>(y - own.y_first)),
                          b = from.index(static_cast<int>(x - corner.x), static_cast<int>(y - corner.y));
        tractions.pressure[a] = old.pressure[b];
        tractions.x[a] = old.x[b];
        tractions.y[a] = old.y[b];
        if (yields && !old.yield_stress.empty()) tractions.yield_stress[a] = old.yield_stress[b];
        if (remembers && !old.friction.empty()) tractions.friction[a] = old.friction[b];
      }
  }
}

}  // namespace flangeway::wheel_on_rail
