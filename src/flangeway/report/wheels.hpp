// Key numbers of every wheel. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "flangeway/report/facts.hpp"

namespace flangeway::report {

/// Y/Q at which a wheel begins to climb on a flange of angle `angle` (rad) with friction `mu`
/// [Nadal1908]: (tan δ − μ)/(1 + μ tan δ). The flange is held where Y/Q stays below it.
[[nodiscard]] double nadal_limit(double angle, double mu);

/// The table of the wheels in the summary, as HTML; a sentence where the summary has none.
[[nodiscard]] std::string wheels_html(const nlohmann::json& summary, const CaseFacts& facts);

}  // namespace flangeway::report
