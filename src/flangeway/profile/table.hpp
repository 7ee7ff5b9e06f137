// The points that the readers of file formats return. Internal to the room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/profile/profile.hpp"
#include "flangeway/profile/text.hpp"

namespace flangeway::profile {

struct Bounds {
  double low, high;
};

/// The points of a file in its own units and axes, and what its heading says is to be done with them, in the
/// order of the members.
struct Table {
  std::vector<Vec2> points;
  double closest = 1e-4;  ///< points nearer than this to the one before are dropped
  Vec2 shift{0, 0};
  double rotation = 0;            ///< rad, from y to z
  std::optional<Bounds> bound_y;  ///< points outside are dropped
  std::optional<Bounds> bound_z;  ///< z is clipped
  bool mirror_y = false;
  std::optional<bool> mirror_z;  ///< absent: the shape tells
  double unit_mm = 1;
  bool origin_is_given = false;  ///< the file says that it is the tape circle
  bool unit_is_given = false;    ///< by the file or its format: its size is not judged
  std::vector<Repair> notes;
};

// Each returns what it could read; findings go to the reporter. `lenient`: see ReadOptions.
[[nodiscard]] Table read_miniprof(const std::vector<Line>& lines, Kind kind, bool lenient, Reporter& report);
[[nodiscard]] Table read_simpack(const std::vector<Line>& lines, Kind kind, bool lenient, Reporter& report);
[[nodiscard]] Table read_orvd(std::string_view text, Kind kind, Reporter& report);
[[nodiscard]] Table read_columns(const std::vector<Line>& lines, bool lenient, Reporter& report);

}  // namespace flangeway::profile
