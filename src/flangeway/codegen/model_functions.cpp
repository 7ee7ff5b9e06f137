#include "flangeway/codegen/model_functions.hpp"

#include <fmt/format.h>

namespace flangeway::codegen {

using expression::Expression;
using symbolic_model::CubicSymbols;
using symbolic_model::Model;
using symbolic_model::WheelContact;

namespace {

class SymbolNames {
 public:
  explicit SymbolNames(std::size_t count)
      : table_{std::vector<std::string>(count), std::vector<Stage>(count, Stage::place)} {}
  void name(const Expression& symbol, std::string code, Stage stage) {
    const expression::Graph& graph = *symbol.graph();
    const std::size_t index = graph.node(symbol.in(*symbol.graph()).atom()).left.bits();
    table_.code[index] = std::move(code);
    table_.stage[index] = stage;
  }
  SymbolTable take() { return std::move(table_); }

 private:
  SymbolTable table_;
};

void name_cubic(SymbolNames& names, const CubicSymbols& cubic, std::size_t wheel, std::size_t first) {
  const Expression* const symbols[] = {&cubic.a, &cubic.b, &cubic.c, &cubic.d};
  for (std::size_t k = 0; k < 4; ++k)
    names.name(*symbols[k], fmt::format("w->cubics[{}][{}]", wheel, first + k), Stage::place);
}

void name_wheel(SymbolNames& names, const WheelContact& wheel, std::size_t index) {
  for (std::size_t k = 0; k < 4; ++k) {
    names.name(wheel.coordinates[k], fmt::format("x->contact[{}][{}]", index, k), Stage::place);
    names.name(wheel.rates[k], fmt::format("w->contact_rate[{}][{}]", index, k), Stage::contact_rates);
  }
  name_cubic(names, wheel.wheel, index, 0);
  names.name(wheel.wheel.start, fmt::format("w->cubics[{}][4]", index), Stage::place);
  name_cubic(names, wheel.rail, index, 5);
  names.name(wheel.rail.start, fmt::format("w->cubics[{}][9]", index), Stage::place);
  for (std::size_t f = 0; f < symbolic_model::rail_functions; ++f)
    name_cubic(names, wheel.course[f], index, 10 + 4 * f);
  names.name(wheel.course[0].start, fmt::format("w->cubics[{}][10 + 4 * FW_COURSE]", index), Stage::place);
}

// Zeros stay as they are from the beginning.
void add(std::vector<expression::Target>& targets, std::string name, const Expression& value) {
  if (!(value == Expression(0))) targets.push_back({std::move(name), value});
}

void add_row(std::vector<expression::Target>& targets, const std::string& array,
             const std::vector<Expression>& row) {
  for (std::size_t j = 0; j < row.size(); ++j) add(targets, fmt::format("{}[{}]", array, j), row[j]);
}

std::vector<expression::Target> residuals(const Model& model) {
  std::vector<expression::Target> targets;
  const std::size_t own = model.constraints.residual.size();
  add_row(targets, "w->residual", model.constraints.residual);
  for (std::size_t i = 0; i < model.wheels.size(); ++i) {
    add(targets, fmt::format("w->residual[{}]", own + i), model.wheels[i].normal_residual);
    for (std::size_t k = 0; k < 4; ++k)
      add(targets, fmt::format("w->tangent_residual[{}][{}]", i, k), model.wheels[i].tangent_residual[k]);
  }
  return targets;
}

// Inputs of a contact search, zeros included: the runtime factors the Jacobian in place.
void add_tangents(std::vector<expression::Target>& targets, const WheelContact& wheel, std::size_t index) {
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t l = 0; l < 4; ++l)
      targets.push_back(
          {fmt::format("w->tangent_jacobian[{}][{}][{}]", index, k, l), wheel.tangent_jacobian[k][l]});
  }
  add(targets, fmt::format("w->curvature[{}][1]", index), wheel.curvature_across);
}

std::vector<expression::Target> contacts(const Model& model) {
  std::vector<expression::Target> targets = residuals(model);
  for (std::size_t i = 0; i < model.wheels.size(); ++i) add_tangents(targets, model.wheels[i], i);
  return targets;
}

std::vector<expression::Target> geometry(const Model& model) {
  std::vector<expression::Target> targets;
  for (std::size_t i = 0; i < model.equations.mass.size(); ++i)
    add_row(targets, fmt::format("w->mass[{}]", i), model.equations.mass[i]);
  const std::size_t own = model.constraints.residual.size();
  for (std::size_t i = 0; i < own; ++i)
    add_row(targets, fmt::format("w->rows[{}]", i), model.constraints.jacobian[i]);
  for (std::size_t i = 0; i < model.wheels.size(); ++i) {
    const WheelContact& wheel = model.wheels[i];
    add_row(targets, fmt::format("w->rows[{}]", own + i), wheel.normal_row);
    for (std::size_t d = 0; d < 3; ++d)
      add_row(targets, fmt::format("w->creep_rows[{}][{}]", i, d), wheel.creep_rows[d]);
    add_tangents(targets, wheel, i);
    for (std::size_t d = 0; d < 3; ++d) {
      add(targets, fmt::format("w->normal[{}][{}]", i, d), wheel.normal[d]);
      add(targets, fmt::format("w->forwards[{}][{}]", i, d), wheel.forwards[d]);
    }
    add(targets, fmt::format("w->curvature[{}][0]", i), wheel.curvature_along);
  }
  return targets;
}

std::vector<expression::Target> motion(const Model& model) {
  std::vector<expression::Target> targets;
  add_row(targets, "w->force", model.equations.force);
  for (std::size_t i = 0; i < model.wheels.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k)
      add(targets, fmt::format("w->tangent_rate[{}][{}]", i, k), model.wheels[i].tangent_rate[k]);
    add(targets, fmt::format("w->wheel_speed[{}]", i), model.wheels[i].speed);
  }
  return targets;
}

// The sides become right sides of the step in place, so that zeros are written too.
std::vector<expression::Target> sides(const Model& model) {
  std::vector<expression::Target> targets;
  const std::size_t own = model.constraints.residual.size();
  for (std::size_t i = 0; i < own; ++i)
    targets.push_back({fmt::format("w->side[{}]", i), model.constraints.acceleration_side[i]});
  for (std::size_t i = 0; i < model.wheels.size(); ++i)
    targets.push_back({fmt::format("w->side[{}]", own + i), model.wheels[i].normal_side});
  return targets;
}

}  // namespace

SymbolTable symbol_table(const Model& model) {
  SymbolNames names(model.graph.symbols());
  const std::vector<symbolic::Coordinate>& coordinates = model.frames.coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    names.name(coordinates[i].position, fmt::format("x->q[{}]", i), Stage::place);
    names.name(coordinates[i].velocity, fmt::format("x->v[{}]", i), Stage::motion);
  }
  for (std::size_t i = 0; i < model.parameters.size(); ++i)
    names.name(model.parameters[i].symbol, fmt::format("w->parameters[{}]", i), Stage::parameters);
  for (std::size_t i = 0; i < model.inputs.size(); ++i)
    names.name(model.inputs[i].symbol, fmt::format("w->inputs[{}]", i), Stage::motion);
  for (std::size_t i = 0; i < model.wheels.size(); ++i) name_wheel(names, model.wheels[i], i);
  return names.take();
}

std::vector<StagedFunction> model_functions(const Model& model) {
  return {{"residuals", Stage::place, true, residuals(model)},
          {"contacts", Stage::place, true, contacts(model)},
          {"geometry", Stage::place, false, geometry(model)},
          {"motion", Stage::motion, false, motion(model)},
          {"sides", Stage::contact_rates, false, sides(model)},
          {"energy",
           Stage::motion,
           true,
           {{"w->energy[0]", model.kinetic_energy}, {"w->energy[1]", model.potential_energy}}}};
}

}  // namespace flangeway::codegen
