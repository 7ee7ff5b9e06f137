// Symbolic expressions that are written like numbers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flangeway/expression/graph.hpp"

namespace flangeway::expression {

/// A number, or an atom of a graph with its sign. A leaf template over a scalar can be instantiated with it.
/// The graph must outlive it; expressions of two graphs do not mix (std::logic_error).
class Expression {
 public:
  Expression(double number = 0) : number_(number) {}  // NOLINT: numbers mix freely with expressions
  Expression(Graph& graph, Reference reference);

  [[nodiscard]] bool is_number() const { return graph_ == nullptr; }
  /// Only for a number.
  [[nodiscard]] double number() const { return number_; }
  /// Null for a number.
  [[nodiscard]] Graph* graph() const { return graph_; }
  /// In `graph`, where a number becomes an atom.
  [[nodiscard]] Reference in(Graph& graph) const;

  Expression& operator+=(const Expression& b);
  Expression& operator-=(const Expression& b);
  Expression& operator*=(const Expression& b);
  Expression& operator/=(const Expression& b);

 private:
  Graph* graph_ = nullptr;
  Reference reference_;
  double number_ = 0;
};

[[nodiscard]] Expression symbol(Graph& graph, std::string name);

[[nodiscard]] Expression operator-(const Expression& a);
[[nodiscard]] Expression operator+(const Expression& a, const Expression& b);
[[nodiscard]] Expression operator-(const Expression& a, const Expression& b);
[[nodiscard]] Expression operator*(const Expression& a, const Expression& b);
/// Throws SymbolicError where b is zero.
[[nodiscard]] Expression operator/(const Expression& a, const Expression& b);
/// The same number, or the same atom with the same sign. Expressions that differ may still be equal for all
/// values.
[[nodiscard]] bool operator==(const Expression& a, const Expression& b);

[[nodiscard]] Expression sqrt(const Expression& x);
[[nodiscard]] Expression sin(const Expression& x);
[[nodiscard]] Expression cos(const Expression& x);
[[nodiscard]] Expression tan(const Expression& x);
[[nodiscard]] Expression exp(const Expression& x);
[[nodiscard]] Expression log(const Expression& x);
[[nodiscard]] Expression atan(const Expression& x);
[[nodiscard]] Expression atan2(const Expression& y, const Expression& x);
[[nodiscard]] Expression abs(const Expression& x);
/// `yes` where condition > 0, else `no`. Both are computed, so that both must be finite there.
[[nodiscard]] Expression select_positive(const Expression& condition, const Expression& yes,
                                         const Expression& no);

/// An operation on one or two expressions, by its name in the graph.
[[nodiscard]] Expression apply(Operation operation, const Expression& left, const Expression& right = 0);

/// All atoms that the expressions are made of, operands before what is made of them. What is already `known`
/// (by atom; may be shorter than the graph) is left out, and with it what only that is made of.
[[nodiscard]] std::vector<Atom> live_atoms(const Graph& graph, std::span<const Expression> expressions,
                                           const std::vector<bool>& known = {});

}  // namespace flangeway::expression
