#include "flangeway/case_codegen/parameter_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace flangeway::case_codegen {

namespace {

using AllTargets = std::vector<expression::Target>;

void refuse(const ParameterKey& key, const char* problem, Findings& findings) {
  findings.add({{},
                "--parameters",
                problem,
                key.name,
                possible_parameters,
                fmt::format("Leave it out, and export the case once more with --set {}=VALUE", key.name)});
}

bool has_same_names(const AllTargets& a, const AllTargets& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const expression::Target& one, const expression::Target& other) { return one.name == other.name; });
}

// Small numbers of both signs, the same in each build: of every order of size, so that some lie on each side
// of clearances and other places at which forces change their law.
std::vector<double> sample(std::size_t count, unsigned seed) {
  constexpr double max_size = 0.2, decades = 3;
  std::vector<double> values(count);
  unsigned state = seed;
  const auto share = [&state] {
    state = state * 1664525U + 1013904223U;
    return static_cast<double>(state >> 8) / (1U << 24);
  };
  for (double& value : values) {
    const double size = max_size * std::pow(10.0, -decades * share());
    value = share() < 0.5 ? -size : size;
  }
  return values;
}

// Whether the equations with these values of the parameters agree with another case at some states.
bool are_equal(expression::Graph& graph, const AllTargets& equations, const std::vector<double>& parameters,
               const AllTargets& other) {
  std::vector<Expression> all;
  for (const expression::Target& target : equations) all.push_back(target.value);
  for (const expression::Target& target : other) all.push_back(target.value);
  expression::Tape tape(graph, all);
  std::vector<double> results(all.size());
  constexpr double tolerance = 1e-9;
  constexpr unsigned samples = 200;
  for (unsigned seed = 1; seed <= samples; ++seed) {
    std::vector<double> symbols = sample(tape.symbols(), seed);
    std::copy(parameters.begin(), parameters.end(), symbols.begin());
    tape.evaluate(symbols, results);
    for (std::size_t i = 0; i < equations.size(); ++i) {
      const double one = results[i], same = results[equations.size() + i];
      if (!(std::abs(one - same) <= tolerance * (1 + std::abs(one) + std::abs(same)))) return false;
    }
  }
  return true;
}

}  // namespace

Targets with_parameters(const Targets& nominal,
                        const std::function<Targets(const multibody::Model&)>& equations,
                        const std::vector<ParameterKey>& parameters, const std::vector<Expression>& variables,
                        expression::Graph& graph, Findings& findings) {
  AllTargets sum = nominal.all();
  std::vector<double> values, raised;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const ParameterKey& key = parameters[k];
    values.push_back(key.value);
    raised.push_back(key.value + key.step);
    const AllTargets above = equations(key.above.vehicle.bodies).all();
    if (!has_same_names(sum, above)) {
      refuse(key, "changes which elements the vehicle has", findings);
      return nominal;
    }
    const Expression part = (variables[k] - key.value) / key.step;
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (!(above[i].value == nominal.all()[i].value))
        sum[i].value += part * (above[i].value - nominal.all()[i].value);
  }
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    std::vector<double> lowered = values;
    lowered[k] -= parameters[k].step;
    const AllTargets below = equations(parameters[k].below.vehicle.bodies).all();
    if (!has_same_names(sum, below) || !are_equal(graph, sum, lowered, below))
      refuse(parameters[k], "does not enter the equations in proportion", findings);
  }
  const AllTargets all = equations(parameters.back().above_of_all.vehicle.bodies).all();
  if (findings.empty() && (!has_same_names(sum, all) || !are_equal(graph, sum, raised, all)))
    refuse(parameters.back(), "multiplies another parameter in the equations", findings);
  Targets result;
  for (const expression::Target& target : sum) result.set(target.name, target.value);
  return result;
}

}  // namespace flangeway::case_codegen
