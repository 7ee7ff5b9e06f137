// Keys of a case as parameters of its equations. Private to the room.
#pragma once

#include <functional>
#include <vector>

#include "flangeway/case_codegen/generate_case.hpp"
#include "flangeway/case_codegen/symbols.hpp"

namespace flangeway::case_codegen {

/// Keys that can be parameters, for findings about others.
inline constexpr const char* possible_parameters =
    "keys of the vehicle that enter forces of its elements in proportion: stiffness, damping, preload and "
    "friction "
    "force of bushings, spring_dampers, anti_roll_bars and other elements whose forces follow from the "
    "present motion; "
    "no masses, positions, clearances, and no dampers in series with a spring";

/// The equations plus (p − p₀)(F₁ − F₀)/(p₁ − p₀) for each parameter p, where F₁ are those with p₁. This is
/// exact where the equations are linear in all parameters together, which the other cases of each show; keys
/// that enter otherwise are findings.
[[nodiscard]] Targets with_parameters(const Targets& nominal,
                                      const std::function<Targets(const multibody::Model&)>& equations,
                                      const std::vector<ParameterKey>& parameters,
                                      const std::vector<Expression>& variables, expression::Graph& graph,
                                      Findings& findings);

}  // namespace flangeway::case_codegen
