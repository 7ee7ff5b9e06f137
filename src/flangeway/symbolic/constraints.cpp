#include "flangeway/symbolic/constraints.hpp"

#include <array>

namespace flangeway::symbolic {

std::vector<std::vector<Expression>> jacobian(expression::Graph& graph, std::span<const Expression> x,
                                              std::span<const Expression> symbols) {
  std::vector<std::vector<Expression>> result(x.size(), std::vector<Expression>(symbols.size()));
  for (std::size_t j = 0; j < symbols.size(); ++j) {
    expression::Derivative partial(graph, std::array{expression::Assignment{symbols[j], 1}});
    for (std::size_t i = 0; i < x.size(); ++i) result[i][j] = partial(x[i]);
  }
  return result;
}

Constraints constrain(Frames& frames, std::span<const Expression> residual) {
  Constraints result;
  result.residual.assign(residual.begin(), residual.end());
  std::vector<Expression> positions;
  std::vector<expression::Assignment> rest;
  for (const Coordinate& q : frames.coordinates()) {
    positions.push_back(q.position);
    rest.emplace_back(q.acceleration, 0);
  }
  result.jacobian = jacobian(frames.graph(), residual, positions);
  expression::Substitution without_acceleration(frames.graph(), rest);
  for (const Expression& phi : residual) {
    result.velocity_residual.push_back(frames.rate(phi));
    result.acceleration_side.push_back(-without_acceleration(frames.rate(result.velocity_residual.back())));
  }
  return result;
}

}  // namespace flangeway::symbolic
