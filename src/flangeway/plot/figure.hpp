// Line plots as SVG pictures, for --plot and for the report. A caller describes a Figure and gets text.
//
//   plot::Figure figure{.title = "Manchester wagon in a curve"};
//   figure.panels.push_back({.title = "Wheel loads", .x_label = "distance in m", .y_label = "Q in kN",
//                            .series = {{.name = "axle 1 left", .x = s, .y = q}},
//                            .bands = {{.from = 100, .to = 400, .label = "R 300 m"}},
//                            .limits = {{.y = 0.8, .label = "limit"}}});
//   write_file_atomically("loads.svg", plot::svg(figure), force);
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flangeway::plot {

enum class Style { line, dashed, points };

/// Values of y over x, of equal length. A NaN or infinity in either breaks the line. Any length: what falls
/// into one column of pixels is thinned to its first, lowest, highest and last point.
struct Series {
  std::string name = {};  ///< for the legend; empty: not listed
  std::vector<double> x = {}, y = {};
  Style style = Style::line;
  /// Colour 0 … 7 of a palette that colour-blind readers can tell apart; by default the place in the panel.
  std::optional<std::size_t> colour = std::nullopt;
  /// Beside the points, in their order. Those that would lie over each other become one: "7, 8" or "7 … 12".
  std::vector<std::string> labels = {};
};

/// A shaded range of x, such as a curve of the track.
struct Band {
  double from = 0, to = 0;
  std::string label = {};  ///< above the band, where there is room for it
  double strength = 1;     ///< 0 (only a line at each end) … 1
};

/// A horizontal line with a text, such as the limit of a standard.
struct Limit {
  double y = 0;
  std::string label = {};
};

struct Range {
  double from = 0, to = 1;
};

struct Panel {
  std::string title = {};
  std::string x_label = {}, y_label = {};  ///< with their units: "distance in m"
  std::vector<Series> series = {};
  std::vector<Band> bands = {};
  std::vector<Limit> limits = {};
  /// Logarithmic axes: values that are not above zero are left out, as if they were not finite.
  bool x_log = false, y_log = false;
  /// Symmetric logarithm of y, for values of both signs and of many sizes: sign(y)·lg(1 + |y|/this).
  std::optional<double> y_symmetric_log = std::nullopt;
  /// One unit of x as long as one unit of y (cross-sections).
  bool equal_aspect = false;
  double height = 220;                                                  ///< of the plotting area, in pixels
  std::optional<Range> x_range = std::nullopt, y_range = std::nullopt;  ///< by default what the series need
};

struct Figure {
  std::string title = {};
  std::vector<Panel> panels = {};  ///< from top to bottom
  double width = 900;              ///< in pixels, at least 300
  bool shared_x = false;           ///< all panels show the same range of x
};

/// The figure as a complete SVG document (UTF-8, no identifiers, so that several fit into one page). The same
/// figure gives the same text. Series of unequal x and y are cut to the shorter.
[[nodiscard]] std::string svg(const Figure& figure);

}  // namespace flangeway::plot
