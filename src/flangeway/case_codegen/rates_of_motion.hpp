// How coordinates and the rails beside a wheelset change with time. Private to the room.
#pragma once

#include <string>
#include <vector>

#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/expression/rewrite.hpp"

namespace flangeway::case_codegen {

/// Rates of q[0] to q[3], and of the rail's measures (`count` of them, an array of that name) and their
/// derivatives along the track. `moving`: array of the velocities and accelerations that they have besides
/// those; empty: none.
[[nodiscard]] std::vector<expression::Assignment> rates_of_motion(Symbols& s, const char* measures, int count,
                                                                  const std::string& moving = "");

}  // namespace flangeway::case_codegen
