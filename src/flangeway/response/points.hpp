// What a user asks the response of.
#pragma once

#include "flangeway/response/response.hpp"

namespace flangeway::response {

/// Where nothing is asked for: bodies and wheel forces.
[[nodiscard]] std::vector<std::string> usual_channels(const vehicle_case::CaseModel& model);

[[nodiscard]] std::optional<BodyPoint> parse_point(const std::string& text,
                                                   const vehicle_case::CaseModel& model, Findings& findings);

}  // namespace flangeway::response
