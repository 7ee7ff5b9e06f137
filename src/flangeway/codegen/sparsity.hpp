// Sparsity of the dynamics, known when the code is generated. Private to the room.
#pragma once

#include <cstddef>
#include <vector>

#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

using Lists = std::vector<std::vector<std::size_t>>;

struct Sparsity {
  std::vector<std::size_t> order;  ///< in which coordinates are eliminated
  Lists later;  ///< for each of them the coordinates, eliminated later, that it couples with by then
  Lists path;   ///< by wheel: coordinates that move it
  Lists rows;   ///< by constraint, those of the wheels last: coordinates in it
};
[[nodiscard]] Sparsity sparsity_of(const symbolic_model::Model& model);

}  // namespace flangeway::codegen
