// Pictures of contact patches from their fields: maps for paper.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/map.hpp"
#include "flangeway/results/field_writer.hpp"

namespace flangeway::contact_case {

/// The name of a file without its folder and ending, with spaces for underscores.
[[nodiscard]] std::string title_of_file(const std::string& path);

/// Field of a patch that has one number for each of its elements; nullptr where it has none of this name.
[[nodiscard]] const std::vector<double>* element_field(const results::FieldGroup& patch,
                                                       std::string_view name);

/// Depths below the surface at which a patch has stresses, in m, in the order of its fields below_1_…; NaN
/// where an older file does not say at which.
[[nodiscard]] std::vector<double> depths_below(const results::FieldGroup& patch);

/// Maps of a patch of field_group(): pressure, traction and slip with arrows, adhesion area, traction over
/// its bound, distance of the bodies, and temperature and stress below the surface where it has them.
/// `approach` in m.
[[nodiscard]] plot::MapFigure patch_figure(const std::string& title, const results::FieldGroup& patch,
                                           double approach);

/// Largest von Mises stress of each depth; nothing with fewer than three.
[[nodiscard]] std::optional<plot::Figure> depth_figure(const results::FieldGroup& patch);

/// One of a sequence of patches.
struct FilmFrame {
  std::string title;
  results::FieldGroup patch;
};
/// Pressures and tractions of a sequence as small maps, all with the same section of the plane and the same
/// colours.
[[nodiscard]] plot::MapFigure film_figure(const std::string& title, const std::vector<FilmFrame>& frames);

}  // namespace flangeway::contact_case
