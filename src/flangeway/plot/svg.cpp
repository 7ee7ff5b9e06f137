#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "flangeway/plot/axis.hpp"
#include "flangeway/plot/colours.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/links.hpp"
#include "flangeway/plot/text_fit.hpp"
#include "flangeway/plot/thin.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::plot {

namespace {

// All lengths in pixels.
constexpr double left_margin = 74, right_margin = 20, edge = 14;
constexpr double figure_title_height = 34, title_height = 26, legend_row_height = 20, tick_text_height = 22,
                 axis_label_height = 20, band_label_height = 16;
constexpr double legend_swatch = 26, legend_gap = 18, legend_size = 12;
constexpr std::size_t max_legend =
    12;  // more entries cannot be told apart; further curves are named at their ends
constexpr double title_size = 14, figure_title_size = 17, axis_size = 13, axis_line = 15;

const char* colour_of(const Series& series, std::size_t place) {
  return colours::palette[series.colour.value_or(place) % colours::palette.size()].light;
}

/// Dashes of a curve: after all colours have been used once, the next curves are told apart by them, on paper
/// too.
std::string_view dashes_of(const Series& series, std::size_t place) {
  constexpr std::array<std::string_view, 4> solid{"", "9 3 2 3", "2 3", "9 3 2 3 2 3"};
  constexpr std::array<std::string_view, 4> dashed{"6 4", "6 2 1 2", "12 5", "12 3 6 3"};
  const std::size_t round = series.colour.value_or(place) / colours::palette.size() % solid.size();
  return series.style == Style::dashed ? dashed[round] : solid[round];
}
std::string dash_attribute(const Series& series, std::size_t place) {
  const std::string_view dashes = dashes_of(series, place);
  return dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes);
}

struct Box {
  double x, y, width, height;
};

/// Data to pixels relative to the plotting area. Ranges are of places.
struct Scale {
  Range x, y;
  double width, height;
  Mapping along, up;
  [[nodiscard]] double px(double value) const { return px_of(along.place(value)); }
  [[nodiscard]] double py(double value) const { return py_of(up.place(value)); }
  [[nodiscard]] double px_of(double place) const { return (place - x.from) / (x.to - x.from) * width; }
  [[nodiscard]] double py_of(double place) const { return (y.to - place) / (y.to - y.from) * height; }
};

Mapping along(const Panel& panel) {
  return {.logarithmic = panel.x_log};
}
Mapping up(const Panel& panel) {
  return {.logarithmic = panel.y_log, .symmetric_log = panel.y_symmetric_log};
}

/// Places of the series that the legend names.
std::vector<std::size_t> named(const Panel& panel) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < panel.series.size(); ++i)
    if (!panel.series[i].name.empty()) positions.push_back(i);
  return positions;
}

class Writer {
 public:
  Writer(const Figure& figure, const std::vector<Link>& links)
      : figure_(figure), links_(links), width_(std::max(figure.width, 300.0)) {}
  std::string write();

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
  }
  void text(double x, double y, std::string_view style, std::string_view content) {
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, escaped(content));
  }
  double panel(const Panel& panel, double top);
  double heading(const Panel& panel, double top);
  [[nodiscard]] std::string legend_name(const Series& series) const {
    return shortened(series.name, legend_size, width_ - left_margin - right_margin - legend_swatch);
  }
  void legend_entry(const Series& series, std::size_t place, double x, double y);
  void bands(const Panel& panel, const Scale& scale, const Box& box);
  void grid(const Scale& scale, const Box& box);
  void limits(const Panel& panel, const Scale& scale);
  void limit_labels(const Panel& panel, const Scale& scale);
  void plate(const Box& box);
  double title_lines(const std::string& title, double size, double top, std::string_view kind);
  void axis_labels(const Panel& panel, const Scale& scale, const Box& box);
  void curve(const Series& series, std::size_t place, const Scale& scale);
  void path(const std::vector<Pixel>& run, const Series& series, std::size_t place);
  void labels(const Panel& panel, const Scale& scale);
  void links(const Scale& scale);
  [[nodiscard]] Scale own_scale(const Panel& panel, const std::vector<Panel>& of_x) const;
  [[nodiscard]] Scale scale_of(const Panel& panel) const;

  const Figure& figure_;
  const std::vector<Link>& links_;
  double width_;
  std::string body_;
};

Range padded(const Range& range, double share) {
  const double more = share * (range.to - range.from);
  return {range.from - more, range.to + more};
}

/// Widens the range whose pixels are too coarse, about its middle, until both directions have the same scale.
void make_equal(Scale& scale) {
  const auto widen = [](Range& range, double span) {
    const double middle = (range.from + range.to) / 2;
    range = {middle - span / 2, middle + span / 2};
  };
  const double x_unit = (scale.x.to - scale.x.from) / scale.width,
               y_unit = (scale.y.to - scale.y.from) / scale.height;
  if (x_unit < y_unit) widen(scale.x, y_unit * scale.width);
  if (y_unit < x_unit) widen(scale.y, x_unit * scale.height);
}

void include_x(const Panel& panel, Range& range, bool& found) {
  for (const Series& series : panel.series) include(along(panel).places(series.x), range, found);
  if (panel.series.empty()) {
    for (const Band& band : panel.bands) include(along(panel).places({band.from, band.to}), range, found);
  }
}

Scale Writer::own_scale(const Panel& panel, const std::vector<Panel>& of_x) const {
  Scale scale{{0, 1},       {0, 1},   width_ - left_margin - right_margin, std::max(panel.height, 40.0),
              along(panel), up(panel)};
  bool x_found = false, y_found = false;
  for (const Panel& one : of_x) include_x(one, scale.x, x_found);
  for (const Series& series : panel.series) include(scale.up.places(series.y), scale.y, y_found);
  for (const Limit& limit : panel.limits) include(scale.up.places({limit.y}), scale.y, y_found);
  const std::optional<Range> y_range = scale.up.places(panel.y_range);
  scale.x = scale.along.widened(scale.along.places(panel.x_range).value_or(scale.x));
  scale.y = y_range ? scale.up.widened(*y_range) : padded(scale.up.widened(scale.y), 0.06);
  if (panel.equal_aspect) {
    if (!panel.x_range) scale.x = padded(scale.x, 0.03);
    make_equal(scale);
  }
  return scale;
}

Scale Writer::scale_of(const Panel& panel) const {
  if (!figure_.shared_x) return own_scale(panel, {panel});
  Scale scale = own_scale(panel, figure_.panels);
  // A cross-section may need more to have the same scale in both directions.
  for (const Panel& other : figure_.panels)
    if (other.equal_aspect) scale.x = own_scale(other, figure_.panels).x;
  return scale;
}

void Writer::legend_entry(const Series& series, std::size_t place, double x, double y) {
  const char* colour = colour_of(series, place);
  if (series.style == Style::points) {
    put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x + 10, y - 4, colour);
  } else {
    put("<path d=\"M{:.1f} {:.1f}h20\" stroke=\"{}\" stroke-width=\"2.5\"{}/>\n", x, y - 4, colour,
        dash_attribute(series, place));
  }
  text(x + legend_swatch, y, "class=\"legend\" font-size=\"12\"", legend_name(series));
}

/// Lines of a title from its first baseline at top + size + 4 on; gives the height of those after the first.
double Writer::title_lines(const std::string& title, double size, double top, std::string_view kind) {
  double more = 0;
  for (const std::string& line : lines_of(title, size, width_ - left_margin - right_margin)) {
    text(left_margin, top + 4 + size + more,
         fmt::format("class=\"{}\" font-size=\"{}\" font-weight=\"600\"", kind, size),
         shortened(line, size, width_ - left_margin - right_margin));
    more += size + 5;
  }
  return more - size - 5;
}

/// Title and legend, on one line if they fit; gives the height used.
double Writer::heading(const Panel& panel, double top) {
  const double started = top;
  const double right = width_ - right_margin;
  const auto entry_width = [&](const Series& s) {
    return legend_swatch + text_width(legend_name(s), legend_size) + legend_gap;
  };
  const std::vector<std::size_t> listed = named(panel);
  const std::size_t shown = std::min(listed.size(), max_legend);
  const std::string rest =
      shown < listed.size() ? fmt::format("and {} more, named at their ends", listed.size() - shown) : "";
  double legend_width = rest.empty() ? 0 : text_width(rest, legend_size) + legend_gap;
  for (std::size_t i = 0; i < shown; ++i) legend_width += entry_width(panel.series[listed[i]]);
  const bool has_title = !panel.title.empty();
  if (has_title) top += title_lines(panel.title, title_size, top, "panel-title");
  const double title_end =
      left_margin + (has_title ? text_width(panel.title, title_size + 1) + 2 * legend_gap : 0);
  const double before = top - started;
  if (legend_width == 0) return before + (has_title ? title_height : edge);

  const bool same_row = title_end + legend_width - legend_gap <= right;
  const double start = same_row && has_title ? right - legend_width + legend_gap : left_margin;
  double x = start, y = top + 18 + (same_row || !has_title ? 0 : legend_row_height);
  const auto go_to = [&](double width) {
    if (x > start && x + width - legend_gap > right) x = start, y += legend_row_height;
  };
  for (std::size_t i = 0; i < shown; ++i) {
    const Series& series = panel.series[listed[i]];
    go_to(entry_width(series));
    legend_entry(series, listed[i], x, y);
    x += entry_width(series);
  }
  if (!rest.empty()) {
    go_to(text_width(rest, legend_size) + legend_gap);
    text(x, y, fmt::format("class=\"legend\" font-size=\"12\" fill=\"{}\"", colours::faint.light), rest);
  }
  return before + y - top - 18 + title_height;
}

void Writer::bands(const Panel& panel, const Scale& scale, const Box& box) {
  for (const Band& band : panel.bands) {
    const double from = std::clamp(scale.px(std::min(band.from, band.to)), 0.0, box.width);
    const double to = std::clamp(scale.px(std::max(band.from, band.to)), 0.0, box.width);
    if (!(to > from)) continue;
    put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
        "fill-opacity=\"{:.3f}\"/>\n",
        box.x + from, box.y, to - from, box.height, colours::band.light,
        0.15 * std::clamp(band.strength, 0.0, 1.0));
    for (const double x : {from, to}) {
      if (x <= 0 || x >= box.width) continue;
      put("<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"{}\" stroke-opacity=\"0.45\" stroke-dasharray=\"2 "
          "3\"/>\n",
          box.x + x, box.y, box.height, colours::band.light);
    }
    if (band.label.empty() || text_width(band.label, 11) > to - from) continue;
    text(box.x + (from + to) / 2, box.y - 5,
         fmt::format("class=\"band\" font-size=\"11\" text-anchor=\"middle\" fill=\"{}\"",
                     colours::band_text.light),
         band.label);
  }
}

void Writer::grid(const Scale& scale, const Box& box) {
  const double bottom = box.y + box.height;
  const double columns = std::max(2.0, box.width / 90), rows = std::max(2.0, box.height / 36);
  const Ticks x_ticks = scale.along.ticks(scale.x, columns);
  for (std::size_t i = 0; i < x_ticks.at.size(); ++i) {
    const double x = box.x + scale.px_of(x_ticks.at[i]);
    put("<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"{}\"/>\n", x, box.y, box.height, colours::grid.light);
    // A long number at the right end would be cut off.
    const double centre = std::min(x, width_ - 2 - text_width(x_ticks.text[i], 12) / 2);
    text(centre, bottom + 17, "class=\"tick-x\" text-anchor=\"middle\" font-size=\"12\"", x_ticks.text[i]);
  }
  const Ticks y_ticks = scale.up.ticks(scale.y, rows);
  for (std::size_t i = 0; i < y_ticks.at.size(); ++i) {
    const double y = box.y + scale.py_of(y_ticks.at[i]);
    const bool zero = y_ticks.at[i] == 0 && !scale.up.logarithmic;
    put("<path d=\"M{:.1f} {:.1f}h{:.1f}\" stroke=\"{}\"/>\n", box.x, y, box.width,
        (zero ? colours::zero : colours::grid).light);
    text(box.x - 7, y + 4, "class=\"tick-y\" text-anchor=\"end\" font-size=\"12\"", y_ticks.text[i]);
  }
  if (!y_ticks.factor.empty())
    text(box.x - 7, box.y - 7, "text-anchor=\"end\" font-size=\"11\"", y_ticks.factor);
}

// Texts of limits do not lie over each other: where there is no room, further ones move to the left.
void Writer::limits(const Panel& panel, const Scale& scale) {
  for (const Limit& limit : panel.limits) {
    const double y = scale.py(limit.y);
    if (std::isfinite(y))
      put("<path d=\"M0 {:.1f}h{:.1f}\" stroke=\"{}\" stroke-dasharray=\"7 4\"/>\n", y, scale.width,
          colours::limit.light);
  }
}

/// Paper behind a text that curves may cross.
void Writer::plate(const Box& box) {
  put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
      "fill-opacity=\"0.8\"/>\n",
      box.x, box.y, box.width, box.height, colours::paper.light);
}

void Writer::limit_labels(const Panel& panel, const Scale& scale) {
  std::vector<Box> taken;
  const auto free = [&](const Box& wanted) {
    return std::none_of(taken.begin(), taken.end(), [&](const Box& other) {
      return wanted.x < other.x + other.width && other.x < wanted.x + wanted.width &&
             wanted.y < other.y + other.height && other.y < wanted.y + wanted.height;
    });
  };
  for (const Limit& limit : panel.limits) {
    const double y = scale.py(limit.y);
    if (!std::isfinite(y) || limit.label.empty()) continue;
    constexpr double size = 11, above = -5, below = 14;
    const std::string label = shortened(limit.label, size, scale.width - 12);
    const double wide = text_width(label, size);
    Box box{scale.width - 6 - wide, y + (y > 16 ? above : below) - size, wide, size + 3};
    for (double right = scale.width - 6; !free(box) && right - wide > 6; right -= 0.5 * wide + 10) {
      for (const double shift : {above, below}) {
        const Box other{right - wide, y + shift - size, wide, size + 3};
        if (other.y >= 0 && other.y + other.height <= scale.height && free(other)) box = other;
      }
    }
    taken.push_back(box);
    plate(box);
    text(
        box.x + wide, box.y + size,
        fmt::format("class=\"limit\" font-size=\"11\" text-anchor=\"end\" fill=\"{}\"", colours::limit.light),
        label);
  }
}

void Writer::path(const std::vector<Pixel>& run, const Series& series, std::size_t place) {
  const bool points = series.style == Style::points;
  put("<path fill=\"none\" stroke=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
      "stroke-width=\"{}\"{} d=\"",
      colour_of(series, place), points ? 5 : 1.6, points ? "" : dash_attribute(series, place));
  // A point, and a run of one point, is a line of no length with round ends.
  for (std::size_t i = 0; i < run.size(); ++i) {
    put("{}{:.2f} {:.2f}{}", points || i == 0 ? "M" : "L", run[i].x, run[i].y,
        points || run.size() == 1 ? "h0" : "");
  }
  put("\"/>\n");
}

void Writer::curve(const Series& series, std::size_t place, const Scale& scale) {
  // Far outside the picture viewers lose precision, or the number itself.
  constexpr double far = 1e5;
  std::vector<Pixel> run;
  const auto finish = [&] {
    const bool points = series.style == Style::points;
    if (!run.empty()) path(points ? thinned_points(run) : thinned_line(run), series, place);
    run.clear();
  };
  const std::size_t count = std::min(series.x.size(), series.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    const double x = scale.px(series.x[i]), y = scale.py(series.y[i]);
    if (std::isfinite(x) && std::isfinite(y)) {
      run.push_back({std::clamp(x, -far, far), std::clamp(y, -far, far)});
    } else if (series.style != Style::points) {
      finish();
    }
  }
  finish();
}

constexpr double label_size = 11, label_gap = 6;

struct Label {
  double x, y;
  std::vector<std::string> texts;
  bool crosses_curves = false;  // at the end of a curve, in the place where others may end
  // "7, 8", and of many only the first and the last.
  [[nodiscard]] std::string text() const {
    constexpr std::size_t most = 3;
    if (texts.size() > most) return texts.front() + " … " + texts.back();
    return fmt::format("{}", fmt::join(texts, ", "));
  }
};

// One label for all points that lie so close together that theirs would overlap.
Label& join(std::vector<Label>& labels, double x, double y, const std::string& text) {
  const double near_x = text_width(text, label_size) + label_gap, near_y = label_size - 1;
  for (Label& other : labels) {
    if (std::abs(other.x - x) > near_x || std::abs(other.y - y) > near_y) continue;
    other.texts.push_back(text);
    return other;
  }
  return labels.emplace_back(Label{x, y, {text}});
}

// On the left of points at the right edge, below those at the upper edge.
void Writer::labels(const Panel& panel, const Scale& scale) {
  std::vector<Label> all;
  for (const Series& series : panel.series) {
    const std::size_t count = std::min({series.labels.size(), series.x.size(), series.y.size()});
    for (std::size_t i = 0; i < count; ++i) {
      const double x = scale.px(series.x[i]), y = scale.py(series.y[i]);
      if (std::isfinite(x) && std::isfinite(y)) join(all, x, y, series.labels[i]);
    }
  }
  const std::vector<std::size_t> listed = named(panel);
  for (std::size_t k = max_legend; k < listed.size(); ++k) {
    const Series& series = panel.series[listed[k]];
    for (std::size_t i = std::min(series.x.size(), series.y.size()); i-- > 0;) {
      const double x = scale.px(series.x[i]), y = scale.py(series.y[i]);
      if (!(x >= 0 && x <= scale.width && y >= 0 && y <= scale.height)) continue;
      join(all, x, y, shortened(series.name, label_size, 0.4 * scale.width)).crosses_curves = true;
      break;
    }
  }
  for (const Label& label : all) {
    const double wide = text_width(label.text(), label_size);
    const bool left = label.x + wide + label_gap > scale.width;
    const double x = label.x + (left ? -label_gap : label_gap), y = label.y > 16 ? label.y - 4 : label.y + 13;
    if (label.crosses_curves) plate({left ? x - wide : x, y - label_size + 1, wide, label_size + 1});
    text(x, y, fmt::format("font-size=\"{}\"{}", label_size, left ? " text-anchor=\"end\"" : ""),
         label.text());
  }
}

// Circles that are not seen: wider than a point, so that it is easily met.
void Writer::links(const Scale& scale) {
  for (const Link& link : links_) {
    const double x = scale.px(link.x), y = scale.py(link.y);
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    put("<a href=\"{}\"><circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"6\" fill-opacity=\"0\"><title>{}</title>"
        "</circle></a>\n",
        escaped(link.target), x, y, escaped(link.text));
  }
}

bool has_values(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(), [&](const Series& series) {
    Range range;
    bool x = false, y = false;
    include(along(panel).places(series.x), range, x);
    include(up(panel).places(series.y), range, y);
    return x && y;
  });
}

void Writer::axis_labels(const Panel& panel, const Scale& scale, const Box& box) {
  const double room = box.height + 24;
  std::vector<std::string> lines = lines_of(panel.y_label, axis_size, room);
  if (lines.size() > 2) lines = {lines[0], lines[1] + "…"};
  for (std::size_t i = 0; i < lines.size(); ++i)
    put("<text class=\"{}\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\" "
        "text-anchor=\"middle\">{}</text>\n",
        i == 0 ? "label-y" : "label-y-more", lines.size() == 1 ? 18 : 13 + axis_line * static_cast<double>(i),
        box.y + box.height / 2, escaped(shortened(lines[i], axis_size, room)));
  const double baseline = box.y + box.height + tick_text_height + 13;
  const std::string factor = scale.along.ticks(scale.x, std::max(2.0, box.width / 90)).factor;
  const bool together = text_width(panel.x_label, axis_size) + 2 * text_width(factor, axis_size) > box.width;
  if (!panel.x_label.empty())
    text(box.x + box.width / 2, baseline, "class=\"label-x\" text-anchor=\"middle\"",
         shortened(panel.x_label + (together ? " " + factor : ""), axis_size, box.width));
  if (!factor.empty() && !together)
    text(box.x + box.width, panel.x_label.empty() ? baseline - tick_text_height + 21 : baseline - 1,
         "class=\"factor\" text-anchor=\"end\" font-size=\"11\"", factor);
}

/// Draws one panel below `top`; gives its height.
double Writer::panel(const Panel& panel, double top) {
  const Scale scale = scale_of(panel);
  const bool band_labels = std::any_of(panel.bands.begin(), panel.bands.end(),
                                       [](const Band& band) { return !band.label.empty(); });
  const double above = heading(panel, top) + (band_labels ? band_label_height : 0);
  const Box box{left_margin, top + above, scale.width, scale.height};
  bands(panel, scale, box);
  grid(scale, box);
  // A nested picture cuts what lies outside of it, without an identifier that could clash with another
  // figure's.
  put("<svg x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" overflow=\"hidden\">\n", box.x,
      box.y, box.width, box.height);
  limits(panel, scale);
  for (std::size_t i = 0; i < panel.series.size(); ++i) curve(panel.series[i], i, scale);
  limit_labels(panel, scale);
  labels(panel, scale);
  if (&panel == &figure_.panels.front()) links(scale);
  put("</svg>\n");
  put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"{}\"/>\n",
      box.x, box.y, box.width, box.height, colours::frame.light);
  if (!panel.series.empty() && !has_values(panel)) {
    text(box.x + box.width / 2, box.y + box.height / 2,
         fmt::format("text-anchor=\"middle\" fill=\"{}\"", colours::faint.light), "no values");
  }
  axis_labels(panel, scale, box);
  const double bottom = box.y + box.height + tick_text_height;
  return bottom + (panel.x_label.empty() ? 0 : axis_label_height) - top;
}

std::string Writer::write() {
  double top = edge / 2;
  if (!figure_.title.empty()) {
    top += title_lines(figure_.title, figure_title_size, top, "title") + figure_title_height;
  }
  std::string breaks;  // between panels
  for (const Panel& each : figure_.panels) {
    if (&each != &figure_.panels.front())
      breaks += fmt::format("{}{:.1f}", breaks.empty() ? " data-breaks=\"" : " ", top);
    top += panel(each, top) + edge / 2;
  }
  if (!breaks.empty()) breaks += '"';
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" "
      "role=\"img\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\" "
      "font-size=\"13\" "
      "fill=\"{4}\"{6}>\n<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"{5}\"/>\n{3}</svg>\n",
      width_, top + edge / 2, escaped(figure_.title.empty() ? "plot" : figure_.title), body_,
      colours::ink.light, colours::paper.light, breaks);
}

}  // namespace

std::string svg(const Figure& figure) {
  return svg(figure, {});
}

std::string svg(const Figure& figure, const std::vector<Link>& links) {
  return Writer(figure, links).write();
}

}  // namespace flangeway::plot
