// Fields on a rectangular grid as SVG pictures: coloured cells, arrows, and areas by their kind.
//
//   plot::MapFigure figure{.title = "Patch"};
//   figure.panels.push_back({.title = "Pressure", .unit = "MPa", .grid = grid, .values = p});
//   write_file_atomically("patch.svg", plot::svg(figure), force);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/plot/figure.hpp"

namespace flangeway::plot {

/// Cells of equal size; the value of cell (ix, iy) stands at ix + nx·iy.
struct MapGrid {
  std::size_t nx = 0, ny = 0;
  double x_first = 0, y_first = 0;  ///< centre of cell (0, 0)
  double dx = 1, dy = 1;
};

/// An arrow at the centre of its cell. The longest is about as long as the distance of neighbours that are
/// drawn.
struct Arrows {
  std::vector<double> x, y;  ///< components, one per cell
};

struct MapPanel {
  std::string title = {};
  std::string unit = {};  ///< beside the colours
  MapGrid grid = {};
  std::vector<double> values = {};  ///< one per cell; NaN: not coloured
  /// Values are 0, 1, 2 … of these kinds, with a legend in place of the scale of colours.
  std::vector<std::string> kinds = {};
  Arrows arrows = {};                 ///< none if empty
  std::optional<Range> colours = {};  ///< of the scale of colours; not given: from the values
};

struct MapFigure {
  std::string title = {};
  std::string x_label = {}, y_label = {};
  std::vector<MapPanel> panels = {};
  std::size_t columns = 2;  ///< panels beside each other
  /// Height of each plotting area in pixels where x and y are no lengths of one kind, so that they have
  /// scales of their own; by default one scale for both.
  std::optional<double> own_scales = std::nullopt;
  double width = 1000;  ///< in pixels, at least 400
};

/// The figure as a complete SVG document. x points to the right and y upwards, without `own_scales` both with
/// the same scale as long as the grid is not longer than eight times its width.
[[nodiscard]] std::string svg(const MapFigure& figure);

}  // namespace flangeway::plot
