// The arena of expressions: it stores every operation once and simplifies it when it is built. Theory:
// docs/theory/expressions.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

namespace flangeway::expression {

/// Place of an operation in the arena. Operands always lie before what is made of them.
using Atom = std::uint32_t;

enum class Operation : std::uint8_t {
  number,
  symbol,
  sum,      ///< left + right
  product,  ///< left · right
  inverse,  ///< 1 / left
  square_root,
  sine,
  cosine,
  exponential,
  logarithm,
  arc_tangent,
  arc_tangent2,  ///< of left / right, in the right quadrant
  absolute,
  positive  ///< 1 where left > 0, else 0
};

/// An atom or its negative. The sign sits on the edge, so that x and −x are one atom and a change of sign
/// costs nothing.
class Reference {
 public:
  Reference() = default;
  Reference(Atom atom, bool negative) : bits_(atom << 1 | static_cast<Atom>(negative)) {}
  [[nodiscard]] Atom atom() const { return bits_ >> 1; }
  [[nodiscard]] bool negative() const { return (bits_ & 1) != 0; }
  [[nodiscard]] Reference operator-() const { return {atom(), !negative()}; }
  [[nodiscard]] Reference magnitude() const { return {atom(), false}; }
  /// The reference, or its negative.
  [[nodiscard]] Reference flipped(bool flip) const { return {atom(), negative() != flip}; }
  [[nodiscard]] std::uint32_t bits() const { return bits_; }
  friend bool operator==(Reference, Reference) = default;
  friend auto operator<=>(Reference, Reference) = default;

 private:
  std::uint32_t bits_ = 0;
};

/// 0, 1 or 2.
[[nodiscard]] int operands(Operation operation);
/// The operation on numbers; `right` is used by those of two operands only. Not for number and symbol.
[[nodiscard]] double apply(Operation operation, double left, double right = 0);

struct Node {
  Operation operation = Operation::number;
  Reference left, right;  ///< operands; of a symbol left.bits() is its index
  double value = 0;       ///< of a number, ≥ 0
};

/// A division by an expression that is zero, or a function outside its range: the message says which.
class SymbolicError : public std::domain_error {
 public:
  using std::domain_error::domain_error;
};

/// Owns all nodes; grows only. Building is not thread-safe, reading is.
class Graph {
 public:
  Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// A new symbol; names need not differ.
  Reference symbol(std::string name);
  /// Finite numbers only: throws SymbolicError otherwise.
  Reference number(double value);
  Reference sum(Reference a, Reference b);
  Reference product(Reference a, Reference b);
  /// Throws SymbolicError for zero.
  Reference inverse(Reference a);
  /// Functions of one argument; throws SymbolicError where the argument is a number outside the range.
  Reference function(Operation operation, Reference a);
  Reference arc_tangent2(Reference y, Reference x);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] const Node& node(Atom atom) const { return nodes_[atom]; }
  [[nodiscard]] std::size_t symbols() const { return symbol_names_.size(); }
  [[nodiscard]] const std::string& symbol_name(std::size_t index) const { return symbol_names_[index]; }
  [[nodiscard]] bool is_number(Reference a) const { return node(a.atom()).operation == Operation::number; }
  /// The value of a number, with its sign.
  [[nodiscard]] double number_of(Reference a) const;

 private:
  struct Hash {
    using is_transparent = void;
    const Graph* graph;
    std::size_t operator()(const Node& node) const;
    std::size_t operator()(Atom atom) const { return (*this)(graph->nodes_[atom]); }
  };
  struct Equal {
    using is_transparent = void;
    const Graph* graph;
    bool operator()(Atom a, Atom b) const { return a == b; }
    bool operator()(const Node& a, Atom b) const;
    bool operator()(Atom a, const Node& b) const { return (*this)(b, a); }
  };
  // A term of a sum as coefficient · rest.
  struct Term {
    double coefficient;
    Reference rest;
  };

  Reference intern(const Node& node);
  Reference sum_with_number(double number, Reference a);
  Reference scaled(double factor, Reference a);
  [[nodiscard]] Term split(Reference a) const;
  [[nodiscard]] bool cancels(Reference a, Reference b, Reference& rest) const;

  std::vector<Node> nodes_;
  std::vector<std::string> symbol_names_;
  std::unordered_set<Atom, Hash, Equal> known_;
};

}  // namespace flangeway::expression
