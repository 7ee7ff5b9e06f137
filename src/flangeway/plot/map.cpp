#include "flangeway/plot/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "flangeway/plot/axis.hpp"
#include "flangeway/plot/colours.hpp"
#include "flangeway/plot/text_fit.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::plot {

namespace {

// All lengths in pixels.
constexpr double map_title_height = 34, panel_title = 26, axis_width = 58, scale_width = 84, axis_height = 44,
                 gap = 10, map_edge = 10, title_line = 17;
constexpr double max_height = 460, min_height = 60, max_aspect_ratio = 8;
constexpr std::size_t colours = 64, max_arrows = 24;

constexpr std::array<const char*, 4> kind_colours{"#9ecae8", "#e69f00", "#cc79a7", "#009e73"};

// Light to dark in one hue, so that it can be read without colours.
std::string colour(double share) {
  constexpr std::array<std::array<double, 3>, 4> anchors{
      {{236, 242, 249}, {142, 186, 222}, {42, 111, 174}, {10, 32, 84}}};
  const double place = std::clamp(share, 0.0, 1.0) * 3;
  const auto k = std::min<std::size_t>(static_cast<std::size_t>(place), 2);
  std::array<int, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i)
    rgb[i] = static_cast<int>(
        std::lround(anchors[k][i] + (place - static_cast<double>(k)) * (anchors[k + 1][i] - anchors[k][i])));
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

class MapWriter {
 public:
  explicit MapWriter(const MapFigure& figure) : figure_(figure), width_(std::max(figure.width, 400.0)) {}

  std::string write() {
    double top = figure_.title.empty() ? 8 : map_title_height;
    std::string breaks;  // between rows of panels
    if (!figure_.title.empty()) {
      const std::vector<std::string> lines = lines_of(figure_.title, 16, width_ - 2 * map_edge);
      for (std::size_t i = 0; i < lines.size(); ++i)
        text(map_edge, 22 + 20 * static_cast<double>(i),
             "class=\"title\" font-size=\"16\" font-weight=\"600\"",
             shortened(lines[i], 16, width_ - 2 * map_edge));
      top += 20 * static_cast<double>(lines.size() - 1);
    }
    const std::size_t columns = std::max<std::size_t>(figure_.columns, 1);
    const double column = (width_ - map_edge) / static_cast<double>(columns);
    for (std::size_t i = 0; i < figure_.panels.size(); i += columns) {
      if (i > 0) breaks += fmt::format("{}{:.1f}", breaks.empty() ? " data-breaks=\"" : " ", top);
      double height = 0;
      for (std::size_t k = 0; k < columns && i + k < figure_.panels.size(); ++k)
        height = std::max(
            height, panel(figure_.panels[i + k], map_edge + static_cast<double>(k) * column, top, column));
      top += height;
    }
    if (!breaks.empty()) breaks += '"';
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} {1:.0f}\" "
        "font-family=\"sans-serif\" fill=\"{3}\"{5}>\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"{4}\"/>\n{2}</svg>\n",
        width_, top, body_, colours::ink.light, colours::paper.light, breaks);
  }

 private:
  // The plotting area of a panel, and how a place on the grid becomes a pixel.
  struct Area {
    double x, y, width, height;
    Range along, across;
    [[nodiscard]] double px(double value) const {
      return x + (value - along.from) / (along.to - along.from) * width;
    }
    [[nodiscard]] double py(double value) const {
      return y + (across.to - value) / (across.to - across.from) * height;
    }
  };

  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
  }
  void text(double x, double y, std::string_view style, std::string_view content) {
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, escaped(content));
  }

  [[nodiscard]] Area area_of(const MapGrid& grid, double x, double y, double column) const {
    const double nx = static_cast<double>(grid.nx), ny = static_cast<double>(grid.ny);
    Area area{x + axis_width, y + panel_title, column - axis_width - scale_width, 0, {}, {}};
    area.along = {grid.x_first - grid.dx / 2, grid.x_first + (nx - 0.5) * grid.dx};
    area.across = {grid.y_first - grid.dy / 2, grid.y_first + (ny - 0.5) * grid.dy};
    if (figure_.own_scales) {
      area.height = *figure_.own_scales;
      return area;
    }
    const double aspect = ny * grid.dy / (nx * grid.dx);
    area.height = area.width * aspect;
    if (area.height > max_height && aspect < max_aspect_ratio)
      area.width = std::max(max_height / aspect, min_height);
    area.height = std::clamp(area.height, min_height, max_height);
    return area;
  }

  // Gives the height used.
  double panel(const MapPanel& one, double x, double y, double column) {
    Area area = area_of(one.grid, x, y, column);
    // The unit is written above the scale of colours, to the right of the title, whose letters are bold.
    constexpr double bold_size = 13 * 1.1;
    const std::vector<std::string> title = lines_of(one.title, bold_size, area.width);
    const double more = title_line * static_cast<double>(title.size() - 1);
    area.y += more;
    for (std::size_t i = 0; i < title.size(); ++i)
      text(area.x, y + 17 + title_line * static_cast<double>(i),
           "class=\"panel-title\" font-size=\"13\" font-weight=\"600\"",
           shortened(title[i], bold_size, area.width));
    const Range range = !one.kinds.empty() ? Range{0, static_cast<double>(one.kinds.size())}
                        : one.colours      ? drawable(*one.colours)
                                           : range_of(one.values);
    cells(one, area, range);
    if (!one.arrows.x.empty()) arrows(one, area);
    put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
        "stroke=\"{}\"/>\n",
        area.x, area.y, area.width, area.height, colours::frame.light);
    axes(area);
    if (one.kinds.empty()) {
      scale(one, area, range);
    } else {
      legend(one, area);
    }
    return more + panel_title + area.height + axis_height + gap;
  }

  static Range range_of(const std::vector<double>& values) {
    Range range;
    bool found = false;
    include(values, range, found);
    return drawable(range);
  }

  static std::size_t level(double value, const Range& range, bool kinds) {
    if (kinds) return static_cast<std::size_t>(std::max(value, 0.0));
    const double share = (value - range.from) / (range.to - range.from);
    return std::min(static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * colours), colours - 1);
  }

  // Neighbours of the same colour become one rectangle.
  void cells(const MapPanel& one, const Area& area, const Range& range) {
    const MapGrid& grid = one.grid;
    for (std::size_t iy = 0; iy < grid.ny; ++iy)
      for (std::size_t ix = 0; ix < grid.nx;) {
        const double value = one.values[ix + grid.nx * iy];
        std::size_t end = ix + 1;
        if (std::isfinite(value)) {
          const std::size_t found = level(value, range, !one.kinds.empty());
          while (end < grid.nx && std::isfinite(one.values[end + grid.nx * iy]) &&
                 level(one.values[end + grid.nx * iy], range, !one.kinds.empty()) == found)
            ++end;
          rectangle(grid, area, ix, end, iy, found, !one.kinds.empty());
        }
        ix = end;
      }
  }

  void rectangle(const MapGrid& grid, const Area& area, std::size_t begin, std::size_t end, std::size_t iy,
                 std::size_t found, bool kinds) {
    const double x0 = area.px(grid.x_first + (static_cast<double>(begin) - 0.5) * grid.dx),
                 x1 = area.px(grid.x_first + (static_cast<double>(end) - 0.5) * grid.dx),
                 y0 = area.py(grid.y_first + (static_cast<double>(iy) + 0.5) * grid.dy),
                 y1 = area.py(grid.y_first + (static_cast<double>(iy) - 0.5) * grid.dy);
    // Half a pixel more hides the seams between neighbours.
    put("<path d=\"M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z\" fill=\"{}\"/>\n", x0, y0, x1 - x0 + 0.3,
        y1 - y0 + 0.3, -(x1 - x0 + 0.3),
        kinds ? kind_colours[found % kind_colours.size()]
              : colour((static_cast<double>(found) + 0.5) / colours));
  }

  void arrows(const MapPanel& one, const Area& area) {
    const MapGrid& grid = one.grid;
    double longest = 0;
    for (std::size_t i = 0; i < one.arrows.x.size(); ++i)
      if (std::isfinite(one.arrows.x[i] + one.arrows.y[i]))
        longest = std::max(longest, std::hypot(one.arrows.x[i], one.arrows.y[i]));
    if (!(longest > 0)) return;
    const std::size_t stride_x = (grid.nx + max_arrows - 1) / max_arrows,
                      stride_y = (grid.ny + max_arrows - 1) / max_arrows;
    const double reach =
        1.1 * std::min(area.width / static_cast<double>((grid.nx + stride_x - 1) / stride_x),
                       std::max(area.height / static_cast<double>((grid.ny + stride_y - 1) / stride_y), 8.0));
    put("<g stroke=\"#111\" stroke-width=\"1\" fill=\"none\">\n");
    for (std::size_t iy = stride_y / 2; iy < grid.ny; iy += stride_y)
      for (std::size_t ix = stride_x / 2; ix < grid.nx; ix += stride_x) {
        const std::size_t i = ix + grid.nx * iy;
        const double u = one.arrows.x[i] / longest * reach, v = -one.arrows.y[i] / longest * reach;
        const double length = std::hypot(u, v);
        if (!(length > 0.8)) continue;
        const double head = std::min(4.0, 0.4 * length), ex = u / length, ey = v / length;
        put("<path d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}m{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}\"/>\n",
            area.px(grid.x_first + static_cast<double>(ix) * grid.dx) - u / 2,
            area.py(grid.y_first + static_cast<double>(iy) * grid.dy) - v / 2, u, v, head * (-ex - 0.5 * ey),
            head * (-ey + 0.5 * ex), head * (ex + 0.5 * ey), head * (ey - 0.5 * ex), head * (-ex + 0.5 * ey),
            head * (-ey - 0.5 * ex));
      }
    put("</g>\n");
  }

  void axes(const Area& area) {
    const Ticks along = ticks(area.along, area.width / 70), across = ticks(area.across, area.height / 40);
    for (std::size_t i = 0; i < along.at.size(); ++i) {
      put("<path d=\"M{:.1f} {:.1f}v4\" stroke=\"{}\"/>\n", area.px(along.at[i]), area.y + area.height,
          colours::frame.light);
      text(area.px(along.at[i]), area.y + area.height + 16,
           "class=\"tick-x\" font-size=\"11\" text-anchor=\"middle\"", along.text[i]);
    }
    for (std::size_t i = 0; i < across.at.size(); ++i) {
      put("<path d=\"M{:.1f} {:.1f}h-4\" stroke=\"{}\"/>\n", area.x, area.py(across.at[i]),
          colours::frame.light);
      text(area.x - 7, area.py(across.at[i]) + 4, "class=\"tick-y\" font-size=\"11\" text-anchor=\"end\"",
           across.text[i]);
    }
    text(area.x + area.width / 2, area.y + area.height + 33,
         "class=\"label-x\" font-size=\"12\" text-anchor=\"middle\"",
         figure_.x_label + (along.factor.empty() ? "" : " " + along.factor));
    const double x = area.x - 42, y = area.y + area.height / 2;
    text(x, y,
         fmt::format("class=\"label-y\" font-size=\"12\" text-anchor=\"middle\" transform=\"rotate(-90 "
                     "{:.1f} {:.1f})\"",
                     x, y),
         figure_.y_label + (across.factor.empty() ? "" : " " + across.factor));
  }

  void scale(const MapPanel& one, const Area& area, const Range& range) {
    const double x = area.x + area.width + 10, step = area.height / colours;
    for (std::size_t i = 0; i < colours; ++i)
      put("<rect x=\"{:.1f}\" y=\"{:.2f}\" width=\"12\" height=\"{:.2f}\" fill=\"{}\"/>\n", x,
          area.y + area.height - static_cast<double>(i + 1) * step, step + 0.3,
          colour((static_cast<double>(i) + 0.5) / colours));
    const Ticks marks = ticks(range, area.height / 40);
    for (std::size_t i = 0; i < marks.at.size(); ++i)
      text(x + 16, area.y + area.height * (range.to - marks.at[i]) / (range.to - range.from) + 4,
           "class=\"tick-scale\" font-size=\"11\"", marks.text[i]);
    text(x, area.y - 6, "font-size=\"11\"", one.unit + (marks.factor.empty() ? "" : " " + marks.factor));
  }

  void legend(const MapPanel& one, const Area& area) {
    for (std::size_t i = 0; i < one.kinds.size(); ++i) {
      const double y = area.y + 4 + 18 * static_cast<double>(i);
      put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n",
          area.x + area.width + 10, y, kind_colours[i % kind_colours.size()]);
      text(area.x + area.width + 26, y + 10, "font-size=\"11\"", one.kinds[i]);
    }
  }

  const MapFigure& figure_;
  double width_;
  std::string body_;
};

}  // namespace

std::string svg(const MapFigure& figure) {
  return MapWriter(figure).write();
}

}  // namespace flangeway::plot
