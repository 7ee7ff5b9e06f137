#include "flangeway/codegen/sparsity.hpp"

#include <algorithm>

namespace flangeway::codegen {

namespace {

using expression::Expression;
using Pattern = std::vector<std::vector<bool>>;

bool is_nonzero(const Expression& x) {
  return !(x == Expression(0));
}

std::vector<std::size_t> nonzeros(const std::vector<Expression>& row) {
  std::vector<std::size_t> found;
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (is_nonzero(row[j])) found.push_back(j);
  }
  return found;
}

std::vector<std::size_t> path_of(const symbolic_model::WheelContact& wheel) {
  std::vector<std::size_t> path;
  for (std::size_t j = 0; j < wheel.normal_row.size(); ++j) {
    bool moves = false;
    for (const auto& row : wheel.creep_rows) moves = moves || is_nonzero(row[j]);
    if (moves) path.push_back(j);
  }
  return path;
}

// Sparsity of the mass matrix and of the creep matrices.
Pattern coupling(const symbolic_model::Model& model, const Lists& paths) {
  const std::size_t n = model.equations.mass.size();
  Pattern couples(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) couples[i][j] = i == j || is_nonzero(model.equations.mass[i][j]);
  }
  for (const auto& path : paths) {
    for (const std::size_t i : path) {
      for (const std::size_t j : path) couples[i][j] = true;
    }
  }
  return couples;
}

// The coordinate that couples with the fewest goes first; those of the leaves of a tree fill in nothing.
void eliminate(Pattern couples, Sparsity& result) {
  const std::size_t n = couples.size();
  std::vector<bool> done(n, false);
  for (std::size_t step = 0; step < n; ++step) {
    std::size_t best = n, fewest = n + 1;
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t count = 0;
      for (std::size_t j = 0; j < n; ++j) count += !done[j] && couples[i][j] ? 1 : 0;
      if (!done[i] && count < fewest) fewest = count, best = i;
    }
    done[best] = true;
    result.order.push_back(best);
    std::vector<std::size_t>& later = result.later.emplace_back();
    for (std::size_t j = 0; j < n; ++j) {
      if (!done[j] && couples[best][j]) later.push_back(j);
    }
    for (const std::size_t i : later) {
      for (const std::size_t j : later) couples[i][j] = true;
    }
  }
}

}  // namespace

Sparsity sparsity_of(const symbolic_model::Model& model) {
  Sparsity result;
  for (const auto& row : model.constraints.jacobian) result.rows.push_back(nonzeros(row));
  for (const symbolic_model::WheelContact& wheel : model.wheels) {
    result.rows.push_back(nonzeros(wheel.normal_row));
    result.path.push_back(path_of(wheel));
  }
  eliminate(coupling(model, result.path), result);
  return result;
}

}  // namespace flangeway::codegen
