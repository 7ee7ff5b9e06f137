// Expressions whose symbols are places in C, in vectors. Private to the room.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "flangeway/expression/expression.hpp"
#include "flangeway/expression/print_c.hpp"
#include "flangeway/expression/tape.hpp"
#include "flangeway/math/types.hpp"

/// Matrices of expressions.
template <>
struct Eigen::NumTraits<flangeway::expression::Expression>
    : Eigen::GenericNumTraits<flangeway::expression::Expression> {};

namespace flangeway::case_codegen {

using expression::Expression;
using Vector = Packed<Expression, 3>;
using Matrix = Packed<Expression, 3, 3>;
using Vector6 = Packed<Expression, 6>;

/// The symbols of one function: a name is what stands for it in C.
class Symbols {
 public:
  [[nodiscard]] Expression at(const std::string& name) {
    const auto known = symbols_.find(name);
    if (known != symbols_.end()) return known->second;
    return symbols_.emplace(name, expression::symbol(graph_, name)).first->second;
  }
  /// name[first], …
  [[nodiscard]] Vector vector(const std::string& name, std::size_t first = 0) {
    Vector result;
    for (std::size_t i = 0; i < 3; ++i)
      result[static_cast<Eigen::Index>(i)] = at(name + "[" + std::to_string(first + i) + "]");
    return result;
  }
  [[nodiscard]] expression::Graph& graph() { return graph_; }

 private:
  expression::Graph graph_;
  std::map<std::string, Expression> symbols_;
};

/// Constants as expressions.
template <int Rows, int Columns>
[[nodiscard]] Packed<Expression, Rows, Columns> constant(const Eigen::Matrix<double, Rows, Columns>& values) {
  return values.template cast<Expression>();
}

/// a × b
[[nodiscard]] Vector cross(const Vector& a, const Vector& b);

/// Outputs of a function, in the order of its statements.
class Targets {
 public:
  void set(const std::string& name, const Expression& value) { targets_.push_back({name, value}); }
  template <int Rows>
  void set(const std::string& name, const Packed<Expression, Rows>& values) {
    for (Eigen::Index i = 0; i < Rows; ++i) set(name + "[" + std::to_string(i) + "]", values[i]);
  }
  [[nodiscard]] const std::vector<expression::Target>& all() const { return targets_; }

 private:
  std::vector<expression::Target> targets_;
};

/// A C function, and what one call costs.
struct Function {
  std::string name, code;
  expression::OperationCount count;
};
/// `head` is what stands before the brace.
[[nodiscard]] Function function(const std::string& name, const std::string& head, Symbols& symbols,
                                const Targets& targets);

}  // namespace flangeway::case_codegen
