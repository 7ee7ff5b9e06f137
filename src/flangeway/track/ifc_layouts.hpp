// The layouts of an alignment of IFC as segments, heights, cants and chainage.
#pragma once

#include "flangeway/track/alignment_file.hpp"
#include "flangeway/track/ifc_model.hpp"

namespace flangeway::track::ifc {

struct Context {
  Model& model;
  Units units;
  Children nests, aggregates;
};

/// Segments, and the place of the start. Returns the starts as the file has them, for join_elements().
struct ElementStart {
  double easting = 0, northing = 0, heading = 0;  ///< m, rad
  SourceLocation where{};
  std::string key{};
};
[[nodiscard]] std::vector<ElementStart> read_plan(Context& context, const step::Entry& layout,
                                                  FileAlignment& line);
/// How each element joins the one before, which ends where its length and curvature lead. After cants.
void join_elements(const std::vector<ElementStart>& starts, Findings& findings, FileAlignment& line);

void read_heights(Context& context, const step::Entry& layout, FileAlignment& line);
void read_cants(Context& context, const step::Entry& layout, double length, FileAlignment& line);

/// Chainage from the stations among what nests in an alignment.
void read_stations(Context& context, const step::Entry& alignment, double length, FileAlignment& line);

}  // namespace flangeway::track::ifc
