// Texts of pictures within the room that they have. Private to the room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flangeway::plot {

/// Estimated width in the unit of `size`: the true one depends on the fonts of the reader's machine.
[[nodiscard]] double text_width(std::string_view text, double size);

/// Lines of a text that are no wider than `room`, broken at spaces; a single word may be wider.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text, double size, double room);

/// Start and end of a text that is too long: "models/tra…_r500.toml".
[[nodiscard]] std::string shortened(const std::string& text, double size, double room);

}  // namespace flangeway::plot
