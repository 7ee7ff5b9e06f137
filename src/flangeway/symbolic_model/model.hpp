// A multibody system with wheels on rails, as expressions. Theory: docs/theory/realtime.md.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "flangeway/expression/expression.hpp"
#include "flangeway/symbolic/constraints.hpp"
#include "flangeway/symbolic/frames.hpp"
#include "flangeway/symbolic/virtual_power.hpp"
#include "flangeway/symbolic_model/model_spec.hpp"

namespace flangeway::symbolic_model {

using expression::Expression;

/// A symbol with its name and the value it has unless someone changes it.
struct NamedSymbol {
  std::string name;
  Expression symbol;
  double value = 0;
};

/// Coefficients of the cubic piece where a contact is now: d + s (c + s (b + s a)), s = u − start.
/// Symbols that are updated at run time.
struct CubicSymbols {
  Expression a, b, c, d, start;
};

/// Functions of the place along a rail; they share their nodes.
constexpr std::size_t rail_functions = 4;  ///< x, y, z, camber

/// One wheel on its rail [Ros2017, section 3].
struct WheelContact {
  std::string name;
  Side side = Side::left;
  /// Contact coordinates: angle and u on the wheel, u and s on the rail; and their rates.
  std::array<Expression, 4> coordinates, rates;
  Expression start_place;  ///< along the track, of the wheel's centre, m
  CubicSymbols wheel, rail;
  std::array<CubicSymbols, rail_functions> course;  ///< `start` is one symbol in all four

  Expression normal_residual;                                 ///< φ_n, m
  std::array<Expression, 4> tangent_residual;                 ///< φ_t, [2] m, [2] –
  std::array<std::array<Expression, 4>, 4> tangent_jacobian;  ///< [row][contact coordinate]
  std::vector<Expression> normal_row;                         ///< [n] ∂φ_n/∂q, also force of N = 1 N
  /// [3][n] generalised forces of the creep forces Fx = 1 N, Fy = 1 N, Mz = 1 N m on the wheel; times q̇:
  /// sliding velocities and spin.
  std::array<std::vector<Expression>, 3> creep_rows;
  std::array<Expression, 4> tangent_rate;        ///< ∂φ_t/∂q q̇
  Expression normal_side;                        ///< γ in ∂φ_n/∂q q̈ = γ
  Expression speed;                              ///< reference speed V of the creepages, m/s
  symbolic::Components normal, forwards;         ///< of the rail, of unit length, in the ground's components
  Expression curvature_along, curvature_across;  ///< sums of both surfaces, 1/m
};

struct Model {
  std::string name;
  expression::Graph graph;
  symbolic::Frames frames{graph};
  std::vector<std::string> coordinate_names;
  std::vector<double> initial_position, initial_velocity;
  std::vector<NamedSymbol> parameters, inputs;
  std::vector<std::array<std::size_t, 4>> euler_parameters;  ///< coordinates that are those of one base
  symbolic::EquationsOfMotion equations;
  symbolic::Constraints constraints;  ///< without those of the wheels
  std::vector<WheelContact> wheels;
  Expression kinetic_energy, potential_energy;  ///< J; of solids, gravity and springs
};

/// Null, with findings, where the file says something that cannot be.
[[nodiscard]] std::unique_ptr<Model> build(const ModelSpec& spec, Findings& findings);

}  // namespace flangeway::symbolic_model
