// The layouts of an alignment of IFC as segments, heights, cants and chainage.
#pragma once

#include "flangeway/track/alignment_file.hpp"
#include "flangeway/track/cant_unit.hpp"
#include "flangeway/track/ifc_model.hpp"

namespace flangeway::track::ifc {

struct Context {
  Model& model;
  LineChoices choices;
  Units units;
  CantReading cant;  ///< of the file
  Children nests, aggregates;
};

inline constexpr std::array<std::string_view, 9> plan_names{"StartTag",
                                                            "EndTag",
                                                            "StartPoint",
                                                            "StartDirection",
                                                            "StartRadiusOfCurvature",
                                                            "EndRadiusOfCurvature",
                                                            "SegmentLength",
                                                            "GravityCenterLineHeight",
                                                            "PredefinedType"};
inline constexpr std::array<std::string_view, 9> height_names{
    "StartTag",      "EndTag",      "StartDistAlong",    "HorizontalLength", "StartHeight",
    "StartGradient", "EndGradient", "RadiusOfCurvature", "PredefinedType"};

/// The layouts of IFC 4.1 and 4.2 (IfcAlignment2DHorizontal and IfcAlignment2DVertical) as the parameters
/// that IFC 4.3 has for them.
[[nodiscard]] bool is_axis_layout(const step::Entry& layout);
[[nodiscard]] std::vector<Item> plan_of_axis(Context& context, const step::Entry& horizontal);
[[nodiscard]] std::vector<Item> heights_of_axis(Context& context, const step::Entry& vertical);
/// m, distance at which the plan begins to count.
[[nodiscard]] double start_of_axis(Context& context, const step::Entry& horizontal);

/// Sets context.cant from all cants of the file; a note where it is not the unit of lengths.
void judge_cants(Context& context, std::vector<Finding>& notes);

/// Segments, and the place of the start. Returns the starts as the file has them, for join_elements().
struct ElementStart {
  double easting = 0, northing = 0, heading = 0;  ///< m, rad
  SourceLocation where{};
  std::string key{};
};
[[nodiscard]] std::vector<ElementStart> read_plan(Context& context, const step::Entry& layout,
                                                  FileAlignment& line);
/// How each element joins the one before, which ends where its length and curvature lead. After cants.
void join_elements(const Context& context, std::vector<ElementStart> starts, Findings& findings,
                   FileAlignment& line);

void read_heights(Context& context, const step::Entry& layout, FileAlignment& line);
void read_cants(Context& context, const step::Entry& layout, double length, FileAlignment& line);

/// Chainage from the stations among what nests in an alignment.
void read_stations(Context& context, const step::Entry& alignment, double length, FileAlignment& line);

}  // namespace flangeway::track::ifc
