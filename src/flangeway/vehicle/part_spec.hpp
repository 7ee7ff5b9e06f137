// Parts: other files that are placed in a vehicle file.
#pragma once

#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

/// Another vehicle file that is placed in this one, once or in a row.
struct PartSpec {
  document::Located<std::string> name, file;
  double x = 0;                 ///< of its origin, m
  long count = 1;               ///< of such parts in a row
  double spacing = 0;           ///< of the row, m; negative: each behind the one before
  double speed_difference = 0;  ///< at the start, m/s
  std::vector<document::Setting> parameters, set;
  SourceLocation where;
  std::string key;
};

void describe(document::Visitor& visitor, PartSpec& spec);

}  // namespace flangeway::vehicle
