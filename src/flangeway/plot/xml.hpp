// Escapes text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace flangeway::plot {

/// Escapes & < > " and replaces by U+FFFD what XML 1.0 does not allow: control characters and ill-formed
/// UTF-8.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace flangeway::plot
