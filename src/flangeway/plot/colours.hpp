// The colours of pictures, and what they become on a dark page. Private to the room.
#pragma once

#include <array>

namespace flangeway::plot {

struct Colour {
  const char *light, *dark;
};

namespace colours {

inline constexpr Colour paper{"#ffffff", "#14171a"}, ink{"#222222", "#e4e7ea"}, faint{"#777777", "#9aa4ae"},
    grid{"#e4e4e4", "#2a3036"}, zero{"#a8a8a8", "#66707a"}, frame{"#8a8a8a", "#7d8791"},
    limit{"#b3261e", "#ff8a80"}, band{"#5b84b1", "#8cb4e4"}, band_text{"#4a6d94", "#a4c4ea"};

/// [Okabe2008] without its yellow, which is too faint on white; grey and brown at the end.
inline constexpr std::array<Colour, 8> palette{{{"#0072b2", "#5db2f2"},
                                                {"#d55e00", "#ff9a4d"},
                                                {"#009e73", "#3fd0a0"},
                                                {"#cc79a7", "#ea9ccb"},
                                                {"#e69f00", "#f0c04a"},
                                                {"#56b4e9", "#a9d8ff"},
                                                {"#555555", "#b8b8b8"},
                                                {"#8c564b", "#d79b86"}}};

/// All of them but the palette.
inline constexpr std::array<Colour, 9> plain{paper, ink, faint, grid, zero, frame, limit, band, band_text};

}  // namespace colours

}  // namespace flangeway::plot
