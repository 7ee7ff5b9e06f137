// Converts the points of a file to our convention, in mm or in the unit of the file. Internal to the room.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "flangeway/profile/profile.hpp"
#include "flangeway/profile/table.hpp"

namespace flangeway::profile {

/// The points and the repairs made so far; the places of the repairs go through the same turns as the points.
struct Draft {
  struct Note {
    std::string what;
    std::size_t count;
    Vec2 where;
    bool is_warning = false;
  };
  std::vector<Vec2> points;
  std::vector<Note> notes;

  template <typename Map>
  void map(const Map& f) {
    for (Vec2& point : points) point = f(point);
    for (Note& note : notes) note.where = f(note.where);
  }
};

void drop_coincident(Draft& draft, double closest);
/// Replaces the two points of an inner segment by their mean if the direction turns by more than `threshold`
/// degrees at both of its ends.
void mend_zigzag(Draft& draft, double threshold);
/// The steps of Table in their order, up to millimetres. y to the field side, z down; mirroring is optional.
[[nodiscard]] Draft apply_table(const Table& table, bool mirror_y, double zigzag);

/// z (meant downwards) points up; found from the shape.
[[nodiscard]] bool is_upside_down(const std::vector<Vec2>& points, Kind kind);
/// The flange of a wheel lies at large y; false for a rail or a wheel without a flange. z downwards.
[[nodiscard]] bool flange_at_field_side(const std::vector<Vec2>& points);
/// A flange stands out, so that no rail has this shape; z may point up or down.
[[nodiscard]] bool has_flange(const std::vector<Vec2>& points);

/// A wheel or a rail that is higher than wide, as if its columns were exchanged; z may point up or down.
[[nodiscard]] bool is_turned(const std::vector<Vec2>& points, Kind kind);
/// Falls off at both ends from a top in its middle, as a rail head does and no wheel; z may point up or down.
[[nodiscard]] bool has_head(const std::vector<Vec2>& points);

/// A place where the polygon crosses itself, if any.
[[nodiscard]] std::optional<Vec2> self_crossing(const std::vector<Vec2>& points);
/// Definition of a kink: the direction turns by more than `high` degrees, while the others within `width` mm
/// turn by less than `low`.
struct KinkRule {
  double high = 30, low = 6, width = 2;
};
/// The points of kinks, in mm.
[[nodiscard]] std::vector<std::size_t> find_kinks(const std::vector<Vec2>& points, const KinkRule& rule);

}  // namespace flangeway::profile
