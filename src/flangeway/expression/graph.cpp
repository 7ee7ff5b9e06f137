#include "flangeway/expression/graph.hpp"

#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace flangeway::expression {

namespace {

// Mixes the bits of a word so that neighbouring atoms fall far apart (the finaliser of a 64-bit
// multiplicative hash; any odd constant with many ones serves).
std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0x9e3779b97f4a7c15ULL;
  return word ^ word >> 29;
}

}  // namespace

int operands(Operation operation) {
  switch (operation) {
    case Operation::number:
    case Operation::symbol:
      return 0;
    case Operation::sum:
    case Operation::product:
    case Operation::arc_tangent2:
      return 2;
    default:
      return 1;
  }
}

double apply(Operation operation, double left, double right) {
  switch (operation) {
    case Operation::sum:
      return left + right;
    case Operation::product:
      return left * right;
    case Operation::inverse:
      return 1 / left;
    case Operation::square_root:
      return std::sqrt(left);
    case Operation::sine:
      return std::sin(left);
    case Operation::cosine:
      return std::cos(left);
    case Operation::exponential:
      return std::exp(left);
    case Operation::logarithm:
      return std::log(left);
    case Operation::arc_tangent:
      return std::atan(left);
    case Operation::arc_tangent2:
      return std::atan2(left, right);
    case Operation::absolute:
      return std::abs(left);
    default:
      return left > 0 ? 1 : 0;
  }
}

std::size_t Graph::Hash::operator()(const Node& node) const {
  const std::uint64_t edges = std::uint64_t{node.left.bits()} << 32 | node.right.bits();
  return mixed(mixed(edges + static_cast<std::uint64_t>(node.operation)) ^
               std::bit_cast<std::uint64_t>(node.value));
}

bool Graph::Equal::operator()(const Node& a, Atom b) const {
  const Node& other = graph->nodes_[b];
  return a.operation == other.operation && a.left == other.left && a.right == other.right &&
         a.value == other.value;
}

Graph::Graph() : known_(1024, Hash{this}, Equal{this}) {}

Reference Graph::intern(const Node& node) {
  if (const auto found = known_.find(node); found != known_.end()) return {*found, false};
  if (nodes_.size() >= std::size_t{1} << 31)
    throw std::length_error("an expression graph holds 2^31 atoms at most");
  nodes_.push_back(node);
  const auto atom = static_cast<Atom>(nodes_.size() - 1);
  known_.insert(atom);
  return {atom, false};
}

Reference Graph::symbol(std::string name) {
  symbol_names_.push_back(std::move(name));
  Node node{Operation::symbol, {}, {}, 0};
  const auto index = static_cast<Atom>(symbol_names_.size() - 1);
  node.left = Reference(index >> 1, (index & 1) != 0);
  return intern(node);
}

Reference Graph::number(double value) {
  if (!std::isfinite(value)) {
    throw SymbolicError(fmt::format("an expression is not defined: one of its numbers would be {}", value));
  }
  return intern({Operation::number, {}, {}, std::abs(value)}).flipped(value < 0);
}

double Graph::number_of(Reference a) const {
  const double value = node(a.atom()).value;
  return a.negative() ? -value : value;
}

Graph::Term Graph::split(Reference a) const {
  const Node& n = node(a.atom());
  const double sign = a.negative() ? -1 : 1;
  if (n.operation == Operation::product && is_number(n.left)) return {sign * number_of(n.left), n.right};
  return {sign, a.magnitude()};
}

Reference Graph::sum_with_number(double value, Reference a) {
  if (value == 0) return a;
  const Node& n = node(a.atom());
  if (n.operation == Operation::sum && is_number(n.left)) {
    const double inner = number_of(n.left);
    const Reference rest = n.right.flipped(a.negative());
    return sum_with_number(value + (a.negative() ? -inner : inner), rest);
  }
  // The number first and positive: −c + a is −(c − a).
  const bool flip = value < 0;
  const Reference positive = number(std::abs(value));
  return intern({Operation::sum, positive, a.flipped(flip), 0}).flipped(flip);
}

// a + b = rest, where b is a sum that holds −a.
bool Graph::cancels(Reference a, Reference b, Reference& rest) const {
  const Node& n = node(b.atom());
  if (n.operation != Operation::sum) return false;
  const Reference left = n.left.flipped(b.negative()), right = n.right.flipped(b.negative());
  if (left == -a) return rest = right, true;
  if (right == -a) return rest = left, true;
  return false;
}

Reference Graph::sum(Reference a, Reference b) {
  if (is_number(a) && is_number(b)) return number(number_of(a) + number_of(b));
  if (is_number(a)) return sum_with_number(number_of(a), b);
  if (is_number(b)) return sum_with_number(number_of(b), a);
  const Term x = split(a), y = split(b);
  if (x.rest == y.rest) return scaled(x.coefficient + y.coefficient, x.rest);
  if (Reference rest; cancels(a, b, rest) || cancels(b, a, rest)) return rest;
  if (b.atom() < a.atom()) std::swap(a, b);
  const bool flip = a.negative();
  return intern({Operation::sum, a.flipped(flip), b.flipped(flip), 0}).flipped(flip);
}

Reference Graph::scaled(double factor, Reference a) {
  if (factor == 0) return number(0);
  const Term term = split(a);
  const double coefficient = factor * term.coefficient;
  const bool flip = coefficient < 0;
  if (std::abs(coefficient) == 1) return term.rest.flipped(flip);
  return intern({Operation::product, number(std::abs(coefficient)), term.rest, 0}).flipped(flip);
}

Reference Graph::product(Reference a, Reference b) {
  if (is_number(a) && is_number(b)) return number(number_of(a) * number_of(b));
  if (is_number(a)) return scaled(number_of(a), b);
  if (is_number(b)) return scaled(number_of(b), a);
  // Numbers come to the front of a chain of products, where they meet.
  const Term left = split(a), right = split(b);
  if (const double factor = left.coefficient * right.coefficient; std::abs(factor) != 1) {
    return scaled(factor, product(left.rest, right.rest));
  }
  const bool flip = a.negative() != b.negative();
  a = a.magnitude();
  b = b.magnitude();
  if (b.atom() < a.atom()) std::swap(a, b);
  const Node& later = node(b.atom());
  if (later.operation == Operation::inverse && later.left == a) return number(1).flipped(flip);
  if (a == b && later.operation == Operation::square_root) return later.left.flipped(flip);
  return intern({Operation::product, a, b, 0}).flipped(flip);
}

Reference Graph::inverse(Reference a) {
  if (is_number(a)) {
    if (number_of(a) == 0) throw SymbolicError("an expression divides by zero");
    return number(1 / number_of(a));
  }
  const Node& n = node(a.atom());
  if (n.operation == Operation::inverse) return n.left.flipped(a.negative());
  const Term term = split(a);
  if (std::abs(term.coefficient) != 1) return scaled(1 / term.coefficient, inverse(term.rest));
  return intern({Operation::inverse, a.magnitude(), {}, 0}).flipped(a.negative());
}

Reference Graph::function(Operation operation, Reference a) {
  if (is_number(a)) {
    return number(apply(operation, number_of(a)));
  }
  switch (operation) {  // odd functions pass the sign on, even ones drop it
    case Operation::sine:
    case Operation::arc_tangent:
      return intern({operation, a.magnitude(), {}, 0}).flipped(a.negative());
    case Operation::cosine:
    case Operation::absolute:
      return intern({operation, a.magnitude(), {}, 0});
    default:
      return intern({operation, a, {}, 0});
  }
}

Reference Graph::arc_tangent2(Reference y, Reference x) {
  if (is_number(y) && is_number(x)) return number(apply(Operation::arc_tangent2, number_of(y), number_of(x)));
  return intern({Operation::arc_tangent2, y.magnitude(), x, 0}).flipped(y.negative());
}

}  // namespace flangeway::expression
