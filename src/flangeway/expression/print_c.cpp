#include "flangeway/expression/print_c.hpp"

#include <cmath>

#include <fmt/format.h>

namespace flangeway::expression {

namespace {

// How tightly the outermost operation of a text binds.
enum class Binding { sum, product, unary, name };

struct Text {
  std::string code;
  Binding binding = Binding::name;
  bool negative = false;  // its value is −code
  int operations = 0;
};

std::string bound(const Text& text, Binding least) {
  return text.binding < least ? fmt::format("({})", text.code) : text.code;
}

const char* function_name(Operation operation, Language language) {
  switch (operation) {
    case Operation::square_root:
      return "sqrt";
    case Operation::sine:
      return "sin";
    case Operation::cosine:
      return "cos";
    case Operation::exponential:
      return "exp";
    case Operation::logarithm:
      return "log";
    case Operation::arc_tangent:
      return "atan";
    case Operation::arc_tangent2:
      return "atan2";
    default:
      return language == Language::matlab ? "abs" : "fabs";
  }
}

class Printer {
 public:
  Printer(const Graph& graph, const PrintOptions& options)
      : graph_(graph), options_(options), uses_(graph.size()), texts_(graph.size()) {}

  std::string print(std::span<const Target> targets) {
    std::vector<Expression> values;
    for (const Target& target : targets) values.push_back(target.value);
    std::vector<bool> known(graph_.size(), false);
    for (const auto& [atom, name] : options_.known) {
      known[atom] = true;
      texts_[atom] = {name, Binding::name, false, 0};
    }
    const std::vector<Atom> live = live_atoms(graph_, values, known);
    count_uses(live, values);
    for (const Atom atom : live) place(atom);
    for (const Target& target : targets) {
      lines_ += fmt::format("{}{} = {};\n", options_.indent, target.name, signed_code(text(target.value)));
    }
    return std::move(lines_);
  }

 private:
  void count_uses(const std::vector<Atom>& live, const std::vector<Expression>& values) {
    for (const Atom atom : live) {
      const Node& node = graph_.node(atom);
      const int count = operands(node.operation);
      if (count > 0) ++uses_[node.left.atom()];
      if (count > 1) ++uses_[node.right.atom()];
    }
    for (const Expression& value : values) {
      if (!value.is_number()) ++uses_[value.in(*value.graph()).atom()];
    }
  }

  // Writes the atom into a variable where that is worth it; else its text waits for the place where it is
  // used.
  void place(Atom atom) {
    Text text = code(atom);
    const Operation operation = graph_.node(atom).operation;
    const bool leaf = operands(operation) == 0;
    if (!leaf && (uses_[atom] > 1 || text.operations >= options_.inline_operations)) {
      const std::string name = fmt::format("{}{}", options_.prefix, next_++);
      const char* declared = options_.language == Language::c ? "const double " : "";
      lines_ += fmt::format("{}{}{} = {};\n", options_.indent, declared, name, text.code);
      text = {name, Binding::name, false, 0};
    }
    texts_[atom] = std::move(text);
  }

  Text text(const Expression& value) const {
    if (value.is_number()) return number(value.number());
    return text(value.in(*value.graph()));
  }
  Text text(Reference reference) const {
    Text result = texts_[reference.atom()];
    result.negative = reference.negative();
    return result;
  }
  static Text number(double value) {
    std::string code = fmt::format("{:.17g}", std::abs(value));
    if (code.find_first_of(".e") == std::string::npos) code += ".0";
    return {code, Binding::name, value < 0, 0};
  }
  static std::string signed_code(const Text& text) {
    return text.negative ? fmt::format("-{}", bound(text, Binding::product)) : text.code;
  }

  Text code(Atom atom) const {
    const Node& node = graph_.node(atom);
    switch (node.operation) {
      case Operation::number:
        return number(node.value);
      case Operation::symbol: {
        const std::size_t index = node.left.bits();
        return {options_.symbol ? options_.symbol(index) : graph_.symbol_name(index), Binding::name, false,
                0};
      }
      case Operation::sum:
        return sum(text(node.left), text(node.right));
      case Operation::product:
        return product(node);
      case Operation::inverse:
        return quotient("1.0", text(node.left), 0);
      case Operation::positive: {
        const Text x = text(node.left);
        const bool matlab = options_.language == Language::matlab;
        return {matlab ? fmt::format("double({} > 0.0)", signed_code(x))
                       : fmt::format("({} > 0.0 ? 1.0 : 0.0)", signed_code(x)),
                Binding::name, false, x.operations + 1};
      }
      default:
        return call(node);
    }
  }

  // The graph keeps the first term of a sum positive.
  static Text sum(const Text& a, const Text& b) {
    const std::string right = bound(b, Binding::product);  // the order of additions stays that of the graph
    return {fmt::format("{} {} {}", a.code, b.negative ? "-" : "+", right), Binding::sum, false,
            a.operations + b.operations + 1};
  }

  // x · (1/y) is written x / y where 1/y is used nowhere else.
  Text product(const Node& node) const {
    const Node& last = graph_.node(node.right.atom());
    if (last.operation == Operation::inverse && uses_[node.right.atom()] == 1) {
      const Text a = text(node.left);
      return quotient(bound(a, Binding::product), text(last.left), a.operations);
    }
    const Text a = text(node.left), b = text(node.right);
    return {bound(a, Binding::product) + " * " + bound(b, Binding::unary), Binding::product, false,
            a.operations + b.operations + 1};
  }

  static Text quotient(const std::string& numerator, const Text& denominator, int operations) {
    return {numerator + " / " + bound(denominator, Binding::unary), Binding::product, false,
            operations + denominator.operations + 1};
  }

  Text call(const Node& node) const {
    const Text x = text(node.left);
    std::string arguments = signed_code(x);
    int operations = x.operations + 1;
    if (operands(node.operation) == 2) {
      const Text y = text(node.right);
      arguments += ", " + signed_code(y);
      operations += y.operations;
    }
    return {fmt::format("{}({})", function_name(node.operation, options_.language), arguments), Binding::name,
            false, operations};
  }

  const Graph& graph_;
  const PrintOptions& options_;
  std::vector<std::uint32_t> uses_;
  std::vector<Text> texts_;
  std::string lines_;
  std::size_t next_ = 0;
};

}  // namespace

std::string print_c(const Graph& graph, std::span<const Target> targets, const PrintOptions& options) {
  return Printer(graph, options).print(targets);
}

}  // namespace flangeway::expression
