// Points of the vehicle at which a user requests the response.
#pragma once

#include "flangeway/response/response.hpp"

namespace flangeway::response {

/// Default channels: bodies and wheel forces.
[[nodiscard]] std::vector<std::string> usual_channels(const vehicle_case::CaseModel& model);

[[nodiscard]] std::optional<BodyPoint> parse_point(const std::string& text,
                                                   const vehicle_case::CaseModel& model, Findings& findings);

}  // namespace flangeway::response
