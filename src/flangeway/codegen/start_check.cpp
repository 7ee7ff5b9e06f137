#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/codegen/start_values.hpp"
#include "flangeway/expression/tape.hpp"

namespace flangeway::codegen {

using expression::Expression;
using symbolic_model::CubicSymbols;
using symbolic_model::Model;
using symbolic_model::ModelSpec;
using symbolic_model::WheelContact;

namespace {

// The piece of a profile at u = 0.
void set_profile(Values& values, const CubicSymbols& cubic, const symbolic_model::CubicTableSpec& table) {
  std::size_t i = 0;
  while (i + 1 < table.a.size() && table.breaks[i + 1] <= 0) ++i;
  if (table.a.empty() || table.breaks.size() < 2) return;
  values.of(cubic.a) = table.a[i], values.of(cubic.b) = table.b[i];
  values.of(cubic.c) = table.c[i], values.of(cubic.d) = table.d[i];
  values.of(cubic.start) = table.breaks[i];
}

void set_wheel(Values& values, const WheelContact& wheel, const ModelSpec& spec, double place) {
  set_profile(values, wheel.wheel, spec.contact->wheel);
  set_profile(values, wheel.rail, spec.contact->rail);
  values.of(wheel.coordinates[3]) = values.of(wheel.course[0].start) = values.of(wheel.course[0].d) = place;
  values.of(wheel.course[0].c) = 1;
  const double half = 0.5 * spec.track->gauge;
  values.of(wheel.course[1].d) = wheel.side == symbolic_model::Side::left ? half : -half;
}

Eigen::MatrixXd evaluated(const Model& model, const std::vector<std::vector<Expression>>& rows,
                          const Values& values) {
  std::vector<Expression> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  const std::vector<double> numbers = expression::evaluate(model.graph, flat, values.all());
  const auto columns = static_cast<Eigen::Index>(rows.empty() ? 0 : rows[0].size());
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      numbers.data(), static_cast<Eigen::Index>(rows.size()), columns);
}

void check_mass(const Model& model, const ModelSpec& spec, const Values& values, Findings& findings) {
  const Eigen::MatrixXd mass = evaluated(model, model.equations.mass, values);
  for (Eigen::Index i = 0; i < mass.rows(); ++i) {
    const SourceLocation& where = spec.coordinates[static_cast<std::size_t>(i)].name.where;
    const std::string key = fmt::format("coordinates[{}]", i);
    if (!(mass(i, i) > 0)) {
      findings.add({where, key, "moves nothing that has mass at the start",
                    model.coordinate_names[static_cast<std::size_t>(i)], "",
                    "Give the solids that it moves mass or inertia"});
    }
  }
  if (!findings.empty()) return;
  const Eigen::VectorXd scale = mass.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::LLT<Eigen::MatrixXd> factors(scale.asDiagonal() * mass * scale.asDiagonal());
  if (factors.info() != Eigen::Success || !mass.allFinite())
    findings.add({spec.name.where, "", "has a mass matrix that is singular at the start", "", "",
                  "Two coordinates may move the same in the same way, or a product of inertia is too large"});
}

// Place and name of each constraint of the dynamics.
struct Row {
  SourceLocation where;
  std::string key;
};

std::vector<Row> rows_of(const ModelSpec& spec) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < spec.constraints.size(); ++i)
    rows.push_back({spec.constraints[i].zero.where, fmt::format("constraints[{}]", i)});
  for (std::size_t i = 0; i < spec.loops.size(); ++i)
    rows.push_back({spec.loops[i].a.where, fmt::format("loops[{}]", i)});
  for (std::size_t i = 0; i < spec.wheels.size(); ++i)
    rows.push_back({spec.wheels[i].name.where, fmt::format("wheels[{}]", i)});
  return rows;
}

// Takes the constraints one after the other away from each other; what is left of one that depends is
// nothing.
void check_rows(const Model& model, const ModelSpec& spec, const Values& values, Findings& findings) {
  std::vector<std::vector<Expression>> all = model.constraints.jacobian;
  for (const WheelContact& wheel : model.wheels) all.push_back(wheel.normal_row);
  Eigen::MatrixXd left = evaluated(model, all, values);
  const std::vector<Row> rows = rows_of(spec);
  for (Eigen::Index i = 0; i < left.rows(); ++i) {
    const Row& row = rows[static_cast<std::size_t>(i)];
    const double size = left.row(i).norm();
    for (int pass = 0; pass < 2; ++pass) {
      for (Eigen::Index j = 0; j < i; ++j) left.row(i) -= left.row(i).dot(left.row(j)) * left.row(j);
    }
    if (!(left.row(i).norm() > 1e-9 * size)) {
      findings.add(
          {row.where, row.key,
           size > 0 ? "says at the start what constraints before it say already (redundant or contradicting)"
                    : "constrains nothing at the start (a singular place)",
           "", "", "Take it out, or start from another place"});
      left.row(i).setZero();
    } else {
      left.row(i).normalize();
    }
  }
}

}  // namespace

Values start_values(const Model& model, const ModelSpec& spec) {
  Values values(model.graph);
  const std::vector<symbolic::Coordinate>& coordinates = model.frames.coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    values.of(coordinates[i].position) = model.initial_position[i];
    values.of(coordinates[i].velocity) = model.initial_velocity[i];
  }
  for (const auto* symbols : {&model.parameters, &model.inputs}) {
    for (const symbolic_model::NamedSymbol& symbol : *symbols) values.of(symbol.symbol) = symbol.value;
  }
  std::vector<Expression> places;
  for (const WheelContact& wheel : model.wheels) places.push_back(wheel.start_place);
  const std::vector<double> place = expression::evaluate(model.graph, places, values.all());
  for (std::size_t i = 0; i < model.wheels.size(); ++i) set_wheel(values, model.wheels[i], spec, place[i]);
  return values;
}

Values random_values(const Model& model, const ModelSpec& spec, std::mt19937& random) {
  Values values = start_values(model, spec);
  const auto near = [&](const Expression& symbol, double reach) {
    values.of(symbol) += std::uniform_real_distribution<double>(-reach, reach)(random);
  };
  for (const symbolic::Coordinate& q : model.frames.coordinates()) {
    near(q.position, 0.1);
    near(q.velocity, 1);
  }
  for (const WheelContact& wheel : model.wheels) {
    for (std::size_t k = 0; k < 4; ++k) {
      near(wheel.coordinates[k], 0.01);
      near(wheel.rates[k], 1);
    }
    for (const CubicSymbols& cubic : wheel.course) {
      near(cubic.a, 1e-4);
      near(cubic.b, 1e-3);
      near(cubic.c, 1e-2);
    }
  }
  return values;
}

void check_start(Model& model, const ModelSpec& spec, Findings& findings) {
  const Values values = start_values(model, spec);
  Findings own;
  check_mass(model, spec, values, own);
  check_rows(model, spec, values, own);
  findings.append(own);
}

}  // namespace flangeway::codegen
