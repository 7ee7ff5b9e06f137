// Cross-check of contact methods in the summary of a run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "flangeway/assess/cross_check.hpp"

namespace flangeway::recording {

[[nodiscard]] nlohmann::ordered_json cross_check_json(const assess::CrossCheck& check);
/// Throws nlohmann::json::exception where the document describes no cross-check.
[[nodiscard]] assess::CrossCheck read_cross_check(const nlohmann::ordered_json& json);
/// One line for the summary; the differences are among its warnings.
[[nodiscard]] std::string cross_check_text(const assess::CrossCheck& check);

}  // namespace flangeway::recording
