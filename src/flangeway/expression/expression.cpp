#include "flangeway/expression/expression.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace flangeway::expression {

namespace {

Graph& common_graph(const Expression& a, const Expression& b) {
  if (!a.is_number() && !b.is_number() && a.graph() != b.graph()) {
    throw std::logic_error("expressions of two graphs do not mix");
  }
  return a.is_number() ? *b.graph() : *a.graph();
}

// A number that stays outside every graph must be finite there, too.
Expression defined(double value) {
  if (!std::isfinite(value)) throw SymbolicError("an expression is not defined for the numbers in it");
  return value;
}

Expression function(Operation operation, const Expression& x) {
  if (x.is_number()) return defined(apply(operation, x.number()));
  return {*x.graph(), x.graph()->function(operation, x.in(*x.graph()))};
}

}  // namespace

Expression::Expression(Graph& graph, Reference reference) {
  if (graph.is_number(reference)) {
    number_ = graph.number_of(reference);
  } else {
    graph_ = &graph;
    reference_ = reference;
  }
}

Reference Expression::in(Graph& graph) const {
  return is_number() ? graph.number(number_) : reference_;
}

Expression symbol(Graph& graph, std::string name) {
  return {graph, graph.symbol(std::move(name))};
}

Expression operator-(const Expression& a) {
  if (a.is_number()) return -a.number();
  return {*a.graph(), -a.in(*a.graph())};
}

Expression operator+(const Expression& a, const Expression& b) {
  if (a.is_number() && b.is_number()) return a.number() + b.number();
  Graph& graph = common_graph(a, b);
  return {graph, graph.sum(a.in(graph), b.in(graph))};
}

Expression operator-(const Expression& a, const Expression& b) {
  return a + -b;
}

Expression operator*(const Expression& a, const Expression& b) {
  if (a.is_number() && b.is_number()) return a.number() * b.number();
  Graph& graph = common_graph(a, b);
  return {graph, graph.product(a.in(graph), b.in(graph))};
}

Expression operator/(const Expression& a, const Expression& b) {
  if (b.is_number()) {
    if (b.number() == 0) throw SymbolicError("an expression divides by zero");
    return a.is_number() ? defined(a.number() / b.number()) : a * defined(1 / b.number());
  }
  return a * Expression(*b.graph(), b.graph()->inverse(b.in(*b.graph())));
}

Expression& Expression::operator+=(const Expression& b) {
  return *this = *this + b;
}
Expression& Expression::operator-=(const Expression& b) {
  return *this = *this - b;
}
Expression& Expression::operator*=(const Expression& b) {
  return *this = *this * b;
}
Expression& Expression::operator/=(const Expression& b) {
  return *this = *this / b;
}

bool operator==(const Expression& a, const Expression& b) {
  if (a.is_number() || b.is_number()) return a.is_number() && b.is_number() && a.number() == b.number();
  return a.graph() == b.graph() && a.in(*a.graph()) == b.in(*b.graph());
}

Expression sqrt(const Expression& x) {
  return function(Operation::square_root, x);
}
Expression sin(const Expression& x) {
  return function(Operation::sine, x);
}
Expression cos(const Expression& x) {
  return function(Operation::cosine, x);
}
Expression tan(const Expression& x) {
  return sin(x) / cos(x);
}
Expression exp(const Expression& x) {
  return function(Operation::exponential, x);
}
Expression log(const Expression& x) {
  return function(Operation::logarithm, x);
}
Expression atan(const Expression& x) {
  return function(Operation::arc_tangent, x);
}
Expression atan2(const Expression& y, const Expression& x) {
  if (y.is_number() && x.is_number()) return std::atan2(y.number(), x.number());
  Graph& graph = common_graph(y, x);
  return {graph, graph.arc_tangent2(y.in(graph), x.in(graph))};
}
Expression abs(const Expression& x) {
  return function(Operation::absolute, x);
}

Expression select_positive(const Expression& condition, const Expression& yes, const Expression& no) {
  if (condition.is_number()) return condition.number() > 0 ? yes : no;
  return no + function(Operation::positive, condition) * (yes - no);
}

Expression apply(Operation operation, const Expression& left, const Expression& right) {
  switch (operation) {
    case Operation::sum:
      return left + right;
    case Operation::product:
      return left * right;
    case Operation::inverse:
      return 1 / left;
    case Operation::arc_tangent2:
      return atan2(left, right);
    default:
      return function(operation, left);
  }
}

std::vector<Atom> live_atoms(const Graph& graph, std::span<const Expression> expressions,
                             const std::vector<bool>& known) {
  std::vector<bool> seen = known;
  seen.resize(graph.size(), false);
  std::vector<Atom> found, open;
  const auto visit = [&](Reference reference) {
    if (seen[reference.atom()]) return;
    seen[reference.atom()] = true;
    open.push_back(reference.atom());
  };
  for (const Expression& expression : expressions) {
    if (!expression.is_number()) visit(expression.in(*expression.graph()));
  }
  while (!open.empty()) {
    const Atom atom = open.back();
    open.pop_back();
    found.push_back(atom);
    const Node& node = graph.node(atom);
    const int count = operands(node.operation);
    if (count > 0) visit(node.left);
    if (count > 1) visit(node.right);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace flangeway::expression
