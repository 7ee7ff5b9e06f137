#include "flangeway/contact_case/patch_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

namespace flangeway::contact_case {
namespace {

using results::Field;
using results::FieldGroup;
using Values = std::vector<double>;
constexpr double not_drawn = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t max_layers = 4;  // maps of stresses in one picture

const Field* field_named(const FieldGroup& patch, std::string_view name) {
  const auto found = std::find_if(patch.fields.begin(), patch.fields.end(),
                                  [&](const Field& field) { return field.name == name; });
  return found == patch.fields.end() || found->values.empty() ? nullptr : &*found;
}

/// Places of the elements along one axis, m.
struct Axis {
  std::size_t count = 0;
  double first = 0, step = 0;
};

Axis axis_of(const FieldGroup& patch, std::string_view name) {
  const Field* field = field_named(patch, name);
  if (field == nullptr) return {};
  const Values& centres = field->values;
  return {centres.size(), centres.front(), centres.size() > 1 ? centres[1] - centres[0] : 0};
}

/// Elements of a patch within a rectangle, by whole numbers of elements from the first one; it may reach
/// beyond the patch.
struct Section {
  long left = 0, right = -1, low = 0, high = -1;
  [[nodiscard]] bool empty() const { return right < left; }
};

/// Elements in contact with a margin; without contact all of them.
Section section_in_contact(const FieldGroup& patch) {
  constexpr long margin = 1;
  const long nx = static_cast<long>(axis_of(patch, "x").count),
             ny = static_cast<long>(axis_of(patch, "y").count);
  Section section{nx, -1, ny, -1};
  const Values* state = element_field(patch, "state");
  for (long i = 0; state != nullptr && i < nx * ny; ++i) {
    if ((*state)[static_cast<std::size_t>(i)] == 0) continue;
    section.left = std::min(section.left, i % nx), section.right = std::max(section.right, i % nx);
    section.low = std::min(section.low, i / nx), section.high = std::max(section.high, i / nx);
  }
  if (section.empty()) return {0, nx - 1, 0, ny - 1};
  return {section.left - margin, section.right + margin, section.low - margin, section.high + margin};
}

/// Maps of one patch in a section of its plane.
class Maps {
 public:
  Maps(const FieldGroup& patch, const Section& section)
      : patch_(patch), section_(section), x_(axis_of(patch, "x")), y_(axis_of(patch, "y")) {}

  using Value = std::function<double(std::size_t element)>;
  [[nodiscard]] plot::MapPanel map(const std::string& title, const char* unit, bool everywhere,
                                   const Value& value) const {
    return {.title = title, .unit = unit, .grid = grid(), .values = values(everywhere, value)};
  }
  /// `factor`: from SI to the unit of the picture.
  [[nodiscard]] std::optional<plot::MapPanel> map_of(const std::string& field, const std::string& title,
                                                     const char* unit, double factor,
                                                     bool everywhere = false) const {
    const Values* numbers = element_field(patch_, field);
    if (numbers == nullptr) return std::nullopt;
    return map(title, unit, everywhere, [&](std::size_t i) { return factor * (*numbers)[i]; });
  }
  [[nodiscard]] plot::Arrows arrows(const char* along, const char* across) const {
    const Values *x = element_field(patch_, along), *y = element_field(patch_, across);
    if (x == nullptr || y == nullptr) return {};
    return {values(false, [&](std::size_t i) { return (*x)[i]; }),
            values(false, [&](std::size_t i) { return (*y)[i]; })};
  }

 private:
  [[nodiscard]] plot::MapGrid grid() const {
    return {static_cast<std::size_t>(section_.right - section_.left + 1),
            static_cast<std::size_t>(section_.high - section_.low + 1),
            1e3 * (x_.first + static_cast<double>(section_.left) * x_.step),
            1e3 * (y_.first + static_cast<double>(section_.low) * y_.step),
            1e3 * x_.step,
            1e3 * y_.step};
  }
  [[nodiscard]] Values values(bool everywhere, const Value& value) const {
    const Values* state = element_field(patch_, "state");
    Values out;
    for (long row = section_.low; row <= section_.high; ++row) {
      for (long column = section_.left; column <= section_.right; ++column) {
        const bool inside = row >= 0 && column >= 0 && row < static_cast<long>(y_.count) &&
                            column < static_cast<long>(x_.count);
        const auto i = static_cast<std::size_t>(row * static_cast<long>(x_.count) + column);
        const bool drawn = inside && (everywhere || state == nullptr || (*state)[i] != 0);
        out.push_back(drawn ? value(i) : not_drawn);
      }
    }
    return out;
  }

  const FieldGroup& patch_;
  Section section_;
  Axis x_, y_;
};

void add_map(plot::MapFigure& figure, std::optional<plot::MapPanel> map) {
  if (map) figure.panels.push_back(std::move(*map));
}

std::optional<plot::MapPanel> traction_map(const FieldGroup& patch, const Maps& maps,
                                           const std::string& title) {
  const Values *x = element_field(patch, "traction_x"), *y = element_field(patch, "traction_y");
  if (x == nullptr || y == nullptr) return std::nullopt;
  plot::MapPanel panel =
      maps.map(title, "MPa", false, [&](std::size_t i) { return 1e-6 * std::hypot((*x)[i], (*y)[i]); });
  panel.arrows = maps.arrows("traction_x", "traction_y");
  return panel;
}

std::optional<plot::MapPanel> state_map(const FieldGroup& patch, const Maps& maps) {
  std::optional<plot::MapPanel> panel = maps.map_of("state", "Adhesion and slip, arrows: slip", "", 1);
  if (!panel) return panel;
  for (double& value : panel->values) value -= 1;
  panel->kinds = {"adhesion", "slip"};
  if (element_field(patch, "yield_stress") != nullptr) panel->kinds.emplace_back("plastic");
  panel->arrows = maps.arrows("slip_x", "slip_y");
  return panel;
}

std::optional<plot::MapPanel> utilisation_map(const FieldGroup& patch, const Maps& maps) {
  const Values *x = element_field(patch, "traction_x"), *y = element_field(patch, "traction_y"),
               *pressure = element_field(patch, "pressure"), *friction = element_field(patch, "friction");
  if (x == nullptr || y == nullptr || pressure == nullptr || friction == nullptr) return std::nullopt;
  return maps.map("Traction over its bound μp", "", false, [&](std::size_t i) {
    const double bound = (*friction)[i] * (*pressure)[i];
    return bound > 0 ? std::hypot((*x)[i], (*y)[i]) / bound : not_drawn;
  });
}

std::string mises_name(std::size_t layer) {
  return fmt::format("below_{}_mises", layer + 1);
}

std::string depth_text(double depth, std::size_t layer) {
  if (!std::isfinite(depth)) return fmt::format("in layer {} below the surface", layer + 1);
  const char* body = depth > 0 ? " of the upper body" : depth < 0 ? " of the lower body" : "";
  return fmt::format("{:g} mm below the surface{}", 1e3 * std::abs(depth), body);
}

/// At most max_layers maps, evenly among all depths, all in the same colours.
void add_stresses(const FieldGroup& patch, const Maps& maps, plot::MapFigure& figure) {
  const Values depths = depths_below(patch);
  const std::size_t count = std::min(depths.size(), max_layers), first = figure.panels.size();
  double highest = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t layer = count > 1 ? k * (depths.size() - 1) / (count - 1) : 0;
    add_map(figure, maps.map_of(mises_name(layer), "Von Mises stress " + depth_text(depths[layer], layer),
                                "MPa", 1e-6, true));
  }
  for (std::size_t k = first; k < figure.panels.size(); ++k)
    for (const double value : figure.panels[k].values)
      if (value > highest) highest = value;
  for (std::size_t k = first; k < figure.panels.size(); ++k)
    figure.panels[k].colours = plot::Range{0, highest};
}

/// The smallest section that holds all of a film, in elements of each patch: all have equal elements, or each
/// keeps its own section.
std::vector<Section> common_sections(const std::vector<FilmFrame>& frames) {
  std::vector<Section> sections;
  double left = 1e9, right = -1e9, low = 1e9, high = -1e9;
  for (const FilmFrame& frame : frames) {
    const Section section = section_in_contact(frame.patch);
    sections.push_back(section);
    const Axis x = axis_of(frame.patch, "x"), y = axis_of(frame.patch, "y");
    left = std::min(left, x.first + static_cast<double>(section.left) * x.step);
    right = std::max(right, x.first + static_cast<double>(section.right) * x.step);
    low = std::min(low, y.first + static_cast<double>(section.low) * y.step);
    high = std::max(high, y.first + static_cast<double>(section.high) * y.step);
  }
  constexpr double max_elements = 400;  // across a picture, of patches that lie far apart
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Axis x = axis_of(frames[k].patch, "x"), y = axis_of(frames[k].patch, "y");
    const bool drawable = x.step > 0 && y.step > 0 && (right - left) / x.step < max_elements &&
                          (high - low) / y.step < max_elements;
    if (!drawable) continue;
    sections[k] = {std::lround((left - x.first) / x.step), std::lround((right - x.first) / x.step),
                   std::lround((low - y.first) / y.step), std::lround((high - y.first) / y.step)};
  }
  return sections;
}

}  // namespace

std::string title_of_file(const std::string& path) {
  std::string title = std::filesystem::path(path).stem().string();
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

const std::vector<double>* element_field(const FieldGroup& patch, std::string_view name) {
  const Field* field = field_named(patch, name);
  const std::size_t columns = axis_of(patch, "x").count, rows = axis_of(patch, "y").count;
  return field != nullptr && field->rows == rows && field->columns == columns ? &field->values : nullptr;
}

std::vector<double> depths_below(const FieldGroup& patch) {
  Values depths;
  const Field* known = field_named(patch, "below_z");
  for (std::size_t k = 0; element_field(patch, mises_name(k)) != nullptr; ++k)
    depths.push_back(known != nullptr && k < known->values.size() ? known->values[k] : not_drawn);
  return depths;
}

plot::MapFigure patch_figure(const std::string& title, const FieldGroup& patch, double approach) {
  const Maps maps(patch, section_in_contact(patch));
  plot::MapFigure figure{.title = title, .x_label = "x in mm", .y_label = "y in mm"};
  add_map(figure, maps.map_of("pressure", "Pressure", "MPa", 1e-6));
  add_map(figure, traction_map(patch, maps, "Tangential traction on the upper body"));
  add_map(figure, state_map(patch, maps));
  add_map(figure, utilisation_map(patch, maps));
  add_map(figure, maps.map_of("temperature_1", "Surface temperature of the upper body", "°C", 1));
  add_map(figure, maps.map_of("temperature_2", "Surface temperature of the lower body", "°C", 1));
  if (const Values* gap = element_field(patch, "gap"); gap != nullptr)
    figure.panels.push_back(maps.map("Distance of the undeformed bodies, pressed", "µm", true,
                                     [&](std::size_t i) { return 1e6 * ((*gap)[i] - approach); }));
  add_stresses(patch, maps, figure);
  return figure;
}

std::optional<plot::Figure> depth_figure(const FieldGroup& patch) {
  const Values depths = depths_below(patch);
  plot::Series largest{.name = "largest von Mises stress", .x = {}, .y = {}};
  for (std::size_t k = 0; k < depths.size(); ++k) {
    if (!std::isfinite(depths[k])) continue;
    const Values& stress = *element_field(patch, mises_name(k));
    largest.x.push_back(1e3 * depths[k]);
    largest.y.push_back(1e-6 * *std::max_element(stress.begin(), stress.end()));
  }
  if (largest.x.size() < 3) return std::nullopt;
  plot::Figure figure;
  figure.panels.push_back({.title = "Stress below the surface",
                           .x_label = "z in mm, positive in the upper body",
                           .y_label = "von Mises stress in MPa",
                           .series = {std::move(largest)}});
  return figure;
}

plot::MapFigure film_figure(const std::string& title, const std::vector<FilmFrame>& frames) {
  plot::MapFigure figure{.title = title, .x_label = "x in mm", .y_label = "y in mm", .columns = 3};
  const std::vector<Section> sections = common_sections(frames);
  double highest = 0;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Maps maps(frames[k].patch, sections[k]);
    std::optional<plot::MapPanel> panel = maps.map_of("pressure", frames[k].title, "MPa", 1e-6);
    if (!panel) continue;
    panel->arrows = maps.arrows("traction_x", "traction_y");
    for (const double value : panel->values)
      if (value > highest) highest = value;
    figure.panels.push_back(std::move(*panel));
  }
  for (plot::MapPanel& panel : figure.panels) panel.colours = plot::Range{0, highest};
  return figure;
}

}  // namespace flangeway::contact_case
