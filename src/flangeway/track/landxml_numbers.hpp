// Numbers of LandXML in the writing of national exports, as the schema writes them. Private to the room.
#pragma once

#include <pugixml.hpp>

namespace flangeway::track {

/// The first node of each writing that was read; empty where the file has none.
struct NumberDialects {
  pugi::xml_node decimal_commas;   ///< "5412300,0000 4468200,0000": no number of the alignments has a point
  pugi::xml_node between_commas;   ///< "5412300.0000,4468200.0000", also semicolons
  pugi::xml_node marked_stations;  ///< "12+345.6": km and m, or in feet stations of 100 ft
};

/// Rewrites attributes and texts below `alignments`, and leaves all that does not read in one way only.
[[nodiscard]] NumberDialects rewrite_numbers(pugi::xml_node alignments, bool is_metric);

}  // namespace flangeway::track
