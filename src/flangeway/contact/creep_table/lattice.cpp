#include "flangeway/contact/creep_table/lattice.hpp"

#include <algorithm>
#include <vector>

#include "flangeway/core/assertion.hpp"

namespace flangeway::contact {
namespace {

using Place = std::array<int, 3>;

// The corner of the cell that is nearest to the origin lies in the unit ball.
bool reaches_into_ball(int x, int y, int z) {
  const auto nearest = [](int cell, int cells) { return static_cast<double>(cell) / cells; };
  const double half = CreepTable::y_cells / 2.0;
  const double dx = nearest(x, CreepTable::x_cells), dz = nearest(z, CreepTable::z_cells),
               dy = std::max(0.0, std::max(y - half, half - y - 1)) / half;
  return dx * dx + dy * dy + dz * dz < 1;
}

std::size_t index_of(const Place& at) {
  return static_cast<std::size_t>((at[2] * CreepTable::y_count + at[1]) * CreepTable::x_count + at[0]);
}

struct Numbering {
  std::vector<Place> places;
  std::vector<int> number;
};

Numbering make_numbering() {
  Numbering all;
  all.number.assign(CreepTable::z_count * CreepTable::y_count * CreepTable::x_count, -1);
  for (int z = 0; z < CreepTable::z_cells; ++z) {
    for (int y = 0; y < CreepTable::y_cells; ++y) {
      for (int x = 0; x < CreepTable::x_cells; ++x) {
        if (!reaches_into_ball(x, y, z)) continue;
        for (int i = 0; i < 27; ++i)
          all.number[index_of(table::mirrored(x + i % 3, y + i / 3 % 3, z + i / 9).at)] = 0;
      }
    }
  }
  int count = 0;
  for (int z = 0; z < CreepTable::z_count; ++z) {
    for (int y = 0; y < CreepTable::y_count; ++y) {
      for (int x = 0; x < CreepTable::x_count; ++x) {
        if (all.number[index_of({x, y, z})] < 0) continue;
        all.number[index_of({x, y, z})] = count++;
        all.places.push_back({x, y, z});
      }
    }
  }
  return all;
}

const Numbering& numbering() {
  static const Numbering all = make_numbering();
  return all;
}

}  // namespace

namespace table {

// B-spline 0 is the mirror image of B-spline 1: their centres lie half a cell before and behind the mirror.
Mirrored mirrored(int x, int y, int z) {
  Mirrored result{{x, y, z}, {1, 1, 1}};
  if (x == 0) result.at[0] = 1, result.sign[0] = -1;
  if (z == 0) {
    result.at[1] = CreepTable::y_count - 1 - y, result.at[2] = 1;
    result.sign[1] = result.sign[2] = -1;
  }
  return result;
}

int number_of(const std::array<int, 3>& at) {
  return numbering().number[index_of(at)];
}

Weights weights_at(double place, int cells) {
  FLANGEWAY_ASSERT(cells >= 1, "there is at least one cell");
  const int first = std::clamp(static_cast<int>(place), 0, cells - 1);
  const double t = place - first;
  return {first, {0.5 * (1 - t) * (1 - t), 0.5 + t * (1 - t), 0.5 * t * t}};
}

}  // namespace table

const std::vector<std::array<int, 3>>& free_coefficients() {
  return numbering().places;
}

}  // namespace flangeway::contact
