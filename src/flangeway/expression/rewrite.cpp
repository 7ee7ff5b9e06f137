#include "flangeway/expression/rewrite.hpp"

#include <array>
#include <stdexcept>

namespace flangeway::expression {

namespace {

std::size_t symbol_index(const Graph& graph, const Expression& symbol) {
  if (!symbol.is_number()) {
    const Reference reference = symbol.in(*symbol.graph());
    const Node& node = graph.node(reference.atom());
    if (node.operation == Operation::symbol && !reference.negative()) return node.left.bits();
  }
  throw std::invalid_argument("a derivative or substitution names something that is no symbol");
}

}  // namespace

// The operands of an atom lie before it, so that one pass over the live atoms in order finds them all known.
template <typename Function>
Expression Memo::complete(Graph& graph, const Expression& x, const Function& of) {
  if (known_.size() < graph.size()) {
    known_.resize(graph.size());
    done_.resize(graph.size(), false);
  }
  for (const Atom atom : live_atoms(graph, std::array{x}, done_)) {
    known_[atom] = of(atom);
    done_[atom] = true;
  }
  return at(x.in(graph));
}

Expression Memo::at(Reference reference) const {
  const Expression& x = known_[reference.atom()];
  return reference.negative() ? -x : x;
}

Derivative::Derivative(Graph& graph, std::span<const Assignment> rates)
    : graph_(&graph), rates_(graph.symbols()) {
  for (const auto& [symbol, rate] : rates) rates_[symbol_index(graph, symbol)] = rate;
}

Expression Derivative::of(Atom atom) {
  const Node node = graph_->node(atom);  // a copy: the arena grows below
  const auto expression = [&](Reference r) { return Expression(*graph_, r); };
  const Expression self = expression({atom, false}), x = expression(node.left);
  switch (node.operation) {
    case Operation::number:
    case Operation::positive:
      return 0;
    case Operation::symbol:
      return node.left.bits() < rates_.size() ? rates_[node.left.bits()] : Expression(0);
    case Operation::sum:
      return memo_.at(node.left) + memo_.at(node.right);
    case Operation::product:
      return memo_.at(node.left) * expression(node.right) + x * memo_.at(node.right);
    default:
      break;
  }
  const Expression dx = memo_.at(node.left);
  if (node.operation == Operation::arc_tangent2) {
    const Expression y = expression(node.right), dy = memo_.at(node.right);  // atan2(x, y)
    return dx == Expression(0) && dy == Expression(0) ? 0 : (dx * y - x * dy) / (x * x + y * y);
  }
  if (dx == Expression(0)) return 0;
  switch (node.operation) {
    case Operation::inverse:
      return -(self * self * dx);
    case Operation::square_root:
      return 0.5 * dx / self;
    case Operation::sine:
      return cos(x) * dx;
    case Operation::cosine:
      return -(sin(x) * dx);
    case Operation::exponential:
      return self * dx;
    case Operation::logarithm:
      return dx / x;
    case Operation::arc_tangent:
      return dx / (1 + x * x);
    default:  // |x|
      return select_positive(x, dx, -dx);
  }
}

Expression Derivative::operator()(const Expression& x) {
  if (x.is_number()) return 0;
  return memo_.complete(*graph_, x, [this](Atom atom) { return of(atom); });
}

Expression derivative(const Expression& x, const Expression& symbol) {
  if (x.is_number()) return 0;
  return Derivative(*x.graph(), std::array{Assignment{symbol, 1}})(x);
}

Substitution::Substitution(Graph& graph, std::span<const Assignment> replacements)
    : graph_(&graph), replacements_(graph.symbols(), {false, 0}) {
  for (const auto& [symbol, stand_in] : replacements)
    replacements_[symbol_index(graph, symbol)] = {true, stand_in};
}

Expression Substitution::of(Atom atom) {
  const Node node = graph_->node(atom);
  if (node.operation == Operation::symbol) {
    const std::size_t index = node.left.bits();
    if (index < replacements_.size() && replacements_[index].first) return replacements_[index].second;
  }
  const int count = operands(node.operation);
  if (count == 0) return {*graph_, Reference(atom, false)};
  const Expression x = memo_.at(node.left);
  if (count == 1) return apply(node.operation, x);
  return apply(node.operation, x, memo_.at(node.right));
}

Expression Substitution::operator()(const Expression& x) {
  if (x.is_number()) return x;
  return memo_.complete(*graph_, x, [this](Atom atom) { return of(atom); });
}

}  // namespace flangeway::expression
