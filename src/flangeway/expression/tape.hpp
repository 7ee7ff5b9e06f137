// Compiles expressions into a list of operations that can be evaluated repeatedly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "flangeway/expression/expression.hpp"

namespace flangeway::expression {

/// Cost of one evaluation. A change of sign is free: it goes into a sum or product.
struct OperationCount {
  std::size_t atoms = 0;  ///< without symbols and numbers
  std::size_t additions = 0, multiplications = 0, divisions = 0, functions = 0;
  [[nodiscard]] std::size_t operations() const { return additions + multiplications + divisions + functions; }
};
/// Expressions that are `known` (by atom), or depend on those alone, cost nothing.
[[nodiscard]] OperationCount count_operations(const Graph& graph, std::span<const Expression> expressions,
                                              const std::vector<bool>& known = {});

/// Evaluates a fixed set of expressions for many values of their symbols.
class Tape {
 public:
  Tape(const Graph& graph, std::span<const Expression> outputs);

  /// `symbols`: a value for every symbol of the graph at the time the tape was made, in the order of their
  /// making. `results`: one for every output. Allocates nothing; not for two threads at once.
  void evaluate(std::span<const double> symbols, std::span<double> results);

  [[nodiscard]] std::size_t symbols() const { return symbols_; }
  [[nodiscard]] std::size_t outputs() const { return outputs_.size(); }

 private:
  struct Step {
    Operation operation;
    bool left_negative, right_negative;
    std::size_t left, right;  // places in values_, or index of a symbol
  };
  struct Output {
    double factor;  // ±1, or 0 for a number
    std::size_t place;
    double number;
  };

  std::size_t symbols_;
  std::vector<Step> steps_;
  std::vector<double> values_;  // numbers are there from the beginning
  std::vector<Output> outputs_;
};

/// All outputs once; `symbols` as for a Tape.
[[nodiscard]] std::vector<double> evaluate(const Graph& graph, std::span<const Expression> outputs,
                                           std::span<const double> symbols);

}  // namespace flangeway::expression
