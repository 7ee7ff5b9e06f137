#include "flangeway/expression/tape.hpp"

#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::expression {

OperationCount count_operations(const Graph& graph, std::span<const Expression> expressions,
                                const std::vector<bool>& known) {
  OperationCount count;
  for (const Atom atom : live_atoms(graph, expressions, known)) {
    switch (graph.node(atom).operation) {
      case Operation::number:
      case Operation::symbol:
        continue;
      case Operation::sum:
        ++count.additions;
        break;
      case Operation::product:
        ++count.multiplications;
        break;
      case Operation::inverse:
        ++count.divisions;
        break;
      default:
        ++count.functions;
    }
    ++count.atoms;
  }
  return count;
}

Tape::Tape(const Graph& graph, std::span<const Expression> outputs) : symbols_(graph.symbols()) {
  const std::vector<Atom> live = live_atoms(graph, outputs);
  std::vector<std::size_t> place(graph.size());
  for (const Atom atom : live) {
    const Node& node = graph.node(atom);
    place[atom] = values_.size();
    values_.push_back(node.value);
    Step step{node.operation, node.left.negative(), node.right.negative(), 0, 0};
    const int count = operands(node.operation);
    if (node.operation == Operation::symbol) step.left = node.left.bits();
    if (count > 0) step.left = place[node.left.atom()];
    if (count > 1) step.right = place[node.right.atom()];
    steps_.push_back(step);
  }
  for (const Expression& output : outputs) {
    if (output.is_number()) {
      outputs_.push_back({0, 0, output.number()});
    } else {
      const Reference reference = output.in(*output.graph());
      outputs_.push_back({reference.negative() ? -1.0 : 1.0, place[reference.atom()], 0});
    }
  }
}

void Tape::evaluate(std::span<const double> symbols, std::span<double> results) {
  FLANGEWAY_ASSERT(symbols.size() == symbols_, "each symbol has a value");
  FLANGEWAY_ASSERT(results.size() == outputs_.size(), "there is a place for each result");
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.operation == Operation::number) continue;
    if (step.operation == Operation::symbol) {
      values_[i] = symbols[step.left];
      continue;
    }
    const double left = step.left_negative ? -values_[step.left] : values_[step.left];
    const double right = step.right_negative ? -values_[step.right] : values_[step.right];
    values_[i] = apply(step.operation, left, right);
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Output& output = outputs_[i];
    results[i] = output.factor == 0 ? output.number : output.factor * values_[output.place];
  }
}

std::vector<double> evaluate(const Graph& graph, std::span<const Expression> outputs,
                             std::span<const double> symbols) {
  std::vector<double> results(outputs.size());
  Tape(graph, outputs).evaluate(symbols, results);
  return results;
}

}  // namespace flangeway::expression
