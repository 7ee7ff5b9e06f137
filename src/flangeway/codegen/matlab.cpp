#include "flangeway/codegen/matlab.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/codegen/start_values.hpp"
#include "flangeway/expression/print_c.hpp"
#include "flangeway/expression/tape.hpp"

namespace flangeway::codegen {

using expression::Expression;
using symbolic_model::Model;
using symbolic_model::WheelContact;

namespace {

using Entries = std::vector<std::vector<Expression>>;

// An output of a function.
struct MatlabOutput {
  std::string name;
  Entries rows;
};

struct MatlabFunction {
  std::string name, text;  // text: the comment below its head
  std::vector<MatlabOutput> outputs;
};

// Symbols by their index, as entries of the arguments.
class MatlabSymbols {
 public:
  explicit MatlabSymbols(const Model& model) : graph_(model.graph), text_(model.graph.symbols()) {
    const auto& coordinates = model.frames.coordinates();
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      set(coordinates[i].position, fmt::format("q({})", i + 1));
      set(coordinates[i].velocity, fmt::format("v({})", i + 1));
    }
    for (std::size_t i = 0; i < model.inputs.size(); ++i)
      set(model.inputs[i].symbol, fmt::format("u({})", i + 1));
    for (std::size_t i = 0; i < model.parameters.size(); ++i)
      set(model.parameters[i].symbol, fmt::format("p({})", i + 1));
    for (std::size_t i = 0; i < model.wheels.size(); ++i) set_wheel(model.wheels[i], i + 1);
  }
  [[nodiscard]] const std::string& of(std::size_t symbol) const { return text_[symbol]; }

 private:
  void set(const Expression& symbol, std::string text) {
    text_[graph_.node(symbol.in(*symbol.graph()).atom()).left.bits()] = std::move(text);
  }
  void set_wheel(const WheelContact& wheel, std::size_t row) {
    for (std::size_t k = 0; k < 4; ++k) {
      set(wheel.coordinates[k], fmt::format("s({}, {})", row, k + 1));
      set(wheel.rates[k], fmt::format("rate({}, {})", row, k + 1));
    }
    std::size_t column = 0;
    const auto add = [&](const Expression& symbol) { set(symbol, fmt::format("c({}, {})", row, ++column)); };
    for (const auto* cubic : {&wheel.wheel, &wheel.rail})
      for (const auto* symbol : {&cubic->a, &cubic->b, &cubic->c, &cubic->d, &cubic->start}) add(*symbol);
    for (const auto& cubic : wheel.course)
      for (const auto* symbol : {&cubic.a, &cubic.b, &cubic.c, &cubic.d}) add(*symbol);
    add(wheel.course[0].start);
  }

  const expression::Graph& graph_;
  std::vector<std::string> text_;
};

Entries one_column(const std::vector<Expression>& values) {
  Entries rows;
  for (const Expression& value : values) rows.push_back({value});
  return rows;
}

std::vector<MatlabFunction> functions_of(const Model& model) {
  std::vector<Expression> residual = model.constraints.residual, side = model.constraints.acceleration_side;
  Entries rows = model.constraints.jacobian, tangents, tangent_rows, creep;
  for (const WheelContact& wheel : model.wheels) {
    residual.push_back(wheel.normal_residual);
    side.push_back(wheel.normal_side);
    rows.push_back(wheel.normal_row);
    tangents.emplace_back(wheel.tangent_residual.begin(), wheel.tangent_residual.end());
    for (const auto& row : wheel.tangent_jacobian) tangent_rows.emplace_back(row.begin(), row.end());
    for (const auto& row : wheel.creep_rows) creep.push_back(row);
  }
  std::vector<MatlabFunction> all{
      {"mass_matrix", "Mass matrix M of M a = force + rows\' lambda.", {{"M", model.equations.mass}}},
      {"forces",
       "Forces of weight, springs, dampers, inputs and velocities.",
       {{"force", one_column(model.equations.force)}}}};
  if (!residual.empty()) {
    all.push_back({"constraints",
                   "Residuals of the constraints, their rows over the velocities, and what rows times the "
                   "accelerations is.",
                   {{"residual", one_column(residual)}, {"rows", rows}, {"side", one_column(side)}}});
  }
  if (!model.wheels.empty()) {
    all.push_back({"contacts",
                   "Tangent conditions of each wheel (a row), their Jacobian over its place s (four rows a "
                   "wheel), and directions of creep forces (three rows a wheel: forwards, lateral, spin).",
                   {{"tangent", tangents}, {"tangent_jacobian", tangent_rows}, {"creep_rows", creep}}});
  }
  all.push_back({"energies",
                 "Kinetic and potential energy in J.",
                 {{"energy", {{model.kinetic_energy, model.potential_energy}}}}});
  return all;
}

std::string arguments_of(const Model& model) {
  return model.wheels.empty() ? "q, v, u, p" : "q, v, u, p, s, rate, c";
}

std::string explained_arguments(const Model& model) {
  std::string text =
      "% q, v: coordinates and velocities; u: inputs; p: parameters, in the order of start_state.\n";
  if (!model.wheels.empty())
    text +=
        "% s, rate: place of each contact and its rate, a row a wheel; c: the cubics of wheel, rail and "
        "course "
        "there\n% (a, b, c, d and start of wheel and rail; a, b, c, d of each function of the course; its "
        "start).\n";
  return text;
}

std::string heads_of(const std::vector<MatlabOutput>& outputs) {
  std::vector<std::string> names;
  for (const MatlabOutput& output : outputs) names.push_back(output.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string function_file(const Model& model, const MatlabSymbols& symbols, const MatlabFunction& function) {
  std::string text =
      fmt::format("function [{}] = {}({})\n% {}\n{}", heads_of(function.outputs), function.name,
                  arguments_of(model), function.text, explained_arguments(model));
  std::vector<expression::Target> targets;
  for (const MatlabOutput& output : function.outputs) {
    text += fmt::format("  {} = zeros({}, {});\n", output.name, output.rows.size(),
                        output.rows.empty() ? 0 : output.rows[0].size());
    for (std::size_t i = 0; i < output.rows.size(); ++i) {
      for (std::size_t j = 0; j < output.rows[i].size(); ++j) {
        if (!(output.rows[i][j] == Expression(0)))
          targets.push_back({fmt::format("{}({}, {})", output.name, i + 1, j + 1), output.rows[i][j]});
      }
    }
  }
  expression::PrintOptions options;
  options.language = expression::Language::matlab;
  options.symbol = [&](std::size_t symbol) { return symbols.of(symbol); };
  options.prefix = "x";
  return text + expression::print_c(model.graph, targets, options) + "end\n";
}

std::string matlab_numbers(const std::vector<double>& values) {
  std::vector<std::string> numbers;
  for (const double value : values) numbers.push_back(fmt::format("{:.17g}", value));
  return fmt::format("[{}]", fmt::join(numbers, "; "));
}

std::string quoted(const std::string& text) {
  std::string out;
  for (const char letter : text) out += letter == '\'' ? std::string("\'\'") : std::string(1, letter);
  return "\'" + out + "\'";
}

template <typename Symbols>
std::string names_and_values(const char* what, const Symbols& symbols) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& symbol : symbols) names.push_back(quoted(symbol.name)), values.push_back(symbol.value);
  return fmt::format("  {0} = {1};\n  names.{0} = {{{2}}};\n", what, matlab_numbers(values),
                     fmt::join(names, ", "));
}

std::string start_file(const Model& model) {
  std::vector<std::string> names;
  for (const std::string& name : model.coordinate_names) names.push_back(quoted(name));
  return fmt::format(
             "function [q, v, u, p, names] = start_state()\n"
             "% Coordinates, velocities, inputs and parameters at the start of {}, and their names.\n"
             "  q = {};\n  v = {};\n  names.q = {{{}}};\n",
             model.name, matlab_numbers(model.initial_position), matlab_numbers(model.initial_velocity),
             fmt::join(names, ", ")) +
         names_and_values("u", model.inputs) + names_and_values("p", model.parameters) + "end\n";
}

// Without wheels the equations describe constrained motion.
std::string acceleration_file(const Model& model) {
  const bool free = model.constraints.residual.empty();
  return std::string(
             "function [a, lambda] = accelerations(q, v, u, p)\n"
             "% Accelerations, and the multipliers of the constraints.\n"
             "  M = mass_matrix(q, v, u, p);\n  force = forces(q, v, u, p);\n") +
         (free ? "  a = M \\ force;\n  lambda = zeros(0, 1);\nend\n"
               : "  [~, rows, side] = constraints(q, v, u, p);\n  n = size(M, 1);\n"
                 "  x = [M, -rows\'; rows, zeros(size(rows, 1))] \\ [force; side];\n"
                 "  a = x(1:n);\n  lambda = x(n+1:end);\nend\n");
}

constexpr std::size_t tested_states = 3;

std::string values_of_state(const Model& model, Values& values) {
  std::vector<double> q, v, u, p;
  for (const auto& coordinate : model.frames.coordinates()) {
    q.push_back(values.of(coordinate.position));
    v.push_back(values.of(coordinate.velocity));
  }
  for (const auto& input : model.inputs) u.push_back(values.of(input.symbol));
  for (const auto& parameter : model.parameters) p.push_back(values.of(parameter.symbol));
  std::string text = fmt::format("  q = {};\n  v = {};\n  u = {};\n  p = {};\n", matlab_numbers(q),
                                 matlab_numbers(v), matlab_numbers(u), matlab_numbers(p));
  if (model.wheels.empty()) return text;
  std::vector<std::string> contacts, rates, cubics;
  for (const WheelContact& wheel : model.wheels) {
    std::vector<double> at, rate, all;
    for (std::size_t k = 0; k < 4; ++k) {
      at.push_back(values.of(wheel.coordinates[k]));
      rate.push_back(values.of(wheel.rates[k]));
    }
    for (const auto* cubic : {&wheel.wheel, &wheel.rail})
      for (const auto* symbol : {&cubic->a, &cubic->b, &cubic->c, &cubic->d, &cubic->start})
        all.push_back(values.of(*symbol));
    for (const auto& cubic : wheel.course)
      for (const auto* symbol : {&cubic.a, &cubic.b, &cubic.c, &cubic.d}) all.push_back(values.of(*symbol));
    all.push_back(values.of(wheel.course[0].start));
    contacts.push_back(fmt::format("{}.\'", matlab_numbers(at)));
    rates.push_back(fmt::format("{}.\'", matlab_numbers(rate)));
    cubics.push_back(fmt::format("{}.\'", matlab_numbers(all)));
  }
  return text + fmt::format("  s = [{}];\n  rate = [{}];\n  c = [{}];\n", fmt::join(contacts, "; "),
                            fmt::join(rates, "; "), fmt::join(cubics, "; "));
}

std::string compared(const Model& model, const MatlabFunction& function, const Values& values) {
  std::string text =
      fmt::format("  [{}] = {}({});\n", heads_of(function.outputs), function.name, arguments_of(model));
  for (const MatlabOutput& output : function.outputs) {
    std::vector<Expression> flat;  // column by column
    for (std::size_t j = 0; !output.rows.empty() && j < output.rows[0].size(); ++j)
      for (const auto& row : output.rows) flat.push_back(row[j]);
    text += fmt::format("  worst = max(worst, off({}(:), {}));\n", output.name,
                        matlab_numbers(expression::evaluate(model.graph, flat, values.all())));
  }
  return text;
}

std::string selftest_file(Model& model, const symbolic_model::ModelSpec& spec,
                          const std::vector<MatlabFunction>& functions) {
  std::mt19937 random(1);
  std::string text =
      "function selftest()\n"
      "% All functions at random states against values that were computed without them.\n"
      "  worst = 0;\n";
  for (std::size_t i = 0; i < tested_states; ++i) {
    Values values = random_values(model, spec, random);
    text += values_of_state(model, values);
    for (const MatlabFunction& function : functions) text += compared(model, function, values);
  }
  return text +
         "  fprintf(\'largest error %.1e of the largest value\\n\', worst);\n"
         "  if ~(worst < 1e-10), error(\'the functions differ from the equations\'); end\n"
         "end\n\n"
         "function error_of = off(found, expected)\n"
         "  error_of = max([abs(found - expected); 0]) / max([abs(expected); realmin]);\n"
         "end\n";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> matlab_files(Model& model,
                                                              const symbolic_model::ModelSpec& spec) {
  const MatlabSymbols symbols(model);
  const std::vector<MatlabFunction> functions = functions_of(model);
  std::vector<std::pair<std::string, std::string>> files;
  for (const MatlabFunction& function : functions)
    files.emplace_back(function.name + ".m", function_file(model, symbols, function));
  files.emplace_back("start_state.m", start_file(model));
  if (model.wheels.empty()) files.emplace_back("accelerations.m", acceleration_file(model));
  files.emplace_back("selftest.m", selftest_file(model, spec, functions));
  return files;
}

}  // namespace flangeway::codegen
