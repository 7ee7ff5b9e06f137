// Names and units in the first lines of a file of measured track geometry.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/document/table_text.hpp"

namespace flangeway::track {

struct RecordedHeader {
  std::string name;                    // one of recorded_names(), or "s"; empty: not read
  std::string written;                 // as in the file, without the unit
  std::string unit;                    // as in the file; empty: none
  double scale = 0;                    // to m or m/m; 0: no unit is named
  double twist_base = 0;               // m, of "twist_3m"; 0: not named
  std::string name_without_band = {};  // of a column that has one band only, which is not read
  bool is_deviation = false;           // gauge_variation: no distance, whatever its size
  bool is_translated = false;          // the name is not English
  bool unit_is_of_name = false;        // "milepost", which names no unit
  bool may_be_metres = false;          // "Kilometer" without a unit, which is also a word for chainage
  int column = 1;                      // in the line
};

// Fault of a header; empty problem: none.
struct HeaderProblem {
  std::string problem = {}, got = {}, allowed = {}, advice = {};
};

// "Longitudinal level left (mm)" → longitudinal_level_left, 1e-3.
RecordedHeader header_of(const document::Field& field, HeaderProblem& problem);

// Gives the header the unit that a line of units names; false: that is no unit.
bool set_unit(RecordedHeader& header, std::string_view unit);

// Keeps the most exact name of several columns that can be the distance as s; the others are not read.
void keep_one_distance(std::vector<RecordedHeader>& headers);

// Leaves out a column "cant" or "superelevation" where another one is the cross level: it is that by design.
void keep_measured_cross_level(std::vector<RecordedHeader>& headers);

}  // namespace flangeway::track
