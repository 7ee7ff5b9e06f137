// Derivatives of expressions and substitution in them. Each atom is visited once.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "flangeway/expression/expression.hpp"

namespace flangeway::expression {

/// A symbol and what goes with it: its rate in a derivative, its stand-in in a substitution.
using Assignment = std::pair<Expression, Expression>;

/// Result for each atom, found once.
class Memo {
 public:
  /// Completes the memo for `x` with `of`, called atom by atom, operands first; returns the result for `x`.
  template <typename Function>
  Expression complete(Graph& graph, const Expression& x, const Function& of);
  /// Result for `reference`, whose atom is known.
  [[nodiscard]] Expression at(Reference reference) const;

 private:
  std::vector<Expression> known_;  // by atom
  std::vector<bool> done_;         // by atom
};

/// Derivative along a direction in which each named symbol changes at a rate and all others rest. Partial
/// derivative: one symbol at the rate 1. Time derivative: q at the rate v, v at the rate a. Results of
/// earlier calls are used again.
class Derivative {
 public:
  /// Throws std::invalid_argument where a symbol is none.
  Derivative(Graph& graph, std::span<const Assignment> rates);
  [[nodiscard]] Expression operator()(const Expression& x);

 private:
  [[nodiscard]] Expression of(Atom atom);

  Graph* graph_;
  std::vector<Expression> rates_;  // by symbol
  Memo memo_;
};

/// ∂x/∂symbol.
[[nodiscard]] Expression derivative(const Expression& x, const Expression& symbol);

/// Replaces symbols. Throws SymbolicError where that divides by zero. Results of earlier calls are used
/// again.
class Substitution {
 public:
  /// Throws std::invalid_argument where a symbol is none.
  Substitution(Graph& graph, std::span<const Assignment> replacements);
  [[nodiscard]] Expression operator()(const Expression& x);

 private:
  [[nodiscard]] Expression of(Atom atom);

  Graph* graph_;
  std::vector<std::pair<bool, Expression>> replacements_;  // by symbol
  Memo memo_;
};

}  // namespace flangeway::expression
