// The back of a wheel on its check rails: docs/theory/check_rails.md. Left-hand coordinates.
#pragma once

#include "flangeway/wheelrail/elastic/interpenetration.hpp"

namespace flangeway::wheelrail::elastic {

/// Contact of a check rail with the back of a wheel. Its load is 0 without contact.
struct BackContact {
  PressedPart part;
  double stiffness = 0;  ///< N/m
};
[[nodiscard]] BackContact press_back(const Shape& shape, const GuidingFace& face, const Placement& place);

}  // namespace flangeway::wheelrail::elastic
