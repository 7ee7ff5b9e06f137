// Maps of patches: which there are, their units and values, and sequences in the same section and colours.
#include "flangeway/contact_case/patch_picture.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace flangeway::contact_case {
namespace {

using testing::ElementsAre;

/// 5 × 4 elements of 1 mm; those from `first` to `last` along x touch, in the two rows in the middle.
results::FieldGroup patch_with(std::size_t first, std::size_t last, double pressure, std::size_t layers = 0) {
  constexpr std::size_t columns = 5, rows = 4;
  results::FieldGroup group{"case_00001/patch_1", {}, {}};
  const auto axis = [&](const char* name, std::size_t count) {
    results::Field field{name, "m", "", 0, count, {}};
    for (std::size_t k = 0; k < count; ++k) field.values.push_back(1e-3 * static_cast<double>(k));
    group.fields.push_back(field);
  };
  axis("x", columns), axis("y", rows);
  std::vector<double> touches(columns * rows);
  for (std::size_t i = 0; i < columns * rows; ++i)
    touches[i] =
        i % columns >= first && i % columns <= last && (i / columns == 1 || i / columns == 2) ? 1 : 0;
  const auto add = [&](const std::string& name, double value) {
    results::Field field{name, "", "", rows, columns, touches};
    for (double& number : field.values) number *= value;
    group.fields.push_back(field);
  };
  add("pressure", pressure), add("traction_x", 3e6), add("traction_y", 4e6), add("friction", 0.25);
  add("slip_x", 1e-3), add("slip_y", 0), add("state", 2), add("temperature_1", 80), add("gap", 1e-5);
  if (layers > 0) group.fields.push_back({"below_z", "m", "", 0, layers, {}});
  for (std::size_t k = 0; k < layers; ++k) {
    group.fields[group.fields.size() - 1 - k].values.push_back(-1e-3 * static_cast<double>(k));
    add("below_" + std::to_string(k + 1) + "_mises", 1e6 * static_cast<double>(k + 1));
  }
  return group;
}

std::vector<std::string> titles_of(const plot::MapFigure& figure) {
  std::vector<std::string> titles;
  for (const plot::MapPanel& panel : figure.panels) titles.push_back(panel.title);
  return titles;
}

double largest_of(const plot::MapPanel& panel) {
  double largest = 0;
  for (const double value : panel.values)
    if (std::isfinite(value)) largest = std::max(largest, value);
  return largest;
}

TEST(PatchFigure, HasAMapOfEveryField) {
  const plot::MapFigure figure = patch_figure("a patch", patch_with(1, 3, 100e6, 3), 3e-6);
  EXPECT_THAT(
      titles_of(figure),
      ElementsAre("Pressure", "Tangential traction on the upper body", "Adhesion and slip, arrows: slip",
                  "Traction over its bound μp", "Surface temperature of the upper body",
                  "Distance of the undeformed bodies, pressed", "Von Mises stress 0 mm below the surface",
                  "Von Mises stress 1 mm below the surface of the lower body",
                  "Von Mises stress 2 mm below the surface of the lower body"));
  EXPECT_DOUBLE_EQ(largest_of(figure.panels[0]), 100);
  EXPECT_DOUBLE_EQ(largest_of(figure.panels[1]), 5);  // of 3 and 4 MPa
  EXPECT_DOUBLE_EQ(largest_of(figure.panels[3]), 5 / 25.0);
  EXPECT_DOUBLE_EQ(largest_of(figure.panels[5]), 7);  // 10 µm less the approach
  for (std::size_t k = 6; k < 9; ++k) EXPECT_EQ(figure.panels[k].colours->to, 3);
}

TEST(PatchFigure, ShowsTheAreaInContactWithAMargin) {
  const plot::MapPanel pressure = patch_figure("", patch_with(2, 3, 1e6), 0).panels.front();
  EXPECT_EQ(pressure.grid.nx, 4u);
  EXPECT_EQ(pressure.grid.ny, 4u);
  EXPECT_DOUBLE_EQ(pressure.grid.x_first, 1);
  EXPECT_EQ(std::count_if(pressure.values.begin(), pressure.values.end(),
                          [](double v) { return std::isfinite(v); }),
            4);
}

TEST(DepthFigure, HasTheLargestStressOfEachDepth) {
  EXPECT_FALSE(depth_figure(patch_with(1, 3, 1e6, 2)).has_value());
  const auto figure = depth_figure(patch_with(1, 3, 1e6, 3));
  ASSERT_TRUE(figure.has_value());
  EXPECT_THAT(figure->panels[0].series[0].x, ElementsAre(0, -1, -2));
  EXPECT_THAT(figure->panels[0].series[0].y, ElementsAre(1, 2, 3));
}

TEST(FilmFigure, HasOneSectionAndOneScaleOfColours) {
  const plot::MapFigure film =
      film_figure("", {{"Case 1", patch_with(1, 1, 10e6)}, {"Case 2", patch_with(2, 3, 30e6)}});
  ASSERT_EQ(film.panels.size(), 2u);
  for (const plot::MapPanel& panel : film.panels) {
    EXPECT_EQ(panel.grid.nx, 5u);  // from the first element in contact less one to the last and one more
    EXPECT_DOUBLE_EQ(panel.grid.x_first, 0);
    EXPECT_EQ(panel.colours->from, 0);
    EXPECT_DOUBLE_EQ(panel.colours->to, 30);
  }
}

}  // namespace
}  // namespace flangeway::contact_case
