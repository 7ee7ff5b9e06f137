// Values of all symbols at the start of a model and around it. Private to the room.
#pragma once

#include <random>
#include <vector>

#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

/// Sets symbols by what they are.
class Values {
 public:
  explicit Values(const expression::Graph& graph) : graph_(graph), values_(graph.symbols(), 0.0) {}
  double& of(const expression::Expression& symbol) {
    return values_[graph_.node(symbol.in(*symbol.graph()).atom()).left.bits()];
  }
  [[nodiscard]] const std::vector<double>& all() const { return values_; }

 private:
  const expression::Graph& graph_;
  std::vector<double> values_;
};

/// Initial coordinates, parameters and inputs; each contact where it would be on a straight, level track.
[[nodiscard]] Values start_values(const symbolic_model::Model& model, const symbolic_model::ModelSpec& spec);
/// A random state near the start, everything moving, curved rails.
[[nodiscard]] Values random_values(const symbolic_model::Model& model, const symbolic_model::ModelSpec& spec,
                                   std::mt19937& random);
/// Finds a mass matrix that is singular at the start, and constraints that depend on each other.
void check_start(symbolic_model::Model& model, const symbolic_model::ModelSpec& spec, Findings& findings);

}  // namespace flangeway::codegen
