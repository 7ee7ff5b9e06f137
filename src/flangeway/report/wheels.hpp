// Key numbers of every wheel. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace flangeway::report {

/// The table of the wheels in the summary, as HTML; a sentence where the summary has none.
[[nodiscard]] std::string wheels_html(const nlohmann::json& summary);

}  // namespace flangeway::report
