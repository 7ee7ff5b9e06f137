// What a solution keeps between calls; private to the folder.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "flangeway/contact/halfspace/convolver.hpp"
#include "flangeway/contact/halfspace/normal.hpp"
#include "flangeway/contact/halfspace/solve.hpp"
#include "flangeway/contact/halfspace/tangential.hpp"
#include "flangeway/contact/strips/press.hpp"

namespace flangeway::contact::halfspace {

/// Columns x_first … x_end−1 and rows y_first … y_end−1 of a grid.
struct Box {
  int x_first = 0, x_end = 0, y_first = 0, y_end = 0;
  [[nodiscard]] bool empty() const { return x_first >= x_end || y_first >= y_end; }
  [[nodiscard]] int nx() const { return x_end - x_first; }
  [[nodiscard]] int ny() const { return y_end - y_first; }
};

/// The tangential problem on elements twice as large.
struct CoarseLevel {
  ContactElements elements;
  std::vector<int> index;           ///< of the coarse elements in their grid, −1: none
  std::vector<std::size_t> parent;  ///< coarse element of each fine one
  std::vector<int> children;
  std::vector<double> bound, rigid, tractions;
  std::vector<std::uint8_t> sliding;
  TangentialWork work;
};

/// The normal problem on elements twice as large.
struct PressLevel {
  std::vector<double> gap, pressure;
  std::vector<int> count;  ///< fine elements in each
  std::vector<std::uint8_t> allowed;
};

/// The normal problem in a part of its box.
struct NormalPart {
  std::vector<double> gap, pressure;
  std::vector<std::uint8_t> allowed;
};

/// A convolver for a box. Its grid may be larger than the box, by as much as costs nothing in the transforms.
struct Workspace::Memory {
  std::vector<std::unique_ptr<Convolver>> convolvers;  ///< the one used last in front
  NormalWork normal;
  NormalPart part;
  TangentialWork tangential;
  std::vector<std::unique_ptr<CoarseLevel>> levels;
  std::vector<std::unique_ptr<PressLevel>> press_levels;
  std::vector<std::uint8_t> start_sliding;
  ContactElements elements, previous_elements;
  std::vector<double> bound, rigid, sliding_tractions, coefficient, list_pressure, pressure_displacement;
  std::vector<const FrictionLaw*> laws;
  std::vector<double> gap, added_gap, pressure, last_pressure, field_a, field_b, field_c, field_d;
  std::vector<std::uint8_t> allowed, everywhere;
  strips::Section section;
  strips::PressWork press;
  strips::Contact strips;
  Problem part_problem;  ///< of a blend
  Solution part_solution;
  std::vector<double> border_factor;  ///< between part k and the next
};

/// The convolver for elements of this kind on at least nx × ny, made if there is none.
[[nodiscard]] Convolver& convolver_for(Workspace::Memory& memory, const InfluenceSpec& at_least);
/// The same for elements of the problem.
[[nodiscard]] Convolver& convolver_for(Workspace::Memory& memory, const Problem& problem, int nx, int ny,
                                       double shift);

/// Gives the convolver what the surface is like in the rows y_first … y_end − 1 of the problem's grid:
/// inclinations, and factors between parts.
void shape_surface(const Problem& problem, int y_first, int y_end, Convolver& convolver);

/// Copies the box of a field of the grid to the corner of the convolver's grid, `fill` elsewhere; and back.
template <typename T>
void gather(const Grid& grid, const Box& box, const InfluenceSpec& local, const T* from, T fill,
            std::vector<T>& to) {
  to.assign(static_cast<std::size_t>(local.nx) * static_cast<std::size_t>(local.ny), fill);
  for (int y = 0; y < box.ny(); ++y) {
    const T* row = from + grid.index(box.x_first, box.y_first + y);
    std::copy_n(row, box.nx(), to.begin() + static_cast<std::ptrdiff_t>(y) * local.nx);
  }
}
template <typename T>
void scatter(const Grid& grid, const Box& box, const InfluenceSpec& local, const std::vector<T>& from,
             T* to) {
  for (int y = 0; y < box.ny(); ++y) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(y) * local.nx, box.nx(),
                to + grid.index(box.x_first, box.y_first + y));
  }
}

}  // namespace flangeway::contact::halfspace
